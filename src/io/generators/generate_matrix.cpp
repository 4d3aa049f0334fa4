// generate_matrix.cpp - graphs drawn where their matrix is to be, or made on the host.
#include <heddle/detail/dispatch/for_each_index.hpp>
#include <heddle/detail/executor/recorder.hpp>
#include <heddle/io/generators.hpp>
#include <heddle/io/load.hpp>
#include <heddle/semirings/operators.hpp>
#include <new>

#include "src/io/generators/drawn_graphs.hpp"
#include "src/io/generators/drawn_rows.hpp"
#include "src/overloaded.hpp"

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

// Rows [first, last), or all where `last` is negative.
template <class T, class Index, index_type Offset, class Pair>
matrix<T, Index, Offset> drawn_matrix(detail::drawn_graph<Pair> const& graph, executor const& exec,
                                      generate_options const& options, size_type first = 0, size_type last = -1) {
  size_type const n = graph.vertices, end = last < 0 ? n : last;
  auto rows = detail::with_cuda([&] {
    auto const before = gpu::drawn_before(exec, graph);
    return gpu::draw_rows(exec, graph, before, first, end, sizeof(Index), options.key_bytes);
  });
  csr_buffers<T, Index, Offset> arrays{end - first, n, {}, buffer<Index>::from_bytes(std::move(rows.columns)), {}};
  size_type const nnz = arrays.indices.size();
  matrix<T, Index, Offset>(0, 0, executor()).new_form(nnz);  // so that Offset is refused before it counts
  if (options.weights && nnz > 0) {
    auto const weight = detail::weights_in<T>("add_weights", *options.weights);
    arrays.values = buffer<T>(exec, nnz);
    detail::integer_tiles const tiles{rows.offsets.data(), end - first, nnz};
    ops::for_each_index(exec, nnz,
                        detail::drawn_weight{tiles, first, arrays.indices.data(), weight, arrays.values.data(),
                                             detail::code_of<T, detail::drawn_weights>});
  }
  arrays.offsets = narrowed<Offset>(exec, std::move(rows.offsets));
  return matrix<T, Index, Offset>::adopt_csr(std::move(arrays));
}

template <class T, class Index>
void check_options(std::string_view name, generator_values const& values, executor const& exec,
                   generate_options const& options) {
  detail::require_unrecorded(exec, "generate_matrix");
  detail::require(options.key_bytes > 0, "generate_matrix", "key_bytes must be positive");
  if (options.weights) detail::weights_in<T>("add_weights", *options.weights);
  detail::check_rows_fit<Index>(std::string(name).c_str(), generated_rows(name, values));
}

// call(graph) where the edges of that generator can be drawn anywhere; whether that is so.
template <class Call> bool with_drawn_graph(std::string_view name, generator_values const& values, Call const& call) {
  auto const any = detail::drawn(name, values);
  return std::visit(
      detail::overloaded{[](std::monostate) { return false; }, [&](auto const& graph) { return call(graph), true; }},
      any);
}

[[noreturn]] void refuse_memory(std::string_view name) {
  throw out_of_memory(detail::concat(name, ": the matrix does not fit into memory"));
}

}  // namespace

template <class T, class Index, index_type Offset>
matrix<T, Index, Offset> generate_matrix(std::string_view name, generator_values const& values, executor exec,
                                         generate_options const& options) try {
  check_options<T, Index>(name, values, exec, options);
  matrix<T, Index, Offset> result(0, 0, executor());
  bool const is_drawn = !exec.is_host() && with_drawn_graph(name, values, [&](auto const& graph) {
    result = drawn_matrix<T, Index, Offset>(graph, exec, options);
  });
  if (is_drawn) return std::move(result.assume_symmetric());
  auto entries = generate<T, Index>(name, values);
  if (options.weights) add_weights(entries, *options.weights);
  return to_matrix<T, Index, Offset>(entries, take_first<T>{}, std::move(exec));
} catch (std::bad_alloc const&) { refuse_memory(name); }

}  // namespace heddle::io

namespace heddle::detail {

bool is_drawn_on_gpu(std::string_view name, io::generator_values const& values) {
  return io::with_drawn_graph(name, values, [](auto const&) {});
}

buffer<std::int64_t> drawn_before(std::string_view name, io::generator_values const& values, executor const& exec) {
  buffer<std::int64_t> before;
  io::with_drawn_graph(name, values,
                       [&](auto const& graph) { with_cuda([&] { before = gpu::drawn_before(exec, graph); }); });
  return before;
}

template <class T, class Index, index_type Offset>
matrix<T, Index, Offset> drawn_part(std::string_view name, io::generator_values const& values, executor const& exec,
                                    io::generate_options const& options, size_type first, size_type last) try {
  io::check_options<T, Index>(name, values, exec, options);
  matrix<T, Index, Offset> result(0, 0, executor());
  io::with_drawn_graph(name, values, [&](auto const& graph) {
    result = io::drawn_matrix<T, Index, Offset>(graph, exec, options, first, last);
  });
  return result;
} catch (std::bad_alloc const&) { io::refuse_memory(name); }

}  // namespace heddle::detail

#define INSTANTIATE_OFFSET(T, Index, Offset)                                                                          \
  template heddle::matrix<T, Index, Offset> heddle::io::generate_matrix(std::string_view, generator_values const&,    \
                                                                        executor, generate_options const&);           \
  template heddle::matrix<T, Index, Offset> heddle::detail::drawn_part(std::string_view, io::generator_values const&, \
                                                                       executor const&, io::generate_options const&,  \
                                                                       size_type, size_type);
#define INSTANTIATE(T, Index)                \
  INSTANTIATE_OFFSET(T, Index, std::int32_t) \
  INSTANTIATE_OFFSET(T, Index, std::int64_t)
#include "src/io/instances.hpp"
