// transposed.cpp - A^T of a matrix whose rows are dealt out: each rank sorts its entries by column, sends every rank
// the stretch of columns that this one has, and joins what comes. Ranks have ascending rows, so that rows of A^T ascend
// too.
#include <heddle/distributed/matrix.hpp>

#include "src/traverse/joined_pieces.hpp"

namespace heddle::detail {

using distributed::dealing;
using distributed::member;

namespace {

template <index_type I, index_type O>
void join_pieces(executor const& exec, row_pieces const& pieces, O* offsets, I* columns) {
  ops::for_each_index(exec, pieces.rows + 1, joined_offsets{pieces, offsets});
  joined_columns const joined{pieces, offsets, columns};
  if (exec.is_host()) return host::parallel_for(exec, pieces.rows, joined);
  ops::for_each_in_tiles(exec, ceil_div(pieces.rows, joined.rows_of_tile), joined);
}

}  // namespace

template <index_type I, index_type O>
matrix<bool, I, O> transposed_part(member& m, dealing const& by, matrix_storage<I, O> const& rows) {
  executor const& exec = m.exec();
  auto const n = static_cast<std::size_t>(m.ranks());
  size_type const mine = by.size_of(m.rank());
  // The pattern by columns, which is not kept by the matrix that it is of.
  auto const columns = rows.has_csc() ? rows.share_csc() : storage_of(pattern_of(rows.share_csr())).share_csc();
  std::vector<size_type> cuts, out_counts(n), in_counts(n), starts, first_column;
  for (int r = 0; r <= m.ranks(); ++r) cuts.push_back(columns->offsets.get(by.begin(r)));
  for (std::size_t r = 0; r < n; ++r) out_counts[r] = cuts[r + 1] - cuts[r];
  m.exchange(out_counts, in_counts);
  size_type total = 0;
  for (std::size_t r = 0; r < n; ++r) {
    starts.push_back(total);
    first_column.push_back(by.begin(static_cast<int>(r)));
    total += in_counts[r];
  }
  if (total > std::numeric_limits<O>::max()) {
    throw index_overflow(
        concat("distributed matrix: ", total, " entries in columns of rank ", m.rank(), " need 64-bit offsets"));
  }
  buffer<O> piece_offsets(exec, static_cast<size_type>(n) * (mine + 1)), offsets(exec, mine + 1);
  buffer<I> pieces(exec, total), indices(exec, total);
  buffer<size_type> const starts_there(exec, std::span<size_type const>(starts)),
      first_there(exec, std::span<size_type const>(first_column));
  exchanged_arrays arrays;
  for (int r = 0; r < m.ranks(); ++r) {
    auto const k = static_cast<std::size_t>(r);
    arrays.send(r, columns->offsets.data() + by.begin(r), by.size_of(r) + 1);
    arrays.await(r, piece_offsets.data() + r * (mine + 1), mine + 1);
    arrays.send(r, columns->indices.data() + cuts[k], out_counts[k]);
    arrays.await(r, pieces.data() + starts[k], in_counts[k]);
  }
  m.exchange(exec, arrays.out, arrays.in);
  join_pieces(exec,
              row_pieces{piece_offsets.data(), pieces.data(), starts_there.data(), first_there.data(), mine, m.ranks()},
              offsets.data(), indices.data());
  return matrix<bool, I, O>::adopt_csr({mine, by.size(), std::move(offsets), std::move(indices), {}, true});
}

#define HEDDLE_INSTANTIATE(I, O) \
  template matrix<bool, I, O> transposed_part(member&, dealing const&, matrix_storage<I, O> const&);
#include "src/index_widths.hpp"

}  // namespace heddle::detail
