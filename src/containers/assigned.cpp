// assigned.cpp - the positions that a scalar is assigned to, on any executor.
#include <heddle/ops/assign/part.hpp>

#include "src/containers/copied_entries.hpp"

namespace heddle::detail {

template <index_type I, index_type O>
std::shared_ptr<compressed<I, O>> full_pattern(char const* what, executor const& exec, size_type rows,
                                               size_type columns, std::size_t width) {
  bool const countable = columns == 0 || rows <= std::numeric_limits<size_type>::max() / columns;
  size_type const n = countable ? rows * columns : std::numeric_limits<size_type>::max();
  auto result = new_result<I, O>(what, exec, rows, columns, n, width);
  ops::for_each_index(exec, rows + 1, chosen_position{{0, columns, {}}, {}, result->offsets.data()});
  ops::for_each_index(exec, n, cyclic_columns{columns, result->indices.data()});
  return result;
}

template <index_type I, index_type O>
std::shared_ptr<compressed<I, O>> open_pattern(compressed<I, O> const& mask, byte const* truth,
                                               written_part const& part, std::size_t width) {
  buffer<byte> flags(mask.exec, mask.nnz);
  ops::for_each_index(mask.exec, mask.nnz,
                      flag_in_part{mask.rows().data(), mask.indices.data(), truth, part, flags.data()});
  return kept_entries(mask, nullptr, width, flags.data());
}

template <index_type I, index_type O>
std::shared_ptr<compressed<I, O>> with_rows(char const* what, compressed<I, O> const& c, compressed<I, O> const& others,
                                            size_type first, std::size_t width) {
  executor const& exec = c.exec;
  size_type const begin = c.offsets.get(first), end = c.offsets.get(first + others.major);
  auto result = new_result<I, O>(what, exec, c.major, c.minor, begin + others.nnz + c.nnz - end, width);
  ops::for_each_index(
      exec, c.major + 1,
      replaced_offsets{c.offsets.data(), others.offsets.data(), first, others.major, result->offsets.data()});
  copy_entries(*result, 0, c, 0, begin);
  copy_entries(*result, begin, others, 0, others.nnz);
  copy_entries(*result, begin + others.nnz, c, end, c.nnz - end);
  return result;
}

#define HEDDLE_INSTANTIATE(I, O)                                                                                      \
  template std::shared_ptr<compressed<I, O>> full_pattern(char const*, executor const&, size_type, size_type,         \
                                                          std::size_t);                                               \
  template std::shared_ptr<compressed<I, O>> open_pattern(compressed<I, O> const&, byte const*, written_part const&,  \
                                                          std::size_t);                                               \
  template std::shared_ptr<compressed<I, O>> with_rows(char const*, compressed<I, O> const&, compressed<I, O> const&, \
                                                       size_type, std::size_t);
#include "src/index_widths.hpp"

}  // namespace heddle::detail
