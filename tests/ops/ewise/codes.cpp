// codes.cpp - the functors that choose operators at run time, which a GPU is given by a .cpp, do what those do
// that know them when they are compiled: both run here on the host.
#include <heddle/ops/apply/codes.hpp>

#include "tests/support/draws.hpp"
#include "tests/support/ewise_check.hpp"
#include "tests/support/operators.hpp"

using namespace heddle;
using namespace heddle::testing;

namespace {

// What a merge writes of the entries that two lists have at the same places.
template <class I, class D> struct written_merge {
  std::vector<I> indices;
  std::vector<D> values;
  friend bool operator==(written_merge const&, written_merge const&) = default;
};

// Tiles of five results each, of entries of which every third is of A alone, every third of B, and every third of both.
struct listed_tiles {
  std::vector<detail::merged_source> sources;
  std::vector<size_type> first{0}, x{0}, y{0};

  listed_tiles(size_type in_a, size_type in_b, bool both) {
    constexpr size_type of_tile = 5;
    size_type i = 0, j = 0, results = 0;
    for (size_type k = 0; i < in_a && j < in_b; ++k) {
      bool const has_a = k % 3 != 1, has_b = k % 3 != 2;
      if (!both || (has_a && has_b)) {
        size_type const tile = results / of_tile, at = tile * detail::merged_tiles_view::stride + results % of_tile;
        sources.resize(static_cast<std::size_t>(at) + 1);
        sources.back() =
            detail::merged_source::of(static_cast<int>(i - x.back()), static_cast<int>(j - y.back()), has_a, has_b);
        ++results;
      }
      i += has_a;
      j += has_b;
      if (results == static_cast<size_type>(first.size()) * of_tile) begin_tile(results, i, j);
    }
    if (results > first.back()) begin_tile(results, i, j);
  }
  size_type tiles() const { return static_cast<size_type>(first.size()) - 1; }
  detail::merged_tiles_view view() const { return {sources.data(), first.data(), x.data(), y.data()}; }

 private:
  void begin_tile(size_type results, size_type i, size_type j) {
    first.push_back(results);
    x.push_back(i);
    y.push_back(j);
  }
};

template <class T, class I, class O, class Op, class Alone>
auto merge(matrix<T, I, O> const& a, matrix<T, I, O> const& b, Op const& op, Alone const& alone, bool by_codes) {
  using D = detail::paired_result<Op, T, T>;
  using values = detail::merged_values<Op, T, T, Alone>;
  auto const x = a.csr(), y = b.csr();
  listed_tiles const tiles(x.nnz, y.nnz, !alone.has_result(true, false));
  written_merge<I, D> t;
  t.indices.resize(static_cast<std::size_t>(tiles.first.back()));
  t.values.resize(static_cast<std::size_t>(tiles.first.back()));
  detail::merge_fill<values> const fill{
      tiles.view(), x.indices, y.indices, t.indices.data(), {x.values, y.values, t.values.data(), op, alone}};
  auto const run = [&](auto const& functor) {
    for (size_type i = 0; i < tiles.tiles(); ++i) {
      for (int lane = 0; lane < 2; ++lane) functor(i, lane, 2);
    }
  };
  by_codes ? run(fill.by_code()) : run(fill);
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
  }
}

// How a functor is called for the elements below 4.
enum class call { plain, by_codes, at_once };

template <class F> void run_four(F const& functor, call how) {
  if constexpr (requires { functor(0); }) {
    for (size_type k = 0; how == call::plain && k < 4; ++k) functor(k);
  }
  auto const chosen = functor.by_code();
  for (size_type k = 0; how == call::by_codes && k < 4; ++k) call_at(chosen, k);
  if (how != call::at_once) return;
  if constexpr (chosen.at_once == 4) {
    size_type const first[]{0, 1, 2, 2}, last[]{3, 3, 3, 3};
    chosen.some(first, 3);
    chosen.some(last, 1);
  } else {
    for (size_type k = 0; k < 4; ++k) chosen.some({k}, 1);
  }
}

// On elements of which some are missing on either side.
template <class T, class Op, class Alone> void check_pair_codes(Op const& op, Alone const& alone) {
  using D = detail::paired_result<Op, T, T>;
  std::vector<T> const u{1, 2, 3, 4}, v{5, 3, 7};
  std::vector<detail::byte> const present{1, 0, 1, 1};
  std::vector<std::int64_t> const at{0, 1, -1, 2};
  auto const run = [&](call how) {
    std::pair<std::vector<int>, std::vector<detail::byte>> result{{}, std::vector<detail::byte>(4)};
    auto const out = std::make_unique<D[]>(4);
    run_four(
        detail::combined_pair<Op, T, T, Alone>{
            {{{u.data()}, present.data()}, {{v.data()}, nullptr, at.data()}, out.get(), result.second.data()},
            op,
            alone},
        how);
    for (int k = 0; k < 4; ++k) result.first.push_back(static_cast<int>(out[k]));
    return result;
  };
  CHECK((run(call::by_codes) == run(call::plain)));
  CHECK((run(call::at_once) == run(call::plain)));
  CHECK(run(call::plain).second == (alone.has_result(true, false) ? std::vector<detail::byte>{1, 1, 1, 1}
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

TEST_CASE("operators that are chosen at run time merge and combine as those that are compiled in") {
  check_operator<float>(minus<float>{});
  check_operator<float>(max_monoid<float>{});
  check_operator<std::int16_t>(take_second<std::int16_t>{});
}

TEST_CASE("comparisons that are chosen at run time answer bool as those that are compiled in") {
  // Not in vectors of bool, which have no addresses.
  check_pair_codes<double>(less<double>{}, detail::none_alone{});
  check_pair_codes<double>(less<double>{}, detail::itself_alone{});
  check_pair_codes<double>(less<double>{}, detail::with_values_alone<int, int>{1, 9});
}

TEST_CASE("functions and rules of several elements at once are those of one by one") {
  std::vector<float> const values{1, -2, 3, -4};
  std::vector<detail::byte> const present{1, 1, 0, 1};
  std::vector<std::int32_t> const rows{0, 1, 1, 3}, columns{1, 0, 2, 3};
  constexpr int code = detail::code_of<absolute<float>, detail::unary_operators<float>>;
  struct with_itself_as_code : detail::function_by_code<float> {
    detail::function_by_code<float> by_code() const { return *this; }
  };
  struct rule_with_itself : detail::rule_by_code {
    detail::rule_by_code by_code() const { return *this; }
  };
  for (bool const all : {true, false}) {
    std::vector<float> one_by_one(4, 9), at_once(4, 9);
    for (auto* out : {&one_by_one, &at_once}) {
      run_four(with_itself_as_code{{{values.data()}, all ? nullptr : present.data(), out->data(), code}},
               out == &at_once ? call::at_once : call::by_codes);
    }
    CHECK(at_once == one_by_one);
    CHECK(at_once == std::vector<float>{1, 2, all ? 3.0f : 9.0f, 4});
    std::vector<detail::byte> first(4, 9), second(4, 9);
    for (auto* flags : {&first, &second}) {
      detail::rule_by_code const rule{
          rows.data(), columns.data(), all ? nullptr : present.data(), 0, detail::rule_of_keep(tril{}), flags->data()};
      run_four(rule_with_itself{rule}, flags == &second ? call::at_once : call::by_codes);
    }
    CHECK(first == second);
    CHECK(first == std::vector<detail::byte>{0, 1, 0, 1});
  }
}
