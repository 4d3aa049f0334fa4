// ewise_codes.cpp - the functors that choose types of indices and operators at run time, which a GPU is given by a
// .cpp, do what those do that know them when they are compiled: both run here on the host.
#include "tests/support/draws.hpp"
#include "tests/support/ewise_check.hpp"

using namespace heddle;
using namespace heddle::testing;

namespace {

// Everything that a merge writes, by functors as they are or by codes.
template <class I, class O, class D> struct written_merge {
  std::vector<size_type> counts;
  std::vector<I> indices;
  std::vector<O> offsets;
  std::vector<D> values;
  friend bool operator==(written_merge const&, written_merge const&) = default;
};

template <class T, class I, class O, class Op, class Alone>
auto merge(matrix<T, I, O> const& a, matrix<T, I, O> const& b, Op const& op, Alone const& alone, bool by_codes) {
  using arrays = detail::typed_arrays<I, O>;
  using D = detail::paired_result<Op, T, T>;
  using values = detail::merged_values<Op, T, T, Alone>;
  auto const x = a.csr(), y = b.csr();
  detail::path_of_merge<arrays> const path{{x.offsets, x.indices, x.nnz, false},
                                           {y.offsets, y.indices, y.nnz, false},
                                           a.rows(),
                                           5,
                                           !alone.has_result(true, false)};
  auto const run = [&](size_type n, auto const& functor) {
    for (size_type i = 0; i < n; ++i) by_codes ? functor.coded()(i) : functor(i);
  };
  written_merge<I, O, D> t;
  t.counts.resize(static_cast<std::size_t>(path.num_shares()));
  run(path.num_shares(), detail::merge_count<arrays>{path, t.counts.data()});
  std::vector<size_type> first(t.counts.size() + 1, 0);
  for (std::size_t s = 0; s < t.counts.size(); ++s) first[s + 1] = first[s] + t.counts[s];
  size_type const n = first.back();
  t.indices.resize(static_cast<std::size_t>(n));
  t.values.resize(static_cast<std::size_t>(n));
  t.offsets.resize(static_cast<std::size_t>(a.rows()) + 1);
  values const by_op{x.values, y.values, t.values.data(), op, alone};
  run(path.num_shares(),
      detail::merge_fill<arrays, values>{path, first.data(), t.indices.data(), t.offsets.data(), by_op});
  run(a.rows() + 1, detail::merge_empty_rows<arrays>{path, n, t.offsets.data(), t.offsets.data()});
  return t;
}

template <class I, class O, class T, class Op, class Alone> void check_codes(Op const& op, Alone const& alone) {
  for (unsigned seed = 0; seed < draws(40); ++seed) {
    random_source random(seed);
    size_type const rows = draw_size(random), cols = draw_size(random);
    auto const a = make_matrix<T, I, O>(draw_matrix<T>(random, rows, cols, draw_density(random)));
    auto const b = make_matrix<T, I, O>(draw_matrix<T>(random, rows, cols, draw_density(random)));
    INFO("seed ", seed, ", ", detail::type_name<Op>(), ", ", detail::type_name<Alone>());
    auto const as_compiled = merge(a, b, op, alone, false);
    CHECK((merge(a, b, op, alone, true) == as_compiled));
    CHECK(static_cast<size_type>(as_compiled.values.size()) == as_compiled.offsets.back());
  }
}

// On elements of which some are missing on either side.
template <class T, class Op, class Alone> void check_pair_codes(Op const& op, Alone const& alone) {
  using D = detail::paired_result<Op, T, T>;
  std::vector<T> const u{1, 2, 3, 4}, v{5, 3, 7};
  std::vector<detail::byte> const present{1, 0, 1, 1};
  std::vector<std::int64_t> const at{0, 1, -1, 2};
  auto const run = [&](bool by_codes) {
    std::pair<std::vector<int>, std::vector<detail::byte>> result{{}, std::vector<detail::byte>(4)};
    auto const out = std::make_unique<D[]>(4);
    detail::combined_pair<Op, T, T, Alone> const functor{
        {{{u.data()}, present.data()}, {{v.data()}, nullptr, at.data()}, out.get(), result.second.data()}, op, alone};
    for (size_type k = 0; k < 4; ++k) by_codes ? functor.coded()(k) : functor(k);
    for (int k = 0; k < 4; ++k) result.first.push_back(static_cast<int>(out[k]));
    return result;
  };
  CHECK((run(true) == run(false)));
  CHECK(run(true).second == (alone.has_result(true, false) ? std::vector<detail::byte>{1, 1, 1, 1}
                                                           : std::vector<detail::byte>{1, 0, 0, 1}));
}

template <class T, class Op> void check_operator(Op const& op) {
  detail::with_values_alone<int, float> const values{7, 2.0f};
  check_codes<std::int32_t, std::int32_t, T>(op, detail::none_alone{});
  check_codes<std::int32_t, std::int64_t, T>(op, detail::itself_alone{});
  check_codes<std::int64_t, std::int64_t, T>(op, values);
  check_pair_codes<T>(op, detail::none_alone{});
  check_pair_codes<T>(op, detail::itself_alone{});
  check_pair_codes<T>(op, values);
}

}  // namespace

TEST_CASE("operators and widths that are chosen at run time merge and combine as those that are compiled in") {
  check_operator<float>(minus<float>{});
  check_operator<float>(max_monoid<float>{});
  check_operator<std::int16_t>(second<std::int16_t>{});
}

TEST_CASE("comparisons that are chosen at run time answer bool as those that are compiled in") {
  // Not in vectors of bool, which have no addresses.
  check_pair_codes<double>(less<double>{}, detail::none_alone{});
  check_pair_codes<double>(less<double>{}, detail::itself_alone{});
  check_pair_codes<double>(less<double>{}, detail::with_values_alone<int, int>{1, 9});
}
