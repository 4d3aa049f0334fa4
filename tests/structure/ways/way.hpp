// way.hpp - what the programs here have in common: an executor, a matrix, and that only one call of each is counted.
#pragma once
#include <fstream>
#include <heddle/heddle.hpp>
#include <string_view>
#include <vector>

extern "C" void __gcov_reset();
extern "C" void __gcov_dump();

// Kernels that are launched by their addresses: the linker (--wrap) has these called in place of the runtime's.
inline std::vector<void const*> launches;
#if defined(WAY_NOTES_LAUNCHES)
struct extent {
  unsigned x, y, z;  // as of a dim3
};
extern "C" {
int __real_cudaLaunchKernelExC(void const* how, void const* kernel, void** arguments);
int __real_cudaLaunchCooperativeKernel(void const* kernel, extent grid, extent block, void** arguments,
                                       std::size_t shared, void* stream);
int __wrap_cudaLaunchKernelExC(void const* how, void const* kernel, void** arguments) {
  launches.push_back(kernel);
  return __real_cudaLaunchKernelExC(how, kernel, arguments);
}
int __wrap_cudaLaunchCooperativeKernel(void const* kernel, extent grid, extent block, void** arguments,
                                       std::size_t shared, void* stream) {
  launches.push_back(kernel);
  return __real_cudaLaunchCooperativeKernel(kernel, grid, block, arguments, shared, stream);
}
}
#endif

/// By the arguments of a program, PROGRAM host|gpu first|again: what its one call does, where it is called the first
/// time or once more, when threads run, plans are made and memory is there.
struct way {
  heddle::executor exec;
  bool again;

  way(int count, char** arguments)
      : exec(count > 1 && arguments[1] == std::string_view("gpu") ? heddle::cuda_executor() : heddle::host_executor()),
        again(count > 2 && arguments[2] == std::string_view("again")) {}

  template <class Call> int count(Call const& call) const {
    if (again) call();
    exec.wait();
    launches.clear();
    __gcov_reset();
    call();
    __gcov_dump();
    exec.wait();
    std::ofstream noted("launches.txt");
    for (void const* kernel : launches) noted << kernel << '\n';
    return 0;
  }
};

inline constexpr int size = 20000, entries_a_row = 8;

/// Rows of equal length, their columns `step` apart.
inline heddle::matrix<float> some_matrix(heddle::executor const& exec, int step) {
  std::vector<std::int32_t> rows, columns;
  for (int row = 0; row < size; ++row) {
    for (int k = 0; k < entries_a_row; ++k) {
      rows.push_back(row);
      columns.push_back((row + k * step) % size);
    }
  }
  return heddle::matrix<float>::build(size, size, rows, columns, std::vector<float>(rows.size(), 1.0f),
                                      heddle::plus<float>{}, exec);
}
