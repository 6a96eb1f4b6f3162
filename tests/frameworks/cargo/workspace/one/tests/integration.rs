// SPDX-License-Identifier: Apache-2.0
use std::env::var;

#[test]
fn has_the_environment_of_cargo() {
    assert_eq!(var("CARGO_PKG_NAME").unwrap(), "one");
    assert_eq!(var("CARGO_PKG_VERSION").unwrap(), "0.2.3");
    assert_eq!(var("FROM_CONFIG").unwrap(), "set by cargo");
    let folder = std::env::current_dir().unwrap();
    assert_eq!(std::path::Path::new(&var("CARGO_MANIFEST_DIR").unwrap()), folder);
    assert!(std::path::Path::new(&var("OUT_DIR").unwrap()).is_dir());
    let libraries = var("LD_LIBRARY_PATH").unwrap();
    assert!(libraries.contains("/deps"), "{libraries}");
    assert!(var("CARGO").is_ok());
}
#[test]
fn may_fail() {
    assert!(var("FAIL").is_err(), "told to fail");
}
