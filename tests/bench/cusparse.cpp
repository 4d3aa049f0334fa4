// cusparse.cpp - which cuSPARSE measurements stand beside.
#include "src/measure/cusparse.hpp"

#include <doctest/doctest.h>

#include "src/measure/machine.hpp"

namespace heddle::testing {
namespace {

bool has_call(measure::cusparse_call call) {
  for (auto const& variant : measure::cusparse_variants()) {
    if (variant.call == call) return true;
  }
  return false;
}

}  // namespace

TEST_CASE("the version of cuSPARSE that is found is told, and whether SpMVOp is among its variants") {
  std::string const version = measure::cusparse_version();
  CHECK(measure::has_cusparse() == (version != "none"));
  CHECK(has_call(measure::cusparse_call::preprocessed_csr));
  if (measure::has_cusparse()) {
    CHECK(version.starts_with("1"));
    CHECK(has_call(measure::cusparse_call::spmv_op) == (version.find("without SpMVOp") == std::string::npos));
  } else {
    CHECK_FALSE(has_call(measure::cusparse_call::spmv_op));
  }
}

TEST_CASE("a table's head tells the device and which heddle it was") {
  auto const about = measure::describe_machine(host_executor());
  CHECK(about.front() == std::pair<std::string, std::string>{"device", host_executor().description()});
  CHECK(about.back().first == "commit");
}

}  // namespace heddle::testing
