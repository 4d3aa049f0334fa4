// replay.cpp - every executor gives the answers that SuiteSparse:GraphBLAS gave when they were recorded.
#include <doctest/doctest.h>

#include <sstream>

#include "tests/structure/source_tree.hpp"
#include "tests/support/cases/answers.hpp"
#include "tests/support/cases/recorded.hpp"

using namespace heddle;
using namespace heddle::testing;

namespace {

recorded_answers const& answers() {
  static recorded_answers const all = read_answers(answers_path());
  return all;
}

/// What is wrong with a result of which only the hash is known: the host's differs from it, or is wrong as well.
std::string explained(drawn_case const& c, entries const& found) {
  std::ostringstream text;
  auto const on_host = difference(found, c.family->run(host_executor(1), c));
  text << (on_host.empty() ? "the host gives the same" : "against the host: " + on_host) << "\n  found " << found;
  return text.str();
}

void replay(executor const& exec, std::vector<case_family> const& families) {
  for (case_family const& family : families) {
    REQUIRE_MESSAGE(answers().contains(family.name), family.name);
    auto const& recorded = answers().at(family.name);
    CHECK_EQ(recorded.size(), recorded_cases(family));
    for (recorded_answer const& answer : recorded) {
      auto const c = draw(family, answer.seed);
      entries const found = family.run(exec.is_host() ? host_executor(c.threads) : exec, c);
      if (hash_of(found) == answer.hash) continue;
      INFO(c);
      CHECK_EQ(explained(c, found), "");
    }
  }
}

}  // namespace

// An EXECUTOR_CASE that is skipped, and counted so, where the file of answers is not: on a machine with the test
// program alone.
#define RECORDED_CASE(sentence, families)                                                                        \
  TEST_CASE(sentence " as SuiteSparse:GraphBLAS did when it was asked (host)" * doctest::skip(!has_sources())) { \
    replay(host_executor(), families);                                                                           \
  }                                                                                                              \
  TEST_CASE(sentence " as SuiteSparse:GraphBLAS did when it was asked (gpu)" *                                   \
            doctest::skip(!has_sources() || !cuda_available())) {                                                \
    replay(cuda_executor(), families);                                                                           \
  }

RECORDED_CASE("mxv and vxm on floating-point numbers answer", recorded_real_products())
RECORDED_CASE("mxv and vxm on integers and bool answer", recorded_integer_products())
RECORDED_CASE("mxm answers", recorded_matrix_products())
RECORDED_CASE("reductions and spmv answer", recorded_sums())
RECORDED_CASE("ewise_mult, select and assign answer", recorded_elementwise())
RECORDED_CASE("element-wise operations on matrices, transpose and kronecker answer", recorded_matrix_pairs())
RECORDED_CASE("extract, assign and subassign at chosen positions answer", recorded_parts())
RECORDED_CASE("apply and select with a number beside their operand answer", recorded_numbers())
RECORDED_CASE("casts, transposes, building and numbering answer", recorded_rearrangements())

TEST_CASE("the recorded answers are of 2,000 cases or more, and of families that there are" *
          doctest::skip(!has_sources())) {
  std::size_t cases = 0;
  for (auto const& [name, recorded] : answers()) {
    cases += recorded.size();
    auto const families = recorded_families();
    CHECK_MESSAGE(std::any_of(families.begin(), families.end(), [&](auto const& f) { return f.name == name; }), name);
  }
  CHECK(cases >= 2000);
}
