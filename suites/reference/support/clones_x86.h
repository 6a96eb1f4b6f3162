// SPDX-License-Identifier: Apache-2.0
// REFERENCE_CLONES: the function is compiled for several instruction sets, and the best one that
// the processor has is chosen when the program is loaded. What it calls must be REFERENCE_INLINE.
#pragma once

// Sanitizers instrument the code that chooses, which runs before they are set up.
#if defined(__x86_64__) && defined(__GNUC__) && !defined(__clang__) && defined(__OPTIMIZE__) && \
    !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
#define REFERENCE_CLONES __attribute__((target_clones("arch=haswell", "default")))
#else
#define REFERENCE_CLONES
#endif
#define REFERENCE_INLINE inline __attribute__((always_inline))
