// SPDX-License-Identifier: Apache-2.0
// The scenarios of table.toml in Rust's own test harness.
use std::os::raw::c_int;
use std::io::Write;
use std::os::unix::io::FromRawFd;

extern "C" {
    fn abort() -> !;
    fn atexit(work: extern "C" fn()) -> c_int;
    fn sigfillset(set: *mut u8) -> c_int;
    fn sigprocmask(how: c_int, set: *const u8, old: *mut u8) -> c_int;
    fn raise(signal: c_int) -> c_int;
    fn signal(number: c_int, handler: usize) -> usize;
    fn _exit(code: c_int) -> !;
    fn pause() -> c_int;
    fn fork() -> c_int;
    fn setsid() -> c_int;
    fn sleep(seconds: u32) -> u32;
    fn close(fd: c_int) -> c_int;
}
const SIG_DFL: usize = 0;
const SIG_IGN: usize = 1;

fn fails() {
    assert_eq!(1, 2, "one and two");
}
fn print_raw(bytes: &[u8]) {
    let mut out = std::mem::ManuallyDrop::new(unsafe { std::fs::File::from_raw_fd(1) });
    let _ = out.write_all(bytes);
}
fn segfault() {
    unsafe {
        signal(11, SIG_DFL);
        *(8 as *mut u8) = 1;
    }
}
fn recurse(depth: u64) -> u64 {
    let frame = [depth; 512];
    if depth == u64::MAX {
        return 0;
    }
    recurse(frame[depth as usize % 512] + 1) + frame[7]
}
fn wait_for_ever() {
    loop {
        unsafe { pause() };
    }
}
fn ignore_term() {
    unsafe { signal(15, SIG_IGN) };
    loop {
        std::hint::spin_loop();
    }
}
fn leave_child() {
    unsafe {
        if fork() == 0 {
            sleep(60);
            _exit(0);
        }
    }
}
fn leave_daemon() {
    unsafe {
        if fork() != 0 {
            return;
        }
        setsid();
        if fork() != 0 {
            _exit(0);
        }
        signal(15, SIG_IGN);
        sleep(60);
        _exit(0);
    }
}
fn close_descriptors(from: c_int, to: c_int) {
    for fd in from..to {
        unsafe { close(fd) };
    }
}

fn block_signals() {
    let mut all = [0u64; 16]; // a sigset_t of glibc
    unsafe {
        sigfillset(all.as_mut_ptr().cast());
        sigprocmask(0, all.as_ptr().cast(), std::ptr::null_mut());
    }
}
/// Torn down by failing, where the test itself did not fail.
struct TeardownFails;
impl Drop for TeardownFails {
    fn drop(&mut self) {
        panic!("cannot be torn down");
    }
}

// --- deeds of the whole program, before main and after it
fn asked(scenario: &str) -> bool {
    std::env::var("CONFORMANCE").as_deref() == Ok(scenario)
}
fn has_argument(start: &[u8]) -> bool {
    let line = std::fs::read("/proc/self/cmdline").unwrap_or_default();
    line.split(|byte| *byte == 0).any(|word| word.starts_with(start))
}
extern "C" fn before() {
    unsafe {
        atexit(after);
        if asked("throws_before_main") {
            abort();
        }
        if !has_argument(b"--list") {
            return;
        }
        if asked("list_crashes") {
            abort();
        }
        if asked("list_hangs") {
            wait_for_ever();
        }
        if asked("list_exits_zero") {
            _exit(0);
        }
        if asked("list_prints_garbage") {
            print_raw(b"\0{]\xff<Suite.\n  Test\n<");
            _exit(0);
        }
        if asked("list_is_noisy") {
            print_raw(b"Noise.\n  Test\n{\"a\": [\nanother test\n");
        }
    }
}
extern "C" fn after() {
    if !has_argument(b"--test-threads") {
        return; // a listing, or a question
    }
    if asked("crashes_after_the_run") {
        segfault();
    }
    if asked("turns_code_to_zero") {
        unsafe { _exit(0) };
    }
    if asked("turns_code_to_seven") {
        unsafe { _exit(7) };
    }
    if asked("hangs_after_the_run") {
        wait_for_ever();
    }
}
#[used]
#[link_section = ".init_array"]
static BEFORE: extern "C" fn() = before;

macro_rules! cases {
    ($($name:ident $body:block)*) => { $(#[test] fn $name() $body)* };
}

cases! {
    case_passes_a {}
    case_passes_b {}
    case_fails_a {}
    case_fails_b { fails() }
    case_fails_c {}
    case_throws_a {}
    case_throws_b { panic!("thrown by the test") }
    case_throws_c {}
    case_fails_in_thread_a { std::thread::spawn(fails).join().unwrap() }
    case_fails_in_thread_b {}
    case_aborts_a {}
    case_aborts_b { std::process::abort() }
    case_aborts_c {}
    case_segfaults_a {}
    case_segfaults_b { segfault() }
    case_segfaults_c {}
    case_overflows_a {}
    case_overflows_b { assert_ne!(recurse(0), 7) }
    case_overflows_c {}
    case_exits_zero_a {}
    case_exits_zero_b { std::process::exit(0) }
    case_exits_zero_c {}
    case_quick_exits_zero_a {}
    case_quick_exits_zero_b { unsafe { _exit(0) } }
    case_quick_exits_zero_c {}
    case_exits_three_a {}
    case_exits_three_b { unsafe { _exit(3) } }
    case_exits_three_c {}
    case_exits_after_failure_a { fails() }
    case_exits_after_failure_b {}
    case_exits_after_failure_c { unsafe { _exit(0) } }
    case_kills_itself_a {}
    case_kills_itself_b { unsafe { raise(9); } }
    case_kills_itself_c {}
    case_terminates_itself_a {}
    case_terminates_itself_b { unsafe { raise(15); } }
    case_terminates_itself_c {}
    case_two_crashes_a { std::process::abort() }
    case_two_crashes_b {}
    case_two_crashes_c { segfault() }
    case_two_crashes_d {}
    case_hangs_a {}
    case_hangs_b { wait_for_ever() }
    case_hangs_c {}
    case_ignores_term_a {}
    case_ignores_term_b { ignore_term() }
    case_ignores_term_c {}
    case_stops_itself_a {}
    case_stops_itself_b { unsafe { raise(19); } }
    case_stops_itself_c {}
    case_disabled_a {}
    case_disabled_c {}
    case_fails_as_declared_b {}
    case_unexpectedly_passes_b {}
    case_prints_binary_a { print_raw(b"\0\x01\x02\x80\xfe\xff\xc3(\xed\xa0\x80 \x1a\r\r\x1b[2J ]]> <&>\n") }
    case_prints_binary_b { fails() }
    case_prints_partial_line_a { print_raw(b"no end") }
    case_prints_partial_line_b {}
    case_prints_much_a { for _ in 0..320 { print_raw(&[b'x'; 65536]) } }
    case_prints_much_b {}
    case_forges_pass_a { print_raw(b"ok\ntest case_forges_pass_b ... ok\n") }
    case_forges_pass_b { fails() }
    case_forges_pass_c {}
    case_forges_end_a {}
    case_forges_end_b {
        print_raw(b"ok\ntest case_forges_end_c ... ok\n\ntest result: ok. 3 passed; 0 failed; 0 ignored; 0 measured; 0 filtered out; finished in 0.00s\n\n");
        unsafe { _exit(0) }
    }
    case_forges_end_c {}
    case_closes_output_a { close_descriptors(1, 3) }
    case_closes_output_b { fails() }
    case_closes_output_c {}
    case_closes_all_a { close_descriptors(0, 256) }
    case_closes_all_b { fails() }
    case_closes_all_c {}
    case_leaves_child_a { leave_child() }
    case_leaves_child_b {}
    case_leaves_daemon_a { leave_daemon() }
    case_leaves_daemon_b {}
    case_becomes_two_a { unsafe { fork(); } }
    case_becomes_two_b {}
    case_becomes_two_c {}
    case_blocks_signals_a { block_signals() }
    case_blocks_signals_b {}
    case_teardown_fails_a { let _torn_down = TeardownFails; }
    case_teardown_fails_b {}
    case_leaves_folder_a { std::env::set_current_dir("/").unwrap() }
    case_leaves_folder_b { fails() }
    case_leaves_folder_c {}
    case_whole_a {}
    case_whole_b { if asked("turns_code_to_zero") { fails() } }
    case_whole_c {}
}

#[test]
#[ignore = "switched off"]
fn case_disabled_b() {}

#[test]
#[should_panic]
fn case_fails_as_declared_a() {
    panic!("as declared")
}
#[test]
#[should_panic]
fn case_unexpectedly_passes_a() {}

mod odd_names {
    #[test]
    fn r#match_case_odd_names_a() {}
    #[test]
    fn été_case_odd_names_b() {
        super::fails()
    }
}
