// answers.cpp - the file of recorded answers: a family's name in brackets, then a line a case.
#include "tests/support/cases/answers.hpp"

#include <fstream>
#include <iomanip>

#include "tests/support/source_root.hpp"

namespace heddle::testing {

std::string answers_path() { return (source_root() / "tests/data/oracle_answers.txt").string(); }

recorded_answers read_answers(std::string const& path) {
  std::ifstream in(path);
  if (!in) throw std::runtime_error("cannot read " + path);
  recorded_answers all;
  std::vector<recorded_answer>* family = nullptr;
  for (std::string line; std::getline(in, line);) {
    if (line.empty() || line[0] == '#') continue;
    if (line[0] == '[') {
      family = &all[line.substr(1, line.size() - 2)];
      continue;
    }
    if (family == nullptr) throw std::runtime_error(path + " begins without a family");
    std::size_t used = 0;
    auto const seed = static_cast<unsigned>(std::stoul(line, &used));
    family->push_back({seed, std::stoull(line.substr(used), nullptr, 16)});
  }
  return all;
}

void write_answers(std::string const& path, recorded_answers const& answers) {
  std::ofstream out(path);
  out << "# Answers of SuiteSparse:GraphBLAS to drawn cases: seed, hash of the result. Written anew by\n"
         "# HEDDLE_RECORD_ORACLE=1 build/heddle_oracle_tests -tc='the recorded answers*'\n";
  for (auto const& [family, cases] : answers) {
    out << '[' << family << "]\n";
    for (auto const& c : cases) out << std::dec << c.seed << ' ' << std::hex << c.hash << '\n';
  }
  if (!out.flush()) throw std::runtime_error("cannot write " + path);
}

}  // namespace heddle::testing
