# install.cmake - headers, library, tool, and the package that find_package(heddle) reads.
include(CMakePackageConfigHelpers)
set(heddle_package_folder ${CMAKE_INSTALL_LIBDIR}/cmake/heddle)

# include/heddle/ops and include/heddle/semirings are links to the folders beside it; installed they are folders.
install(DIRECTORY include/heddle DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}
        FILES_MATCHING PATTERN "*.hpp" PATTERN "*.cuh" PATTERN "ops" EXCLUDE PATTERN "semirings" EXCLUDE)
install(DIRECTORY ops semirings DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/heddle
        FILES_MATCHING PATTERN "*.hpp" PATTERN "*.cuh")
install(FILES ${PROJECT_BINARY_DIR}/include/heddle/base/kernel_set.hpp DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/heddle/base)
install(TARGETS heddle EXPORT heddle-targets)
if(TARGET heddle_tool)
  install(TARGETS heddle_tool)
  if(NOT CMAKE_CROSSCOMPILING)
    install(FILES ${PROJECT_BINARY_DIR}/heddle.bash DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions
            RENAME heddle)
    install(FILES ${PROJECT_BINARY_DIR}/heddle.1 DESTINATION ${CMAKE_INSTALL_MANDIR}/man1)
  endif()
endif()

install(FILES LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR})

configure_package_config_file(src/cmake/heddle-config.cmake.in ${PROJECT_BINARY_DIR}/heddle-config.cmake
                              INSTALL_DESTINATION ${heddle_package_folder})
write_basic_package_version_file(${PROJECT_BINARY_DIR}/heddle-config-version.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/heddle-config.cmake ${PROJECT_BINARY_DIR}/heddle-config-version.cmake
        DESTINATION ${heddle_package_folder})
install(FILES src/cmake/zstd.cmake DESTINATION ${heddle_package_folder})
install(EXPORT heddle-targets NAMESPACE heddle:: DESTINATION ${heddle_package_folder})
