// edge_rules.cpp - what stands before the edges: DIMACS's problem line, the comments of an edge list.
#include <limits>

#include "src/io/edge_lines.hpp"
#include "src/io/line_blocks.hpp"

namespace heddle::detail {
namespace {

constexpr auto largest_number = std::numeric_limits<size_type>::max();

struct place {
  char const* line;
  size_type number;
};

/// The first line that holds more than a comment; the end of the text if there is none.
place first_entry(text const& source, std::string_view comments) {
  place at{source.begin(), 1};
  while (at.line != source.end() && !entry_on(at.line, comments)) {
    at.line = next_line(at.line, source.end());
    ++at.number;
  }
  return at;
}

void parse_problem_line(char const* at, edge_rules& rules) {
  at = skip_blanks(at);
  if (token_at(at) != "p") {
    throw line_error{at, "a line \"p sp VERTICES ARCS\" must come first, but there is " + quoted(line_at(at))};
  }
  at = skip_blanks(at + 1);
  if (token_at(at) != "sp") throw line_error{at, "the problem must be sp (shortest paths), not " + shown_token(at)};
  at += 2;
  rules.num_vertices = parse_index(at, "number of vertices", 0, largest_number);
  rules.num_edges = parse_index(at, "number of arcs", 0, largest_number);
  expect_line_end(at);
}

/// SNAP's comment `# Nodes: 5242 Edges: 28980`, 0 if `line` is none.
size_type stated_vertices(std::string_view line) {
  constexpr std::string_view key = "# Nodes:";
  if (!line.starts_with(key)) return 0;
  size_type count = 0;
  char const* const at = skip_blanks(line.data() + key.size());
  std::from_chars(at, line.data() + line.size(), count);
  return std::max<size_type>(count, 0);
}

/// True if the line has a third column.
bool has_weight(char const* at) {
  for (int column = 0; column < 2; ++column) {
    at = skip_blanks(at);
    at += token_at(at).size();
  }
  return !at_line_end(skip_blanks(at));
}

}  // namespace

edge_rules find_dimacs_edges(text const& source) {
  edge_rules rules{.comments = "c", .lettered = true, .weighted = true, .first_vertex = 1};
  auto const problem = first_entry(source, rules.comments);
  if (problem.line == source.end())
    fail(source.path, problem.number - 1, "the file has no line \"p sp VERTICES ARCS\"");
  try {
    parse_problem_line(problem.line, rules);
  } catch (line_error const& error) { fail(source, error, problem.line, problem.number); }
  rules.body = next_line(problem.line, source.end());
  rules.first_line = problem.number + 1;
  return rules;
}

edge_rules find_edge_list(text const& source) {
  edge_rules rules{.comments = "#%"};
  auto const first = first_entry(source, rules.comments);
  for (char const* line = source.begin(); line != first.line; line = next_line(line, source.end())) {
    rules.num_vertices = std::max(rules.num_vertices, stated_vertices(line_at(line)));
  }
  rules.body = first.line;
  rules.first_line = first.number;
  rules.weighted = first.line != source.end() && has_weight(first.line);
  return rules;
}

}  // namespace heddle::detail
