// SPDX-License-Identifier: Apache-2.0
// A program of its own: it knows no option, and says that it was asked to list.
fn main() {
    println!("custom was run with {:?}", std::env::args().skip(1).collect::<Vec<_>>());
    if std::env::args().any(|word| word == "--list") {
        std::process::exit(9);
    }
}
