// SPDX-License-Identifier: Apache-2.0
/// ```
/// panic!("this is no doc test");
/// ```
pub fn f() {}

#[test]
fn in_two() {}
#[test]
#[ignore = "takes an hour"]
fn takes_long() {}
