// edge_rules.cpp - what stands before the edges: DIMACS's problem line, the comments of an edge list.
#include <limits>

#include "src/io/edge_lines.hpp"
#include "src/io/line_blocks.hpp"

namespace heddle::detail {
namespace {

constexpr auto largest_number = std::numeric_limits<size_type>::max();

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

/// What Gephi's column `Type` says of the first edge, and must of all.
void read_kind(text const& source, char const* line, size_type number, edge_rules& rules) {
  auto const fields = fields_of(line, rules.columns.separator);
  if (rules.columns.kind < 0 || rules.columns.kind >= static_cast<int>(fields.size())) return;
  auto const kind = fields[static_cast<std::size_t>(rules.columns.kind)].view();
  auto const word = plain_word(kind);
  if (word != "directed" && word != "undirected") return;
  auto const said = word == "directed" ? list_direction::directed : list_direction::undirected;
  auto& words = rules.words;
  if (words.direction != list_direction::unsaid && words.direction != said) {
    fail(source.path, number,
         concat("this line contradicts line ", words.direction_line, ": edges cannot be directed and undirected"));
  }
  rules.kind = kind;
  if (words.direction == list_direction::unsaid) words.direction_line = number;
  words.direction = said;
}

}  // namespace

edge_rules find_dimacs_edges(text const& source) {
  edge_rules rules{.comments = "c", .lettered = true, .weighted = true, .base = 1};
  auto const problem = first_entry(source, source.begin(), 1, rules.comments);
  if (problem.line == source.end())
    fail(source.path, problem.number - 1, "the file has no line \"p sp VERTICES ARCS\"");
  try {
    parse_problem_line(problem.line, rules);
  } catch (line_error const& error) { fail(source, error, problem.line, problem.number); }
  rules.body = next_line(problem.line, source.end());
  rules.first_line = problem.number + 1;
  return rules;
}

edge_rules find_edge_list(text const& source, io::read_options const& options) {
  edge_rules rules{.comments = "#%"};
  auto first = first_entry(source, source.begin(), 1, rules.comments);
  rules.words = read_list_words(source, first.line);
  rules.num_vertices = rules.words.vertices.value_or(0);
  rules.base = options.base ? options.base : rules.words.konect ? std::optional<size_type>(1) : std::nullopt;
  if (first.line != source.end()) {
    rules.columns = find_columns(source, first.line, first.number, rules.words, options.columns);
    if (rules.columns.has_header) {
      first = first_entry(source, next_line(first.line, source.end()), first.number + 1, rules.comments);
    }
    read_kind(source, first.line, first.number, rules);
  }
  rules.body = first.line;
  rules.first_line = first.number;
  rules.weighted = rules.columns.weight >= 0;
  return rules;
}

}  // namespace heddle::detail
