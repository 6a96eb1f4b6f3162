# SPDX-License-Identifier: Apache-2.0
# The target headers_alone: every header compiles as the first and only include of a translation
# unit, twice over, with what its own layer may use and nothing else. Object files are kept, so the
# second build compiles only what a change touched.

# Compiles HEADERS, paths relative to FOLDER as they are included, each alone in C++ STANDARD with
# the usage requirements of LINK, and makes that part of headers_alone.
function(cupel_headers_alone NAME)
  cmake_parse_arguments(arg "" "STANDARD;FOLDER;FORM" "HEADERS;LINK" ${ARGN})
  set(units)
  foreach(header IN LISTS arg_HEADERS)
    string(REPLACE HEADER "${header}" include "${arg_FORM}")
    string(MAKE_C_IDENTIFIER ${header} unit)
    set(unit ${PROJECT_BINARY_DIR}/headers_alone/${unit}.cc)
    file(CONFIGURE OUTPUT ${unit} CONTENT "#include ${include}\n#include ${include}\n" @ONLY)
    list(APPEND units ${unit})
  endforeach()
  if(NOT TARGET headers_alone)
    add_custom_target(headers_alone)
  endif()
  if(units)
    add_library(headers_alone_${NAME} OBJECT EXCLUDE_FROM_ALL ${units})
    target_include_directories(headers_alone_${NAME} PRIVATE ${arg_FOLDER})
    target_link_libraries(headers_alone_${NAME} PRIVATE ${arg_LINK})
    # Only whether it compiles matters: no optimiser, no debug information.
    target_compile_options(headers_alone_${NAME} PRIVATE -O0 -g0)
    set_target_properties(headers_alone_${NAME} PROPERTIES CXX_STANDARD ${arg_STANDARD})
    add_dependencies(headers_alone headers_alone_${NAME})
  endif()
endfunction()

# Headers under FOLDER/PART, relative to FOLDER, into OUT.
function(cupel_find_headers FOLDER PART OUT)
  file(GLOB_RECURSE found CONFIGURE_DEPENDS RELATIVE ${FOLDER} ${FOLDER}/${PART}/*.h ${FOLDER}/${PART}/*.hpp)
  set(${OUT} ${found} PARENT_SCOPE)
endfunction()

# All headers of src, a layer at a time, and of include.
function(cupel_all_headers_alone)
  foreach(layer IN LISTS cupel_layer_names)
    if(IS_DIRECTORY ${PROJECT_SOURCE_DIR}/src/${layer})
      cupel_find_headers(${PROJECT_SOURCE_DIR}/src ${layer} headers)
      cupel_headers_alone(${layer} STANDARD 20 FOLDER ${PROJECT_SOURCE_DIR}/src FORM "\"HEADER\""
                          HEADERS ${headers} LINK cupel_${layer} cupel_options)
    endif()
  endforeach()
  cupel_find_headers(${PROJECT_SOURCE_DIR}/include . headers)
  # A header that joins a test framework needs that framework's own.
  foreach(framework gtest:GTest catch2:Catch2 doctest:doctest)
    string(REPLACE ":" ";" framework ${framework})
    list(GET framework 0 header)
    list(GET framework 1 package)
    find_package(${package} QUIET)
    if(NOT ${package}_FOUND)
      list(FILTER headers EXCLUDE REGEX "cupel/${header}\\.hpp$")
    endif()
  endforeach()
  set(frameworks $<TARGET_NAME_IF_EXISTS:GTest::gtest> $<TARGET_NAME_IF_EXISTS:Catch2::Catch2>
                 $<TARGET_NAME_IF_EXISTS:doctest::doctest>)
  cupel_headers_alone(client STANDARD 17 FOLDER ${PROJECT_SOURCE_DIR}/include FORM "<HEADER>"
                      HEADERS ${headers} LINK cupel_client cupel_options ${frameworks})
endfunction()
