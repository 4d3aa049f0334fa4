// extract.cpp - entries at chosen positions of vectors and matrices, as the reference has them.
#include "tests/support/executors.hpp"
#include "tests/support/extract_check.hpp"

using namespace heddle;
using namespace heddle::testing;

EXECUTOR_CASE("extract gives the entries of a vector at the chosen positions") {
  check_vector_extracts<double, int>(exec, minus<double>{});
  check_vector_extracts<float, float>(exec, plus<float>{});
}

EXECUTOR_CASE("extract gives the entries of a matrix, or of one of its columns or rows, at the chosen positions") {
  check_matrix_extracts<double, int>(exec, minus<double>{});
}

EXECUTOR_CASE("extract gives rows that lie side by side, of one value for all and of many [sanitize]") {
  random_source random(7);
  for (bool const one_value : {false, true}) {
    size_type const rows = 9, cols = 5;
    auto const cells = draw_matrix<float>(random, rows, cols, 50);
    auto a = make_matrix<float>(cells, exec);
    if (one_value) {
      auto const entries = a.tuples();
      coo_arrays<float> const arrays{rows, cols, a.nnz(), entries.row.data(), entries.col.data(), nullptr, 3.0f};
      a = matrix<float>::build(arrays, take_first<float>{}, executor{}).to(exec);
    }
    auto const all_cells = to_dense(a).cells;
    for (size_type begin = 0; begin <= rows; ++begin) {
      for (size_type end = begin; end <= rows; ++end) {
        matrix<float> c(end - begin, cols, exec);
        extract(c, a, heddle::range(begin, end), heddle::all);
        std::vector const wanted(all_cells.begin() + begin * cols, all_cells.begin() + end * cols);
        CHECK(to_dense(c).cells == wanted);
      }
    }
  }
}

TEST_CASE("extract moves structs, and accumulates them by operators of any kind (host)") {
  check_vector_extracts<labelled, labelled>(executor{}, relabel_first{});
  check_matrix_extracts<labelled, labelled>(executor{}, relabel_first{});
}
