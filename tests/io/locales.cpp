// locales.cpp - a program's own locale changes neither what files hold, nor messages, nor names of schedules.
#include <heddle/heddle.hpp>
#include <locale>
#include <sstream>

#include "src/io/memory_bound.hpp"
#include "src/text/plain_text.hpp"
#include "tests/io/temporary_folder.hpp"

using namespace heddle;
using namespace heddle::testing;

namespace {

// Numbers as in German: 1.234,5. A facet of our own, as a machine may have no locale but C.
struct grouped : std::numpunct<char> {
  char do_decimal_point() const override { return ','; }
  char do_thousands_sep() const override { return '.'; }
  std::string do_grouping() const override { return "\3"; }
};

class grouped_numbers {
  std::locale before_ = std::locale::global(std::locale(std::locale::classic(), new grouped));

 public:
  ~grouped_numbers() { std::locale::global(before_); }
};

matrix<double> large_numbers() {
  return matrix<double>::build(20000, 20000, {0, 12345, 19999}, {1, 2345, 3}, {1.5, 1234567.25, 3e-7}, plus<double>{},
                               host_executor());
}

}  // namespace

TEST_CASE("files hold the same numbers whatever locale the program has chosen") {
  temporary_folder const folder;
  auto const a = large_numbers();
  for (std::string const name : {"a.mtx", "a.gr", "a.el", "a.wel", "a.npz"}) {
    CAPTURE(name);
    io::save(a, folder.file("plain_" + name));
    {
      grouped_numbers const program;
      io::save(a, folder.file(name));
      CHECK(io::load<double>(folder.file(name), host_executor()).tuples().value == a.tuples().value);
    }
    CHECK(folder.read(name) == folder.read("plain_" + name));
  }
}

TEST_CASE("messages, explanations and names of schedules have plain numbers in any locale") {
  auto const a = large_numbers();
  vector<double> y(20000, host_executor());
  auto const said = [&] {
    std::string text = schedule(schedules::merge_path{.items_per_worker = 4096}).text() + detail::shown_size(1536);
    text += storage_of(a).csr().plan_for(schedules::automatic{}, 8)->explain();
    try {
      mxv(y, plus_times<double>{}, a, vector<double>(12345, host_executor()));
    } catch (dimension_mismatch const& wrong) { text += wrong.what(); }
    return text;
  };
  std::string const plain = said();
  CHECK(plain.find("12345") != std::string::npos);
  grouped_numbers const program;
  CHECK(said() == plain);
}

TEST_CASE("printed containers have values in the stream's format, and plain numbers of rows") {
  grouped_numbers const program;
  std::ostringstream text, classic;
  classic.imbue(std::locale::classic());
  text << large_numbers();
  CHECK(text.str().find("matrix of 20000 x 20000, 3 entries:\n  (0, 1): 1,5\n  (12345, 2345)") == 0);
  classic << large_numbers();
  CHECK(classic.str().find("(0, 1): 1.5\n") != std::string::npos);
}

TEST_CASE("letters are small ones whatever setlocale says, and those that are not ASCII stay") {
  CHECK(detail::in_lower_case("KARATE.METIS [\\]@Z\xc3\x84") == "karate.metis [\\]@z\xc3\x84");
}
