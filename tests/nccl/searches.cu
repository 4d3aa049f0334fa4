// searches.cu - searches among GPUs by one kernel on each, in breadth and for shortest paths, and who takes their
// place.
#include "tests/distributed/drawn.hpp"

using namespace heddle;
using namespace heddle::testing;

namespace {

std::string const in_kernels = "search among the ranks, by one kernel a GPU", by_steps = "search among the ranks";

struct searched_graph {
  char const* name;
  matrix<float> whole;
};

// A hub, long rows, long paths, vertices without entries, directed edges.
std::vector<searched_graph> searched_graphs() {
  std::vector<searched_graph> all;
  auto const add = [&](char const* name, io::coordinates<float> const& g) {
    all.push_back({name, io::to_matrix(g, take_first<float>{}, host_executor(1))});
  };
  add("rmat 14", io::rmat<float>({.scale = 14, .edge_factor = 16}));
  add("rmat 12, thin", io::rmat<float>({.scale = 12, .edge_factor = 1}));
  add("star", io::star<float>({.n = 50000}));
  add("path", io::path<float>({.n = 3000}));
  add("grid", io::grid<float>({.width = 70, .height = 90, .keep = 0.7}));
  add("power law", io::power_law<float>({.n = 20000, .degree = 8}));
  add("one edge", {3, 3, {1}, {2}, {1}});
  return all;
}

void check_search(matrix<float> const& whole, distributed::matrix<float> const& dealt, size_type source,
                  distributed::search_options const& options, std::string const& ran_as) {
  auto const tree = bfs(whole, source, {.parents = true});
  auto const found = bfs(dealt, source, options);
  CHECK(found.ran_as == ran_as);
  CHECK(found.reached == tree.reached);
  CHECK(found.depth == tree.depth);
  CHECK(agree(tree.levels, found.levels));
  CHECK(agree(tree.parents, found.parents));
}

enum class weights_kind { equal, small, many };  // small: zeros and infinities too

template <class T, class O> matrix<T, std::int32_t, O> weighted(matrix<float> const& pattern, weights_kind kind) {
  auto const edges = pattern.tuples();
  std::mt19937 random(7);
  std::vector<T> values;
  for (std::size_t k = 0; k < edges.row.size(); ++k) {
    unsigned const drawn = random();
    T const few = drawn % 16 == 15 ? std::numeric_limits<T>::infinity() : static_cast<T>(drawn % 16);
    values.push_back(kind == weights_kind::equal   ? T(2)
                     : kind == weights_kind::small ? few
                                                   : static_cast<T>(drawn) / T(977));
  }
  return matrix<T, std::int32_t, O>::build(pattern.rows(), pattern.cols(), edges.row, edges.col, values,
                                           take_first<T>{}, host_executor(1));
}

// Cut anywhere: distances of a rank share no words with others'.
template <class T, class O>
void check_paths(matrix<float> const& pattern, weights_kind kind, distributed::group const& ranks,
                 distributed::search_options const& options, std::string const& ran_as) {
  using dealt_matrix = distributed::matrix<T, std::int32_t, O>;
  auto const whole = weighted<T, O>(pattern, kind);
  for (size_type const source : {size_type{1}, whole.rows() - 1}) {
    auto const dealt = source == 1 ? dealt_matrix::dealt(whole, ranks, distributed::equal_rows{1})
                                   : dealt_matrix::dealt(whole, ranks, distributed::equal_entries{});
    auto const paths = sssp(weighted<T, std::int32_t>(pattern, kind), source);
    auto const found = sssp(dealt, source, options);
    CHECK(found.ran_as == ran_as);
    CHECK(found.reached == paths.reached);
    CHECK(agree(paths.distances, found.distances));
  }
}

}  // namespace

TEST_CASE("a search among GPUs is one kernel on each, and finds what one executor finds [sanitize]") {
  using enum distributed::first_rank;
  for (auto const& ranks : groups_to_try()) {
    for (auto const& [name, whole] : searched_graphs()) {
      for (bool const by_rows : {false, true}) {
        auto const dealt = by_rows ? distributed::matrix<float>::dealt(whole, ranks, distributed::equal_rows{64})
                                   : distributed::matrix<float>::dealt(whole, ranks, distributed::equal_entries{});
        for (bool const with_columns : {false, true}) {
          CAPTURE(ranks.ranks());
          CAPTURE(name);
          CAPTURE(by_rows);
          CAPTURE(with_columns);
          if (with_columns) (void)dealt.transposed_pattern();
          for (size_type const source : {size_type{1}, whole.rows() - 1}) {
            check_search(whole, dealt, source, {.does_all = never}, in_kernels);
          }
          check_search(whole, dealt, 1, {.does_all = never, .stepwise = true}, by_steps);
        }
      }
    }
  }
}

TEST_CASE("shortest paths among GPUs are one kernel on each, and are those of one executor bit for bit [sanitize]") {
  using enum distributed::first_rank;
  for (auto const& ranks : groups_to_try()) {
    for (auto const& [name, pattern] : searched_graphs()) {
      CAPTURE(ranks.ranks());
      CAPTURE(name);
      for (auto const kind : {weights_kind::equal, weights_kind::small, weights_kind::many}) {
        CAPTURE(static_cast<int>(kind));
        check_paths<float, std::int32_t>(pattern, kind, ranks, {.does_all = never}, in_kernels);
        check_paths<double, std::int64_t>(pattern, kind, ranks, {.does_all = never}, in_kernels);
      }
      check_paths<double, std::int32_t>(pattern, weights_kind::small, ranks, {.does_all = never}, in_kernels);
      check_paths<float, std::int64_t>(pattern, weights_kind::many, ranks, {.does_all = never}, in_kernels);
      check_paths<float, std::int32_t>(pattern, weights_kind::small, ranks, {.does_all = never, .stepwise = true},
                                       by_steps);
    }
  }
}

TEST_CASE("offsets of 64 bits have kernels of searches among GPUs, indices of 64 bits and parted words do not") {
  auto const pattern = io::rmat<float>({.scale = 9});
  for (auto const& ranks : groups_to_try()) {
    distributed::search_options const among{.does_all = distributed::first_rank::never};
    using wide_offsets = matrix<float, std::int32_t, std::int64_t>;
    auto const g = wide_offsets::build(pattern.rows, pattern.cols, pattern.row, pattern.col, pattern.value,
                                       take_first<float>{}, host_executor(1));
    auto const tree = bfs(g, 0, {.parents = true});
    auto const wide = distributed::matrix<float, std::int32_t, std::int64_t>::dealt(g, ranks);
    auto const found = bfs(wide, 0, among);
    CHECK(found.ran_as == in_kernels);
    CHECK(agree(tree.levels, found.levels));
    CHECK(agree(tree.parents, found.parents));
    std::vector<std::int64_t> const row(pattern.row.begin(), pattern.row.end()),
        col(pattern.col.begin(), pattern.col.end());
    auto const h = matrix<float, std::int64_t, std::int64_t>::build(pattern.rows, pattern.cols, row, col, pattern.value,
                                                                    take_first<float>{}, host_executor(1));
    CHECK(bfs(distributed::matrix<float, std::int64_t, std::int64_t>::dealt(h, ranks), 0, among).ran_as == by_steps);
    if (ranks.ranks() == 1) continue;
    auto const whole = io::to_matrix(pattern, take_first<float>{}, host_executor(1));
    std::vector<size_type> cuts(static_cast<std::size_t>(ranks.ranks()) + 1, whole.rows());
    for (std::size_t r = 0; r + 1 < cuts.size(); ++r) cuts[r] = static_cast<size_type>(r) * 33;
    distributed::dealing const by(cuts);
    auto const parted = distributed::matrix<float>::dealt(
        whole, ranks, [&](size_type, int, distributed::entries_before const&) { return by; });
    check_search(whole, parted, 0, among, by_steps);
  }
}
