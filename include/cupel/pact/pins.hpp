// SPDX-License-Identifier: Apache-2.0
// The one list of precision pins: what `f32-strict` sets before a program starts, why, and how an
// operator's contrary setting is recognised. Nearly every switch here is read once, at library load
// or first use, so a pin belongs into the environment before exec.
//
// Three traps shape the readings: variables that are only looked at for presence (never pinned,
// since "=0" would switch them on), variables read by atoi ("=true" is 0, hence off), and variables
// compared with exact words.
#pragma once

#include <cstddef>
#include <string_view>

namespace cupel::pact {

/// Switches that decide one question together. An operator who answers it for one library has
/// answered it for the group: a pin elsewhere in the group would defeat what was asked for.
enum class PinGroup {
  tf32,         ///< may fp32 products round their inputs to fewer bits?
  emulation,    ///< may fp32/fp64 products be emulated by narrower formats?
  excess,       ///< may a compiler skip roundings that the program states?
  determinism,  ///< may a result differ from run to run?
  cache,        ///< can a kernel compiled under another setting be used again?
  identity,     ///< which device is meant by a number?
};

enum class PinKind {
  scalar,         ///< the variable is set to `value`
  appended_flag,  ///< `value` is a flag appended to the variable's list, unless it has that flag
  fresh_path,     ///< the variable names a folder of this run alone; `value` is its last component
};

/// How a value of a switch is read, by the library that reads it.
enum class Reading {
  number,        ///< 0 is strict, above 0 contrary; below 0, or no number: unclear
  loose_number,  ///< as atoi reads it: anything that is no number is 0, hence strict
  words,         ///< the listed words are strict, any other word contrary; empty: unclear
  exact,         ///< the listed words are strict, anything else unclear
  flag,          ///< a boolean flag in a list: false or 0 strict, true, 1 or bare contrary
  any,           ///< no value weakens the pin's purpose
};

/// What an operator's value means for the pin's purpose.
enum class Stance {
  strict,    ///< as good as the pin
  unclear,   ///< overrides the pin, without asking for the contrary
  contrary,  ///< asks for what the pin is there to prevent
};

/// A variable by which a person can answer the question of a group.
struct Switch {
  std::string_view name;
  PinGroup group;
  Reading reading;
  std::string_view
      strict;  ///< blank-separated words, for Reading::words and exact; any letter case
};

struct Pin {
  Switch lever;
  std::string_view value;
  PinKind kind;
  std::string_view why;     ///< one sentence
  std::string_view source;  ///< where that can be read
  /// Set only where the pin of this name is not in force; empty: always.
  std::string_view only_without;
};

inline constexpr Pin pins[] = {
    {{"NVIDIA_TF32_OVERRIDE", PinGroup::tf32, Reading::number, ""},
     "0",
     PinKind::scalar,
     "NVIDIA's libraries use TF32 for fp32 products wherever a program lets them; 0 overrides the "
     "program too.",
     "cuBLAS library guide, NVIDIA_TF32_OVERRIDE",
     ""},
    {{"MLX_ENABLE_TF32", PinGroup::tf32, Reading::loose_number, ""},
     "0",
     PinKind::scalar,
     "MLX computes fp32 matrix products, convolutions and attention in TF32 by default.",
     "ml-explore/mlx mlx/utils.h",
     ""},
    {{"TORCH_ALLOW_TF32_CUBLAS_OVERRIDE", PinGroup::tf32, Reading::number, ""},
     "0",
     PinKind::scalar,
     "NGC images preset 1, which turns TF32 on for every PyTorch matrix product.",
     "pytorch/pytorch aten/src/ATen/Context.cpp",
     ""},
    {{"CUPY_TF32", PinGroup::tf32, Reading::number, ""},
     "0",
     PinKind::scalar,
     "1 lets CuPy multiply fp32 matrices in TF32; it is read at every product.",
     "cupy/cupy cupy/_core/_routines_linalg.pyx",
     ""},
    {{"TRITON_F32_DEFAULT", PinGroup::tf32, Reading::words, "ieee"},
     "ieee",
     PinKind::scalar,
     "tl.dot of fp32 inputs is TF32 unless the kernel or this variable says ieee.",
     "triton-lang/triton python/triton/knobs.py",
     ""},
    {{"JAX_DEFAULT_MATMUL_PRECISION", PinGroup::tf32, Reading::words,
      "highest float32 f32_f32_f32"},
     "highest",
     PinKind::scalar,
     "JAX's default precision means TF32 on devices that have it.",
     "jax-ml/jax jax/_src/config.py",
     ""},
    {{"ONEDNN_DEFAULT_FPMATH_MODE", PinGroup::tf32, Reading::words, "strict"},
     "STRICT",
     PinKind::scalar,
     "oneDNN may compute fp32 primitives in bf16, f16 or tf32 where this allows it: the reference "
     "on the CPU must be pinned as well.",
     "uxlfoundation/oneDNN src/common/fpmath_mode.cpp",
     ""},
    {{"HIPBLASLT_OVERRIDE_COMPUTE_TYPE_XF32", PinGroup::tf32, Reading::number, ""},
     "0",
     PinKind::scalar,
     "hipBLASLt's override of a program's compute type; 0 is fp32.",
     "ROCm/hipBLASLt environment variables",
     ""},
    {{"CUBLAS_EMULATE_SINGLE_PRECISION", PinGroup::emulation, Reading::number, ""},
     "0",
     PinKind::scalar,
     "cuBLAS may replace fp32 products by sums of bf16 products, which are not IEEE-754.",
     "cuBLAS library guide, floating point emulation",
     ""},
    {{"CUBLAS_EMULATE_DOUBLE_PRECISION", PinGroup::emulation, Reading::number, ""},
     "0",
     PinKind::scalar,
     "cuBLAS may replace fp64 products by fixed-point slices, which are not IEEE-754.",
     "cuBLAS library guide, floating point emulation",
     ""},
    {{"XLA_FLAGS", PinGroup::excess, Reading::flag, ""},
     "--xla_allow_excess_precision=false",
     PinKind::appended_flag,
     "XLA drops roundings to 16 bit that the program states, so two spellings of one computation "
     "differ.",
     "openxla/xla xla/debug_options_flags.cc",
     ""},
    {{"CUBLAS_WORKSPACE_CONFIG", PinGroup::determinism, Reading::exact, ":4096:8 :16:8"},
     ":4096:8",
     PinKind::scalar,
     "cuBLAS repeats its bits with several streams only with a fixed workspace; PyTorch accepts "
     "these two values alone.",
     "cuBLAS library guide, results reproducibility",
     ""},
    {{"ROCBLAS_DEFAULT_ATOMICS_MODE", PinGroup::determinism, Reading::number, ""},
     "0",
     PinKind::scalar,
     "rocBLAS allows atomics by default, so the order of a sum changes from run to run.",
     "ROCm/rocBLAS reproducibility notes",
     ""},
    {{"TRITON_CACHE_DIR", PinGroup::cache, Reading::any, ""},
     "triton-cache",
     PinKind::fresh_path,
     "A cached kernel survives a change of TRITON_F32_DEFAULT.",
     "triton-lang/triton#6157",
     ""},
    {{"TRITON_ALWAYS_COMPILE", PinGroup::cache, Reading::any, ""},
     "1",
     PinKind::scalar,
     "The kernel cache is not this run's own, and a cached kernel survives a change of "
     "TRITON_F32_DEFAULT.",
     "triton-lang/triton#6157",
     "TRITON_CACHE_DIR"},
    {{"CUDA_DEVICE_ORDER", PinGroup::identity, Reading::any, ""},
     "PCI_BUS_ID",
     PinKind::scalar,
     "Device numbers then agree with nvidia-smi; the default order is by speed.",
     "CUDA programming guide, environment variables",
     ""},
};
inline constexpr std::size_t pin_count = sizeof(pins) / sizeof(pins[0]);

/// Variables that no pin sets and that answer a group's question all the same.
inline constexpr Switch watched[] = {
    {"DNNL_DEFAULT_FPMATH_MODE", PinGroup::tf32, Reading::words, "strict"},
    {"HIPBLASLT_ALLOW_TF32", PinGroup::tf32, Reading::number, ""},
    {"MKL_BLAS_COMPUTE_MODE", PinGroup::tf32, Reading::words, "standard"},
};

/// Names, or prefixes ending in '*', of variables that can change what is computed. Every one that
/// is set is recorded with the run, pinned or not: a new member of a family must not go unseen.
inline constexpr std::string_view recorded_families[] = {
    "NVIDIA_TF32_OVERRIDE",
    "CUBLAS_*",
    "CUBLASLT_*",
    "CUDNN_*",
    "CUDA_DEVICE_ORDER",
    "CUDA_MODULE_LOADING",
    "CUDA_LAUNCH_BLOCKING",
    "CUDA_FORCE_*JIT",
    "CUDA_DISABLE_*JIT",
    "TORCH_ALLOW_TF32_CUBLAS_OVERRIDE",
    "TORCH_BLAS_PREFER_*",
    "TORCH_LINALG_PREFER_*",
    "TF_DETERMINISTIC_OPS",
    "TF_CUDNN_*",
    "XLA_FLAGS",
    "JAX_DEFAULT_MATMUL_PRECISION",
    "JAX_ENABLE_X64",
    "JAX_ALLOW_F16_REDUCTIONS",
    "MLX_*",
    "TRITON_*",
    "DISABLE_PTXAS_OPT",
    "CUPY_TF32",
    "CUPY_ACCELERATORS",
    "NVTE_*",
    "VLLM_BATCH_INVARIANT",
    "HIPBLASLT_*",
    "ROCBLAS_*",
    "MIOPEN_DEBUG_CONVOLUTION_ATTRIB_*",
    "TENSILE_STREAMK_*",
    "ONEDNN_*",
    "DNNL_*",
    "MKL_*",
    "OPENBLAS_*",
    "OMP_NUM_THREADS",
    "NPY_DISABLE_CPU_FEATURES",
    "GGML_CUDA_*",
};

inline constexpr std::string_view group_word(PinGroup group) {
  switch (group) {
    case PinGroup::tf32:
      return "TF32";
    case PinGroup::emulation:
      return "emulation";
    case PinGroup::excess:
      return "excess precision";
    case PinGroup::determinism:
      return "determinism";
    case PinGroup::cache:
      return "kernel cache";
    case PinGroup::identity:
      return "device order";
  }
  return "";
}

/// The family list read once: `*` stands for any run of characters, once in a pattern at most.
inline constexpr bool family_match(std::string_view pattern, std::string_view name) {
  const std::size_t star = pattern.find('*');
  if (star == std::string_view::npos) return pattern == name;
  const std::string_view head = pattern.substr(0, star);
  const std::string_view tail = pattern.substr(star + 1);
  return name.size() >= head.size() + tail.size() && name.substr(0, head.size()) == head &&
         name.substr(name.size() - tail.size()) == tail;
}

inline constexpr bool is_recorded(std::string_view name) {
  for (const std::string_view pattern : recorded_families)
    if (family_match(pattern, name)) return true;
  return false;
}

namespace detail {

inline constexpr bool is_blank(char c) {
  return c == ' ' || c == '\t' || c == '\n' || c == '\v' || c == '\f' || c == '\r';
}
inline constexpr char lower(char c) {
  return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}
inline constexpr bool same_word(std::string_view a, std::string_view b) {
  if (a.size() != b.size()) return false;
  for (std::size_t i = 0; i < a.size(); ++i)
    if (lower(a[i]) != lower(b[i])) return false;
  return true;
}

/// The next blank-separated word of `text`, cut off its front; empty at the end.
inline constexpr std::string_view next_word(std::string_view& text) {
  while (!text.empty() && is_blank(text.front())) text.remove_prefix(1);
  std::size_t end = 0;
  while (end < text.size() && !is_blank(text[end])) ++end;
  const std::string_view word = text.substr(0, end);
  text.remove_prefix(end);
  return word;
}

inline constexpr bool has_word(std::string_view words, std::string_view word) {
  for (std::string_view next = next_word(words); !next.empty(); next = next_word(words))
    if (same_word(next, word)) return true;
  return false;
}

/// The sign of what atoi makes of `text`; `is_number` tells whether it began with a number at all.
struct Number {
  bool is_number;
  int sign;
};
inline constexpr Number read_number(std::string_view text) {
  while (!text.empty() && is_blank(text.front())) text.remove_prefix(1);
  bool negative = false;
  if (!text.empty() && (text.front() == '-' || text.front() == '+')) {
    negative = text.front() == '-';
    text.remove_prefix(1);
  }
  if (text.empty() || text.front() < '0' || text.front() > '9') return {false, 0};
  bool zero = true;
  for (; !text.empty() && text.front() >= '0' && text.front() <= '9'; text.remove_prefix(1))
    zero = zero && text.front() == '0';
  return {true, zero ? 0 : (negative ? -1 : 1)};
}

}  // namespace detail

/// The name of a flag: "--a=b" is "--a".
inline constexpr std::string_view flag_name(std::string_view flag) {
  return flag.substr(0, flag.find('='));
}

/// The last flag of that name in a blank-separated list, whole; empty when there is none. The last
/// one is the one that XLA obeys.
inline constexpr std::string_view find_flag(std::string_view list, std::string_view name) {
  std::string_view found;
  for (std::string_view word = detail::next_word(list); !word.empty();
       word = detail::next_word(list))
    if (flag_name(word) == name) found = word;
  return found;
}

/// What the value means. For Reading::flag, `value` is the whole list and `flag` the pin's flag;
/// a list without it says nothing against the pin.
inline constexpr Stance stance_of(const Switch& lever, std::string_view value,
                                  std::string_view flag = {}) {
  switch (lever.reading) {
    case Reading::any:
      return Stance::strict;
    case Reading::number: {
      const detail::Number number = detail::read_number(value);
      if (!number.is_number || number.sign < 0) return Stance::unclear;
      return number.sign == 0 ? Stance::strict : Stance::contrary;
    }
    case Reading::loose_number:
      return detail::read_number(value).sign == 0 ? Stance::strict : Stance::contrary;
    case Reading::words:
    case Reading::exact:
      if (detail::has_word(lever.strict, value)) return Stance::strict;
      return lever.reading == Reading::exact || value.empty() ? Stance::unclear : Stance::contrary;
    case Reading::flag: {
      const std::string_view found = find_flag(value, flag_name(flag));
      if (found.empty()) return Stance::strict;
      const std::size_t equals = found.find('=');
      if (equals == std::string_view::npos) return Stance::contrary;
      const std::string_view said = found.substr(equals + 1);
      return detail::same_word(said, "false") || said == "0" ? Stance::strict : Stance::contrary;
    }
  }
  return Stance::unclear;
}

/// The pin of that variable; null when there is none.
inline constexpr const Pin* find_pin(std::string_view name) {
  for (const Pin& pin : pins)
    if (pin.lever.name == name) return &pin;
  return nullptr;
}

}  // namespace cupel::pact
