// names.cpp - whatever is public and may allocate stands in the table of operations that run out of memory.
#include <doctest/doctest.h>

#include <regex>
#include <set>

#include "tests/failure/trial.hpp"
#include "tests/structure/source_tree.hpp"

using namespace heddle::testing;

namespace {

using names = std::set<std::string>;

// The function that a declaration names: what stands before its first parenthesis, C++ words and qualified names aside.
std::string function_in(std::string const& declaration) {
  static std::regex const word("(^|[^A-Za-z0-9_:.])([a-z_][a-z0-9_]*|operator=)\\(");
  static names const words = {"requires", "sizeof", "decltype", "static_assert", "if", "for", "return", "noexcept"};
  for (std::sregex_iterator at(declaration.begin(), declaration.end(), word), end; at != end; ++at) {
    if (!words.contains((*at)[2])) return (*at)[2];
  }
  return {};
}

// Follows the namespaces of a file, whose insides are not indented here.
struct namespace_tracker {
  std::vector<std::string> open;

  void read(std::string const& line) {
    static std::regex const begins("^(inline )?namespace ([A-Za-z_: ]*?) ?\\{$");
    std::smatch found;
    if (std::regex_search(line, found, begins)) open.push_back(found[2]);
    if (line.starts_with("}  // namespace")) open.pop_back();
  }
  bool is_public() const {
    return !open.empty() && std::all_of(open.begin(), open.end(), [](std::string const& name) {
      return name == "heddle" || name == "heddle::inline HEDDLE_TOOLCHAIN";
    });
  }
};

// Functions of namespace heddle that have a docstring.
names documented_functions(source_file const& file) {
  names found;
  namespace_tracker spaces;
  std::string declaration;
  bool documented = false;
  for (std::string const& line : file.lines) {
    spaces.read(line);
    if (line.starts_with("///")) {
      documented = spaces.is_public();
      declaration.clear();
      continue;
    }
    if (!documented) continue;
    declaration += line + "\n";
    if (!line.ends_with("{") && !line.ends_with(";") && !line.empty()) continue;
    bool const type = std::regex_search(declaration, std::regex("(^|\n|> )(struct|class|enum|using) "));
    if (auto const name = function_in(declaration); !type && !name.empty()) found.insert(name);
    documented = false;
  }
  return found;
}

// Public member functions of a class, as "class::member".
names members(std::string const& path, std::string const& type) {
  names found;
  bool inside = false, is_public = false;
  for (std::string const& line : lines_of(source_root() / path)) {
    if (std::regex_search(line, std::regex("class " + type + " \\{$"))) inside = true;
    if (line == "};") inside = false;
    if (line.starts_with(" public:")) is_public = true;
    if (line.starts_with(" private:")) is_public = false;
    bool const member = line.size() > 2 && line.starts_with("  ") && line[2] != ' ' && line[2] != '/';
    if (!inside || !is_public || !member) continue;
    if (auto const name = function_in(line); !name.empty()) found.insert(type + "::" + name);
  }
  return found;
}

// What only tells what is known, and the last step of operations, which they all take.
names const not_called = {"vector::exec",       "vector::size",       "vector::form", "vector::stays_adopted",
                          "matrix::exec",       "matrix::rows",       "matrix::cols", "matrix::stays_adopted",
                          "vector::storage_of", "matrix::storage_of", "merge_into"};

std::string missing_of(names const& wanted) {
  names tried = not_called;
  for (tried_operation const& o : all_operations()) tried.insert(o.name);
  std::string missing;
  for (std::string const& name : wanted) {
    if (!tried.contains(name)) missing += name + "\n";
  }
  return missing;
}

}  // namespace

TEST_CASE("every operation and algorithm is called while memory runs out" * doctest::skip(!has_sources())) {
  names found;
  for (auto const& file : sources_in({"ops", "include/heddle/algorithms"})) {
    if (file.path.ends_with(".hpp")) found.merge(documented_functions(file));
  }
  CHECK_GE(found.size(), 16);
  CHECK(found.contains("mxv"));
  CHECK_EQ(missing_of(found), "");
}

TEST_CASE("every public member of vector and matrix is called while memory runs out" * doctest::skip(!has_sources())) {
  names const of_vector = members("include/heddle/vector.hpp", "vector"),
              of_matrix = members("include/heddle/matrix.hpp", "matrix");
  CHECK_GE(of_vector.size(), 18);
  CHECK_GE(of_matrix.size(), 18);
  CHECK_EQ(missing_of(of_vector), "");
  CHECK_EQ(missing_of(of_matrix), "");
}

TEST_CASE("a public function that is not in the table is found missing") {
  source_file const file{
      "new.hpp",
      {"namespace heddle {", "namespace detail {", "/// Not this one.", "void inner(int a);", "}  // namespace detail",
       "/// w = f(u).", "template <class T>", "requires std::is_integral_v<T> vector<T> brand_new(vector<T> const& u,",
       "                                                   int b) {", "}", "}  // namespace heddle"}};
  CHECK(documented_functions(file) == names{"brand_new"});
  CHECK_EQ(missing_of(documented_functions(file)), "brand_new\n");
}
