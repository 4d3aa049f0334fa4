// count.hpp - how many lines of code each schedule is, and what all of them share, as the table of the README.
// A line counts unless it is blank or holds nothing but a comment; includes and braces count.
#pragma once
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>
#include <sstream>
#include <string>
#include <vector>

namespace heddle::bench {

/// Code lines of a text in C++; comments are // to the end of the line and /* ... */, outside of strings.
inline int count_code_lines(std::istream& text) {
  int count = 0;
  bool in_comment = false;
  for (std::string line; std::getline(text, line);) {
    bool has_code = false, in_string = false;
    for (std::size_t i = 0; i < line.size(); ++i) {
      auto const two = line.substr(i, 2);
      if (in_comment) {
        if (two == "*/") in_comment = false, ++i;
      } else if (!in_string && two == "//") {
        break;
      } else if (!in_string && two == "/*") {
        in_comment = true, ++i;
      } else if (line[i] != ' ' && line[i] != '\t' && line[i] != '\r') {
        has_code = true;
        if (in_string && line[i] == '\\') {
          ++i;
        } else if (line[i] == '"') {
          in_string = !in_string;
        }
      }
    }
    count += has_code;
  }
  return count;
}

struct counted_file {
  std::string path;                    // relative to the project
  std::string what;                    // see first_words
  std::vector<std::string> schedules;  // structs with a `string_view name`
  int lines = 0;
};

/// What a file is, of its first line `// name - what it is. More.`; a colon or semicolon ends it too.
inline std::string first_words(std::string const& line) {
  auto const dash = line.find(" - ");
  if (dash == std::string::npos) return line;
  auto const from = dash + 3;
  return line.substr(from, line.find_first_of(".:;", from) - from);
}

inline counted_file count_file(std::filesystem::path const& root, std::filesystem::path const& path) {
  counted_file result{std::filesystem::relative(path, root).generic_string(), {}, {}, 0};
  std::ifstream text(path);
  std::string last_struct;
  for (std::string line; std::getline(text, line);) {
    if (result.what.empty()) result.what = first_words(line);
    if (auto const at = line.find("struct "); at != std::string::npos && line.find("//") > at) {
      auto const from = at + 7, to = line.find_first_not_of("abcdefghijklmnopqrstuvwxyz_0123456789", from);
      last_struct = line.substr(from, to - from);
    }
    if (line.find("constexpr std::string_view name") != std::string::npos) result.schedules.push_back(last_struct);
  }
  text.clear();
  text.seekg(0);
  result.lines = count_code_lines(text);
  return result;
}

/// Every header of the folder, by path.
inline std::vector<counted_file> count_folder(std::filesystem::path const& root, std::string const& folder) {
  std::vector<counted_file> files;
  for (auto const& entry : std::filesystem::directory_iterator(root / folder)) {
    auto const extension = entry.path().extension();
    if (extension == ".hpp" || extension == ".cuh") files.push_back(count_file(root, entry.path()));
  }
  std::sort(files.begin(), files.end(), [](auto const& a, auto const& b) { return a.path < b.path; });
  return files;
}

/// Lines of the schedules as kernels in loops, from its paper (PPoPP 2023).
inline std::string lines_in_loops(std::string const& schedule) {
  static std::map<std::string, std::string> const known = {
      {"merge_path", "36"}, {"thread_mapped", "21"}, {"group_mapped", "30"}};
  auto const found = known.find(schedule);
  return found == known.end() ? "" : found->second;
}

/// The files of a folder, and their sum.
inline std::string table_of_shared(std::filesystem::path const& root, std::string const& folder) {
  std::string table;
  int sum = 0;
  for (auto const& file : count_folder(root, folder)) {
    if (!file.schedules.empty()) continue;
    auto const name = std::filesystem::path(file.path).filename().string();
    table += "| `" + name + "` | " + file.what + " | " + std::to_string(file.lines) + " |\n";
    sum += file.lines;
  }
  return table + "| all of `" + folder + "` | | " + std::to_string(sum) + " |\n";
}

/// Both tables of the README: schedules, then the walks that run them. Deterministic; ends with a newline.
inline std::string lines_of_code_tables(std::filesystem::path const& root) {
  std::string table = "| schedule | code lines of its file | in loops |\n|---|---|---|\n";
  for (auto const& file : count_folder(root, "include/heddle/schedule")) {
    std::string names, theirs;
    for (auto const& schedule : file.schedules) {
      if (schedule == "automatic") continue;  // the table of names, not a schedule of its own
      names += (names.empty() ? "`" : ", `") + schedule + '`';
      if (theirs.empty()) theirs = lines_in_loops(schedule);
    }
    if (!names.empty()) table += "| " + names + " | " + std::to_string(file.lines) + " | " + theirs + " |\n";
  }
  table += "\n| walk | what it is | code lines |\n|---|---|---|\n";
  return table + table_of_shared(root, "include/heddle/walk");
}

inline constexpr char const* tables_begin = "<!-- begin: bench_lines README.md -->\n";
inline constexpr char const* tables_end = "<!-- end -->\n";

/// `readme` with what stands between the two marks replaced; empty where it has no marks.
inline std::string with_tables(std::string const& readme, std::string const& tables) {
  auto const begin = readme.find(tables_begin);
  if (begin == std::string::npos) return {};
  auto const from = begin + std::string(tables_begin).size(), to = readme.find(tables_end, from);
  if (to == std::string::npos) return {};
  return readme.substr(0, from) + tables + readme.substr(to);
}

inline std::string text_of_file(std::filesystem::path const& path) {
  std::ifstream stream(path);
  return {std::istreambuf_iterator<char>(stream), {}};
}

}  // namespace heddle::bench
