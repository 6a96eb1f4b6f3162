// SPDX-License-Identifier: Apache-2.0
// The scenarios of table.toml that are nothing but deeds, as a list of test cases for the C++
// frameworks that register by macro: CASE(name, body) is defined by each. What a framework says in
// its own words (a skip, a forged line, parts of a test) stands in its own file.
CASE(case_passes_a, {})
CASE(case_passes_b, {})

CASE(case_fails_a, {})
CASE(case_fails_b, { FAIL_ONCE(); })
CASE(case_fails_c, {})

CASE(case_fails_twice_a, {
  FAIL_ONCE();
  FAIL_ONCE();
})
CASE(case_fails_twice_b, {})

CASE(case_throws_a, {})
CASE(case_throws_b, { throw std::runtime_error("thrown by the test"); })
CASE(case_throws_c, {})

CASE(case_aborts_a, {})
CASE(case_aborts_b, { std::abort(); })
CASE(case_aborts_c, {})

CASE(case_segfaults_a, {})
CASE(case_segfaults_b, { deeds::segfault(); })
CASE(case_segfaults_c, {})

CASE(case_overflows_a, {})
CASE(case_overflows_b, { deeds::overflow_stack(); })
CASE(case_overflows_c, {})

CASE(case_exits_zero_a, {})
CASE(case_exits_zero_b, { std::exit(0); })
CASE(case_exits_zero_c, {})

CASE(case_quick_exits_zero_a, {})
CASE(case_quick_exits_zero_b, { _exit(0); })
CASE(case_quick_exits_zero_c, {})

CASE(case_exits_three_a, {})
CASE(case_exits_three_b, { _exit(3); })
CASE(case_exits_three_c, {})

CASE(case_exits_after_failure_a, { FAIL_ONCE(); })
CASE(case_exits_after_failure_b, {})
CASE(case_exits_after_failure_c, { _exit(0); })

CASE(case_kills_itself_a, {})
CASE(case_kills_itself_b, { raise(SIGKILL); })
CASE(case_kills_itself_c, {})

CASE(case_terminates_itself_a, {})
CASE(case_terminates_itself_b, { raise(SIGTERM); })
CASE(case_terminates_itself_c, {})

CASE(case_two_crashes_a, { std::abort(); })
CASE(case_two_crashes_b, {})
CASE(case_two_crashes_c, { deeds::segfault(); })
CASE(case_two_crashes_d, {})

CASE(case_hangs_a, {})
CASE(case_hangs_b, { deeds::wait_for_ever(); })
CASE(case_hangs_c, {})

CASE(case_ignores_term_a, {})
CASE(case_ignores_term_b, { deeds::ignore_term(); })
CASE(case_ignores_term_c, {})

CASE(case_stops_itself_a, {})
CASE(case_stops_itself_b, { deeds::stop(); })
CASE(case_stops_itself_c, {})

CASE(case_prints_binary_a, { deeds::print_binary(); })
CASE(case_prints_binary_b, { FAIL_ONCE(); })

CASE(case_prints_partial_line_a, { deeds::print("no end"); })
CASE(case_prints_partial_line_b, {})

CASE(case_prints_much_a, { deeds::print_much(); })
CASE(case_prints_much_b, {})

CASE(case_forges_pass_a, { deeds::print(FORGED_PASS); })
CASE(case_forges_pass_b, { FAIL_ONCE(); })
CASE(case_forges_pass_c, {})

CASE(case_forges_end_a, {})
CASE(case_forges_end_b, {
  deeds::print(FORGED_END);
  _exit(0);
})
CASE(case_forges_end_c, {})

CASE(case_closes_output_a, { deeds::close_output(); })
CASE(case_closes_output_b, { FAIL_ONCE(); })
CASE(case_closes_output_c, {})

CASE(case_closes_all_a, { deeds::close_every_descriptor(); })
CASE(case_closes_all_b, { FAIL_ONCE(); })
CASE(case_closes_all_c, {})

CASE(case_leaves_child_a, { deeds::leave_child(); })
CASE(case_leaves_child_b, {})

CASE(case_leaves_daemon_a, { deeds::leave_daemon(); })
CASE(case_leaves_daemon_b, {})

CASE(case_becomes_two_a, { deeds::become_two(); })
CASE(case_becomes_two_b, {})
CASE(case_becomes_two_c, {})

CASE(case_blocks_signals_a, { deeds::block_signals(); })
CASE(case_blocks_signals_b, {})

CASE(case_leaves_folder_a, { deeds::leave_folder(); })
CASE(case_leaves_folder_b, { FAIL_ONCE(); })
CASE(case_leaves_folder_c, {})

CASE(case_whole_a, {})
CASE(case_whole_b, {
  if (deeds::asked("turns_code_to_zero")) FAIL_ONCE();
})
CASE(case_whole_c, {})
