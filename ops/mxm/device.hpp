// device.hpp - matrix products on a GPU, as a plain C++ compiler sees them: problems and declarations.
#pragma once
#include <heddle/ops/mxm/product.hpp>
#include <heddle/ops/spmm/device.hpp>
#include <heddle/seam/tiles/tile_set.hpp>

namespace heddle::gpu {

/// Sparse x sparse: the rows of A (+.*) B, of which it is known where they begin, over the expansion's tiles.
template <class SR, class A, class B, class Index, class Offset> struct fill_problem {
  using result = void;
  static constexpr bool in_library = is_product_compiled_in<SR, Index, Offset> && reads_domain<SR, A, B>;
  static constexpr bool by_code = !has_own_product<SR>;
  executor exec;
  schedule chosen;
  compressed_view<A, Index, Offset> a;
  compressed_view<B, Index, Offset> b;
  expansion_tiles<Index, Offset> tiles;
  SR sr;
  size_type const* first;  // [rows + 1], of each row in the result
  Offset const* offsets;   // the same
  Index* columns;
  domain_of<SR>* values;
  size_type window_bytes;  // for windows of rows that no table holds

  static std::string kernel() { return heddle::detail::kernel_over<SR>("mxm"); }
};

/// Masked by dot products: t(tile) for every entry of the mask.
template <class SR, class A, class B, class Index, class Offset> struct dot_problem {
  using result = void;
  static constexpr bool in_library = is_product_compiled_in<SR, Index, Offset> && reads_domain<SR, A, B>;
  static constexpr bool by_code = !has_own_product<SR>;
  executor exec;
  plan const* chosen;
  offset_tiles<size_type> tiles;
  heddle::detail::dot_product<SR, A, B, Index, Offset> product;
  heddle::detail::dot_sink<domain_of<SR>> sink;
  static constexpr reduction_call call() { return call_of<decltype(product), lifted<add_of<SR>>, decltype(sink)>(); }

  static std::string kernel() { return heddle::detail::kernel_over<SR>("mxm"); }
};

/// lengths_of[i] = number of products in row i of A * B.
template <class Index, class Offset> struct product_lengths_problem {
  using result = void;
  static constexpr bool in_library = true;
  static constexpr bool by_code = true;
  using value = expanded_length<Index, Offset>;
  using sink = heddle::detail::array_sink<size_type>;
  executor exec;
  plan const* chosen;
  offset_tiles<Offset> rows;
  value lengths;
  sink close;
  static constexpr reduction_call call() { return call_of<value, plus_monoid<size_type>, sink>(); }
};

/// What the count kernels read.
template <class Index, class Offset> struct product_pattern {
  Offset const* a_offsets;
  Index const* a_indices;
  Offset const* b_offsets;
  Index const* b_indices;
  size_type rows, cols, a_nnz;
};

/// counts[i] = entries of row i of the product. Reads back the classes' sizes.
template <class Index, class Offset> struct count_problem {
  using result = void;
  static constexpr bool in_library = true;
  executor exec;
  schedule chosen;
  product_pattern<Index, Offset> pattern;
  expansion_tiles<Index, Offset> tiles;
  size_type* counts;
  size_type window_bytes;  // for windows of rows that no table holds
};

/// Rows of a product by the size of their table, for one launch each.
struct row_classes {
  buffer<std::int64_t> rows;       // of all classes, class by class, ascending within
  std::vector<std::int64_t> from;  // first of each class in `rows`, [classes + 1]
};

/// Classes 0 .. classes - 2 hold the rows whose table fits 32 << class slots; the last one the rest. `scanned`: the
/// scan of (bounds of) the rows' entries; `cols` bounds them too. Reads back.
row_classes classify_rows(executor const& exec, size_type const* scanned, size_type rows, size_type cols, int classes);

/// Row numbers that bound the workers' shares of one class under `chosen`, rounded to whole rows; null workers: every
/// row is a share.
struct class_shares {
  buffer<size_type> bounds;  // [workers + 1], positions in the class
  size_type workers = 0;
  walk walked_by;
};
class_shares share_class(executor const& exec, schedule const& chosen, size_type const* scanned,
                         std::int64_t const* rows, size_type num_rows, std::size_t value_bytes);

}  // namespace heddle::gpu
