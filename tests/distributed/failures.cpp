// failures.cpp - an error at one rank ends the work of all, is thrown, and leaves every part as it was.
#include <atomic>
#include <chrono>
#include <numeric>
#include <thread>

#include "tests/distributed/drawn.hpp"
#include "tests/distributed/threads.hpp"
#include "tests/failure/allocations.hpp"

using namespace heddle;
using namespace heddle::testing;

namespace {

/// One case with ranks that share their memory, one with such as do not.
distributed::group three_ranks() {
  bool send = false;
  SUBCASE("ranks that share their memory") {}
  SUBCASE("ranks that send") { send = true; }
  return send ? of_sending_threads(3) : distributed::group::of_threads(3);
}

/// call(output) with every allocation failing once: where it throws, same(output) holds.
template <class Output, class Same, class Call>
void try_every_allocation(Output const& first, Same const& same, Call const& call, int least = 6) {
  int failures = 0;
  for (std::int64_t at = 0;; ++at) {
    auto w = first;
    host_gate().arm(failing::once, at);
    bool threw = false;
    try {
      call(w);
    } catch (std::bad_alloc const&) { threw = true; } catch (error const&) {
      threw = true;
    }
    if (!host_gate().disarm()) break;
    if (!threw) continue;
    ++failures;
    if (!same(w)) FAIL("allocation ", at, " left another output");
  }
  CHECK(failures >= least);
}

}  // namespace

TEST_CASE("an error at one rank reaches the caller, and the group works on") {
  auto const ranks = distributed::group::of_threads(3);
  for (int const bad : {0, 1, 2}) {
    auto const work = [&](distributed::member& m) {
      if (m.rank() == bad) throw std::runtime_error("rank " + std::to_string(bad));
      std::vector<primitives::byte> const mine(4);
      (void)m.all_gather(mine);
    };
    CHECK_THROWS_WITH_AS(ranks.run(work), ("rank " + std::to_string(bad)).c_str(), std::runtime_error);
    std::vector<size_type> seen;
    ranks.run([&](distributed::member& m) {
      auto const all = m.agree(m.rank() * 10);
      if (m.rank() == 0) seen.assign(all.begin(), all.end());
    });
    CHECK(seen == std::vector<size_type>{0, 10, 20});
  }
  CHECK_THROWS_AS(ranks.run([&](distributed::member& m) {
    if (m.rank() == 1) ranks.run([](distributed::member&) {});
  }),
                  invalid_argument);
}

TEST_CASE("two entries at one position are named by where they stand in the whole matrix") {
  auto const ranks = distributed::group::of_threads(2);
  std::vector<std::int32_t> const row{0, 3000, 3000, 1}, col{1, 7, 7, 2};
  std::vector<double> const value{1, 2, 3, 4};
  using matrix_type = distributed::matrix<double>;
  CHECK_THROWS_WITH_AS((matrix_type::build(4096, 10, row, col, value, no_duplicates, ranks)),
                       "distributed matrix: build: more than one entry stands at (3000, 7)", invalid_argument);
  CHECK_EQ(matrix_type::build(4096, 10, row, col, value, plus<double>{}, ranks).nnz(), 3);
}

TEST_CASE("a rank that throws keeps what others work with until they have done") {
  auto const ranks = distributed::group::of_threads(3);
  for (int const bad : {0, 1, 2, -1}) {
    std::atomic<int> alive = 0, seen = 0;
    struct counted {
      std::atomic<int>& count;
      explicit counted(std::atomic<int>& of) : count(of) { ++count; }
      ~counted() { --count; }
    };
    auto const work = [&](distributed::member& m) {
      counted const memory(alive);
      m.agree();
      detail::all_do(m, [&] {
        if (m.rank() == bad) throw std::runtime_error("launch");
        std::this_thread::sleep_for(std::chrono::milliseconds(20));
        seen += alive;
      });
    };
    if (bad < 0) {
      ranks.run(work);
    } else {
      CHECK_THROWS_WITH_AS(ranks.run(work), "launch", std::runtime_error);
    }
    CHECK_EQ(seen, bad < 0 ? 9 : 6);
    CHECK_EQ(alive, 0);
  }
}

TEST_CASE("where memory runs out at any moment of an operation over ranks, its output is what it was") {
  auto const ranks = three_ranks();
  dealt_case drawn(5, ranks);
  while (drawn.rows < 20 || drawn.row.size() < 20)
    drawn = dealt_case(static_cast<std::uint32_t>(drawn.below(10000)), ranks);
  auto const A = drawn.dealt(drawn.whole());
  auto const u = drawn.dealt(drawn.drawn(drawn.cols));
  auto const v = drawn.dealt(drawn.drawn(drawn.rows));
  auto const first = drawn.drawn(drawn.rows);
  auto const dealt_first = drawn.dealt(first);
  auto const try_all = [&](auto const& call) {
    try_every_allocation(
        dealt_first, [&](auto const& w) { return agree(first, w); }, call);
  };
  try_all([&](auto& w) { mxv(w, complement(v), plus<int>{}, plus_times<int>{}, A, u); });
  try_all([&](auto& w) { vxm(w, v, no_accum, min_plus<int>{}, u, transpose(A), {.replace = true}); });
  try_all([&](auto& w) { ewise_add(w, minus<int>{}, w, v); });
}

TEST_CASE("where memory runs out at any moment of a dense product over ranks, its output is what it was") {
  auto const ranks = three_ranks();
  auto const whole = matrix<double>::build(5, 4, {0, 0, 1, 3, 4}, {1, 3, 0, 2, 2}, {1, 2, 3, 4, 5}, plus<double>{});
  auto const A = distributed::matrix<double>::dealt(whole, ranks, distributed::equal_rows{1});
  auto const by = distributed::equal_rows{1}(4, 3);
  auto const b = distributed::dense_matrix<double>::filled(by, 2, 3, ranks);
  auto const c = distributed::dense_matrix<double>::filled(A.dealt_by(), 2, 7, ranks);
  auto const stays_full = [](auto const& w) { return w.gather_to(0)->to_rows() == std::vector<double>(10, 7); };
  try_every_allocation(c, stays_full, [&](auto& w) { mxm(w, plus_times<double>{}, A, b); });
  try_every_allocation(c, stays_full, [&](auto& w) { mxm(w, no_mask, plus<double>{}, plus_times<double>{}, A, b); });

  auto const x = distributed::vector<double>::filled(by, 1, ranks);
  auto const y = distributed::vector<double>::filled(A.dealt_by(), 7, ranks);
  auto const stays = [](auto const& w) { return w.gather_to(0)->to_dense(0) == std::vector<double>(5, 7); };
  try_every_allocation(y, stays, [&](auto& w) { spmv(w, 2, A, x, 0); });
  try_every_allocation(y, stays, [&](auto& w) { spmv(w, 2, A, x, 1); });
}

TEST_CASE("where memory runs out at any moment of a product whose output is its operand, a fill or a copy, it stays") {
  auto const ranks = three_ranks();
  auto const whole = matrix<double>::build(5, 5, {0, 0, 1, 3, 4}, {1, 3, 0, 2, 2}, {1, 2, 3, 4, 5}, plus<double>{});
  auto const A = distributed::matrix<double>::dealt(whole, ranks, distributed::equal_rows{1});
  auto const x = distributed::vector<double>::filled(A.dealt_by(), 7, ranks);
  auto const other = distributed::vector<double>::filled(A.dealt_by(), 4, ranks);
  auto const is_x = [](auto const& w) { return w.gather_to(0)->to_dense(0) == std::vector<double>(5, 7); };
  try_every_allocation(x, is_x, [&](auto& w) { spmv(w, 2, A, w, 0); });
  try_every_allocation(x, is_x, [&](auto& w) { spmv(w, 2, A, w, 1); });
  try_every_allocation(x, is_x, [&](auto& w) {
    auto const copy = other;
    w.fill(copy.get(0).value());
  });
  try_every_allocation(x, is_x, [&](auto& w) {
    auto const copy = other;
    w = copy;
  });
  auto const b = distributed::dense_matrix<double>::filled(A.dealt_by(), 2, 3, ranks);
  auto const is_b = [](auto const& w) { return w.gather_to(0)->to_rows() == std::vector<double>(10, 3); };
  try_every_allocation(b, is_b, [&](auto& w) { mxm(w, plus_times<double>{}, A, w); });
  try_every_allocation(b, is_b, [&](auto& w) { mxm(w, no_mask, plus<double>{}, plus_times<double>{}, A, w); });
}

TEST_CASE("where memory runs out at any moment of an assignment of distributed containers, the target is what it was") {
  auto const ranks = three_ranks();
  auto const build = [&](int n, double value) {
    std::vector<int> at(static_cast<std::size_t>(n));
    std::iota(at.begin(), at.end(), 0);
    auto const whole = matrix<double>::build(n, n, at, at, std::vector<double>(at.size(), value), no_duplicates);
    return distributed::matrix<double>::dealt(whole, ranks, distributed::equal_rows{1});
  };
  auto const A = build(5, 1), other_A = build(8, 2);
  auto const is_A = [&](auto const& w) {
    return w.cols() == 5 && w.gather_to(0)->tuples().value == std::vector<double>(5, 1);
  };
  try_every_allocation(
      A, is_A, [&](auto& w) { w = other_A; }, 1);

  using dense = distributed::dense_matrix<double>;
  auto const B = dense::filled(A.dealt_by(), 2, 3, ranks), other_B = dense::filled(other_A.dealt_by(), 4, 9, ranks);
  auto const is_B = [&](auto const& w) {
    return w.rows() == 5 && w.cols() == 2 && w.gather_to(0)->to_rows() == std::vector<double>(10, 3);
  };
  try_every_allocation(
      B, is_B, [&](auto& w) { w = other_B; }, 1);

  auto const sparse = [&](distributed::dealing const& by, double value) {
    auto const whole = vector<double>::build(by.size(), {0, 2, 4}, {value, value, value}, no_duplicates);
    return distributed::vector<double>::dealt(whole, by, ranks);
  };
  auto const x = sparse(A.dealt_by(), 7), other_x = sparse(other_A.dealt_by(), 8);
  auto const is_x = [](auto const& w) {
    return w.size() == 5 && w.gather_to(0)->tuples().value == std::vector<double>(3, 7);
  };
  try_every_allocation(
      x, is_x, [&](auto& w) { w = other_x; }, 1);
}

TEST_CASE("where memory runs out while ranks find out what they need of each other, the output is what it was") {
  auto const ranks = of_sending_threads(3);
  std::vector<int> row, col;
  for (int i = 0; i < 30; ++i) row.push_back(i), col.push_back(std::min(i + 1, 29));
  auto const whole = matrix<double>::build(30, 30, row, col, std::vector<double>(30, 1), no_duplicates);
  auto const x = distributed::vector<double>::filled(distributed::equal_rows{1}(30, 3), 1, ranks);
  auto const y = distributed::vector<double>::filled(x.dealt_by(), 7, ranks);
  auto const stays = [](auto const& w) { return w.gather_to(0)->to_dense(0) == std::vector<double>(30, 7); };
  try_every_allocation(y, stays, [&](auto& w) {
    auto const A = distributed::matrix<double>::dealt(whole, ranks, distributed::equal_rows{1});
    spmv(w, 2, A, x, 0);
    if (!detail::needed_access::rows(A, x.dealt_by())) throw std::logic_error("all of x was gathered");
  });
}

TEST_CASE("searches over ranks end where memory runs out at any moment") {
  auto const ranks = three_ranks();
  auto const path = matrix<double>::build(5, 5, {0, 1, 2, 3, 0}, {1, 2, 3, 4, 3}, {1, 1, 1, 1, 1}, plus<double>{});
  auto const A = distributed::matrix<double>::dealt(path, ranks, distributed::equal_rows{1});
  auto const try_bfs = [&] {
    try_every_allocation(
        0, [&](int) { return bfs(A, 0).reached == 5; }, [&](int&) { (void)bfs(A, 0); });
  };
  try_bfs();
  (void)A.transposed_pattern();  // now it pulls
  try_bfs();
  auto const reached_by_steps = [&] {  // that GPUs do
    auto const& columns = A.transposed_pattern();
    auto const parts = detail::each_makes<detail::searched_part<std::int32_t>>(ranks, [&](distributed::member& m) {
      return detail::search_device_part(m, A.dealt_by(), storage_of(A.part(m)).csr(),
                                        &storage_of(columns[m.place()]).csr(), 0);
    });
    return parts.front().reached;
  };
  try_every_allocation(
      0, [&](int) { return reached_by_steps() == 5; }, [&](int&) { (void)reached_by_steps(); });
  try_every_allocation(
      0, [&](int) { return sssp(A, 0).reached == 5; }, [&](int&) { (void)sssp(A, 0); });
  try_every_allocation(
      0, [&](int) { return bfs(A, 0).reached == 5; },
      [&](int&) {
        auto const another = distributed::matrix<double>::dealt(path, ranks, distributed::equal_rows{1});
        (void)bfs(another, 0, {.does_all = distributed::first_rank::always});
      });
}

TEST_CASE("where memory runs out at any moment while ranks gather, scatter, sum or deal out anew, outputs stay") {
  auto const ranks = three_ranks();
  auto const whole = matrix<int>::build(6, 6, {0, 0, 1, 3, 5}, {1, 3, 0, 2, 5}, {1, 2, 3, 4, 5}, plus<int>{});
  auto const A = distributed::matrix<int>::dealt(whole, ranks, distributed::equal_rows{1});
  auto const first = vector<int>::build(6, {0, 2, 5}, {7, 8, 9}, no_duplicates);
  auto const w = distributed::vector<int>::dealt(first, distributed::equal_rows{1}(6, 3), ranks);
  auto const at = vector<int>::build(6, {0, 1, 3, 4}, {5, 0, 2, 2}, no_duplicates);
  distributed::dealing const other({0, 4, 4, 6});
  auto const p = distributed::vector<int>::dealt(at, other, ranks),
             u = distributed::vector<int>::filled(other, 3, ranks);
  auto const try_all = [&](auto const& call) {
    try_every_allocation(
        w, [&](auto const& after) { return agree(first, after); }, call);
  };
  try_all([&](auto& out) { gather(out, no_mask, plus<int>{}, u, p); });
  try_all([&](auto& out) { scatter(out, p, u, plus_monoid<int>{}); });
  try_all([&](auto& out) { apply(out, w, no_accum, negate<int>{}, u); });  // dealt out anew
  try_all([&](auto& out) { reduce(out, no_mask, plus<int>{}, plus_monoid<int>{}, A); });
  try_all([&](auto& out) { reduce(out, plus_monoid<int>{}, transpose(A)); });
  try_all([&](auto& out) { (void)reduce(plus_monoid<int>{}, out), (void)reduce(plus_monoid<int>{}, A); });
  auto const stays = [&](auto const& after) { return after.gather_to(0)->tuples().value == whole.tuples().value; };
  try_every_allocation(A, stays, [&](auto& out) { ewise_add(out, out, plus<int>{}, times<int>{}, out, A); });
  try_every_allocation(A, stays, [&](auto& out) { select(out, tril{}, out, 0); });
  try_every_allocation(A, stays, [&](auto& out) { mxm(out, out, plus<int>{}, plus_times<int>{}, out, A); });
}

TEST_CASE("where memory runs out at any moment of a build, of ranks or of components over ranks, all end") {
  auto const ranks = three_ranks();
  auto const build = [&] {
    return distributed::matrix<double>::build(6, 6, {0, 1, 2, 3, 0}, {1, 2, 3, 4, 3}, {1, 1, 1, 1, 1}, plus<double>{},
                                              ranks, distributed::equal_rows{1});
  };
  auto const A = build();
  auto const right = pagerank(A, {.iterations = 2}).ranks.gather_to(0)->to_dense(0);
  auto const try_all = [&](auto const& same, auto const& call) {
    try_every_allocation(
        0, [&](int) { return same(); }, [&](int&) { call(); });
  };
  try_all([&] { return build().nnz() == 5; }, [&] { (void)build(); });
  try_all([&] { return pagerank(A, {.iterations = 2}).ranks.gather_to(0)->to_dense(0) == right; },
          [&] {
            auto const another = A;
            (void)pagerank(build(), {.iterations = 2}), (void)pagerank(another, {.iterations = 2});
          });
  try_all([&] { return connected_components(A).count == 2; }, [&] { (void)connected_components(A); });
}
