// generate_matrix.cpp - graphs drawn where their matrix is to be, or made on the host.
#include <heddle/detail/dispatch/for_each_index.hpp>
#include <heddle/detail/executor/recorder.hpp>
#include <heddle/io/generators.hpp>
#include <heddle/io/load.hpp>
#include <heddle/semirings/operators.hpp>
#include <new>

#include "src/io/generators/drawn_graphs.hpp"
#include "src/io/generators/drawn_rows.hpp"

namespace heddle::io {
namespace {

// The offsets that a matrix has, of 64-bit ones.
template <index_type Offset> buffer<Offset> narrowed(executor const& exec, buffer<std::int64_t> offsets) {
  if constexpr (sizeof(Offset) == sizeof(std::int64_t)) {
    return offsets;
  } else {
    buffer<Offset> result(exec, offsets.size());
    ops::for_each_index(exec, offsets.size(), detail::narrowed_integer{offsets.data(), result.data()});
    return result;
  }
}

template <class T, class Index, index_type Offset, class Pair>
matrix<T, Index, Offset> drawn_matrix(detail::drawn_graph<Pair> const& graph, executor const& exec,
                                      generate_options const& options) {
  size_type const n = graph.vertices;
  auto rows = detail::with_cuda([&] { return gpu::draw_rows(exec, graph, sizeof(Index), options.key_bytes); });
  csr_buffers<T, Index, Offset> arrays{n, n, {}, buffer<Index>::from_bytes(std::move(rows.columns)), {}};
  size_type const nnz = arrays.indices.size();
  matrix<T, Index, Offset>(0, 0, executor()).new_form(nnz);  // so that Offset is refused before it counts
  if (options.weights && nnz > 0) {
    auto const weight = detail::weights_in<T>("add_weights", *options.weights);
    arrays.values = buffer<T>(exec, nnz);
    detail::integer_tiles const tiles{rows.offsets.data(), n, nnz};
    ops::for_each_index(exec, nnz, detail::drawn_weight<T>{tiles, arrays.indices.data(), weight, arrays.values.data()});
  }
  arrays.offsets = narrowed<Offset>(exec, std::move(rows.offsets));
  auto result = matrix<T, Index, Offset>::adopt_csr(std::move(arrays));
  return std::move(result.assume_symmetric());
}

}  // namespace

template <class T, class Index, index_type Offset>
matrix<T, Index, Offset> generate_matrix(std::string_view name, generator_values const& values, executor exec,
                                         generate_options const& options) try {
  detail::require_unrecorded(exec, "generate_matrix");
  detail::require(options.key_bytes > 0, "generate_matrix", "key_bytes must be positive");
  if (options.weights) detail::weights_in<T>("add_weights", *options.weights);
  detail::check_rows_fit<Index>(std::string(name).c_str(), generated_rows(name, values));
  if (!exec.is_host()) {
    auto const any = detail::drawn(name, values);
    if (auto const* graph = std::get_if<1>(&any)) return drawn_matrix<T, Index, Offset>(*graph, exec, options);
    if (auto const* graph = std::get_if<2>(&any)) return drawn_matrix<T, Index, Offset>(*graph, exec, options);
  }
  auto entries = generate<T, Index>(name, values);
  if (options.weights) add_weights(entries, *options.weights);
  return to_matrix<T, Index, Offset>(entries, take_first<T>{}, std::move(exec));
} catch (std::bad_alloc const&) { throw out_of_memory(detail::concat(name, ": the matrix does not fit into memory")); }

#define INSTANTIATE(T, Index)                                                                                  \
  template matrix<T, Index, std::int32_t> generate_matrix(std::string_view, generator_values const&, executor, \
                                                          generate_options const&);                            \
  template matrix<T, Index, std::int64_t> generate_matrix(std::string_view, generator_values const&, executor, \
                                                          generate_options const&);
#include "src/io/instances.hpp"

}  // namespace heddle::io
