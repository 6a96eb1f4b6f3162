# SPDX-License-Identifier: Apache-2.0
# Scripts that the tool carries inside itself. src/LAYER/FOLDER/NAME.py becomes the constant
# cupel::LAYER::FOLDER::NAME_py, a std::string_view, so that the file that is tested and the text that
# is shipped are one; the folder's own header declares it.
#
# cupel_embed_scripts(LAYER OUT): the generated sources of a layer into OUT.
function(cupel_embed_scripts LAYER OUT)
  set(made)
  file(GLOB_RECURSE scripts CONFIGURE_DEPENDS RELATIVE ${PROJECT_SOURCE_DIR}/src ${PROJECT_SOURCE_DIR}/src/${LAYER}/*.py)
  foreach(script IN LISTS scripts)
    set(source ${PROJECT_BINARY_DIR}/embedded/${script}.cc)
    add_custom_command(
      OUTPUT ${source}
      COMMAND ${CMAKE_COMMAND} -DSCRIPT=${script} -DFROM=${PROJECT_SOURCE_DIR}/src/${script} -DTO=${source}
              -P ${PROJECT_SOURCE_DIR}/cmake/EmbedScript.cmake
      DEPENDS ${PROJECT_SOURCE_DIR}/src/${script} ${PROJECT_SOURCE_DIR}/cmake/EmbedScript.cmake
      COMMENT "Embedding src/${script}"
      VERBATIM)
    list(APPEND made ${source})
  endforeach()
  set(${OUT} ${made} PARENT_SCOPE)
endfunction()
