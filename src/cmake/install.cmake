# install.cmake - headers, libraries, tool, and the packages that find_package(heddle) and pkg-config read.
# By components: runtime (the shared library), development, tools, tools_mpi.
include(CMakePackageConfigHelpers)
set(CMAKE_INSTALL_DEFAULT_COMPONENT_NAME development)
set(heddle_package_folder ${CMAKE_INSTALL_LIBDIR}/cmake/heddle)

# include/heddle/ops and include/heddle/semirings are links to the folders beside it; installed they are folders.
install(DIRECTORY include/heddle DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}
        FILES_MATCHING PATTERN "*.hpp" PATTERN "*.cuh" PATTERN "ops" EXCLUDE PATTERN "semirings" EXCLUDE)
install(DIRECTORY ops semirings DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/heddle
        FILES_MATCHING PATTERN "*.hpp" PATTERN "*.cuh")
install(FILES ${PROJECT_BINARY_DIR}/include/heddle/base/kernel_set.hpp DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/heddle/base)
set(heddle_libraries heddle)
if(TARGET heddle_shared)
  list(APPEND heddle_libraries heddle_shared)
endif()
if(HEDDLE_WITH_NCCL)
  list(APPEND heddle_libraries heddle_nccl)
endif()
install(TARGETS ${heddle_libraries} EXPORT heddle-targets
        LIBRARY COMPONENT runtime NAMELINK_COMPONENT development ARCHIVE COMPONENT development)
if(TARGET heddle_tool)
  install(TARGETS heddle_tool COMPONENT tools)
  if(TARGET heddle_mpi)  # by itself, as only it needs MPI; OPTIONAL: what has built the tool alone can be installed
    install(TARGETS heddle_mpi COMPONENT tools_mpi OPTIONAL)
  endif()
  if(NOT CMAKE_CROSSCOMPILING)
    install(FILES ${PROJECT_BINARY_DIR}/heddle.bash DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions
            RENAME heddle COMPONENT tools)
    install(FILES ${PROJECT_BINARY_DIR}/heddle.1 DESTINATION ${CMAKE_INSTALL_MANDIR}/man1 COMPONENT tools)
  endif()
endif()

install(FILES LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR})

set(heddle_is_shared OFF)
if(BUILD_SHARED_LIBS)
  set(heddle_is_shared ON)
endif()
set(heddle_has_shared ${heddle_is_shared})
if(TARGET heddle_shared)
  set(heddle_has_shared ON)
endif()
set(heddle_asks_for_abi FALSE)
if("${CMAKE_CXX_FLAGS}" MATCHES "-fclang-abi-compat=|-fabi-version=")
  set(heddle_asks_for_abi TRUE)
endif()
configure_package_config_file(src/cmake/heddle-config.cmake.in ${PROJECT_BINARY_DIR}/heddle-config.cmake
                              INSTALL_DESTINATION ${heddle_package_folder})
write_basic_package_version_file(${PROJECT_BINARY_DIR}/heddle-config-version.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/heddle-config.cmake ${PROJECT_BINARY_DIR}/heddle-config-version.cmake
        DESTINATION ${heddle_package_folder})
install(EXPORT heddle-targets NAMESPACE heddle:: DESTINATION ${heddle_package_folder})

# heddle.pc stays right where the prefix is moved. A shared library brings what it links; of a static one users link it.
set(HEDDLE_PC_LINKED -pthread)
foreach(name ${HEDDLE_LINKED})
  string(APPEND HEDDLE_PC_LINKED " -l${name}")
endforeach()
if(HEDDLE_WITH_CUDA)
  string(REPLACE "-lcudart_static" "-L${CUDAToolkit_LIBRARY_DIR} -lcudart_static -ldl -lrt" HEDDLE_PC_LINKED "${HEDDLE_PC_LINKED}")
endif()
if(NOT BUILD_SHARED_LIBS AND NOT TARGET heddle_shared)
  string(APPEND HEDDLE_PC_LIBS " ${HEDDLE_PC_LINKED}")
endif()
file(RELATIVE_PATH HEDDLE_UP_TO_PREFIX /prefix/${CMAKE_INSTALL_LIBDIR}/pkgconfig /prefix)
string(REGEX REPLACE "/$" "" HEDDLE_UP_TO_PREFIX "${HEDDLE_UP_TO_PREFIX}")
set(HEDDLE_PC_NAME heddle)
if(CMAKE_BUILD_TYPE STREQUAL Debug)
  string(APPEND HEDDLE_PC_NAME ${CMAKE_DEBUG_POSTFIX})
endif()
configure_file(src/cmake/heddle.pc.in ${PROJECT_BINARY_DIR}/${HEDDLE_PC_NAME}.pc @ONLY)
install(FILES ${PROJECT_BINARY_DIR}/${HEDDLE_PC_NAME}.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
