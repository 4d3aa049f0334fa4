// spmm_check.hpp - C = C accum (A (+.*) B) for dense B and C, against sums entry by entry: in both layouts, with room
// between lines, at places that are not aligned.
#pragma once
#include <heddle/ops/spmm/spmm.hpp>

#include "tests/support/draws.hpp"
#include "tests/support/product_case.hpp"
#include "tests/support/schedule_check.hpp"

namespace heddle::testing {
inline namespace HEDDLE_TOOLCHAIN {  // instantiated in .cpp and .cu files alike, where mxm differs

/// How a dense operand stands in memory: elements before the first one, and between lines.
struct standing {
  layout order = layout::row_major;
  int shift = 0, room = 0;
};

inline standing draw_standing(random_source& random) {
  if (random.chance(50)) return {};
  return {random.pick({layout::row_major, layout::column_major}), random.pick({0, 1, 4}), random.pick({0, 0, 3, 4})};
}

inline std::string text_of(standing const& s) {
  return detail::concat(s.order == layout::row_major ? "by rows" : "by columns", ", ", s.shift, " before, ", s.room,
                        " between");
}

/// A dense matrix in memory of its own, in which what is not the matrix's holds `unused`.
template <class T> class placed_dense {
 public:
  placed_dense(executor const& exec, std::vector<T> const& by_rows, size_type rows, size_type cols, standing const& how)
      : step_((how.order == layout::row_major ? cols : rows) + how.room), how_(how) {
    size_type const lines = how.order == layout::row_major ? rows : cols;
    all_.assign(static_cast<std::size_t>(how.shift + lines * step_), unused());
    for (size_type i = 0; i < rows; ++i) {
      for (size_type j = 0; j < cols; ++j) all_[place(i, j)] = by_rows[static_cast<std::size_t>(i * cols + j)];
    }
    memory_ = buffer<T>(exec, std::span<T const>(all_));
    matrix_ = heddle::dense_matrix<T>::adopt(exec, memory_.data() + how.shift, rows, cols, how.order, step_);
  }
  heddle::dense_matrix<T>& matrix() { return matrix_; }
  /// Whether what is not the matrix's holds what it held.
  bool rest_untouched() const {
    auto const now = memory_.to_host();
    std::vector<bool> own(now.size());
    for (size_type i = 0; i < matrix_.rows(); ++i) {
      for (size_type j = 0; j < matrix_.cols(); ++j) own[place(i, j)] = true;
    }
    for (std::size_t k = 0; k < now.size(); ++k) {
      if (!own[k] && !(now[k] == all_[k])) return false;
    }
    return true;
  }

 private:
  static T unused() { return detail::one_of<T>(); }
  std::size_t place(size_type i, size_type j) const {
    return static_cast<std::size_t>(how_.shift + (how_.order == layout::row_major ? i * step_ + j : j * step_ + i));
  }

  size_type step_;
  standing how_;
  std::vector<T> all_;
  buffer<T> memory_;
  heddle::dense_matrix<T> matrix_;
};

template <class T> std::vector<T> draw_rows(random_source& random, size_type n) {
  std::vector<T> result;
  for (size_type k = 0; k < n; ++k) result.push_back(draw_value<T>(random));
  return result;
}

/// C accum T for rows of T that have entries; the others of C stay, or become the identity.
template <class SR, class A, class B, class W, class Accum>
dense_vector<W> dense_result(SR const& sr, listed_matrix<A> const& a, bool transposes, std::optional<A> one,
                             std::vector<B> const& b, size_type columns, std::vector<W> const& c, Accum const& accum) {
  using D = domain_of<SR>;
  size_type const rows = transposes ? a.cols : a.rows;
  dense_vector<D> t(static_cast<std::size_t>(rows * columns));
  std::vector<std::size_t> order(a.row.size());
  for (std::size_t e = 0; e < order.size(); ++e) order[e] = e;
  if (transposes) {
    std::stable_sort(order.begin(), order.end(), [&](auto x, auto y) { return a.col[x] < a.col[y]; });
  }
  for (std::size_t e : order) {
    size_type const i = transposes ? a.col[e] : a.row[e], k = transposes ? a.row[e] : a.col[e];
    for (size_type j = 0; j < columns; ++j) {
      reference::add_to(
          t[static_cast<std::size_t>(i * columns + j)], sr,
          reference::multiplied(sr, one ? *one : A(a.value[e]), b[static_cast<std::size_t>(k * columns + j)], i, k, j));
    }
  }
  dense_vector<W> result(t.size());
  for (std::size_t p = 0; p < t.size(); ++p) {
    if constexpr (std::is_same_v<Accum, no_accumulator>) {
      result[p] = static_cast<W>(t[p] ? *t[p] : sr.add.identity());
    } else {
      result[p] = t[p] ? static_cast<W>(accum(c[p], *t[p])) : c[p];
    }
  }
  return result;
}

/// One product of drawn operands; `a` may be taken transposed, or as a pattern.
template <class W, class A, class B, class SR, class Accum = no_accumulator, index_type I = std::int32_t,
          index_type O = std::int32_t>
void check_dense_product(executor const& exec, SR const& sr, listed_matrix<A> const& a, size_type columns,
                         schedule const& chosen, random_source& random, Accum const& accum = {}) {
  bool const transposes = random.chance(25);
  size_type const rows = transposes ? a.cols : a.rows, inner = transposes ? a.rows : a.cols;
  auto const one = random.chance(15) ? std::optional<A>(draw_value<A>(random)) : std::nullopt;
  auto const b_values = draw_rows<B>(random, inner * columns);
  auto const c_values = draw_rows<W>(random, rows * columns);
  standing const b_how = draw_standing(random), c_how = draw_standing(random);
  placed_dense<B> b(exec, b_values, inner, columns, b_how);
  placed_dense<W> c(exec, c_values, rows, columns, c_how);
  auto const matrix = one ? a.template pattern_on<I, O>(exec, *one) : a.template on<I, O>(exec);
  INFO(a.name, transposes ? ", transposed" : "", one ? ", a pattern" : "", ", ", columns, " columns, B ",
       text_of(b_how), ", C ", text_of(c_how), ", schedule ", chosen.text(), ", ", exec.description());
  auto const operand = transposes ? detail::operand(transpose(matrix)) : detail::operand(matrix);
  mxm(c.matrix(), no_mask, heddle_accumulator(accum), sr, operand, b.matrix(), {.schedule = chosen});
  dense_vector<W> found;
  for (W const& value : c.matrix().to_rows()) found.push_back(value);
  CHECK_EQ(difference(found, dense_result(sr, a, transposes, one, b_values, columns, c_values, accum)), "");
  CHECK(c.rest_untouched());
}

template <class A> listed_matrix<A> draw_listed(random_source& random) {
  auto const cells = draw_matrix<A>(random, draw_size(random), draw_size(random), draw_density(random));
  auto const tuples = tuples_of<A, std::int64_t>(cells);
  return {"drawn", cells.rows, cells.cols, tuples.row, tuples.col, tuples.value};
}

template <class W, class A, class B, class SR, class Accum = no_accumulator, index_type I = std::int32_t,
          index_type O = std::int32_t>
void check_drawn_dense_products(executor const& exec, SR const& sr, Accum const& accum = {}, unsigned cases = 60) {
  unsigned const first_seed = 90 * seed_of<W, A, B, SR, Accum>();
  for (unsigned seed = first_seed; seed < first_seed + draws(cases); ++seed) {
    random_source random(seed);
    CAPTURE(seed);
    auto const a = draw_listed<A>(random);
    auto const columns = random.pick<size_type>({0, 1, 2, 4, 7, 8, 16, 30, 32, 64, 100, 128, 132, 260});
    check_dense_product<W, A, B, SR, Accum, I, O>(exec, sr, a, columns, draw_schedule(random), random, accum);
  }
}

/// Every schedule over the tile sets of at most so many atoms and tiles.
template <class SR, index_type I = std::int32_t, index_type O = std::int32_t>
void check_scheduled_dense_products(executor const& exec, SR const& sr, size_type columns, size_type atoms) {
  using D = domain_of<SR>;
  random_source random(5);
  for (tile_case const& tiles : small_battery(atoms, atoms)) {
    auto const a = matrix_of<D>(tiles);
    for (schedule const& s : schedule_variants()) {
      check_dense_product<D, D, D, SR, no_accumulator, I, O>(exec, sr, a, columns, s, random);
    }
  }
}

}  // namespace HEDDLE_TOOLCHAIN
}  // namespace heddle::testing
