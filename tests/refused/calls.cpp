// calls.cpp - calls of templates that the library has no instance of; tests/refused/check compiles them.
#include <heddle/algorithms/bfs.hpp>
#include <heddle/algorithms/sssp.hpp>
#include <heddle/io/read.hpp>

void call_what_there_is_not(heddle::matrix<int> const& whole,
                            heddle::matrix<float, std::int64_t, std::int32_t> const& narrow) {
  (void)heddle::sssp(whole, 0);
  (void)heddle::bfs(narrow, 0);
  (void)heddle::io::read<short>("a.mtx");
}
