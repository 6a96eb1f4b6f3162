# SPDX-License-Identifier: Apache-2.0
# Warnings and sanitizers that every target of this tree is built with.
add_library(cupel_options INTERFACE)
target_compile_options(cupel_options INTERFACE -Wall -Wextra -Wpedantic -Werror)
# At -O3, and where a sanitizer instruments, g++ 12 warns falsely of members of temporaries.
if(CMAKE_BUILD_TYPE STREQUAL "Release" OR CUPEL_SANITIZE)
  target_compile_options(cupel_options INTERFACE $<$<CXX_COMPILER_ID:GNU>:-Wno-maybe-uninitialized>)
endif()
# g++ 12 sees overlapping copies in "literal" + std::string at -O3 where there are none.
target_compile_options(cupel_options INTERFACE $<$<CXX_COMPILER_ID:GNU>:-Wno-restrict>)
if(CUPEL_SANITIZE)
  target_compile_options(cupel_options INTERFACE -fsanitize=${CUPEL_SANITIZE} -fno-omit-frame-pointer
                                                 -fno-sanitize-recover=all)
  target_link_options(cupel_options INTERFACE -fsanitize=${CUPEL_SANITIZE})
endif()
find_program(CUPEL_CCACHE ccache)
if(CUPEL_CCACHE)
  set(CMAKE_CXX_COMPILER_LAUNCHER ${CUPEL_CCACHE})
endif()
