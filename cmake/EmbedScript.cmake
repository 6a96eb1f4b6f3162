# SPDX-License-Identifier: Apache-2.0
# cmake -DSCRIPT=LAYER/FOLDER/NAME.py -DFROM=FILE -DTO=FILE -P EmbedScript.cmake: see CupelEmbed.cmake.
file(READ ${FROM} text)
get_filename_component(folder ${SCRIPT} DIRECTORY)
get_filename_component(name ${SCRIPT} NAME)
string(REPLACE "/" "::" space cupel/${folder})
string(MAKE_C_IDENTIFIER ${name} constant)
if(text MATCHES "[)]embedded\"")
  message(FATAL_ERROR "${FROM} has the mark that ends the literal it is embedded in: )embedded\"")
endif()
string(CONCAT source
  "// Made from src/${SCRIPT}.\n#include <string_view>\n\nnamespace ${space} {\n"
  "extern const std::string_view ${constant};\n"
  "const std::string_view ${constant} = R\"embedded(${text})embedded\";\n}\n")
file(WRITE ${TO} "${source}")
