// many_entries.cpp - files of more entries than one thread formats at once.
#include <heddle/io/files.hpp>
#include <heddle/io/load.hpp>
#include <heddle/semirings/operators.hpp>

#include "tests/io/temporary_folder.hpp"

using namespace heddle;
using namespace heddle::testing;

namespace {

// A path of n vertices, both ways: more than two pieces of the writer's.
io::coordinates<std::int32_t> path_graph(std::int32_t n) {
  io::coordinates<std::int32_t> a;
  a.rows = a.cols = n;
  for (std::int32_t i = 0; i + 1 < n; ++i) {
    a.row.insert(a.row.end(), {i, i + 1});
    a.col.insert(a.col.end(), {i + 1, i});
    a.value.insert(a.value.end(), {i, i});
  }
  return a;
}

}  // namespace

TEST_CASE("every entry of a large file is written, in its place") {
  temporary_folder const folder;
  auto const a = path_graph(70000);
  for (auto const* name : {"a.mtx", "a.gr.gz"}) {
    CAPTURE(name);
    io::write(folder.file(name), a);
    auto const b = io::read<std::int32_t>(folder.file(name));
    CHECK(b.row == a.row);
    CHECK(b.col == a.col);
    CHECK(b.value == a.value);
  }
}

TEST_CASE("a symmetric file becomes a matrix that is known to be symmetric, a general one does not") {
  temporary_folder const folder;
  auto a = path_graph(10);
  for (bool const symmetric : {true, false}) {
    a.symmetric = symmetric;
    io::write(folder.file("a.mtx"), a);
    auto const matrix = io::to_matrix(io::read<std::int32_t>(folder.file("a.mtx")), plus<std::int32_t>{});
    CHECK(matrix.nnz() == 18);
    CHECK(storage_of(matrix).symmetric() == symmetric);
  }
}
