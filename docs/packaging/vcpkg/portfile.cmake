# portfile.cmake - how vcpkg builds heddle: an overlay port, from the archive that ./dev release makes.
# `cp ../../../build/release/heddle-0.9.0.tar.gz .`, then `vcpkg install heddle --overlay-ports=PATH_OF_THIS_FOLDER`.
vcpkg_extract_source_archive(SOURCE_PATH ARCHIVE "${CMAKE_CURRENT_LIST_DIR}/heddle-${VERSION}.tar.gz")

vcpkg_check_features(OUT_FEATURE_OPTIONS features
  FEATURES cuda HEDDLE_CUDA
           nccl HEDDLE_NCCL
  INVERTED_FEATURES xz CMAKE_DISABLE_FIND_PACKAGE_LibLZMA
                    zstd CMAKE_DISABLE_FIND_PACKAGE_zstd)

# BUILD_SHARED_LIBS comes from the triplet, which wants one kind of library.
vcpkg_cmake_configure(SOURCE_PATH "${SOURCE_PATH}"
  OPTIONS ${features} -DHEDDLE_SHARED=OFF -DHEDDLE_TESTS=OFF -DHEDDLE_BENCH=OFF -DHEDDLE_TOOL=OFF)
vcpkg_cmake_install()
vcpkg_cmake_config_fixup(CONFIG_PATH lib/cmake/heddle)
vcpkg_fixup_pkgconfig()
file(REMOVE_RECURSE "${CURRENT_PACKAGES_DIR}/debug/include" "${CURRENT_PACKAGES_DIR}/debug/share")
vcpkg_install_copyright(FILE_LIST "${SOURCE_PATH}/LICENSE")
