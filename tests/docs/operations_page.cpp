// operations_page.cpp - docs/operations.md is made of the docstrings of headers and of the examples of
// tests/docs/operations, which are compiled and run; here is what makes it, and the test that it is as it is made.
#include <doctest/doctest.h>

#include <cctype>
#include <cstdlib>
#include <regex>
#include <sstream>

#include "tests/docs/pages.hpp"

using namespace heddle::testing;

namespace {

// What a docstring and the declaration behind it come to on the page.
struct documented_call {
  std::string name, parameters, sentence;
};

// What stands between the parentheses that `from` is the first of.
std::string in_parentheses(std::string const& text, std::size_t from) {
  int depth = 0;
  for (std::size_t k = from; k < text.size(); ++k) {
    if (text[k] == '(') ++depth;
    if (text[k] == ')' && --depth == 0) return text.substr(from + 1, k - from - 1);
  }
  return {};
}

// The last word of every parameter, its default aside.
std::string names_of_parameters(std::string const& parameters) {
  std::string names;
  int depth = 0;
  std::string parameter;
  auto const end_parameter = [&] {
    parameter = parameter.substr(0, parameter.find(" = "));
    auto const last = parameter.find_last_not_of(' ');
    auto const before = parameter.find_last_of(" &\n", last);
    std::string name = parameter.substr(before + 1, last - before);
    if (name == "mask_argument") name = "mask";
    if (name == "no_mask_type") name = "no_mask";
    if (name == "matrix") name = "a";
    names += (names.empty() ? "" : ", ") + name;
    parameter.clear();
  };
  for (char const c : parameters) {
    depth += (c == '<' || c == '(' || c == '{') - (c == '>' || c == ')' || c == '}');
    if (c == ',' && depth == 0) {
      end_parameter();
    } else {
      parameter += c;
    }
  }
  end_parameter();
  return names;
}

std::string first_sentence(std::string const& text) {
  auto stop = text.find(". ");
  while (stop != std::string::npos && stop > 0 && text[stop - 1] == '.') stop = text.find(". ", stop + 1);
  return text.substr(0, stop == std::string::npos ? stop : stop + 1);
}

// In lines of at most 120 signs, but the first indented.
std::string wrapped(std::string const& text) {
  std::string result, word;
  std::size_t column = 0;
  std::istringstream words(text);
  while (words >> word) {
    bool const fits = column + 1 + word.size() <= 120;
    if (column > 0) result += fits ? " " : "\n  ";
    column = (column == 0 ? 0 : fits ? column + 1 : 2) + word.size();
    result += word;
  }
  return result + '\n';
}

// Signs that Markdown would take for its own, outside of backticks.
std::string escaped(std::string const& text) {
  std::string result;
  bool code = false;
  for (char const c : text) {
    if (c == '`') code = !code;
    if (!code && (c == '<' || c == '>' || c == '*' || c == '_' || c == '|')) result += '\\';
    result += c;
  }
  return result;
}

// A line behind the list of template parameters that it begins with; nothing where the list goes on.
std::string without_template(std::string const& line) {
  if (!line.starts_with("template <")) return line;
  int depth = 0;
  for (std::size_t k = 9; k < line.size(); ++k) {
    depth += (line[k] == '<') - (line[k] == '>');
    if (depth == 0) return line.substr(k + 1);
  }
  return {};
}

// Every public function of a header that has a docstring.
std::vector<documented_call> documented_calls(std::vector<std::string> const& lines) {
  static std::regex const own("namespace heddle(::inline HEDDLE_TOOLCHAIN)?( \\{)?$");
  std::vector<documented_call> calls;
  int inner = 0;  // namespaces that are not the library's own
  for (std::size_t k = 0; k < lines.size(); ++k) {
    bool const of_library = std::regex_search(lines[k], own);
    if (lines[k].starts_with("namespace ") && !of_library) ++inner;
    if (lines[k].starts_with("}  // namespace ") && !of_library) --inner;
    if (!lines[k].starts_with("///") || inner > 0) continue;
    std::string words, declaration;
    for (; k < lines.size() && lines[k].starts_with("///"); ++k) {
      words += (words.empty() ? "" : " ") + lines[k].substr(std::min<std::size_t>(4, lines[k].size()));
    }
    for (; k < lines.size() && !lines[k].empty(); ++k) {
      bool const clause = lines[k].starts_with("requires");  // which the declaration may follow on its line
      auto const after_clause = clause ? lines[k].find(" void ") : 0;
      if (after_clause == std::string::npos) continue;
      declaration += without_template(lines[k].substr(after_clause)) + ' ';
      if (lines[k].ends_with("{") || lines[k].ends_with("}") || lines[k].ends_with(";")) break;
    }
    // The rest of a list of template parameters ends in ">".
    auto const parameters = declaration.find('(');
    if (parameters == std::string::npos) continue;
    auto const before = declaration.find_last_of(" >\n", parameters);
    std::string const name = declaration.substr(before + 1, parameters - before - 1);
    if (name.empty()) continue;  // operators of C++
    calls.push_back({name, names_of_parameters(in_parentheses(declaration, parameters)), first_sentence(words)});
  }
  return calls;
}

// The lines between "// begin" and "// end", and the results that are checked behind them.
struct shown_example {
  std::string code, results;
};

shown_example example_from(std::vector<std::string> const& lines, std::size_t from) {
  shown_example example;
  bool inside = false, done = false;
  for (std::size_t k = from; k < lines.size() && lines[k] != "}"; ++k) {
    if (lines[k] == "  // end") inside = false, done = true;
    if (inside) example.code += lines[k] + '\n';
    if (lines[k] == "  // begin") inside = true;
    auto const checked = lines[k].find("CHECK_EQ(shown(");
    if (!done || checked == std::string::npos) continue;
    auto const name = lines[k].substr(checked + 15, lines[k].find(')') - checked - 15);
    auto const quote = lines[k].find('"');
    example.results += (example.results.empty() ? "" : ", ") + ("`" + name) + "` is `" +
                       lines[k].substr(quote + 1, lines[k].rfind('"') - quote - 1) + '`';
  }
  return example;
}

// One section: "## names: GraphBLAS names, in header", with lines of its own or those that the header has.
std::string section_from(std::vector<std::string> const& lines, std::size_t from) {
  std::string const title = lines[from].substr(6);
  auto const colon = title.find(": "), in = title.rfind(", in ");
  std::string const name = title.substr(0, colon), header = title.substr(in + 5);
  std::string const function = name.substr(0, name.find(' '));  // "mxm of dense matrices" is mxm
  std::string section =
      "## " + name + "\n\n" + title.substr(colon + 2, in - colon - 2) + "; [" + header + "](../" + header + ")\n\n";
  std::size_t k = from + 1;
  for (; lines[k].starts_with("// "); ++k) section += lines[k].substr(3) + '\n';
  if (k == from + 1) {
    for (auto const& call : documented_calls(lines_of(source_root() / header))) {
      if (call.name == function)
        section += wrapped("- `" + function + '(' + call.parameters + ")`: " + escaped(call.sentence));
    }
  }
  auto const example = example_from(lines, k);
  section += "\n```cpp\n" + example.code + "```\n";
  return section + (example.results.empty() ? "" : "\n" + example.results + ".\n");
}

std::string made_page() {
  std::string page =
      "# Operations\n\n"
      "<!-- HEDDLE_WRITE_PAGES=1 build/heddle_tests -tc='docs/operations.md*' makes this page of the docstrings of "
      "the\n"
      "headers and of tests/docs/operations. -->\n\n"
      "Every operation, container, reader and algorithm: its GraphBLAS name, its forms, and an example that is "
      "compiled and\nrun. The whole contract of a call, its errors and its cost, stands in its docstring, and "
      "[Semirings](semirings.md) has\nthe operators.\n\n"
      "- A **mask** is `no_mask`, a container for its values, `structure(m)`, or `complement` of one of these.\n"
      "- An **accumulator** is `no_accum` or a binary operator.\n"
      "- A matrix operand `a` or `b` may be `transpose(A)`.\n"
      "- The **descriptor** `d`, such as `{.replace = true}`, may be left out.\n\n"
      "The examples are about the containers below. Results are shown position by position, a point where there is no\n"
      "entry, rows of matrices divided by `/`.\n\n";
  std::string sections;
  for (auto const* file : {"products", "entrywise", "parts", "containers", "files", "algorithms"}) {
    auto const lines = lines_of(source_root() / (std::string("tests/docs/operations/") + file + ".cpp"));
    bool first = true;
    for (std::size_t k = 0; k < lines.size(); ++k) {
      if (first && lines[k].starts_with("EXECUTOR_CASE(\"the operands")) {
        page += "```cpp\n" + example_from(lines, k).code + "```\n\n";
      }
      if (lines[k].starts_with("// ## ")) sections += section_from(lines, k) + '\n';
      first = first && !lines[k].starts_with("// ## ");
    }
  }
  sections.pop_back();
  return page + sections;
}

}  // namespace

TEST_CASE("docs/operations.md is what headers and examples make it" * doctest::skip(!has_pages())) {
  std::string const made = made_page();
  if (std::getenv("HEDDLE_WRITE_PAGES") != nullptr) { std::ofstream(source_root() / "docs/operations.md") << made; }
  bool const fresh = text_of("docs/operations.md") == made;
  CHECK_MESSAGE(fresh, "the page is old; HEDDLE_WRITE_PAGES=1 build/heddle_tests -tc='docs/operations.md*' makes it");
}

TEST_CASE("docs/operations.md has every public operation and algorithm" * doctest::skip(!has_pages())) {
  std::string const page = text_of("docs/operations.md");
  static std::regex const include(R"(#include <heddle/(ops|algorithms)/((?!detail/).*)>)");
  std::string missing;
  std::smatch found;
  for (auto const& line : lines_of(source_root() / "include/heddle/heddle.hpp")) {
    if (!std::regex_match(line, found, include)) continue;
    auto const header = (found[1] == "ops" ? "ops/" : "include/heddle/algorithms/") + found[2].str();
    for (auto const& call : documented_calls(lines_of(source_root() / header))) {
      if (page.find("\n## " + call.name + '\n') == std::string::npos) missing += header + ": " + call.name + '\n';
    }
  }
  CHECK_EQ(missing, "");
}

TEST_CASE("a docstring and its declaration come to a line of a page") {
  auto const calls =
      documented_calls({"/// w<mask> = f(u). Throws.", "template <class T, class U>", "requires(sizeof(T) > 1)",
                        "void brand_new(vector<T, I>& w, Mask const& mask_argument, std::pair<U, U> const& u,",
                        "               descriptor const& d = {}) {", "}"});
  REQUIRE_EQ(calls.size(), 1);
  CHECK_EQ(calls[0].name, "brand_new");
  CHECK_EQ(calls[0].parameters, "w, mask, u, d");
  CHECK_EQ(escaped(calls[0].sentence), "w\\<mask\\> = f(u).");
  CHECK_EQ(first_sentence("a.b of c. d too"), "a.b of c.");
  CHECK_EQ(first_sentence("a.b of ... c. d"), "a.b of ... c.");
  CHECK_EQ(first_sentence("a.b of c."), "a.b of c.");
  CHECK_EQ(without_template("template <class T, A<B> C> int f(T a) {"), " int f(T a) {");
  CHECK_EQ(wrapped("a " + std::string(118, 'b') + " c"), "a " + std::string(118, 'b') + "\n  c\n");
}
