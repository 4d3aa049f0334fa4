// device_graphs.hpp - the library's R-MAT and Erdos-Renyi graphs, made on the GPU: 500 M entries in a second.
#pragma once
#include <heddle/base/memory.hpp>
#include <string>

namespace heddle::bench {

struct device_csr {
  std::string name;
  size_type n = 0, nnz = 0;
  buffer<std::int32_t> offsets, columns;
};

/// Entry for entry what io::rmat<T>({.scale = scale}) gives.
device_csr rmat_on_device(executor const& exec, int scale);
/// Entry for entry what io::erdos_renyi<T>({.scale = scale, .edge_factor = edge_factor}) gives.
device_csr erdos_renyi_on_device(executor const& exec, int scale, double edge_factor);

}  // namespace heddle::bench
