#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes a program of 6,000 tests with longish paths to the file named."""

import sys

with open(sys.argv[1], "w") as file:
    for module in range(60):
        file.write(f"mod a_longish_module_name_number_{module:02} {{ mod and_an_inner_module {{\n")
        for test in range(module * 100, module * 100 + 100):
            file.write(f"#[test] fn a_longish_test_function_name_{test:04}() "
                       f"{{ assert_ne!({test}, 4321); }}\n")
        file.write("} }\n")
