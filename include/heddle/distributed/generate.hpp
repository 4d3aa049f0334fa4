// generate.hpp - a generated matrix that is dealt out, each GPU's rows drawn where they stay.
#pragma once
#include <heddle/distributed/matrix.hpp>
#include <heddle/io/generators.hpp>

namespace heddle::distributed {

/// The matrix of io::generate_matrix, dealt out to the ranks of a group.
/// Types, options: those of io::generate_matrix. Offsets count the entries of a rank.
/// Throws: what io::generate_matrix throws; not_compiled in a build without CUDA where ranks are GPUs.
/// Cost: where ranks are GPUs and the generator is one that is drawn there, each draws all edges and keeps its own
/// rows, for the graph may not fit one of them: what a GPU takes is as io::generate_matrix says, of a part, and 8 bytes
/// a vertex of the graph. Entries are dealt out as they are drawn, before duplicates are dropped. Else every process
/// makes the whole matrix on the host, and keeps its rows.
template <class T, index_type Index = std::int32_t, index_type Offset = std::int32_t, dealer By = equal_entries>
[[nodiscard]] matrix<T, Index, Offset> generate(std::string_view name, io::generator_values const& values, group ranks,
                                                io::generate_options const& options = {}, By const& by = {}) {
  bool on_host = true;
  ranks.run([&](member& m) {
    if (m.place() == 0) on_host = m.exec().is_host();
  });
  if (on_host || !detail::is_drawn_on_gpu(name, values)) {
    auto const whole = io::generate_matrix<T, Index, Offset>(name, values, executor{}, options);
    return matrix<T, Index, Offset>::dealt(whole, std::move(ranks), by);
  }
  size_type const rows = io::generated_rows(name, values);
  std::optional<dealing> dealt_by;  // every process comes to the same
  ranks.run([&](member& m) {
    if (m.place() != 0) return;
    auto const before = detail::drawn_before(name, values, m.exec());
    dealt_by =
        detail::dealt_out("generate", by, rows, m.ranks(), [&](size_type row) { return size_type{before.get(row)}; });
  });
  auto result = matrix<T, Index, Offset>::from_parts(*dealt_by, rows, ranks, [&](member& m) {
    size_type const first = dealt_by->begin(m.rank()), last = dealt_by->begin(m.rank() + 1);
    return detail::drawn_part<T, Index, Offset>(name, values, m.exec(), options, first, last);
  });
  return std::move(result.assume_symmetric());
}

}  // namespace heddle::distributed
