// check.hpp - cases on which a mistake shows: drawn again until they do, counted, compared with SuiteSparse:GraphBLAS.
#pragma once
#include <map>

#include "tests/oracle/graphblas.hpp"

namespace heddle::testing {

/// How many cases have a property, of how many that could.
struct portion {
  long count = 0, of = 0;
  double percent() const { return of == 0 ? 100 : 100.0 * static_cast<double>(count) / static_cast<double>(of); }
  void note(bool is) {
    ++of;
    count += is;
  }
  portion& operator+=(portion const& other) {
    count += other.count;
    of += other.of;
    return *this;
  }
};

/// What the cases of an operation are like. `*_unseen`: the mistake would give the same result.
struct tally {
  long cases = 0, drawn = 0, large = 0, threaded = 0, wide = 0;
  long few_open = 0, full_right = 0;  // products of matrices for which mxm has methods of their own
  portion sums_two, changed, aliased;
  portion mask_unseen, replace_unseen, complement_unseen, accumulator_unseen, swap_unseen;

  tally& operator+=(tally const& other);
};
std::ostream& operator<<(std::ostream& out, tally const& t);

/// A case and its answer.
struct answered_case {
  drawn_case asked;
  entries expected;
};

/// Case `index` of a family: of its first 24 draws the first on which every mistake shows, else the last; every twelfth
/// case is taken as it comes, the empty ones among them. A case whose sums are NaN or -0 is never taken.
answered_case accepted_case(case_family const& family, unsigned index, tally& counted);

/// Cases 0 to n - 1 of every family by heddle on the host.
void compare_with_oracle(std::vector<case_family> const& families, unsigned cases, tally& counted);

}  // namespace heddle::testing
