// user.cpp - a user's file, which calls what there is with many types; tests/clean/check compiles it under strict
// warnings, heddle's headers among ordinary ones. It is not run: what calls do, other tests say.
#include <heddle/detail/walk/asking_walk.hpp>
#include <heddle/detail/walk/block_walk.hpp>
#include <heddle/detail/walk/dealt_walk.hpp>
#include <heddle/detail/walk/dense_fix_up.hpp>
#include <heddle/detail/walk/dense_sweep.hpp>
#include <heddle/detail/walk/fix_up.hpp>
#include <heddle/detail/walk/marked_walk.hpp>
#include <heddle/detail/walk/scan_walk.hpp>
#include <heddle/detail/walk/segment_walk.hpp>
#include <heddle/heddle.hpp>
#include <iostream>
#include <sstream>

// Nothing here names heddle, so that a name of ours that hides one of theirs is seen.
namespace user {

using heddle::complement;
using heddle::no_accum;
using heddle::no_mask;
using heddle::structure;

struct interval {
  float low = 0, high = 0;
  friend bool operator==(interval const&, interval const&) = default;
};

struct hull {
  using value_type = interval;
  static constexpr bool commutative = true, idempotent = true;
  HEDDLE_FN interval identity() const { return {0, 0}; }
  HEDDLE_FN interval operator()(interval a, interval b) const {
    return {a.low < b.low ? a.low : b.low, a.high > b.high ? a.high : b.high};
  }
};

struct shifted_hull {
  static constexpr bool distributes = true;
  hull add;
  HEDDLE_FN interval multiply(interval a, float b) const { return {a.low + b, a.high + b}; }
};

struct weighed_hull {
  hull add;
  HEDDLE_FN interval multiply(interval a, interval b) const { return {a.low * b.low, a.high * b.high}; }
};

/// Sums in another type than the operands'.
struct wide_sum {
  using value_type = double;
  HEDDLE_FN double identity() const { return 0; }
  HEDDLE_FN double operator()(double a, double b) const { return a + b; }
};

struct wide_product {
  wide_sum add;
  template <class A, class B> HEDDLE_FN double multiply(A a, B b) const {
    return static_cast<double>(a) * static_cast<double>(b);
  }
};

struct wider {
  HEDDLE_FN interval operator()(interval x) const { return {x.low - 1, x.high + 1}; }
};

struct equal_shares {
  int shares = 64;

  static constexpr std::string_view name = "equal_shares";
  static constexpr std::string_view summary = "a fixed number of shares, equal in rows + nonzeros";
  static constexpr heddle::seam::by_block_rows walked_by() { return {}; }

  template <heddle::seam::tile_set Tiles> HEDDLE_FN constexpr heddle::size_type workers(Tiles const&) const {
    return shares;
  }
  template <heddle::seam::tile_set Tiles>
  HEDDLE_FN constexpr heddle::seam::path_point boundary(Tiles const& tiles, heddle::size_type worker) const {
    heddle::size_type const length = heddle::seam::path_length(heddle::seam::path_end(tiles));
    return heddle::seam::path_search(tiles, length / shares * worker + heddle::seam::min_of(worker, length % shares));
  }
  friend constexpr bool operator==(equal_shares, equal_shares) = default;
};

template <class T, class I, class O>
void multiply(heddle::matrix<T, I, O>& c, heddle::matrix<T, I, O> const& a, heddle::vector<T, I>& w,
              heddle::vector<T, I> const& u, heddle::vector<bool, I> const& seen) {
  heddle::plus_times<T> const sr{};
  heddle::mxv(w, sr, a, u);
  heddle::mxv(w, complement(structure(seen)), heddle::plus<T>{}, sr, heddle::transpose(a), u, {.replace = true});
  heddle::vxm(w, seen, no_accum, heddle::min_plus<T>{}, u, a, {.direction = heddle::direction::push});
  heddle::mxv(w, wide_product{}, a, u, {.schedule = equal_shares{}});
  heddle::mxm(c, sr, a, a);
  heddle::mxm(c, structure(a), heddle::plus<T>{}, sr, a, heddle::transpose(a), {.memory_budget = 1 << 20});
  heddle::mxm(c, complement(a), no_accum, heddle::plus_pair<T>{}, a, a);
  (void)heddle::mxm_need(c, sr, a, a);
  heddle::kronecker(c, heddle::times<T>{}, a, a);
  heddle::transpose(c, no_mask, heddle::plus<T>{}, a);
}

template <class T, class I, class O>
void combine(heddle::matrix<T, I, O>& c, heddle::matrix<T, I, O> const& a, heddle::vector<T, I>& w,
             heddle::vector<T, I> const& u, heddle::vector<bool, I> const& seen) {
  heddle::ewise_add(w, seen, heddle::plus<T>{}, heddle::plus<T>{}, u, w);
  heddle::ewise_mult(w, heddle::times<T>{}, u, w);
  heddle::ewise_union(w, heddle::minus<T>{}, u, T(0), w, T(0));
  heddle::ewise_add(c, structure(a), heddle::plus<T>{}, heddle::plus<T>{}, a, heddle::transpose(a));
  heddle::ewise_mult(c, heddle::times<T>{}, a, c);
  heddle::ewise_union(c, heddle::minus<T>{}, a, T(0), c, T(0));
  heddle::apply(w, heddle::bind_second(heddle::minus<T>{}, T(1)), u);
  heddle::apply(c, structure(a), no_accum, heddle::negate<T>{}, a);
  heddle::vector<I, I> at(3);
  heddle::matrix<I, I, O> column(3, 3);
  heddle::apply_index(at, heddle::row_index<I>{}, u, I(1));
  heddle::apply_index(column, heddle::column_index<I>{}, a, I(1));
  heddle::select(w, heddle::greater<T>{}, u, T(1));
  heddle::select(c, heddle::triu{}, a, 1);
  heddle::select(c, a, no_accum, heddle::less<T>{}, a, T(3));
  heddle::select_with(w, heddle::less<T>{}, u, w);
  (void)heddle::cast<float>(a);
  (void)heddle::cast<std::int64_t>(u);
  (void)heddle::diag(u);
  (void)heddle::diagonal(a, 1);
  (void)heddle::relabel_by_degree(a);
}

template <class T, class I, class O>
void take_and_put(heddle::matrix<T, I, O>& c, heddle::matrix<T, I, O> const& a, heddle::vector<T, I>& w,
                  heddle::vector<T, I> const& u, heddle::vector<bool, I> const& seen) {
  heddle::extract(w, u, {2, 0});
  heddle::extract(w, seen, heddle::plus<T>{}, u, heddle::range(2, 0, -1));
  heddle::extract(w, a, heddle::all, 0);
  heddle::extract(c, a, heddle::range(0, 2), heddle::all);
  heddle::extract(c, c, heddle::plus<T>{}, heddle::transpose(a), {1, 0}, {2, 2});
  heddle::assign(w, structure(u), no_accum, T(7));
  heddle::assign(w, seen, heddle::plus<T>{}, u, {2, 0});
  heddle::assign(w, u);
  heddle::assign(c, u, 1, heddle::all);
  heddle::assign(c, seen, no_accum, u, heddle::all, 1);
  heddle::assign(c, T(9), {0, 2}, {2});
  heddle::assign(c, a, heddle::plus<T>{}, a, {0, 2}, {1, 2});
  heddle::subassign(w, seen, heddle::plus<T>{}, u, {2, 0});
  heddle::subassign(w, T(1), heddle::range(0, 2));
  heddle::subassign(c, a, heddle::all, {1, 0});
  heddle::subassign(c, u, 1, heddle::all);
  heddle::scatter(w, heddle::vector<I, I>(3), u, heddle::plus_monoid<T>{});
  heddle::gather(w, u, heddle::vector<I, I>(3));
  (void)heddle::permuted(u, heddle::vector<I, I>(3));
  (void)heddle::restored(u, heddle::vector<I, I>(3));
  heddle::vector<I, I> producers(0), neighbours(0);
  heddle::expand(producers, neighbours, a, u);
}

template <class T, class I, class O>
void sum(heddle::matrix<T, I, O> const& a, heddle::vector<T, I>& w, heddle::vector<T, I> const& u) {
  heddle::reduce(w, heddle::plus_monoid<T>{}, a);
  heddle::reduce(w, structure(u), heddle::plus<T>{}, heddle::max_monoid<T>{}, heddle::transpose(a));
  heddle::scalar<T> total;
  heddle::scalar<std::int64_t> count;
  heddle::reduce(total, heddle::plus_monoid<T>{}, u);
  heddle::reduce(total, heddle::plus<T>{}, heddle::plus_monoid<T>{}, a);
  heddle::nvals(count, u);
  heddle::apply(w, heddle::bind_second(heddle::minus<T>{}, total), u);
  heddle::select(w, heddle::less<T>{}, u, total);
  heddle::assign(w, no_mask, heddle::plus<T>{}, total);
  heddle::subassign(w, total, {0});
  T traced = heddle::reduce(heddle::plus_monoid<T>{}, a);
  for (auto [i, j, value] : a.entries()) traced = i == j ? value : traced;
  for (auto [i, value] : u.entries()) traced = i == 0 ? value : traced;
  for (auto [j, value] : a.row(0)) traced = j == 0 ? value : traced;
  for (T value : u.values()) traced = value;
  w.set(0, traced);
  heddle::print(a, {.entries = 3});
  heddle::print(u);
  heddle::print(total);
  if (a == a && u == w && total == total) std::cout << a << u << total << heddle::dense_matrix<T>(1, 1);
}

template <class T, class I, class O> void make(heddle::executor const& exec) {
  std::vector<I> const row = {2, 0, 1}, col = {1, 1, 0};
  std::vector<T> const value(3, T(1));
  T const numbers[] = {T(1), T(0), T(1)};
  std::vector<O> const offsets = {0, 1, 2, 3};
  auto a = heddle::matrix<T, I, O>::build(3, 3, row, col, value, heddle::plus<T>{}, exec);
  auto const b = heddle::matrix<T, I, O>::from_csr({3, 3, 3, offsets.data(), col.data(), numbers}, exec);
  auto adopted = heddle::matrix<T, I, O>::adopt_csr({3, 3, 3, offsets.data(), col.data(), numbers}, exec, [] {});
  auto c = heddle::matrix<T, I, O>::adopt_csr(adopted.release_csr(), heddle::array_check::checked);
  auto u = heddle::vector<T, I>::build(3, {0, 2}, {T(1), T(0)}, heddle::plus<T>{}, exec);
  auto w = heddle::vector<T, I>::filled(3, T(1), exec);
  auto const seen = heddle::vector<bool, I>::build(3, {0, 1}, {true, false}, heddle::plus<bool>{}, exec);
  a.set(0, 2, T(1));
  a.remove(2, 1);
  a.resize(3, 3);
  auto const [i, j, x] = a.tuples();
  auto const [at, y] = u.tuples();
  if (!a.get(0, 1) || !u.get(1) || i.size() != at.size() || u.to_dense(T(0)).size() != 3) a.clear();
  multiply(c, b, w, u, seen);
  combine(c, b, w, u, seen);
  take_and_put(c, b, w, u, seen);
  sum(b, w, u);
  std::stringstream bytes;
  heddle::save(b, bytes);
  heddle::save(u, bytes);
  c = heddle::load<heddle::matrix<T, I, O>>(bytes, exec);
  u = heddle::load<heddle::vector<T, I>>(bytes, exec);
}

void with_structs(heddle::executor const& exec) {
  auto a = heddle::matrix<interval>::build(2, 2, {0, 1}, {1, 0}, {{1, 2}, {3, 4}}, hull{}, exec);
  auto const weights = heddle::matrix<float>::build(2, 2, {0, 1}, {1, 0}, {1, 2}, heddle::plus<float>{}, exec);
  auto u = heddle::vector<interval>::dense({interval{0, 1}, interval{2, 3}}, exec);
  auto w = u;
  heddle::vxm(w, shifted_hull{}, u, weights);
  heddle::mxv(w, structure(u), hull{}, weighed_hull{}, a, u);
  heddle::mxm(a, weighed_hull{}, a, a);
  heddle::mxm(a, structure(a), hull{}, weighed_hull{}, a, heddle::transpose(a));
  heddle::ewise_add(w, hull{}, u, w);
  heddle::ewise_add(a, structure(a), hull{}, hull{}, a, a);
  heddle::apply(a, wider{}, a);
  heddle::apply(
      w, [](interval x, heddle::size_type i) { return i == 0 ? x : interval{}; }, u);
  heddle::select(
      a, [](interval x, heddle::size_type i, heddle::size_type j, int k) { return j <= i + k && x.low < 3; }, a, -1);
  heddle::assign(w, structure(u), hull{}, interval{1, 2}, {0});
  heddle::reduce(w, hull{}, a);
  heddle::fixpoint(w, no_mask, shifted_hull{}, weights);
  heddle::kronecker(a, hull{}, a, a);
  heddle::extract(w, u, {1});
  w.set(0, heddle::reduce(hull{}, a));
  (void)heddle::seam::broken_law(hull{}, {interval{}, interval{1, 2}});
  (void)heddle::seam::broken_law(shifted_hull{}, std::vector<interval>{{0, 1}}, std::vector<float>{1, 2});
}

template <class T> void with_dense(heddle::matrix<T> const& a, heddle::executor const& exec) {
  auto const x = heddle::dense_matrix<T>::from_rows(3, 2, std::vector<T>{1, 2, 3, 4, 5, 6}, exec);
  auto const y = heddle::dense_matrix<T>::filled(2, 3, T(1), exec);
  heddle::dense_matrix<T> z(3, 2, exec);
  heddle::mxm(z, heddle::plus_times<T>{}, a, x);
  heddle::mxm(z, no_mask, heddle::plus<T>{}, wide_product{}, heddle::transpose(a), x);
  auto scores = a;
  heddle::mxm(scores, structure(a), no_accum, heddle::plus_times<T>{}, x, y);
  heddle::mxm(scores, a, heddle::plus<T>{}, wide_product{}, x, y, {.replace = true});
  auto v = heddle::vector<T>::filled(3, T(1), exec);
  heddle::spmv(v, T(2), a, v, T(10));
}

/// Operands, mask, sums and output of types of their own.
void mix(heddle::matrix<int> const& a, heddle::vector<double> const& u, heddle::vector<heddle::f16> const& halves) {
  heddle::vector<std::int8_t> w(3);
  heddle::matrix<float> c(3, 3);
  heddle::mxv(w, u, heddle::plus<double>{}, heddle::plus_times<float>{}, a, u);
  heddle::vxm(w, halves, heddle::take_first<int>{}, heddle::min_plus<double>{}, u, a);
  heddle::mxv(w, heddle::plus_times<float>{}, a, halves);
  heddle::mxm(c, a, heddle::minus<double>{}, heddle::lor_land{}, a, a);
  heddle::ewise_add(w, u, heddle::minimum<short>{}, heddle::plus<float>{}, u, w);
  heddle::ewise_mult(c, heddle::times<double>{}, a, c);
  heddle::apply(
      w, [](short x) { return 2 * x; }, u);
  heddle::select(
      c, [](double x, float) { return x > 1; }, a, 3);
  heddle::assign(w, u, heddle::plus<float>{}, u, {0, 1, 2});
  heddle::assign(c, a, heddle::plus<double>{}, 2.5, {0}, {1});
  heddle::reduce(w, heddle::plus_monoid<double>{}, a);
  heddle::extract(c, a, heddle::plus<long>{}, a, {0}, {1});
  heddle::kronecker(c, heddle::times<float>{}, a, a);
  heddle::scatter(w, heddle::vector<int>(3), u, heddle::plus_monoid<float>{});
}

template <class T, class I, class O> void search(heddle::matrix<T, I, O> const& a) {
  (void)heddle::bfs(a, 0, {.parents = true});
  (void)heddle::bfs_from_each(a, {0, 1}, {.levels = true});
  (void)heddle::sssp(a, 0, {.parents = true});
  (void)heddle::pagerank(a, {.damping = 0.9});
  (void)heddle::connected_components(a);
  (void)heddle::triangle_count(a);
  auto x = heddle::vector<T, I>::build(a.rows(), {0}, {T(0)}, heddle::plus<T>{}, a.exec());
  heddle::fixpoint(x, heddle::min_plus<T>{}, a);
  heddle::fixpoint(x, structure(x), heddle::max_min<T>{}, heddle::transpose(a), {.delta = 2});
}

heddle::vector<std::int32_t> levels_from(heddle::size_type source, heddle::matrix<bool> const& a) {
  heddle::vector<bool> frontier(a.rows(), a.exec()), next = frontier;
  heddle::vector<std::int32_t> levels(a.rows(), a.exec());
  heddle::scalar<std::int64_t> found(1, a.exec());
  frontier.set(source, true);
  auto loop = heddle::device_loop(a.exec(), heddle::operands(frontier, next, levels, found),
                                  [&](heddle::loop_step& step) {
                                    heddle::assign(levels, structure(frontier), no_accum, step.iteration());
                                    heddle::vxm(next, complement(structure(levels)), no_accum, heddle::any_pair<bool>{},
                                                frontier, a, {.replace = true});
                                    heddle::nvals(found, next);
                                    step.swap(frontier, next);
                                  },
                                  found > 0, {.most_iterations = 500});
  loop.run();
  return levels;
}

void from_file(std::string const& path) {
  heddle::io::read_options const how{.undirected = true, .compact = true, .columns = "who,whom,strength"};
  auto const entries = heddle::io::read<double>(path, {}, how);
  heddle::io::write(path, entries);
  search(heddle::io::to_matrix(entries, heddle::plus<double>{}));
  search(heddle::io::to_matrix<double, std::int64_t, std::int64_t>(heddle::io::read<double, std::int64_t>(path),
                                                                   heddle::plus<double>{}));
  auto drawn = heddle::io::rmat<float>({.scale = 4});
  heddle::io::add_weights(drawn, {.low = 1, .high = 2});
  search(heddle::io::to_matrix(drawn, heddle::plus<float>{}));
  heddle::io::output_file out(path);
  out.write_line(1);
  out.write_line(1.5);
  out.commit();
}

int by_the_kit() {
  heddle::seam::uniform_tiles const tiles{4, 3};
  int sums[4] = {};
  bool marks[12] = {};
  heddle::seam::sum_tiles(
      {}, equal_shares{2}, tiles, [](auto, auto) { return 1; }, heddle::plus_monoid<int>{},
      [&](heddle::size_type tile, int sum) { sums[tile] = sum; });
  heddle::seam::visit_atoms({}, heddle::schedules::merge_path{5}, tiles, [&](auto, auto atom) { marks[atom] = true; });
  return sums[3] + marks[11];
}

std::string told() {
  std::int32_t const offsets[] = {0, 1, 3};
  heddle::seam::offset_tiles<std::int32_t> const tiles{offsets, 2};
  heddle::schedule const chosen = heddle::schedule::parse("merge_path");
  return chosen.text() + heddle::to_text(heddle::explain(heddle::seam::make_plan({}, tiles, chosen, {}))) +
         heddle::seam::check_partition(equal_shares{}, tiles);
}

}  // namespace user

int main() {
  heddle::executor const exec = heddle::default_executor();
  user::make<float, std::int32_t, std::int32_t>(exec);
  user::make<double, std::int64_t, std::int64_t>(exec);
  user::make<int, std::int32_t, std::int64_t>(exec);
  user::make<bool, std::int32_t, std::int32_t>(exec);
  user::make<std::int8_t, std::int32_t, std::int32_t>(exec);
  user::with_structs(exec);
  user::with_dense(heddle::matrix<float>(3, 3, exec), exec);
  user::with_dense(heddle::matrix<double>(3, 3, exec), exec);
  user::mix(heddle::matrix<int>(3, 3, exec), heddle::vector<double>(3, exec), heddle::vector<heddle::f16>(3, exec));
  (void)user::levels_from(0, heddle::matrix<bool>(3, 3, exec));
  user::from_file("a.mtx");
  return user::told().empty() || user::by_the_kit() != 4 ? 1 : 0;
}
