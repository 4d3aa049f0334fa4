// schedule_check.hpp - one semiring's matrix-vector products over adversarial matrices, under every schedule and
// format.
#pragma once
#include <doctest/doctest.h>

#include <heddle/ops/vxm/vxm.hpp>

#include "tests/support/executors.hpp"
#include "tests/support/schedules.hpp"
#include "tests/support/tile_matrices.hpp"

namespace heddle::testing {
inline namespace HEDDLE_TOOLCHAIN {  // instantiated in .cpp and .cu files alike, where products differ

/// Tile sets of at most `atoms` atoms and `tiles` tiles.
inline std::vector<tile_case> small_battery(size_type tiles, size_type atoms) {
  std::vector<tile_case> all = tile_battery();
  std::erase_if(all, [&](tile_case const& c) { return c.tiles() > tiles || c.atoms() > atoms; });
  return all;
}

/// Products of one matrix, of A, with vectors of U, in its formats, each under every schedule.
template <class SR, index_type I = std::int32_t, index_type O = std::int32_t, class A = domain_of<SR>, class U = A>
class format_check {
 public:
  using T = domain_of<SR>;

  format_check(executor const& exec, SR const& sr, listed_matrix<A> const& entries)
      : exec_(exec), sr_(sr), entries_(entries), a_(entries.template on<I, O>(exec)) {
    random_source random(7);
    full_ = draw_vector<U>(random, entries.cols, 100);
    half_ = draw_vector<U>(random, entries.cols, 50);
    half_rows_ = draw_vector<U>(random, entries.rows, 50);
    few_rows_ = draw_vector<U>(random, entries.rows, 3);
  }

  void by_rows() const {
    expect("mxv, u full", reference::mxv(sr_, entries_, full_),
           [&, u = vector_of(full_)](auto& w, auto const& d) { mxv(w, sr_, a_, u, d); });
    expect("mxv, u half full", reference::mxv(sr_, entries_, half_),
           [&, u = vector_of(half_)](auto& w, auto const& d) { mxv(w, sr_, a_, u, d); });
  }
  void by_columns() const {
    expect("mxv of transpose(A)", reference::mxv_transposed(sr_, entries_, half_rows_),
           [&, u = vector_of(half_rows_)](auto& w, auto const& d) { mxv(w, sr_, transpose(a_), u, d); });
    expect("vxm", reference::vxm(sr_, half_rows_, entries_),
           [&, u = vector_of(half_rows_)](auto& w, auto const& d) { vxm(w, sr_, u, a_, d); });
  }
  void pushed() const {
    expect("vxm, pushed", reference::vxm(sr_, few_rows_, entries_),
           [&, u = vector_of(few_rows_, held::sparse)](auto& w, descriptor d) {
             d.direction = direction::push;
             vxm(w, sr_, u, a_, d);
           });
  }
  void pattern(A one) const {
    expect("mxv of a pattern", reference::mxv(sr_, entries_, half_, std::optional<A>(one)),
           [&, a = entries_.template pattern_on<I, O>(exec_, one), u = vector_of(half_)](auto& w, auto const& d) {
             mxv(w, sr_, a, u, d);
           });
  }
  void all(A one) const {
    by_rows();
    by_columns();
    pushed();
    pattern(one);
  }

 private:
  vector<U, I> vector_of(dense_vector<U> const& cells, held how = held::bitmap) const {
    return make_vector<U, I>(cells, how, exec_);
  }
  template <class Multiply>
  void expect(char const* what, dense_vector<T> const& expected, Multiply const& multiply) const {
    for (schedule const& s : schedule_variants()) {
      vector<T, I> w(static_cast<size_type>(expected.size()), exec_);
      INFO(what, " over ", detail::type_name<SR>(), ", ", entries_.name, ", schedule ", s.text(), ", ",
           exec_.description());
      multiply(w, descriptor{.schedule = s});
      CHECK_EQ(difference(to_dense(w), expected), "");
    }
  }

  executor exec_;
  SR sr_;
  listed_matrix<A> entries_;
  matrix<A, I, O> a_;
  dense_vector<U> full_, half_, half_rows_, few_rows_;
};

/// All formats of the small matrices of the battery, and the rows of the large ones.
template <class A, class U, class SR> void check_semiring_of(executor const& exec, SR const& sr, A one) {
  for (tile_case const& tiles : tile_battery()) {
    format_check<SR, std::int32_t, std::int32_t, A, U> const check(exec, sr, matrix_of<A>(tiles));
    if (tiles.tiles() <= 1500 && tiles.atoms() <= 3500) {
      check.all(one);
    } else {
      check.by_rows();
    }
  }
}
template <class SR> void check_semiring(executor const& exec, SR const& sr, domain_of<SR> one) {
  check_semiring_of<domain_of<SR>, domain_of<SR>>(exec, sr, one);
}

}  // namespace HEDDLE_TOOLCHAIN
}  // namespace heddle::testing
