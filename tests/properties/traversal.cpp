// traversal.cpp - how a product is walked does not show in it: partitions of a user's, directions, halves of a mask.
#include <heddle/ops/reduce/reduce.hpp>

#include "tests/properties/drawn_operands.hpp"
#include "tests/support/draws.hpp"

using namespace heddle;
using namespace heddle::schedules;

using namespace heddle::seam;
using namespace heddle::testing;

namespace {

constexpr unsigned traversal_cases = 24;

/// Boundaries anywhere on the path, in order, several in one place now and then.
struct random_shares {
  unsigned seed = 0;
  size_type parts = 1;
  walk by = by_thread{};

  constexpr walk walked_by() const { return by; }
  template <tile_set Tiles> size_type workers(Tiles const&) const { return parts; }
  template <tile_set Tiles> path_point boundary(Tiles const& tiles, size_type w) const {
    size_type const last = path_length(path_end(tiles)), stride = last / parts;
    if (w == 0) return path_search(tiles, 0);
    if (w == parts) return path_search(tiles, last);
    unsigned const hash = (seed + static_cast<unsigned>(w)) * 2654435761u >> 8;
    bool const with_next = hash % 5 == 0;
    size_type const within = with_next ? stride : static_cast<size_type>(hash) % (stride + 1);
    return path_search(tiles, w * stride + (w + 1 < parts ? within : 0));
  }
  friend bool operator==(random_shares const& a, random_shares const& b) {
    return a.seed == b.seed && a.parts == b.parts && a.by == b.by;
  }
};

random_shares draw_shares(random_source& random, size_type entries) {
  random_shares shares;
  shares.seed = random.bits();
  shares.parts = 1 + random.below(static_cast<int>(min_of<size_type>(entries, 700)) + 2);
  shares.by = random.pick({walk(by_thread{}), walk(by_group{8}), walk(by_block_rows{})});
  return shares;
}

template <class SR>
dense_vector<domain_of<SR>> product_of(SR const& sr, matrix<domain_of<SR>> const& a,
                                       dense_vector<domain_of<SR>> const& u) {
  auto const tuples = a.tuples();
  dense_vector<domain_of<SR>> t(static_cast<std::size_t>(a.rows()));
  for (std::size_t e = 0; e < tuples.row.size(); ++e) {
    domain_of<SR> const value = tuples.value[e];
    if (u[tuples.col[e]]) reference::add_to(t[tuples.row[e]], sr, sr.multiply(value, *u[tuples.col[e]]));
  }
  return t;
}

template <class SR> void check_shares(executor const& exec, SR const& sr) {
  using T = domain_of<SR>;
  for (unsigned seed = 0; seed < draws(traversal_cases); ++seed) {
    random_source random(seed);
    size_type const rows = draw_length(random), cols = draw_length(random);
    int const count = 1 + random.below(9000);
    auto const a = draw_entries<T>(random, rows, cols, count).on(exec);
    auto const u = draw_vector<T>(random, cols, random.pick({5, 50, 100}));
    auto const shares = draw_shares(random, a.nnz());
    vector<T> w(rows, exec);
    mxv(w, sr, a, make_vector(u, draw_held(random), exec), {.schedule = shares, .direction = draw_direction(random)});
    INFO("seed ", seed, ", ", detail::type_name<SR>(), ", ", shares.parts, " shares, ", exec.description());
    CHECK(same_values(to_dense(w), product_of(sr, a, u)));
  }
}

template <class SR> void check_directions(executor const& exec, SR const& sr) {
  using T = domain_of<SR>;
  for (unsigned seed = 0; seed < draws(traversal_cases); ++seed) {
    random_source random(seed + 1000);
    size_type const rows = draw_length(random), cols = draw_length(random);
    int const count = 1 + random.below(9000);
    auto const a = draw_entries<T>(random, rows, cols, count).on(exec);
    auto const u = draw_operand<T>(random, cols, random.pick({2, 30, 100}), exec);
    auto const mask = draw_operand<bool>(random, rows, 60, exec);
    auto const kind = all_mask_kinds[random.below(5)];
    auto const old = draw_operand<T>(random, rows, 50, exec);
    bool const replace = random.chance(50);
    auto pushed = old, pulled = old;
    descriptor push{.replace = replace, .schedule = draw_variant(random), .direction = direction::push};
    descriptor pull{.replace = replace, .schedule = draw_variant(random), .direction = direction::pull};
    auto const both = [&](auto const& m) {
      mxv(pushed, m, no_accum, sr, a, u, push);
      mxv(pulled, m, no_accum, sr, a, u, pull);
    };
    kind == mask_kind::none ? both(no_mask) : both(make_mask(kind, mask));
    INFO("seed ", seed, ", ", detail::type_name<SR>(), ", mask ", name_of(kind), ", schedules ", push.schedule.text(),
         " and ", pull.schedule.text());
    CHECK_EQ(difference(pushed, pulled), "");
  }
}

/// write(w, mask, descriptor) under a mask and its complement: every entry of the unmasked result is in one of the two.
template <class T, class Write>
void check_halves(random_source& random, size_type size, executor const& exec, Write const& write) {
  auto const mask = draw_operand<bool>(random, size, 50, exec);
  bool const structural = random.chance(50);
  descriptor const d{.replace = true, .schedule = draw_variant(random)};
  auto within = draw_operand<T>(random, size, 50, exec), without = draw_operand<T>(random, size, 50, exec);
  vector<T> all(size, exec);
  write(all, no_mask, d);
  write(within, make_mask(structural ? mask_kind::structural : mask_kind::value, mask), d);
  write(without, make_mask(structural ? mask_kind::structural_complement : mask_kind::complement, mask), d);
  auto merged = to_dense(within);
  auto const rest = to_dense(without);
  bool apart = true;
  for (std::size_t i = 0; i < merged.size(); ++i) {
    apart = apart && !(merged[i] && rest[i]);
    if (rest[i]) merged[i] = rest[i];
  }
  CHECK(apart);
  CHECK(same_values(merged, to_dense(all)));
}

}  // namespace

EXECUTOR_CASE("mxv is the sum of its products however a user's random shares cut it") {
  check_shares(exec, plus_times<std::int32_t>{});
  check_shares(exec, min_plus<float>{});
  check_shares(exec, max_times<double>{});
  check_shares(exec, plus_times<float>{});  // of small whole numbers
  check_shares(exec, lor_land{});
}

EXECUTOR_CASE("pushing gives the bits that pulling gives where the monoid is exact in any order") {
  check_directions(exec, plus_times<std::int32_t>{});
  check_directions(exec, min_plus<float>{});
  check_directions(exec, max_times<double>{});
  check_directions(exec, min_second<std::int64_t>{});
  check_directions(exec, lor_land{});
}

EXECUTOR_CASE("a mask and its complement share out the entries of mxv and of reduce") {
  for (unsigned seed = 0; seed < draws(traversal_cases); ++seed) {
    random_source random(seed + 2000);
    size_type const rows = draw_length(random), cols = draw_length(random);
    int const count = 1 + random.below(6000);
    auto const a = draw_entries<float>(random, rows, cols, count).on(exec);
    auto const u = draw_operand<float>(random, cols, random.pick({3, 60, 100}), exec);
    auto const way = draw_direction(random);
    INFO("seed ", seed);
    check_halves<float>(random, rows, exec, [&](auto& w, auto const& mask, descriptor d) {
      d.direction = way;
      mxv(w, mask, no_accum, min_plus<float>{}, a, u, d);
    });
    check_halves<float>(random, rows, exec, [&](auto& w, auto const& mask, descriptor const& d) {
      reduce(w, mask, no_accum, max_monoid<float>{}, a, d);
    });
  }
}

EXECUTOR_CASE("a mask and its complement share out the entries of mxm") {
  using T = std::int32_t;
  for (unsigned seed = 0; seed < draws(traversal_cases); ++seed) {
    random_source random(seed + 3000);
    size_type const rows = draw_length(random), inner = draw_length(random), cols = draw_length(random);
    int const left = 1 + random.below(2500), right = 1 + random.below(2500), open = 1 + random.below(3000);
    auto const a = draw_entries<T>(random, rows, inner, left).on(exec);
    auto const b = draw_entries<T>(random, inner, cols, right).on(exec);
    auto const mask = draw_entries<bool>(random, rows, cols, open).on(exec);
    descriptor const d{.replace = true, .schedule = draw_variant(random)};
    matrix<T> all(rows, cols, exec), within = all, without = all;
    mxm(all, plus_times<T>{}, a, b, d);
    mxm(within, mask, no_accum, plus_times<T>{}, a, b, d);
    mxm(without, complement(mask), no_accum, plus_times<T>{}, a, b, d);
    auto both = within.tuples();
    auto const rest = without.tuples();
    both.row.insert(both.row.end(), rest.row.begin(), rest.row.end());
    both.col.insert(both.col.end(), rest.col.begin(), rest.col.end());
    both.value.insert(both.value.end(), rest.value.begin(), rest.value.end());
    drawn_matrix<T> const merged{rows, cols, both.row, both.col, both.value};
    INFO("seed ", seed, ", schedule ", d.schedule.text());
    CHECK_EQ(within.nnz() + without.nnz(), all.nnz());
    CHECK_EQ(difference(merged.on(exec), all), "");
  }
}
