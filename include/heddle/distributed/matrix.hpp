// matrix.hpp - a matrix whose rows are dealt out to the ranks of a group.
#pragma once
#include <algorithm>
#include <heddle/detail/ranks/column_parts.hpp>
#include <heddle/detail/ranks/each_rank.hpp>
#include <heddle/detail/ranks/needed.hpp>
#include <heddle/detail/ranks/tuples.hpp>
#include <heddle/detail/ranks/whole.hpp>
#include <heddle/matrix.hpp>
#include <memory>
#include <mutex>
#include <numeric>
#include <optional>

namespace heddle {
namespace distributed {

template <class T, index_type Index, index_type Offset> class matrix;

}  // namespace distributed

namespace detail {

/// The rows of A^T of the vertices of this rank, of A's rows with all their columns at each; A is square. The pattern.
template <index_type I, index_type O>
heddle::matrix<bool, I, O> transposed_part(distributed::member& m, distributed::dealing const& by,
                                           matrix_storage<I, O> const& rows);

/// What is made of a matrix when it is first asked for, and shared by its copies.
template <class Part> struct made_once {
  std::mutex mutex;
  std::optional<std::vector<Part>> parts;
};

/// What the rows of a distributed matrix need of a vector at other ranks: for the ranks of this process, or null where
/// all of it is to be gathered. The first call for a vector that is dealt out by `by` finds out, and is by all ranks.
struct needed_access {
  template <class Matrix> static auto const* rows(Matrix const& a, distributed::dealing const& by) {
    return few_of(a.found().needed_by_rows, a, by,
                  [&](distributed::member& m) { return &storage_of(a.part(m)).csr(); });
  }
  /// The rows cut by columns against a dense matrix that is dealt out by `by`, or null where that is not worth it or
  /// has no room. The first call cuts them, by all ranks.
  template <class T, index_type I, index_type O>
  static std::vector<std::optional<column_parts<T, I, O>>> const* cut_rows(distributed::matrix<T, I, O> const& a,
                                                                           distributed::dealing const& by) {
    if (a.ranks_.ranks() == 1) return nullptr;
    using parts = std::optional<column_parts<T, I, O>>;
    auto const& all = a.found().cut.get(a.ranks_, by, [&](distributed::member& m) -> parts {
      auto const& rows = storage_of(a.part(m)).csr();
      double const bytes =
          static_cast<double>(rows.nnz) * static_cast<double>(sizeof(I) + (rows.one_value ? 0 : sizeof(T)));
      if (!have_room_for_columns(m, bytes)) return std::nullopt;
      return split_columns(m, by, a.part(m));
    });
    return all.front() ? &all : nullptr;
  }
  /// The same of the rows of A^T.
  template <class Matrix> static auto const* columns(Matrix const& a) {
    if (a.symmetric_) return rows(a, a.by_);
    auto const& columns = a.transposed_pattern();
    auto const rows_of = [&](distributed::member& m) { return &storage_of(columns[m.place()]).csr(); };
    return few_of(a.found().needed_by_columns, a, a.by_, rows_of);
  }

 private:
  template <class I, class Matrix, class Rows>
  static std::vector<needed_elements<I>> const* few_of(needed_by_dealing<I>& kept, Matrix const& a,
                                                       distributed::dealing const& by, Rows const& rows) {
    if (a.ranks_.ranks() == 1) return nullptr;
    auto const& all = kept.get(a.ranks_, by, [&](distributed::member& m) { return find_needed(m, by, *rows(m)); });
    return all.front().few ? &all : nullptr;
  }
};

/// Throws dimension_mismatch unless A is square.
template <class Matrix> void require_square_rows(char const* what, Matrix const& a) {
  if (a.rows() != a.cols()) {
    throw dimension_mismatch(concat(what, ": A is ", a.rows(), " x ", a.cols(), ", not square"));
  }
}

/// One member of each, moved out of it.
template <class One, class Member> std::vector<Member> each_of(std::vector<One>& all, Member One::*member) {
  std::vector<Member> result;
  result.reserve(all.size());
  for (One& one : all) result.push_back(std::move(one.*member));
  return result;
}

}  // namespace detail

namespace distributed {

/// A of rows x cols, each row at one rank with all its columns; a rank's part is a `heddle::matrix` that counts rows
/// from its first. Offsets count the entries of a part, so 32-bit ones do for more than 2^31 entries in all.
template <class T, index_type Index = std::int32_t, index_type Offset = std::int32_t> class matrix {
 public:
  using value_type = T;
  using index = Index;
  using offset = Offset;
  using part_type = heddle::matrix<T, Index, Offset>;

  /// Without entries, rows dealt out by `by`.
  matrix(dealing by, size_type cols, group ranks) : ranks_(std::move(ranks)), by_(std::move(by)), cols_(cols) {
    detail::require_dealt_out("distributed matrix", by_, by_.size(), ranks_.ranks());
    if (cols_ < 0) {
      throw invalid_argument(detail::concat("distributed matrix: shape ", by_.size(), " x ", cols_, " is negative"));
    }
    take([&](member& m) { return part_type(by_.size_of(m.rank()), cols_, m.exec()); });
  }
  matrix(matrix const&) = default;
  matrix& operator=(matrix const& other) {
    if (this != &other) *this = matrix(other);
    return *this;
  }
  /// What was moved from is 0 x 0, at the same ranks.
  matrix(matrix&& other) noexcept : ranks_(other.ranks_), by_(other.by_), found_(nullptr) { *this = std::move(other); }
  matrix& operator=(matrix&& other) noexcept {
    if (this == &other) return *this;
    ranks_ = other.ranks_;
    by_ = std::exchange(other.by_, dealing::of_none(ranks_.ranks()));
    cols_ = std::exchange(other.cols_, 0);
    symmetric_ = std::exchange(other.symmetric_, false);
    parts_ = detail::taken_parts(other.parts_);
    found_ = std::move(other.found_);
    try {
      other.found_ = std::make_shared<found_type>();
    } catch (std::bad_alloc const&) { other.found_ = nullptr; }
    return *this;
  }

  /// Every rank takes its rows of `whole`, which every process has. On a GPU it is copied to the host first.
  template <dealer By = equal_entries>
  [[nodiscard]] static matrix dealt(part_type const& whole, group ranks, By const& by = {}) {
    if (!whole.exec().is_host()) return dealt(whole.to(executor{}), std::move(ranks), by);
    auto const rows = whole.csr();
    auto const before = [&](size_type row) { return size_type{rows.offsets[row]}; };
    matrix result(detail::dealt_out("distributed matrix", by, whole.rows(), ranks.ranks(), before), whole.cols(),
                  ranks);
    result.take([&](member& m) {
      size_type const begin = result.by_.begin(m.rank()), end = result.by_.begin(m.rank() + 1);
      part_type part(end - begin, whole.cols(), m.host());
      extract(part, whole, range(begin, end), all);
      return detail::placed(m, std::move(part));
    });
    result.symmetric_ = storage_of(whole).symmetric();
    return result;
  }

  /// make(m) is the part of a rank, which m is: its rows, with all columns, in the memory where it works. Throws
  /// dimension_mismatch and executor_mismatch where a part is not so.
  template <class Make>
  [[nodiscard]] static matrix from_parts(dealing by, size_type cols, group ranks, Make const& make) {
    matrix result(std::move(by), cols, std::move(ranks));
    result.take([&](member& m) {
      part_type part = make(m);
      size_type const rows = result.by_.size_of(m.rank());
      if (part.rows() != rows || part.cols() != cols) {
        throw dimension_mismatch(detail::concat("from_parts: the part of rank ", m.rank(), " is ", part.rows(), " x ",
                                                part.cols(), ", not ", rows, " x ", cols));
      }
      if (!(part.exec() == m.exec())) {
        throw executor_mismatch(detail::concat("from_parts: the part of rank ", m.rank(), " is not on its executor"));
      }
      return part;
    });
    return result;
  }

  /// Entries at (row[k], col[k]), each process its own, in the order of processes; `duplicate` combines those of one
  /// position in that order. Throws as heddle::matrix::build does, and names positions of the whole matrix.
  template <class Duplicate, dealer By = equal_rows>
  [[nodiscard]] static matrix build(size_type rows, size_type cols, std::vector<Index> const& row,
                                    std::vector<Index> const& col, std::vector<T> const& value, Duplicate duplicate,
                                    group ranks, By const& by = {}) {
    if (col.size() != row.size() || value.size() != row.size()) {
      throw invalid_argument(detail::concat("distributed matrix: ", row.size(), " rows, ", col.size(), " columns and ",
                                            value.size(), " values"));
    }
    for (std::size_t k = 0; k < row.size(); ++k) {
      if (row[k] < 0 || row[k] >= rows || col[k] < 0 || col[k] >= cols) {
        throw index_out_of_range(
            detail::concat("distributed matrix: (", row[k], ", ", col[k], ") lies outside of ", rows, " x ", cols));
      }
    }
    matrix result(detail::dealt_out("distributed matrix", by, rows, ranks.ranks(), entries_before{}), cols, ranks);
    result.take([&](member& m) {
      std::vector<detail::tuples_out<T, Index>> to(static_cast<std::size_t>(m.ranks()));
      if (m.place() == 0) {
        for (std::size_t k = 0; k < row.size(); ++k) {
          int const owner = result.by_.owner(row[k]);
          auto& list = to[static_cast<std::size_t>(owner)];
          list.row.push_back(static_cast<Index>(row[k] - result.by_.begin(owner)));
          list.col.push_back(col[k]);
          list.value.push_back(value[k]);
        }
      }
      std::vector<std::vector<primitives::byte>> out;
      for (auto const& list : to) out.push_back(list.bytes());
      detail::tuples_in<T, Index> const in(m.exchange(out), m.ranks());
      size_type const first = result.by_.begin(m.rank()), mine = result.by_.size_of(m.rank());
      return detail::placed(m, in.template build<Offset>(first, mine, cols, duplicate, m.host()));
    });
    return result;
  }

  group const& ranks() const { return ranks_; }
  dealing const& dealt_by() const { return by_; }
  size_type rows() const { return by_.size(); }
  size_type cols() const { return cols_; }
  size_type nnz() const {
    auto const counts = detail::number_of_each(ranks_, [&](member& m) { return part(m).nnz(); });
    return std::accumulate(counts.begin(), counts.end(), size_type{0});
  }

  /// A promise by the caller, at every process, that A = A^T, values included; `dealt` keeps that of the whole matrix.
  /// Then transposed_pattern() shares the rows' memory, and connected_components leaves out what it can.
  matrix& assume_symmetric(bool symmetric = true) {
    if (symmetric) detail::require_square_rows("assume_symmetric", *this);
    if (symmetric != symmetric_) found_ = std::make_shared<found_type>();
    symmetric_ = symmetric;
    return *this;
  }
  bool is_symmetric() const { return symmetric_; }

  /// The whole matrix, on the host, at the process that has `rank`; nothing at others.
  [[nodiscard]] std::optional<part_type> gather_to(int rank) const {
    if (rank < 0 || rank >= ranks_.ranks()) {
      throw invalid_argument(
          detail::concat("gather_to: rank is ", rank, ", but must be from 0 to ", ranks_.ranks() - 1));
    }
    std::optional<part_type> whole;
    ranks_.run([&](member& m) {
      std::vector<std::vector<primitives::byte>> out(static_cast<std::size_t>(m.ranks()));
      auto const tuples = part(m).tuples();
      detail::tuples_out<T, Index> list{tuples.row, tuples.col, tuples.value};
      for (Index& row : list.row) row = static_cast<Index>(row + by_.begin(m.rank()));
      out[static_cast<std::size_t>(rank)] = list.bytes();
      auto const in = m.exchange(out);
      if (m.rank() != rank) return;
      detail::tuples_in<T, Index> const all(in, m.ranks());
      whole = all.template build<Offset>(0, rows(), cols_, no_duplicates, executor{});
    });
    return whole;
  }

  /// The part of a rank of this process, which is at work.
  part_type const& part(member const& m) const { return detail::part_at_work(parts_, m); }

  /// The pattern of A^T, its rows dealt out as those of A, which is square: the parts of this process's ranks, in the
  /// order of their places. Made by the first call, by all ranks: each sorts its entries by column, and every entry
  /// goes to the owner of its column. Kept as long as this matrix or a copy: an index an entry, and an offset a row.
  /// Throws dimension_mismatch; index_overflow where a rank's columns have more entries than offsets count.
  std::vector<heddle::matrix<bool, Index, Offset>> const& transposed_pattern() const {
    using pattern = heddle::matrix<bool, Index, Offset>;
    detail::require_square_rows("transposed_pattern", *this);
    auto& columns = found().columns;
    std::scoped_lock const lock(columns.mutex);
    auto& made = columns.parts;
    if (!made) {
      made = detail::each_makes<pattern>(ranks_, [&](member& m) {
        auto const& mine = storage_of(part(m));
        return symmetric_ ? detail::pattern_of(mine.share_csr()) : detail::transposed_part(m, by_, mine);
      });
    }
    return *made;
  }

  /// Whether transposed_pattern() has been made, or costs nothing, as A is symmetric.
  bool has_transposed_pattern() const {
    auto& columns = found().columns;
    std::scoped_lock const lock(columns.mutex);
    return symmetric_ || columns.parts.has_value();
  }

  /// All of A at rank 0, in the memory where that works, at the process that has it; null at others. Made by the first
  /// call, by all ranks, and kept as long as this matrix or a copy. Throws index_overflow where offsets cannot count
  /// the entries of all ranks, and what an allocation throws.
  part_type const* at_first_rank() const {
    auto& whole_matrix = found().whole;
    std::scoped_lock const lock(whole_matrix.mutex);
    auto& made = whole_matrix.parts;
    if (!made) {
      made = detail::each_makes<part_type>(ranks_, [&](member& m) {
        auto whole = detail::whole_at_ranks(m, 1, by_, part(m));
        if (symmetric_ && m.rank() == 0) whole.assume_symmetric();
        return whole;
      });
    }
    auto const& ranks = ranks_.local_ranks();
    auto const first = std::find(ranks.begin(), ranks.end(), 0);
    return first == ranks.end() ? nullptr : &(*made)[static_cast<std::size_t>(first - ranks.begin())];
  }
  /// Whether at_first_rank() has been called.
  bool is_at_first_rank() const {
    auto& whole = found().whole;
    std::scoped_lock const lock(whole.mutex);
    return whole.parts.has_value();
  }

 private:
  friend struct detail::needed_access;
  // What was found out about the entries, once for this matrix and its copies.
  struct found_type {
    detail::made_once<heddle::matrix<bool, Index, Offset>> columns;
    detail::made_once<part_type> whole;
    detail::needed_by_dealing<Index> needed_by_rows, needed_by_columns;
    detail::made_by_dealing<std::optional<detail::column_parts<T, Index, Offset>>> cut;
  };
  found_type& found() const {
    if (!found_) throw out_of_memory("distributed matrix: a move ran out of memory, and left nothing");
    return *found_;
  }

  template <class Make> void take(Make const& make) { parts_ = detail::each_makes<part_type>(ranks_, make); }

  group ranks_;
  dealing by_;
  size_type cols_ = 0;
  bool symmetric_ = false;
  std::vector<part_type> parts_;  // of the ranks of this process
  std::shared_ptr<found_type> found_ = std::make_shared<found_type>();
};

}  // namespace distributed

/// A^T as an operand of products.
template <class T, index_type I, index_type O>
[[nodiscard]] transpose_of<distributed::matrix<T, I, O>> transpose(distributed::matrix<T, I, O> const& a) {
  return {&a};
}
template <class T, index_type I, index_type O> void transpose(distributed::matrix<T, I, O> const&& temporary) = delete;

}  // namespace heddle
