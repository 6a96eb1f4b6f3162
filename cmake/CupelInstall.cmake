# SPDX-License-Identifier: Apache-2.0
# What an installation holds: the tool, and the client package that find_package(cupel) finds.
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

if(TARGET cupel)
  install(TARGETS cupel RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR} COMPONENT tool)
endif()

set(cupel_package_folder ${CMAKE_INSTALL_LIBDIR}/cmake/cupel)
install(DIRECTORY ${PROJECT_SOURCE_DIR}/include/ DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} COMPONENT client)
install(TARGETS cupel_client EXPORT cupel_targets COMPONENT client)
install(EXPORT cupel_targets FILE cupel-targets.cmake NAMESPACE cupel:: DESTINATION ${cupel_package_folder}
        COMPONENT client)
configure_package_config_file(${PROJECT_SOURCE_DIR}/cmake/cupel-config.cmake.in
                              ${PROJECT_BINARY_DIR}/cupel-config.cmake INSTALL_DESTINATION ${cupel_package_folder})
# Headers alone: a program that was built once never meets another version at run time.
write_basic_package_version_file(${PROJECT_BINARY_DIR}/cupel-config-version.cmake COMPATIBILITY SameMinorVersion
                                 ARCH_INDEPENDENT)
install(FILES ${PROJECT_BINARY_DIR}/cupel-config.cmake ${PROJECT_BINARY_DIR}/cupel-config-version.cmake
        DESTINATION ${cupel_package_folder} COMPONENT client)
