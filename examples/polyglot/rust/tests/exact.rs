// SPDX-License-Identifier: Apache-2.0
//! Against sums that are exact: integers, in 128 bits.

const U: f64 = 1.0 / (1u64 << 53) as f64;

/// Integers below 2^52 of both signs, by a 64-bit congruential generator (Knuth's multiplier).
fn integers(n: usize, seed: u64) -> Vec<f64> {
    let mut state = seed;
    (0..n)
        .map(|_| {
            state = state
                .wrapping_mul(6364136223846793005)
                .wrapping_add(1442695040888963407);
            (state as i64 >> 11) as f64
        })
        .collect()
}

fn bound(n: usize, exact: f64, sizes: f64) -> f64 {
    let gamma = n as f64 * U / (1.0 - n as f64 * U);
    U * exact.abs() + gamma * gamma * sizes
}

#[test]
fn a_sum_that_nearly_vanishes() {
    for n in [2, 100, 3000] {
        let mut x = integers(n, 5);
        let all: i128 = x.iter().map(|v| *v as i128).sum();
        x.push(-(all as f64));
        let exact: i128 = x.iter().map(|v| *v as i128).sum();
        let sizes: f64 = x.iter().map(|v| v.abs()).sum();
        let error = (accurate::sum(&x) - exact as f64).abs();
        assert!(error <= bound(x.len(), exact as f64, sizes), "n = {n}: {error}");
    }
}

#[test]
fn digits_below_the_rounding_of_a_product() {
    let e = 1.0 / (1u64 << 30) as f64;
    assert_eq!(accurate::dot(&[1.0 + e, -1.0], &[1.0 - e, 1.0]), -e * e);
}
