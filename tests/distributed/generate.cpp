// generate.cpp - generated graphs that are dealt out are those of one executor.
#include <heddle/io/generators.hpp>

#include "tests/distributed/drawn.hpp"

using namespace heddle;
using namespace heddle::testing;

namespace {

template <class T, class I, class O, distributed::dealer By = distributed::equal_entries>
void check_generated(distributed::group const& ranks, std::string_view name, io::generator_values const& values,
                     io::generate_options const& options = {}, By const& by = {}) {
  CAPTURE(name);
  auto const whole = io::generate_matrix<T, I, O>(name, values, executor{}, options);
  auto const a = distributed::generate<T, I, O>(name, values, ranks, options, by);
  CHECK(a.rows() == whole.rows());
  CHECK(a.cols() == whole.cols());
  CHECK(a.nnz() == whole.nnz());
  CHECK(a.is_symmetric() == storage_of(whole).symmetric());
  ranks.run([&](distributed::member& m) { CHECK(a.part(m).exec() == m.exec()); });
  auto const gathered = a.gather_to(0);
  if (!gathered) return;  // it came to another process
  auto const expected = whole.tuples(), found = gathered->tuples();
  bool const same = expected.row == found.row && expected.col == found.col && expected.value == found.value;
  CHECK(same);
}

}  // namespace

TEST_CASE("a generated graph that is dealt out is that of one executor, with weights and without [sanitize]") {
  for (auto const& ranks : groups_to_try()) {
    CAPTURE(ranks.ranks());
    io::generator_values const values{{"scale", 12}, {"edge_factor", 3}, {"seed", 4}};
    check_generated<float, std::int32_t, std::int32_t>(ranks, "rmat", values);
    check_generated<double, std::int64_t, std::int64_t>(ranks, "erdos_renyi", values,
                                                        {.weights = io::weight_options{}, .key_bytes = 20000});
    check_generated<double, std::int32_t, std::int64_t>(ranks, "urand", {{"scale", 3}},
                                                        {.weights = io::weight_options{}});  // ranks without rows
    check_generated<float, std::int32_t, std::int32_t>(ranks, "rmat", values, {.weights = io::weight_options{}},
                                                       distributed::equal_rows{.multiple = 1});
    check_generated<float, std::int32_t, std::int32_t>(ranks, "power_law", {{"n", 3000}});  // not symmetric
  }
}

TEST_CASE("a matrix is made of parts that ranks have, and parts of another shape are refused") {
  for (auto const& ranks : groups_to_try()) {
    CAPTURE(ranks.ranks());
    auto const by = distributed::equal_rows{.multiple = 1}(10, ranks.ranks());
    using part = matrix<int>;
    auto const diagonal = [&](distributed::member& m) {  // 1 + its row, on the diagonal
      std::vector<std::int32_t> row, col;
      std::vector<int> value;
      for (size_type i = by.begin(m.rank()); i < by.begin(m.rank() + 1); ++i) {
        row.push_back(static_cast<std::int32_t>(i - by.begin(m.rank())));
        col.push_back(static_cast<std::int32_t>(i));
        value.push_back(static_cast<int>(i) + 1);
      }
      return part::build(by.size_of(m.rank()), 10, row, col, value, plus<int>{}, m.exec());
    };
    auto const a = distributed::matrix<int>::from_parts(by, 10, ranks, diagonal);
    CHECK(a.nnz() == 10);
    auto const whole = a.gather_to(0);
    if (whole) CHECK(whole->get(7, 7) == 8);
    CHECK_THROWS_AS((void)distributed::matrix<int>::from_parts(by, 11, ranks, diagonal), dimension_mismatch);
    CHECK_THROWS_AS(
        (void)distributed::matrix<int>::from_parts(
            by, 10, ranks, [&](distributed::member& m) { return part(by.size_of(m.rank()) + 1, 10, m.exec()); }),
        dimension_mismatch);
  }
}

TEST_CASE("what generators and options do not have is refused as on one executor, and the ranks go on") {
  for (auto const& ranks : groups_to_try()) {
    CHECK_THROWS_AS((void)distributed::generate<float>("rnat", {}, ranks), invalid_argument);
    CHECK_THROWS_AS((void)distributed::generate<float>("rmat", {{"scale", 99}}, ranks), invalid_argument);
    CHECK_THROWS_WITH_AS((void)distributed::generate<float>("rmat", {{"scale", 4}}, ranks, {.key_bytes = 0}),
                         "generate_matrix: key_bytes must be positive", invalid_argument);
    CHECK(distributed::generate<float>("rmat", {{"scale", 4}}, ranks).rows() == 16);
  }
}
