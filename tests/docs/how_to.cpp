// how_to.cpp - docs/how_to: what its pages show, compiled and run.
#include <doctest/doctest.h>

#include <fstream>
#include <heddle/heddle.hpp>
#include <iostream>

#include "tests/io/temporary_folder.hpp"

using heddle::testing::temporary_folder;

namespace {

// What from_graphblas.md shows: a step of a search.
void search_step(heddle::vector<int>& level, heddle::vector<bool>& frontier, heddle::matrix<float> const& A,
                 int depth) {
  heddle::assign(level, heddle::structure(frontier), heddle::no_accum, depth);
  heddle::vxm(frontier, heddle::complement(heddle::structure(level)), heddle::no_accum, heddle::any_pair<bool>{},
              frontier, A, {.replace = true});
}

heddle::vector<int> levels_from(heddle::size_type source, heddle::matrix<float> const& A) {
  heddle::vector<int> level(A.rows());
  heddle::vector<bool> frontier(A.rows());
  frontier.set(source, true);
  for (int depth = 0; frontier.nvals() > 0; ++depth) search_step(level, frontier, A, depth);
  return level;
}

// What read_and_write.md shows.
void write_levels(std::string const& answer, heddle::bfs_result<> const& search) {
  std::ofstream text(answer);
  for (auto [vertex, level] : search.levels.entries()) text << vertex << ' ' << level << '\n';
}

// What debug.md shows.
bool multiply_or_tell(heddle::vector<float>& y, heddle::matrix<float> const& A, heddle::vector<float> const& x) {
  try {
    heddle::mxv(y, heddle::plus_times<float>{}, A, x);
  } catch (heddle::error const& problem) { std::cerr << problem.what() << '\n'; }
  return y.nvals() > 0;
}

// What run_on_a_gpu.md shows.
std::vector<float> row_sums_of(std::string const& path) {
  heddle::executor const gpu = heddle::default_executor();  // the host where there is no GPU
  auto const A = heddle::io::load<float>(path, gpu);
  auto const x = heddle::vector<float>::filled(A.cols(), 1, gpu);
  heddle::vector<float> y(A.rows(), gpu);
  heddle::mxv(y, heddle::plus_times<float>{}, A, x);
  std::vector<float> const result = y.to_dense(0);
  return result;
}

// What gather_and_group.md shows: a value and where it stands.
struct place {
  float value = 0;
  int at = -1;
};

struct least_place {
  using value_type = place;
  HEDDLE_FN place identity() const { return {std::numeric_limits<float>::infinity(), -1}; }
  HEDDLE_FN place operator()(place a, place b) const { return b.value < a.value ? b : a; }
};

// The least of a vector's entries, and of every row's.
place least_of(heddle::vector<float> const& x) {
  auto const here = [](float v, heddle::size_type i) { return place{v, static_cast<int>(i)}; };
  heddle::vector<place> places(x.size());
  heddle::apply(places, here, x);
  place const least = heddle::reduce(least_place{}, places);
  return least;
}

heddle::vector<place> least_of_rows(heddle::matrix<float> const& A) {
  heddle::vector<place> least_of_row(A.rows());
  auto const column = [](float v, heddle::size_type, heddle::size_type j) { return place{v, static_cast<int>(j)}; };
  heddle::matrix<place> marked(A.rows(), A.cols());
  heddle::apply(marked, column, A);
  heddle::reduce(least_of_row, least_place{}, marked);  // a vector<place>
  return least_of_row;
}

heddle::matrix<float> small_graph() {
  return heddle::matrix<float>::build(4, 4, {0, 0, 1, 2}, {1, 2, 3, 3}, {4, 1, 2, 7}, heddle::plus<float>{});
}

}  // namespace

TEST_CASE("docs/how_to/read_and_write.md's files are read, and written again") {
  temporary_folder const folder;
  auto const path = folder.write("web.mtx", "%%MatrixMarket matrix coordinate real general\n2 2 2\n1 2 3\n2 1 4\n");
  auto const list = folder.write("roads.csv", "from,to,lanes,km\n0,1,2,10\n1,2,1,20\n");
  auto const copy = folder.file("roads.mtx.gz"), bytes = folder.file("web.heddle"), answer = folder.file("levels.txt");
  auto const web = heddle::io::load<float>(path);
  auto const roads = heddle::io::load<double>(list, {}, {.undirected = true, .columns = "from,to,km"});
  heddle::io::save(roads, copy);  // copy: "roads.mtx.gz"
  CHECK(heddle::io::load<double>(copy).get(2, 1) == 20);

  write_levels(answer, heddle::bfs(roads, 0));
  std::ifstream written(answer);
  CHECK(std::string(std::istreambuf_iterator<char>(written), {}) == "0 0\n1 1\n2 2\n");

  heddle::save(web, bytes);
  auto const again = heddle::load<heddle::matrix<float>>(bytes);
  CHECK(again.get(1, 0) == 4.0f);
}

TEST_CASE("docs/how_to/gather_and_group.md's groups are summed, counted and averaged") {
  auto const group = heddle::vector<std::int32_t>::dense({2, 0, 2, 0, 2});
  auto const amount = heddle::vector<float>::dense({1.0f, 10.0f, 2.0f, 20.0f, 6.0f});
  heddle::vector<float> total(3), size(3), mean(3), largest(3);
  heddle::scatter(total, group, amount, heddle::plus_monoid<float>{});
  auto const ones = heddle::vector<float>::filled(group.size(), 1, group.exec());
  heddle::scatter(size, group, ones, heddle::plus_monoid<float>{});
  heddle::ewise_mult(mean, heddle::divide<float>{}, total, size);
  heddle::scatter(largest, group, amount, heddle::max_monoid<float>{});
  CHECK(mean.get(0) == 15.0f);
  CHECK(!mean.get(1));
  CHECK(mean.get(2) == 3.0f);
  CHECK(largest.get(2) == 6.0f);

  auto const parent = heddle::vector<std::int32_t>::dense({0, 0, 1, 2});
  heddle::vector<std::int32_t> grandparent(4);
  heddle::gather(grandparent, parent, parent);                          // grandparent(i) = parent(parent(i))
  heddle::scatter(total, group, amount, heddle::plus_monoid<float>{});  // total(g) = sum of amount(i), group(i) = g
  CHECK(grandparent.get(3) == 1);
  CHECK(total.get(0) == 30.0f);
}

TEST_CASE("docs/how_to/gather_and_group.md's least entries are found, with their places") {
  auto const least = least_of(heddle::vector<float>::dense({3.0f, 1.0f, 2.0f, 1.0f}));
  CHECK(least.value == 1.0f);
  CHECK(least.at == 1);
  auto const of_rows = least_of_rows(small_graph());
  CHECK(of_rows.get(0)->at == 2);
  CHECK(!of_rows.get(3));
}

TEST_CASE("docs/how_to's ports find what they found before") {
  auto const A = small_graph();
  auto const levels = levels_from(0, A);
  auto const searched = heddle::bfs(A, 0).levels;
  for (heddle::size_type i = 0; i < 4; ++i) CHECK(levels.get(i) == searched.get(i));

  temporary_folder const folder;
  auto const path = folder.file("graph.mtx");
  heddle::io::save(A, path);
  auto const G = heddle::io::load<double>(path);  // path: "graph.npz"
  CHECK(G.nnz() == 4);
  CHECK(row_sums_of(path)[0] == 5.0f);
}

TEST_CASE("docs/how_to/from_scipy.md's arrays are a matrix, copied and in place") {
  heddle::size_type const rows = 2, cols = 2, nnz = 2;
  std::vector<int> offsets = {0, 1, 2}, columns = {1, 0};
  std::vector<double> numbers = {5, 6};
  int* const indptr = offsets.data();
  int* const indices = columns.data();
  double* const data = numbers.data();
  auto const A = heddle::matrix<double>::from_csr({rows, cols, nnz, indptr, indices, data});  // a copy, checked
  auto const B = heddle::matrix<double>::adopt_csr({rows, cols, nnz, indptr, indices, data}, {}, {});  // in place
  CHECK(A.get(0, 1) == 5.0);
  CHECK(B.get(1, 0) == 6.0);
}

TEST_CASE("docs/how_to's schedule of a text multiplies, and its semiring keeps its laws") {
  auto const A = small_graph();
  auto const x = heddle::vector<float>::filled(4, 1);
  heddle::vector<float> y(4);
  heddle::schedule const chosen = heddle::schedule::parse("merge_path:items_per_worker=1024");
  heddle::mxv(y, heddle::plus_times<float>{}, A, x, {.schedule = chosen});
  CHECK(y.get(0) == 5.0f);
  CHECK(multiply_or_tell(y, A, x));

  heddle::min_plus<double> const semiring;
  std::vector<double> const values = {0, 1, 2.5}, entries = {0, 3};
  std::string const broken = heddle::seam::broken_law(semiring, values, entries);
  CHECK(broken == "");
}
