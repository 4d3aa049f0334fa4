// drawn.cpp - more than 40,000 cases drawn of all operations agree with SuiteSparse:GraphBLAS, and mistakes would show
// in them.
#include <doctest/doctest.h>

#include "tests/oracle/check.hpp"
#include "tests/oracle/families.hpp"
#include "tests/support/cases/answers.hpp"

using namespace heddle;
using namespace heddle::testing;

namespace {

std::vector<case_family> const& all_families() {
  static std::vector<case_family> const all = [] {
    std::vector<case_family> joined = recorded_families();
    for (auto const& part :
         {drawn_integer_products(), drawn_real_products(), drawn_mixed_products(), drawn_matrix_products(),
          drawn_positions(), drawn_sums(), drawn_elementwise(), drawn_matrix_pairs(), drawn_assignments(),
          drawn_rearrangements(), drawn_parts(), drawn_numbers()}) {
      joined.insert(joined.end(), part.begin(), part.end());
    }
    return joined;
  }();
  return all;
}

unsigned cases_of(operation what) { return what == operation::mxm ? 200 : is_product(what) ? 250 : 100; }

/// What has been counted so far by the test cases of this file.
tally& total() {
  static tally all;
  return all;
}

/// Compares all families of the operations; what the cases are like is checked as well as what they give.
void compare(std::initializer_list<operation> operations) {
  tally counted;
  for (operation const what : operations) {
    std::vector<case_family> families;
    for (auto const& f : all_families()) {
      if (f.what == what) families.push_back(f);
    }
    REQUIRE(!families.empty());
    compare_with_oracle(families, cases_of(what), counted);
  }
  MESSAGE(counted);
  CHECK(counted.sums_two.percent() >= 60);
  CHECK(counted.changed.percent() >= 80);
  CHECK((counted.aliased.of == 0 || counted.aliased.percent() >= 20));
  for (portion const& unseen :
       {counted.mask_unseen, counted.replace_unseen, counted.complement_unseen, counted.accumulator_unseen}) {
    CHECK((unseen.of == 0 || unseen.percent() <= 10));
  }
  // Where u is w, or truths are selected, most accumulators meet equal operands.
  CHECK((counted.swap_unseen.of == 0 || counted.swap_unseen.percent() <= 20));
  total() += counted;
}

}  // namespace

TEST_CASE("mxv of drawn operands agrees with SuiteSparse:GraphBLAS") { compare({operation::mxv}); }

TEST_CASE("vxm of drawn operands agrees with SuiteSparse:GraphBLAS") { compare({operation::vxm}); }

TEST_CASE("mxm of drawn operands agrees with SuiteSparse:GraphBLAS") { compare({operation::mxm}); }

TEST_CASE("sums of rows, columns, matrices and vectors agree with SuiteSparse:GraphBLAS") {
  compare({operation::reduce_rows});
  compare({operation::reduce_matrix, operation::reduce_vector});
}

TEST_CASE("ewise_mult and select agree with SuiteSparse:GraphBLAS") {
  compare({operation::ewise_mult});
  compare({operation::select});
}

TEST_CASE("ewise_add and ewise_union agree with SuiteSparse:GraphBLAS") {
  compare({operation::ewise_add});
  compare({operation::ewise_union});
}

TEST_CASE("element-wise operations on matrices agree with SuiteSparse:GraphBLAS") {
  compare({operation::mult_matrices});
  compare({operation::add_matrices, operation::union_matrices});
}

TEST_CASE("transpose and kronecker agree with SuiteSparse:GraphBLAS") {
  compare({operation::transpose_into});
  compare({operation::kronecker});
}

TEST_CASE("assign of vectors and of scalars agrees with SuiteSparse:GraphBLAS") {
  compare({operation::assign_vector});
  compare({operation::assign_scalar});
}

TEST_CASE("extract agrees with SuiteSparse:GraphBLAS") {
  compare({operation::extract_vector});
  compare({operation::extract_matrix});
  compare({operation::extract_column});
}

TEST_CASE("assign at chosen positions agrees with SuiteSparse:GraphBLAS") {
  compare({operation::assign_part});
  compare({operation::assign_matrix});
  compare({operation::assign_row, operation::assign_column});
}

TEST_CASE("subassign agrees with SuiteSparse:GraphBLAS") {
  compare({operation::subassign_part});
  compare({operation::subassign_matrix});
  compare({operation::subassign_row, operation::subassign_column});
}

TEST_CASE("apply of operators with a number bound to them agrees with SuiteSparse:GraphBLAS") {
  compare({operation::bind_first, operation::bind_second});
  compare({operation::bind_first_matrix, operation::bind_second_matrix});
}

TEST_CASE("apply and select by positions and a number agree with SuiteSparse:GraphBLAS") {
  compare({operation::index_vector, operation::index_matrix});
  compare({operation::select_vector, operation::select_matrix});
}

TEST_CASE("casts, transposes, building and numbering agree with SuiteSparse:GraphBLAS") {
  compare({operation::apply_index, operation::cast_vector, operation::cast_matrix});
  compare({operation::transpose, operation::build_vector, operation::build_matrix});
}

TEST_CASE("diagonals of matrices and matrices of a diagonal agree with SuiteSparse:GraphBLAS") {
  compare({operation::diag, operation::diagonal});
}

TEST_CASE("y = alpha A x + beta y agrees with SuiteSparse:GraphBLAS") { compare({operation::spmv}); }

TEST_CASE("all operations together were asked 40,000 times, a third with operands that are one object") {
  long planned = 0;
  for (auto const& f : all_families()) planned += cases_of(f.what);
  CHECK(planned >= 40000);
  MESSAGE("all: ", total());
  if (total().cases < planned) return;  // a part of the file was chosen
  CHECK(total().sums_two.percent() >= 60);
  CHECK(total().changed.percent() >= 80);
  CHECK(total().mask_unseen.percent() <= 10);
  CHECK(total().swap_unseen.percent() <= 10);
  CHECK(3 * total().aliased.count >= total().aliased.of);
  CHECK(total().large >= 1000);
  CHECK(total().few_open >= 200);
  CHECK(total().full_right >= 200);
  CHECK(total().threaded >= total().cases / 4);
  CHECK(total().wide >= total().cases / 20);
}

TEST_CASE("the recorded answers are those that SuiteSparse:GraphBLAS gives") {
  recorded_answers now;
  tally counted;
  for (auto const& family : recorded_families()) {
    for (unsigned index = 0; index < recorded_cases(family); ++index) {
      auto const c = accepted_case(family, index, counted);
      now[family.name].push_back({c.asked.seed, hash_of(c.expected)});
    }
  }
  if (std::getenv("HEDDLE_RECORD_ORACLE") != nullptr) write_answers(answers_path(), now);
  auto const recorded = read_answers(answers_path());
  CHECK_EQ(recorded.size(), now.size());
  for (auto const& [name, answers] : now) {
    INFO(name);
    REQUIRE(recorded.contains(name));
    auto const same = [](recorded_answer a, recorded_answer b) { return a.seed == b.seed && a.hash == b.hash; };
    auto const& old = recorded.at(name);
    CHECK(std::equal(answers.begin(), answers.end(), old.begin(), old.end(), same));
  }
}
