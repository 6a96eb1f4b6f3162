// SPDX-License-Identifier: Apache-2.0
// Catch2 v2's own main; v3 brings it in a library.
#define CATCH_CONFIG_MAIN
#include <catch2/catch.hpp>
