// progress.cpp - what generators, writers and the count of triangles tell of how far they are.
#include <doctest/doctest.h>

#include <algorithm>
#include <heddle/algorithms/triangle_count.hpp>
#include <heddle/detail/executor/parallel_for.hpp>
#include <heddle/io/files.hpp>
#include <heddle/io/generators.hpp>
#include <heddle/io/load.hpp>
#include <heddle/semirings/operators.hpp>
#include <thread>

#include "tests/io/temporary_folder.hpp"

using namespace heddle;
using namespace heddle::testing;

namespace {

/// Keeps the fractions that it is told, and whether another thread told one.
struct listener {
  std::vector<double> fractions;
  bool from_elsewhere = false;
  std::thread::id own = std::this_thread::get_id();

  progress_callback callback() {
    return [this](double fraction) {
      from_elsewhere = from_elsewhere || std::this_thread::get_id() != own;
      fractions.push_back(fraction);
    };
  }
  void check(std::size_t least) const {
    CHECK(!from_elsewhere);
    REQUIRE(fractions.size() >= least);
    CHECK(std::is_sorted(fractions.begin(), fractions.end()));
    CHECK(fractions.front() >= 0);
    CHECK(fractions.back() == 1);
  }
};

}  // namespace

TEST_CASE("every generator tells how far it is, and makes the same whether it is asked or not") {
  for (int const threads : {1, 3}) {
    host::set_default_threads(threads);
    for (auto const& generator : io::generators()) {
      CAPTURE(generator.name);
      io::generator_values values;
      for (auto const& parameter : generator.parameters) {
        if (parameter.name == "scale") values["scale"] = 14;
        if (parameter.name == "n") values["n"] = generator.name == "stencil27" ? 20 : 3000;
      }
      listener heard;
      auto const told = io::generate<float>(generator.name, values, heard.callback());
      auto const untold = io::generate<float>(generator.name, values);
      heard.check(2);
      CHECK(told.row == untold.row);
      CHECK(told.col == untold.col);
    }
  }
  host::set_default_threads(0);
}

TEST_CASE("a file tells how much of it is written") {
  temporary_folder folder;
  auto const entries = io::band<float>({.n = 20000, .width = 10});
  for (std::string const name : {"a.mtx", "a.el", "a.gr.gz"}) {
    CAPTURE(name);
    listener heard;
    io::write(folder.file(name), entries, heard.callback());
    heard.check(4);
    io::write(folder.file("again_" + name), entries);
    CHECK(folder.read(name) == folder.read("again_" + name));
  }
}

TEST_CASE("a count of triangles tells how much it has looked at") {
  for (auto const& [name, n] : {std::pair("complete", 400.0), {"power_law", 20000.0}}) {
    CAPTURE(name);
    auto const entries = io::generate<std::uint8_t>(name, {{"n", n}});
    auto const graph = io::to_matrix<std::uint8_t, std::int32_t>(entries, take_first<std::uint8_t>{}, host_executor(3));
    listener heard;
    size_type const told = triangle_count(graph, {.progress = heard.callback()});
    heard.check(1);
    if (n == 400) CHECK(heard.fractions.size() > 1);
    CHECK(told == triangle_count(graph));
  }
}
