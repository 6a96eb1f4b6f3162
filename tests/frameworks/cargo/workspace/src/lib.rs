// SPDX-License-Identifier: Apache-2.0
#[test]
fn at_the_root() {}
