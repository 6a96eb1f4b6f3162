// SPDX-License-Identifier: Apache-2.0
//! Its documentation has every kind of test.

/// ```
/// assert_eq!(one::two(), 2);
/// ```
///
/// ```should_panic
/// panic!();
/// ```
///
/// ```ignore
/// nonsense
/// ```
///
/// ```no_run
/// loop {}
/// ```
///
/// ```compile_fail
/// let x: i32 = "";
/// ```
pub fn two() -> i32 {
    2
}

/// ```
/// assert!(std::env::var("FAIL").is_err(), "doc fails");
/// ```
pub fn may_fail() {}

#[cfg(feature = "extra")]
#[test]
fn with_feature() {}

#[cfg(test)]
mod tests {
    #[test]
    fn runs_in_the_package() {
        assert!(std::env::current_dir().unwrap().ends_with("one"));
        assert!(std::path::Path::new("Cargo.toml").exists());
    }
}
