// algorithms.cpp - searches, components and ranks over ranks are those of the whole graph.
#include <cmath>
#include <limits>

#include "tests/distributed/drawn.hpp"

using namespace heddle;
using namespace heddle::testing;

namespace {

// Levels of few vertices, whose numbers do not ascend along any way.
matrix<double> shuffled_grid(std::int32_t side) {
  std::int32_t const n = side * side;
  std::vector<std::int32_t> row, col;
  auto const label = [&](std::int32_t v) { return (1237 * v + 5) % n; };
  auto const join = [&](std::int32_t u, std::int32_t v) {
    row.insert(row.end(), {label(u), label(v)});
    col.insert(col.end(), {label(v), label(u)});
  };
  for (std::int32_t v = 0; v < n; ++v) {
    if ((v + 1) % side != 0) join(v, v + 1);
    if (v + side < n) join(v, v + side);
  }
  return matrix<double>::build(n, n, row, col, std::vector<double>(row.size(), 1), minimum<double>{});
}

std::vector<matrix<double>> graphs_for_ranks() {
  auto weighted = io::rmat<double>({.scale = 7});
  io::add_weights(weighted);
  return {matrix<double>::build(4, 4, {0, 0, 1, 2}, {1, 2, 2, 3}, {1, 5, 1, 1}, plus<double>{}), matrix<double>(5, 5),
          io::to_matrix(weighted, minimum<double>{}),
          io::to_matrix(io::rmat<double>({.scale = 7, .edge_factor = 1}), minimum<double>{}), shuffled_grid(32)};
}

constexpr distributed::search_options among_ranks{.does_all = distributed::first_rank::never};

bool is_of_gpus(distributed::group const& ranks) {
  bool are = false;
  ranks.run([&](distributed::member& m) {
    if (m.place() == 0) are = !m.exec().is_host();
  });
  return are;
}

}  // namespace

TEST_CASE("a search by the steps that GPUs do finds what the search of the whole graph finds") {
  auto graphs = graphs_for_ranks();
  graphs.push_back(io::generate_matrix<double>("power_law", {{"n", 700}}));  // directed
  for (auto const& A : graphs) {
    for (auto const& group : groups_to_try()) {
      for (size_type const multiple : {1, 64}) {  // pulls need whole words
        CAPTURE(group.ranks());
        CAPTURE(A.nnz());
        CAPTURE(multiple);
        auto const dealt = distributed::matrix<double>::dealt(A, group, distributed::equal_rows{multiple});
        auto const& columns = dealt.transposed_pattern();
        auto const tree = bfs(A, 1, {.parents = true});
        for (bool const pulls : {false, true}) {
          using part = detail::searched_part<std::int32_t>;
          auto parts = detail::each_makes<part>(group, [&](distributed::member& m) {
            return detail::search_device_part(m, dealt.dealt_by(), storage_of(dealt.part(m)).csr(),
                                              pulls ? &storage_of(columns[m.place()]).csr() : nullptr, 1);
          });
          CHECK(parts.front().reached == tree.reached);
          CHECK(parts.front().depth == tree.depth);
          distributed::vector<std::int32_t> levels(dealt.dealt_by(), group), parents(dealt.dealt_by(), group);
          levels.replace_parts(detail::each_of(parts, &part::levels));
          parents.replace_parts(detail::each_of(parts, &part::parents));
          CHECK(agree(tree.levels, levels));
          CHECK(agree(tree.parents, parents));
        }
      }
    }
  }
}

TEST_CASE("searches, components and ranks over ranks are those of the whole graph") {
  for (auto const& A : graphs_for_ranks()) {
    for (auto const& group : groups_to_try()) {
      CAPTURE(group.ranks());
      CAPTURE(A.nnz());
      auto const dealt = distributed::matrix<double>::dealt(A, group, distributed::equal_entries{1});
      auto const tree = bfs(A, 1, {.parents = true});
      auto const found = bfs(dealt, 1, among_ranks);
      CHECK(agree(tree.levels, found.levels));
      CHECK(agree(tree.parents, found.parents));
      CHECK(found.reached == tree.reached);
      CHECK(found.depth == tree.depth);
      auto const paths = sssp(A, 0);
      auto const near = sssp(dealt, 0, among_ranks);
      CHECK(agree(paths.distances, near.distances));
      CHECK(near.reached == paths.reached);
      auto const parts = connected_components(A);
      auto const labels = connected_components(dealt);
      CHECK(agree(parts.labels, labels.labels));
      CHECK(labels.count == parts.count);
      // Of the host's ways one makes an iteration in one pass; with a schedule it is a product and a pass, as on a GPU.
      for (schedule const& chosen : {schedule(), schedule(schedules::merge_path{})}) {
        pagerank_options options;
        options.schedule = chosen;
        auto const ranks = pagerank(A, options);
        auto const over_ranks = pagerank(dealt, options);
        auto const x = ranks.ranks.to_dense(-1);
        if (auto const y = over_ranks.ranks.gather_to(0)) {
          for (std::size_t v = 0; v < x.size(); ++v)
            CHECK(x[v] == doctest::Approx(*y->get(static_cast<size_type>(v))).epsilon(1e-12));
        }
        CHECK(over_ranks.iterations == ranks.iterations);
        CHECK(over_ranks.change == doctest::Approx(ranks.change).epsilon(1e-6));
        CHECK(over_ranks.converged);
      }
    }
  }
}

// From the middle of three vertices that know all others: the first level is pushed, and what it reaches is so large
// that others look for a neighbour in it. Drawn cuts part the words of bits.
TEST_CASE("searches over ranks pull large frontiers where columns are at hand") {
  for (auto const& group : groups_to_try()) {
    std::mt19937 random(static_cast<unsigned>(group.ranks()));
    for (int trial = 0; trial < 20; ++trial) {
      CAPTURE(group.ranks());
      CAPTURE(trial);
      int const n = 100 + 10 * trial, known = n / 2;
      std::vector<int> row, col;
      for (int k = 0; k < n * 8; ++k) {
        int const u = static_cast<int>(random() % static_cast<unsigned>(n));
        int const v = k < known ? k : static_cast<int>(random() % static_cast<unsigned>(n));
        row.push_back(k < known ? 1 : u);
        col.push_back(v);
      }
      auto const A = matrix<double>::build(n, n, row, col, std::vector<double>(row.size(), 1), minimum<double>{});
      std::vector<size_type> cuts(static_cast<std::size_t>(group.ranks()) + 1, n);
      for (auto& cut : cuts) cut = static_cast<size_type>(random() % static_cast<unsigned>(n + 1));
      std::sort(cuts.begin(), cuts.end());
      cuts.front() = 0, cuts.back() = n;
      distributed::dealing const by(cuts);
      auto const dealt = distributed::matrix<double>::dealt(
          A, group, [&](size_type, int, distributed::entries_before const&) { return by; });
      auto const whole = bfs(A, 1, {.parents = true});
      for (bool const with_columns : {false, true}) {
        if (with_columns) (void)dealt.transposed_pattern();
        CHECK(dealt.has_transposed_pattern() == with_columns);
        auto const found = bfs(dealt, 1, among_ranks);
        CHECK(agree(whole.levels, found.levels));
        CHECK(agree(whole.parents, found.parents));
        CHECK(found.reached == whole.reached);
        CHECK(found.depth == whole.depth);
      }
    }
  }
}

// Of GPUs, where there is room, which is so here.
TEST_CASE("rank 0 does all of a search, where it is asked to, levels are thin or ranks are GPUs") {
  int const n = 200;
  std::vector<int> row, col;
  for (int v = 1; v < n; ++v) row.push_back(v - 1), col.push_back(v);
  auto const path = matrix<double>::build(n, n, row, col, std::vector<double>(row.size(), 2), minimum<double>{});
  auto const rmat = io::to_matrix(io::rmat<double>({.scale = 7}), minimum<double>{});
  using enum distributed::first_rank;
  for (auto const& group : groups_to_try()) {
    CAPTURE(group.ranks());
    for (auto const& A : {path, rmat}) {
      auto const tree = bfs(A, 0, {.parents = true});
      auto const paths = sssp(A, 0);
      for (auto const does_all : {never, automatic, always, automatic}) {
        auto const dealt = distributed::matrix<double>::dealt(A, group, distributed::equal_entries{1});
        bool const one_is_faster = group.ranks() > 1 && (A.rows() == path.rows() || is_of_gpus(group));
        std::string const who = does_all == always || (does_all == automatic && one_is_faster)
                                    ? "search at rank 0, which has all rows"
                                    : "search among the ranks";
        for (int call = 0; call < 2; ++call) {
          auto const found = bfs(dealt, 0, {.does_all = does_all});
          bool const by_gpus = who == "search among the ranks" && is_of_gpus(group);
          CHECK(found.ran_as == who + (by_gpus && has_words(dealt.dealt_by()) ? ", by one kernel a GPU" : ""));
          CHECK(agree(tree.levels, found.levels));
          CHECK(agree(tree.parents, found.parents));
          CHECK(found.reached == tree.reached);
          CHECK(found.depth == tree.depth);
          auto const near = sssp(dealt, 0, {.does_all = does_all});
          CHECK(near.ran_as == who + (by_gpus ? ", by one kernel a GPU" : ""));
          CHECK(agree(paths.distances, near.distances));
          CHECK(near.reached == paths.reached);
        }
        CHECK(dealt.is_at_first_rank() == (who != "search among the ranks"));
      }
    }
  }
}

TEST_CASE("rank 0 has columns too, where ranks have them and it has room, so that it pulls as one executor does") {
  auto const A = io::to_matrix(io::power_law<double>({.n = 500, .degree = 6}), minimum<double>{});
  auto const tree = bfs(A, 0, {.parents = true});
  for (auto const& group : groups_to_try()) {
    CAPTURE(group.ranks());
    auto const dealt = distributed::matrix<double>::dealt(A, group, distributed::equal_entries{1});
    for (bool const with_columns : {false, true}) {
      if (with_columns) static_cast<void>(dealt.transposed_pattern());
      auto const found = bfs(dealt, 0, {.does_all = distributed::first_rank::always});
      CHECK(agree(tree.levels, found.levels));
      CHECK(agree(tree.parents, found.parents));
      auto const* const whole = dealt.at_first_rank();  // of processes one has it
      if (whole) CHECK(storage_of(*whole).has_csc() == with_columns);
    }
  }
}

TEST_CASE("all rows of a matrix are at rank 0, whatever a rank has") {
  for_each_dealt_case(40, [](dealt_case& drawn) {
    bool const one_value = drawn.below(3) == 0;
    if (one_value) drawn.values.assign(drawn.row.size(), 7);
    auto const A = matrix<int>::build(drawn.rows, drawn.cols, drawn.row, drawn.col, drawn.values, maximum<int>{});
    auto const dealt = drawn.dealt(A), copy = dealt;
    CHECK(!dealt.is_at_first_rank());
    auto const* const whole = dealt.at_first_rank();
    CHECK(copy.at_first_rank() == whole);
    CHECK(copy.is_at_first_rank());
    if (whole) CHECK(*whole == A);
  });
}

// Weights from nothing to far apart: what is relaxed too early is relaxed again, and most buckets are empty.
TEST_CASE("shortest paths over ranks, whatever the weights") {
  for (double const spread : {0.0, 1.0, 30.0, 300.0}) {
    for_each_dealt_case(20, [&](dealt_case& drawn) {
      CAPTURE(spread);
      if (drawn.rows != drawn.cols || drawn.rows == 0) return;
      std::vector<double> weights;
      for (std::size_t k = 0; k < drawn.row.size(); ++k)
        weights.push_back(std::pow(10, spread * (drawn.below(9) - 4) / 4));
      if (!weights.empty()) weights.back() = drawn.below(2) == 0 ? 0 : std::numeric_limits<double>::infinity();
      auto const A = matrix<double>::build(drawn.rows, drawn.cols, drawn.row, drawn.col, weights, minimum<double>{});
      auto const by = drawn.cuts(drawn.rows);
      auto const dealt = distributed::matrix<double>::dealt(
          A, drawn.ranks(), [&](size_type, int, distributed::entries_before const&) { return by; });
      size_type const source = drawn.below(drawn.rows);
      auto const whole = sssp(A, source);
      auto const found = sssp(dealt, source, among_ranks);
      CHECK(agree(whole.distances, found.distances));
      CHECK(found.reached == whole.reached);
    });
  }
}

TEST_CASE("components over ranks, where cuts are anywhere and entries are few") {
  for_each_dealt_case(60, [](dealt_case& drawn) {
    if (drawn.rows != drawn.cols) return;
    auto const A = drawn.whole();
    auto const whole = connected_components(A);
    auto const found = connected_components(drawn.dealt(A));
    CHECK(agree(whole.labels, found.labels));
    CHECK(found.count == whole.count);
    auto both = drawn;  // of a symmetric graph rows are left out
    both.row.insert(both.row.end(), drawn.col.begin(), drawn.col.end());
    both.col.insert(both.col.end(), drawn.row.begin(), drawn.row.end());
    both.values.assign(both.row.size(), 1);
    auto const B = matrix<int>::build(both.rows, both.cols, both.row, both.col, both.values, minimum<int>{});
    auto dealt = both.dealt(B);
    CHECK(!dealt.is_symmetric());
    dealt.assume_symmetric();
    auto const near = connected_components(dealt);
    CHECK(agree(whole.labels, near.labels));
    CHECK(near.count == whole.count);
    if (B.rows() == 0) return;
    auto known = B;
    known.assume_symmetric();
    auto const same = both.dealt(known);
    CHECK(same.is_symmetric());
    auto const x = pagerank(known);
    auto const over_ranks = pagerank(same);
    CHECK(over_ranks.iterations == x.iterations);
    CHECK(over_ranks.change == doctest::Approx(x.change).epsilon(1e-6));
  });
}

// The first two entries of each row join 2 to 7 at one rank, and 0, 1 and 8 to 15 at another; the edge of 7 and 15 is
// behind these at both.
TEST_CASE("an edge of the largest trees of two ranks is not left out") {
  std::vector<int> row, col;
  auto const add = [&](int u, int v) {
    row.insert(row.end(), {u, v});
    col.insert(col.end(), {v, u});
  };
  for (int v = 4; v < 8; ++v) add(v, 2), add(v, 3);
  for (int v = 8; v < 16; ++v) add(v, 0), add(v, 1);
  add(7, 15);
  std::vector<int> const ones(row.size(), 1);
  auto A = matrix<int>::build(16, 16, row, col, ones, minimum<int>{});
  A.assume_symmetric();
  for (auto const& group : groups_to_try()) {
    std::vector<size_type> cuts(static_cast<std::size_t>(group.ranks()) + 1, 16);
    cuts[0] = 0;
    if (group.ranks() > 1) cuts[1] = 8;
    distributed::dealing const by(cuts);
    auto const dealt = distributed::matrix<int>::dealt(
        A, group, [&](size_type, int, distributed::entries_before const&) { return by; });
    auto const found = connected_components(dealt);
    CHECK(found.count == 1);
    CHECK(agree(connected_components(A).labels, found.labels));
  }
}

TEST_CASE("every rank has the columns of its vertices, which copies share") {
  for_each_dealt_case(60, [](dealt_case& drawn) {
    if (drawn.rows != drawn.cols) return;
    auto const A = drawn.whole();
    auto const columns = A.transposed();
    auto const dealt = drawn.dealt(A), copy = dealt;
    auto const& parts = dealt.transposed_pattern();
    CHECK(&copy.transposed_pattern() == &parts);
    for (std::size_t place = 0; place < parts.size(); ++place) {
      int const rank = dealt.ranks().local_ranks()[place];
      auto const part = parts[place].to(executor{});
      CHECK(part.rows() == dealt.dealt_by().size_of(rank));
      for (size_type v = 0; v < part.rows(); ++v) {
        std::vector<int> found, there;
        for (auto const& entry : part.row(v)) found.push_back(entry.index);
        for (auto const& entry : columns.row(dealt.dealt_by().begin(rank) + v)) there.push_back(entry.index);
        CHECK(found == there);
      }
    }
  });
}

TEST_CASE("algorithms over ranks refuse what they cannot do") {
  auto const ranks = distributed::group::of_threads(2);
  auto const a = distributed::matrix<double>::build(2, 3, {0}, {1}, {1}, plus<double>{}, ranks);
  auto const negative = distributed::matrix<double>::build(2, 2, {0}, {1}, {-1}, plus<double>{}, ranks);
  CHECK_THROWS_WITH_AS((void)bfs(a, 0), "bfs: A is 2 x 3, not square", dimension_mismatch);
  CHECK_THROWS_WITH_AS((void)bfs(negative, 2), "bfs: source 2 of 2 vertices", index_out_of_range);
  auto const none = distributed::matrix<double>::dealt(matrix<double>(0, 0), ranks);
  CHECK_THROWS_WITH_AS((void)bfs(none, 0), "bfs: source 0 of 0 vertices", index_out_of_range);
  CHECK_THROWS_WITH_AS((void)sssp(none, 0), "sssp: source 0 of 0 vertices", index_out_of_range);
  CHECK_THROWS_WITH_AS((void)sssp(negative, 0),
                       "sssp of a distributed matrix: a weight is negative; sssp of a local one takes such",
                       invalid_argument);
  CHECK_THROWS_WITH_AS((void)pagerank(negative, {.damping = 2}), "pagerank: damping is 2, but must be from 0 to 1",
                       invalid_argument);
  double const nan = std::numeric_limits<double>::quiet_NaN(), far = std::numeric_limits<double>::infinity();
  for (double t : {-1e-9, nan, far}) CHECK_THROWS_AS((void)pagerank(negative, {.tolerance = t}), invalid_argument);
  CHECK_THROWS_WITH_AS((void)pagerank(negative, {.strategy = strategies::hybrid{}}),
                       "pagerank of a distributed matrix takes no strategy; that of a local one does",
                       invalid_argument);
  CHECK_THROWS_WITH_AS((void)pagerank(a), "pagerank: A is 2 x 3, not square", dimension_mismatch);
  CHECK_THROWS_WITH_AS(connected_components(a), "connected_components: A is 2 x 3, not square", dimension_mismatch);
  CHECK_THROWS_WITH_AS((void)a.transposed_pattern(), "transposed_pattern: A is 2 x 3, not square", dimension_mismatch);
}
