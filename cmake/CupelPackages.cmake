# SPDX-License-Identifier: Apache-2.0
# The libraries that layers may use, each under the name that the layer table's allow lines give it.
# Found as archives, so that cupel runs where the packages are not and only its link differs from that
# of cupel_static.
set(CMAKE_FIND_LIBRARY_SUFFIXES .a)
foreach(found CUPEL_RE2 SQLite3_LIBRARY) # by an earlier configuration of this build folder
  if("${${found}}" MATCHES "\\.so$")
    unset(${found} CACHE)
  endif()
endforeach()

find_package(CLI11 CONFIG REQUIRED)
find_package(nlohmann_json CONFIG REQUIRED)
find_package(pugixml CONFIG REQUIRED)
find_package(fmt CONFIG REQUIRED)
find_package(SQLiteCpp CONFIG REQUIRED)
find_package(Boost REQUIRED)
find_library(CUPEL_RE2 re2 REQUIRED)
find_package(Threads REQUIRED)

add_library(cupel_use_CLI11 INTERFACE)
target_link_libraries(cupel_use_CLI11 INTERFACE CLI11::CLI11)

# toml++'s own CMake target is its shared library; the headers alone are what is wanted.
add_library(cupel_use_tomlplusplus INTERFACE)
target_compile_definitions(cupel_use_tomlplusplus INTERFACE TOML_HEADER_ONLY=1)

add_library(cupel_use_nlohmann INTERFACE)
target_link_libraries(cupel_use_nlohmann INTERFACE nlohmann_json::nlohmann_json)

add_library(cupel_use_pugixml INTERFACE)
target_link_libraries(cupel_use_pugixml INTERFACE pugixml::static)

add_library(cupel_use_fmt INTERFACE)
target_link_libraries(cupel_use_fmt INTERFACE fmt::fmt-header-only)

add_library(cupel_use_re2 INTERFACE)
target_link_libraries(cupel_use_re2 INTERFACE ${CUPEL_RE2} Threads::Threads)

add_library(cupel_use_SQLiteCpp INTERFACE)
target_link_libraries(cupel_use_SQLiteCpp INTERFACE SQLiteCpp)

add_library(cupel_use_boost INTERFACE)
target_link_libraries(cupel_use_boost INTERFACE Boost::headers)
