// answers.hpp - the file of recorded answers: for every case the seed that it is drawn from and a hash of its result.
#pragma once
#include <map>
#include <string>
#include <vector>

#include "tests/support/cases/drawn_case.hpp"

namespace heddle::testing {

struct recorded_answer {
  unsigned seed;
  std::uint64_t hash;  // see hash_of; the values of all cases are exact, those of floating-point numbers too
};

/// By family.
using recorded_answers = std::map<std::string, std::vector<recorded_answer>>;

std::string answers_path();
recorded_answers read_answers(std::string const& path);
void write_answers(std::string const& path, recorded_answers const& answers);

}  // namespace heddle::testing
