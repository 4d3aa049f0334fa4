// count.hpp - how many lines of code each schedule is, and what all of them share, as tables of docs/measurements.md.
// A line counts unless it is blank or holds nothing but a comment; braces count.
#pragma once
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>
#include <sstream>
#include <string>
#include <vector>

namespace heddle::bench {

/// Tells code lines of C++ one after the other; comments are // to the end of the line and /* ... */, outside of
/// strings.
class line_reader {
 public:
  bool has_code(std::string const& line) {
    bool code = false, in_string = false;
    for (std::size_t i = 0; i < line.size(); ++i) {
      auto const two = line.substr(i, 2);
      if (in_comment_) {
        if (two == "*/") in_comment_ = false, ++i;
      } else if (!in_string && two == "//") {
        break;
      } else if (!in_string && two == "/*") {
        in_comment_ = true, ++i;
      } else if (line[i] != ' ' && line[i] != '\t' && line[i] != '\r') {
        code = true;
        if (in_string && line[i] == '\\') {
          ++i;
        } else if (line[i] == '"') {
          in_string = !in_string;
        }
      }
    }
    return code;
  }

 private:
  bool in_comment_ = false;
};

inline int count_code_lines(std::istream& text) {
  line_reader reader;
  int count = 0;
  for (std::string line; std::getline(text, line);) count += reader.has_code(line);
  return count;
}

/// A struct with a `string_view name`, and the functions that stand before it for its sake.
struct counted_schedule {
  std::string name;
  int code = 0, texts = 0;  // texts: name, summary and explanation, which the tool shows
};

/// The schedules of a header, in order. What stands at the top before `namespace` is not counted; `automatic` is the
/// choice among schedules and none itself.
inline std::vector<counted_schedule> count_schedules(std::istream& text) {
  std::vector<counted_schedule> schedules;
  counted_schedule current;
  line_reader reader;
  bool in_namespace = false, in_text = false, is_schedule = false;
  for (std::string line; std::getline(text, line);) {
    bool const code = reader.has_code(line);
    if (line.starts_with("}  // namespace")) in_namespace = false;
    if (line.starts_with("namespace heddle::s")) {
      in_namespace = true;
      continue;
    }
    if (!in_namespace || !code) continue;
    if (line.starts_with("struct ")) current.name = line.substr(7, line.find_first_of(" :{", 7) - 7);
    auto const text_at = line.find("static constexpr std::string_view ");
    if (text_at != std::string::npos) in_text = true;
    is_schedule = is_schedule || line.find("constexpr std::string_view name") != std::string::npos;
    ++(in_text ? current.texts : current.code);
    if (in_text && line.ends_with(';')) in_text = false;
    if (line != "};" || !is_schedule) continue;
    if (current.name != "automatic") schedules.push_back(current);
    current = {};
    is_schedule = false;
  }
  return schedules;
}

/// What a file is, of its first line `// name - what it is. More.`; a colon or semicolon ends it too.
inline std::string first_words(std::string const& line) {
  auto const dash = line.find(" - ");
  if (dash == std::string::npos) return line;
  auto const from = dash + 3;
  return line.substr(from, line.find_first_of(".:;", from) - from);
}

struct counted_file {
  std::string name, what;
  std::vector<counted_schedule> schedules;
  int lines = 0;
};

/// Every header of the folder, by name.
inline std::vector<counted_file> count_folder(std::filesystem::path const& folder) {
  std::vector<counted_file> files;
  for (auto const& entry : std::filesystem::directory_iterator(folder)) {
    auto const extension = entry.path().extension();
    if (extension != ".hpp" && extension != ".cuh") continue;
    auto& file = files.emplace_back();
    file.name = entry.path().filename().string();
    std::string first;
    std::ifstream text(entry.path()), again(entry.path()), once_more(entry.path());
    std::getline(text, first);
    file.what = first_words(first);
    file.lines = count_code_lines(again);
    file.schedules = count_schedules(once_more);
  }
  std::sort(files.begin(), files.end(), [](auto const& a, auto const& b) { return a.name < b.name; });
  return files;
}

/// Lines of the schedules as kernels in loops, from its paper (PPoPP 2023).
inline std::string lines_in_loops(std::string const& schedule) {
  static std::map<std::string, std::string> const known = {
      {"merge_path", "36"}, {"thread_mapped", "21"}, {"group_mapped", "30"}};
  auto const found = known.find(schedule);
  return found == known.end() ? "" : found->second;
}

/// Code lines of the folder's files whose names begin with `prefix`.
inline int count_files(std::filesystem::path const& folder, std::string const& prefix = "") {
  int lines = 0;
  for (auto const& entry : std::filesystem::directory_iterator(folder)) {
    if (!entry.is_regular_file() || !entry.path().filename().string().starts_with(prefix)) continue;
    std::ifstream text(entry.path());
    lines += count_code_lines(text);
  }
  return lines;
}

/// Both tables: schedules, then what runs them. Deterministic; ends with a newline.
inline std::string lines_of_code_tables(std::filesystem::path const& root) {
  std::string table = "| schedule | code lines | and of texts | in loops |\n|---|---|---|---|\n";
  int contract = 0;
  for (auto const& file : count_folder(root / "include/heddle/seam/schedule")) {
    if (file.schedules.empty()) contract += file.lines;
    for (auto const& s : file.schedules) {
      table += "| `" + s.name + "` | " + std::to_string(s.code) + " | " + std::to_string(s.texts) + " | " +
               lines_in_loops(s.name) + " |\n";
    }
  }
  table += "\n| written once, for all schedules | what it is | code lines |\n|---|---|---|\n";
  int walks = 0;
  for (auto const* folder : {"include/heddle/seam/walk", "include/heddle/detail/walk"}) {
    for (auto const& file : count_folder(root / folder)) {
      table += "| `" + file.name + "` | " + file.what + " | " + std::to_string(file.lines) + " |\n";
      walks += file.lines;
    }
  }
  auto const add = [&](std::string const& where, std::string const& what, std::string const& lines) {
    table += "| " + where + " | " + what + " | " + lines + " |\n";
  };
  // In fifties, so that not every change to a kernel changes the page.
  auto const about = [](int lines) { return "about " + std::to_string((lines + 25) / 50 * 50); };
  add("`walk` of `seam` and `detail`", "all of these", std::to_string(walks));
  add("`include/heddle/seam/schedule`", "the contract, its check, names and their reading", std::to_string(contract));
  add("`include/heddle/detail/cuda`, `host`", "kernels, launches and loops around the walks",
      about(count_files(root / "include/heddle/detail/cuda") + count_files(root / "include/heddle/detail/host")));
  add("`plan*`, `choose*` in `src`", "the making of plans: tables of points, bins, the rule of `auto`",
      about(count_files(root / "src/plan", "plan") + count_files(root / "src/plan", "choose") +
            count_files(root / "src/cuda", "plan") + count_files(root / "src/host", "plan")));
  return table;
}

inline constexpr char const* tables_begin = "<!-- begin: bench_lines docs/measurements.md -->\n";
inline constexpr char const* tables_end = "<!-- end -->\n";

/// `page` with what stands between the two marks replaced; empty where it has no marks.
inline std::string with_tables(std::string const& page, std::string const& tables) {
  auto const begin = page.find(tables_begin);
  if (begin == std::string::npos) return {};
  auto const from = begin + std::string(tables_begin).size(), to = page.find(tables_end, from);
  if (to == std::string::npos) return {};
  return page.substr(0, from) + tables + page.substr(to);
}

inline std::string text_of_file(std::filesystem::path const& path) {
  std::ifstream stream(path);
  return {std::istreambuf_iterator<char>(stream), {}};
}

}  // namespace heddle::bench
