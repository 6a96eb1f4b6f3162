// SPDX-License-Identifier: Apache-2.0
//! The library for Rust: slices in, doubles out.

mod ffi {
    extern "C" {
        pub fn accurate_sum(x: *const f64, n: usize) -> f64;
        pub fn accurate_dot(x: *const f64, y: *const f64, n: usize) -> f64;
    }
}

/// The sum of the terms.
///
/// ```
/// assert_eq!(accurate::sum(&[1.0, 1e100, 1.0, -1e100]), 2.0);
/// ```
pub fn sum(x: &[f64]) -> f64 {
    unsafe { ffi::accurate_sum(x.as_ptr(), x.len()) }
}

/// The dot product.
///
/// # Panics
///
/// Where the lengths differ.
pub fn dot(x: &[f64], y: &[f64]) -> f64 {
    assert_eq!(x.len(), y.len(), "vectors of different lengths");
    unsafe { ffi::accurate_dot(x.as_ptr(), y.as_ptr(), x.len()) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn of_nothing_is_zero() {
        assert_eq!(sum(&[]), 0.0);
        assert_eq!(dot(&[], &[]), 0.0);
    }

    #[test]
    #[should_panic(expected = "different lengths")]
    fn lengths_must_agree() {
        dot(&[1.0], &[1.0, 2.0]);
    }
}
