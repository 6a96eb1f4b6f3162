// SPDX-License-Identifier: Apache-2.0
//! Links the library that CMake built beside this crate.
fn main() {
    let here = std::env::var("CARGO_MANIFEST_DIR").expect("cargo sets it");
    println!("cargo:rustc-link-search=native={here}/../build");
    println!("cargo:rustc-link-lib=static=accurate");
    println!("cargo:rustc-link-lib=dylib=m");
    println!("cargo:rerun-if-changed=../build/libaccurate.a");
}
