// generators.cpp - shapes, promises and reproducibility of the generators.
#include <doctest/doctest.h>

#include <algorithm>
#include <heddle/base/error.hpp>
#include <heddle/detail/executor/parallel_for.hpp>
#include <heddle/io/generators.hpp>
#include <string>

#include "tests/io/temporary_folder.hpp"
#include "tests/support/contains.hpp"

using namespace heddle;
using namespace heddle::testing;

namespace {

/// A small one of every kind.
io::generator_values small_of(io::generator_info const& generator) {
  io::generator_values values;
  for (auto const& parameter : generator.parameters) {
    auto const is = [&](std::string_view name) { return parameter.name == name; };
    if (is("scale")) values["scale"] = 9;
    if (is("n")) values["n"] = generator.name == "stencil27" ? 7 : 500;
    if (is("width")) values["width"] = 17;
    if (is("height")) values["height"] = 23;
    if (is("keep")) values["keep"] = 0.6;
  }
  return values;
}

bool is_ordered(io::coordinates<float> const& a) {
  for (std::size_t k = 1; k < a.row.size(); ++k) {
    if (std::pair(a.row[k - 1], a.col[k - 1]) >= std::pair(a.row[k], a.col[k])) return false;
  }
  return true;
}

bool has_mirrors(io::coordinates<float> const& a) {
  auto all = entries_of(a);
  auto mirrored = all;
  for (auto& entry : mirrored) std::swap(entry.row, entry.col);
  std::sort(mirrored.begin(), mirrored.end(),
            [](auto const& p, auto const& q) { return std::pair(p.row, p.col) < std::pair(q.row, q.col); });
  return all == mirrored;
}

std::vector<int> degrees(io::coordinates<float> const& a) {
  std::vector<int> degree(static_cast<std::size_t>(a.rows));
  for (auto row : a.row) ++degree[static_cast<std::size_t>(row)];
  return degree;
}

}  // namespace

TEST_CASE("every generator gives ordered entries without duplicates, mirrored where it says so, without self loops") {
  for (auto const& generator : io::generators()) {
    CAPTURE(generator.name);
    auto a = io::generate<float>(generator.name, small_of(generator));
    CHECK(a.rows == io::generated_rows(generator.name, small_of(generator)));
    CHECK(a.cols == a.rows);
    CHECK(a.nnz() > 0);
    CHECK(a.values == io::field::pattern);
    CHECK(is_ordered(a));
    bool const is_stencil = generator.name == "band" || generator.name == "stencil27";
    size_type loops = 0;
    for (std::size_t k = 0; k < a.row.size(); ++k) loops += a.row[k] == a.col[k];
    CHECK(loops == (is_stencil ? a.rows : 0));
    CHECK(a.symmetric == (generator.name != "power_law"));
    io::add_weights(a);
    CHECK(std::all_of(a.value.begin(), a.value.end(), [](float w) { return w >= 1 && w <= 255; }));
    if (a.symmetric) CHECK(has_mirrors(a));
  }
}

TEST_CASE("a generator's result depends on its seed and not on the number of threads") {
  for (auto const& generator : io::generators()) {
    CAPTURE(generator.name);
    auto values = small_of(generator);
    host::set_default_threads(1);
    auto const alone = io::generate<float>(generator.name, values);
    host::set_default_threads(7);
    auto const together = io::generate<float, std::int64_t>(generator.name, values);
    host::set_default_threads(0);
    CHECK(entries_of(alone) == entries_of(together));
    if (generator.parameters.back().name != "seed") continue;
    values["seed"] = 2;
    CHECK_FALSE(entries_of(io::generate<float>(generator.name, values)) == entries_of(alone));
  }
}

TEST_CASE("regular shapes have the entries that their names promise") {
  CHECK(entries_of(io::path<float>({.n = 3})) == std::vector<entry<float>>{{0, 1, 1}, {1, 0, 1}, {1, 2, 1}, {2, 1, 1}});
  CHECK(io::star<float>({.n = 9}).nnz() == 16);
  CHECK(degrees(io::star<float>({.n = 9})).front() == 8);
  CHECK(io::complete<float>({.n = 6}).nnz() == 30);
  CHECK(io::band<float>({.n = 10, .width = 2}).nnz() == 10 + 2 * 9 + 2 * 8);
  CHECK(io::band<float>({.n = 3, .width = 100}).nnz() == 9);
  CHECK(io::stencil27<float>({.n = 4}).nnz() == 10 * 10 * 10);
  CHECK(io::grid<float>({.width = 5, .height = 3}).nnz() == 2 * (4 * 3 + 5 * 2));
  for (auto const& generator : io::generators()) {
    CAPTURE(generator.name);
    auto values = small_of(generator);
    for (auto& [name, value] : values) {
      if (name != "keep") value = 0;
    }
    CHECK(io::generate<float>(generator.name, values).nnz() == 0);
  }
}

TEST_CASE("random graphs have about the degrees that were asked for") {
  auto const mean = [](io::coordinates<float> const& a) { return double(a.nnz()) / double(a.rows); };
  CHECK(mean(io::erdos_renyi<float>({.scale = 14, .edge_factor = 4})) == doctest::Approx(8).epsilon(0.02));
  CHECK(mean(io::random_geometric<float>({.n = 20000, .degree = 15})) == doctest::Approx(15).epsilon(0.05));
  CHECK(mean(io::delaunay_like<float>({.n = 20000})) == doctest::Approx(6).epsilon(0.02));
  CHECK(mean(io::grid<float>({.width = 200, .height = 200, .keep = 0.62})) == doctest::Approx(2.48).epsilon(0.03));
  auto const skewed = degrees(io::rmat<float>({.scale = 12, .edge_factor = 8}));
  CHECK(*std::max_element(skewed.begin(), skewed.end()) > 400);
  auto const web = degrees(io::power_law<float>({.n = 20000}));
  CHECK(*std::max_element(web.begin(), web.end()) > 400);
}

TEST_CASE("a triangulation is planar: it has no more than 3n - 6 edges and its longest edge is short") {
  auto const a = io::delaunay_like<float>({.n = 1000, .seed = 5});
  CHECK(a.nnz() / 2 <= 3 * 1000 - 6);
  CHECK(a.nnz() / 2 >= 3 * 1000 - 200);
}

TEST_CASE("unknown generators and parameters, and values out of range, are refused with what is valid") {
  auto const says = [](std::string_view name, io::generator_values const& values) {
    return complaint<invalid_argument>([&] { io::generate<float>(name, values); });
  };
  CHECK(says("kronecker", {}).starts_with("unknown generator \"kronecker\"; known are rmat, erdos_renyi, grid, band"));
  CHECK(says("path", {{"m", 3}}) == "path: unknown parameter \"m\"; known are n");
  CHECK(says("grid", {{"keep", 1.5}}) == "grid: keep must be a number in 0..1");
  CHECK(says("path", {{"n", 2.5}}).starts_with("path: n must be a whole number in 0.."));
  CHECK(says("rmat", {{"a", 0.8}, {"b", 0.8}}).starts_with("rmat: a, b and c must be probabilities"));
  CHECK(complaint<index_overflow>([] { io::path<float>({.n = 3000000000}); }) ==
        "path: 3000000000 rows need the index type std::int64_t");
}

TEST_CASE("weights that the element type cannot hold are refused") {
  auto a = io::path<std::uint8_t>({.n = 10});
  CHECK_THROWS_AS(io::add_weights(a, {.low = 1, .high = 256}), invalid_argument);
  CHECK_THROWS_AS(io::add_weights(a, {.low = 3, .high = 2}), invalid_argument);
  io::add_weights(a, {.low = 7, .high = 7});
  CHECK(a.value == std::vector<std::uint8_t>(18, 7));
}

TEST_CASE("a graph of more vertices than any array holds is a typed error") {
  CHECK_THROWS_WITH_AS((io::generate<float, std::int64_t>("grid", {{"width", 0x1p31 - 1}, {"height", 0x1p31 - 1}})),
                       "grid: the entries do not fit into memory", out_of_memory);
}

// Found by tests/fuzz/generator.cpp.
TEST_CASE("an unknown generator or parameter is named in one line of printable text") {
  std::string const odd = std::string("no\nsuch\x01\xff") + std::string(200, 'x');
  auto const check = [&](auto const& call) {
    auto const said = complaint<invalid_argument>(call);
    CHECK(contains(said, "no\\x0asuch\\x01\\xff"));
    CHECK(!contains(said, std::string(100, 'x')));
    for (char letter : said) CHECK((letter >= ' ' && letter <= '~'));
  };
  check([&] { (void)io::generate<float>(odd, {}); });
  check([&] { (void)io::generated_rows(odd, {}); });
  check([&] { (void)io::generate<float>("path", {{odd, 3}}); });
}
