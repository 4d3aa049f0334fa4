// files.cpp - examples of docs/operations.md: what is read from files, written to them, and drawn.
#include "tests/docs/operations/operands.hpp"
#include "tests/io/temporary_folder.hpp"

using namespace heddle::testing;

// ## io::load, io::save: no GraphBLAS name, in include/heddle/io/load.hpp
// - `io::load<T>(path, exec, options, duplicate)`: the matrix of a file, of any format that heddle knows.
// - `io::save(C, path)`: a file in the format that the extension names.
EXECUTOR_CASE("the example of io::load in docs is right") {
  temporary_folder const folder;
  auto const path = folder.write("roads.el", "0 1 2.5\n1 2 4\n"), copy = folder.file("roads.mtx.gz");
  // begin
  auto const C = heddle::io::load<float>(path, exec, {.undirected = true});
  heddle::io::save(C, copy);  // copy: "roads.mtx.gz"
  // end
  CHECK_EQ(shown(C), ". 2.5 . / 2.5 . 4 / . 4 .");
}

// ## io::read, io::read_header, io::to_matrix, io::write: no GraphBLAS name, in include/heddle/io/files.hpp
// - `io::read_header(path, options)`: sizes, and what was understood of the file, before types are chosen.
// - `io::read<T, Index>(path, progress, options)`: the entries of the file; `io::to_matrix` makes a matrix of them.
// - `io::write(path, entries, progress, options)`: the way back.
EXECUTOR_CASE("the example of io::read in docs is right") {
  temporary_folder const folder;
  auto const path = folder.write("friends.el", "901 17\n17 44\n");
  // begin
  auto const entries = heddle::io::read<float>(path, {}, {.compact = true});
  auto const C = heddle::io::to_matrix(entries, heddle::plus<float>{}, exec);
  auto const name = entries.names[2];  // the number that the file has for vertex 2
  // end
  CHECK_EQ(shown(C), ". 1 . / . . 1 / . . .");
  CHECK_EQ(shown(name), "44");
}

// ## io::generate, io::generate_matrix, io::add_weights: no GraphBLAS name, in include/heddle/io/generators.hpp
// - `io::generate<T>(name, parameters, progress)`: the entries of a drawn graph; `io::generators()` lists the names.
// - `io::generate_matrix<T>(name, parameters, exec, options)`: its matrix, on a GPU drawn there.
EXECUTOR_CASE("the example of io::generate_matrix in docs is right") {
  // begin
  auto const C = heddle::io::generate_matrix<float>("path", {{"n", 3}}, exec, {});
  // end
  CHECK_EQ(shown(C), ". 1 . / 1 . 1 / . 1 .");
}
