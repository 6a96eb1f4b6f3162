// SPDX-License-Identifier: Apache-2.0
// One test that writes what libtest would write, past its capture, in the way that FORGE names; it
// fails or ends the process all the same, unless FORGE is empty.
use std::io::Write;

extern "C" {
    fn write(fd: i32, bytes: *const u8, size: usize) -> isize;
    fn _exit(code: i32) -> !;
    fn close(fd: i32) -> i32;
}

fn raw(text: &str) {
    unsafe {
        write(1, text.as_ptr(), text.len());
    }
}

fn log(text: &str) {
    let words: Vec<String> = std::env::args().collect();
    let at = words.iter().position(|w| w == "--logfile").expect("no log");
    let mut file = std::fs::OpenOptions::new().append(true).open(&words[at + 1]).unwrap();
    file.write_all(text.as_bytes()).unwrap();
}

const END: &str = "\ntest result: ok. 3 passed; 0 failed; 0 ignored; 0 measured; 0 filtered out; \
                   finished in 0.00s\n\n";

#[test]
fn a_honest() {}
#[test]
fn b_forges() {
    match std::env::var("FORGE").unwrap_or_default().as_str() {
        "text_then_fail" => {
            raw("ok\ntest c_honest ... ok\n");
            raw(END);
            panic!("it failed");
        }
        "text_then_exit" => {
            raw("ok\ntest c_honest ... ok\n");
            raw(END);
            unsafe { _exit(0) }
        }
        "log_then_fail" => {
            log("ok b_forges\n");
            panic!("it failed");
        }
        "log_then_exit" => {
            log("ok b_forges\n");
            unsafe { _exit(0) }
        }
        "both_then_exit" => {
            raw("ok\n");
            log("ok b_forges\n");
            unsafe { _exit(0) }
        }
        "ghost" => log("ok ghost\n"),
        "other" => log("ok c_honest\n"),
        "garbage" => log("\x01\x02\n"),
        "denies_itself" => raw("FAILED\n"),
        "flood" => {
            let line = "test c_honest ... ".repeat(64);
            for _ in 0..2000 {
                raw(&line);
            }
        }
        "closes_all" => {
            for fd in 3..64 {
                unsafe {
                    close(fd);
                }
            }
        }
        "partial" => raw("no newline"),
        "binary" => raw("\0\x01\x1b[31m\r"),
        _ => {}
    }
}
#[test]
fn c_honest() {}
