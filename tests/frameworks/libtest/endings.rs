// SPDX-License-Identifier: Apache-2.0
// Tests around one that ends the process, in the way that DIE names; LISTDIE names one for listing.
use std::io::Write;

extern "C" {
    fn raise(signal: i32) -> i32;
    fn _exit(code: i32) -> !;
    fn fork() -> i32;
}

#[used]
#[link_section = ".init_array"]
static BEFORE_MAIN: extern "C" fn() = before_main;
extern "C" fn before_main() {
    match std::env::var("LISTDIE").unwrap_or_default().as_str() {
        "abort" => std::process::abort(),
        "hang" => loop {
            std::thread::park()
        },
        "exit0" => unsafe { _exit(0) },
        _ => {}
    }
}

/// A value that the compiler does not know.
fn unknown<T: Copy>(value: T) -> T {
    unsafe { std::ptr::read_volatile(&value) }
}

fn deep(n: u64) -> u64 {
    let a = [n; 64];
    if unknown(n) == 0 {
        0
    } else {
        deep(n + 1) + unknown(a[3])
    }
}

struct PanicsAgain;
impl Drop for PanicsAgain {
    fn drop(&mut self) {
        panic!("second");
    }
}

#[test]
fn a_passes() {
    println!("hello from a_passes");
}
#[test]
fn b_fails() {
    assert_eq!(1, 2, "b fails");
}
#[test]
fn c_dies() {
    println!("captured before death");
    let mut out = std::io::stdout().lock();
    let _ = write!(out, "direct before death");
    let _ = out.flush();
    drop(out);
    match std::env::var("DIE").unwrap_or_default().as_str() {
        "abort" => std::process::abort(),
        "segv" => unsafe { *(unknown(8usize) as *mut i32) = 1 },
        "kill" => unsafe {
            raise(9);
        },
        "stack" => {
            unknown(deep(1));
        }
        "hang" => loop {
            std::thread::park()
        },
        "exit0" => std::process::exit(0),
        "exit101" => std::process::exit(101),
        "_exit0" => unsafe { _exit(0) },
        "fork" => unsafe {
            fork();
        },
        "doublepanic" => {
            let _again = PanicsAgain;
            panic!("first");
        }
        _ => {}
    }
}
#[test]
fn d_passes() {}
#[test]
fn e_fails() {
    panic!("e fails");
}
#[test]
#[ignore = "never here"]
fn f_ignored() {}
#[test]
fn g_passes() {}
