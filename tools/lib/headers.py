# SPDX-License-Identifier: Apache-2.0
"""What an angle-bracket header is: standard C++, the system's, or a library's."""

# Every header of C++20 and its C headers under both names. Those that reach a clock, a file, a
# process, a thread or chance are listed apart: no pure layer may see them. <csignal> is among the
# pure ones for its numbers; its functions are ruled out as calls.
STANDARD_PURE = frozenset(
    """algorithm any array atomic bit bitset cassert cctype cerrno cfenv cfloat charconv chrono
    cinttypes climits cmath codecvt compare complex concepts coroutine csignal cstdarg cstddef cstdint
    cstdio cstdlib cstring cuchar cwchar cwctype deque exception execution expected format
    forward_list functional initializer_list ios iosfwd iomanip istream iterator limits list locale
    map memory memory_resource new numbers numeric optional ostream queue ranges ratio regex scoped_allocator
    set source_location span sstream stack stdexcept streambuf string string_view system_error tuple
    type_traits typeindex typeinfo unordered_map unordered_set utility valarray variant vector version
    assert.h complex.h ctype.h errno.h fenv.h float.h inttypes.h limits.h math.h signal.h stdarg.h stdbool.h
    stddef.h stdint.h stdio.h stdlib.h string.h""".split()
)
STANDARD_EFFECTS = frozenset(
    """barrier condition_variable csetjmp ctime filesystem fstream future iostream latch
    mutex random semaphore shared_mutex stop_token syncstream thread setjmp.h time.h
    threads.h""".split()
)
SYSTEM = frozenset(
    """unistd.h fcntl.h poll.h dirent.h pwd.h grp.h spawn.h sched.h pthread.h termios.h syslog.h
    netdb.h dlfcn.h ucontext.h execinfo.h elf.h link.h glob.h fnmatch.h getopt.h ftw.h utime.h pty.h
    cxxabi.h libgen.h langinfo.h locale.h malloc.h alloca.h semaphore.h wordexp.h utmp.h
    features.h endian.h byteswap.h""".split()
)
SYSTEM_FOLDERS = ("sys/", "linux/", "netinet/", "arpa/", "net/", "asm/", "bits/")
VECTOR = frozenset("immintrin.h x86intrin.h arm_neon.h arm_sve.h xmmintrin.h emmintrin.h cpuid.h".split())
CUDA_PREFIXES = ("cuda", "cublas", "cudnn", "nvml.h", "nvtx3/", "cub/", "thrust/", "cooperative_groups")

# Headers of each library under the name that the allow lines of the layer table give it.
LIBRARIES = {
    "CLI11": ("CLI/",),
    "tomlplusplus": ("toml++/", "toml.hpp"),
    "nlohmann": ("nlohmann/",),
    "pugixml": ("pugixml.hpp", "pugiconfig.hpp"),
    "fmt": ("fmt/",),
    "re2": ("re2/",),
    "boost/math": ("boost/math/",),
    "SQLiteCpp": ("SQLiteCpp/", "sqlite3.h"),
}
TEST_FRAMEWORKS = {
    "gtest": ("gtest/", "gmock/"),
    "catch2": ("catch2/",),
    "doctest": ("doctest/", "doctest.h"),
    "boost": ("boost/test/",),
}


def _first(table, header):
    for name, prefixes in table.items():
        if header.startswith(prefixes):
            return name
    return None


def classify(header):
    """(kind, name): 'pure', 'effects', 'system', 'vector', 'cuda', 'library', 'framework', 'unknown'."""
    if header in STANDARD_PURE:
        return "pure", None
    if header in STANDARD_EFFECTS:
        return "effects", None
    if header in VECTOR:
        return "vector", None
    for kind, table in (("library", LIBRARIES), ("framework", TEST_FRAMEWORKS)):
        name = _first(table, header)
        if name:
            return kind, name
    if header in SYSTEM or header.startswith(SYSTEM_FOLDERS):
        return "system", None
    if header.startswith(CUDA_PREFIXES):
        return "cuda", None
    return "unknown", None
