// SPDX-License-Identifier: Apache-2.0
// Every kind of test and of outcome.
use std::{thread, time::Duration};

#[test]
fn fails_equal() {
    assert_eq!(1, 2, "first extra");
}
#[test]
fn fails_in_lines() {
    panic!("line one\nline two");
}
#[test]
fn fails_with_a_value() {
    std::panic::panic_any(42i32);
}
#[test]
fn fails_after_output() {
    println!("out line");
    eprintln!("err line");
    panic!("after output");
}
#[test]
fn fails_after_a_caught_panic() {
    let _ = std::panic::catch_unwind(|| panic!("caught"));
    panic!("not caught");
}
#[test]
fn returns_err() -> Result<(), String> {
    Err("went wrong\nbadly".into())
}
#[test]
fn returns_ok() -> Result<(), String> {
    Ok(())
}
#[test]
#[ignore]
fn ignored_plainly() {
    panic!();
}
#[test]
#[ignore = "not on this box"]
fn ignored_with_reason() {
    panic!();
}
#[test]
#[should_panic]
fn panics_as_declared() {
    panic!("x");
}
#[test]
#[should_panic(expected = "needle")]
fn panics_otherwise() {
    panic!("hay");
}
#[test]
#[should_panic]
fn panics_not() {}
#[test]
fn prints() {
    println!("out line");
    eprintln!("err line");
    print!("no newline");
}
#[test]
fn prints_a_lie() {
    println!("test ghost ... ok");
    println!("test result: ok. 99 passed; 0 failed; 0 ignored; 0 measured; 0 filtered out");
}
#[test]
fn panics_in_a_thread() {
    let _ = thread::spawn(|| panic!("inner")).join();
}
#[test]
fn slow() {
    thread::sleep(Duration::from_millis(30));
}
#[test]
fn ünïcode() {}
#[test]
fn r#match() {}
mod a {
    #[test]
    fn pass() {}
    pub mod b {
        #[test]
        fn pass() {}
        #[test]
        fn pass_too() {}
    }
}
mod pass {
    #[test]
    fn inner() {}
}
