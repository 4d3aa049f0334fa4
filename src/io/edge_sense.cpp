// edge_sense.cpp - what edges mean, once all their numbers have been seen.
#include "src/io/edge_sense.hpp"

#include <algorithm>

namespace heddle::detail {
namespace {

bool is_undirected(edge_rules const& rules, io::read_options const& options) {
  auto const said = rules.words.direction;
  return options.undirected.value_or(said == list_direction::undirected || said == list_direction::bipartite);
}

std::string plural(size_type count, char const* one) { return concat(count, ' ', one, count == 1 ? "" : "s"); }

}  // namespace

void edge_facts::add(edge_facts const& other) {
  beyond_source = std::max(beyond_source, other.beyond_source);
  beyond_target = std::max(beyond_target, other.beyond_target);
  real = real || other.real;
  whole.add(other.whole);
}

/// Numbers from 1 to N where the file counts N vertices can only be numbers from 1.
bool may_count_from_one(edge_rules const& rules, edge_facts const& facts) {
  auto const stated = rules.words.vertices;
  return !rules.base && stated && *stated > 0 && facts.beyond() - 1 == *stated;
}

edge_sense sense_of(edge_rules const& rules, edge_facts const& facts, io::read_options const& options) {
  edge_sense sense{.base = rules.base.value_or(0), .undirected = is_undirected(rules, options)};
  if (facts.smallest == 1 && may_count_from_one(rules, facts)) sense.base = sense.shift = 1;
  sense.num_vertices = std::max(rules.num_vertices, facts.beyond() - sense.shift);
  if (rules.is_bipartite()) {
    sense.target_shift = std::max(rules.words.left, facts.beyond_source);
    sense.num_vertices = sense.target_shift + std::max(rules.words.right, facts.beyond_target);
  }
  return sense;
}

std::vector<std::string> notes_of(edge_rules const& rules, edge_facts const& facts, edge_sense const& sense,
                                  size_type num_edges, size_type num_used, io::read_options const& options) {
  std::vector<std::string> notes;
  auto const& words = rules.words;
  bool const bipartite = rules.is_bipartite();
  if (bipartite) {
    notes.push_back(concat("line ", words.direction_line, " says that there are two kinds of vertices; the ",
                           sense.num_vertices - sense.target_shift, " of the second column are numbered behind the ",
                           sense.target_shift, " of the first"));
  }
  if (sense.undirected && !options.undirected) {
    notes.push_back(concat("every edge counts both ways, as line ", words.direction_line, " says"));
  }
  if (words.konect && !options.base) {
    notes.push_back(concat("vertices are numbered from 1, as files with such a line ", words.direction_line, " are"));
  }
  if (sense.shift > 0) {
    notes.push_back(concat("vertices are numbered from 1, as the ", *words.vertices, " that line ", words.vertices_line,
                           " counts"));
  }
  auto const beyond = facts.beyond() - sense.shift;
  if (words.vertices && options.compact && num_used != *words.vertices) {
    notes.push_back(concat("line ", words.vertices_line, " counts ", *words.vertices, " vertices, and ", num_used,
                           " have an edge"));
  } else if (words.vertices && !bipartite && !options.compact && beyond > *words.vertices) {
    notes.push_back(concat("line ", words.vertices_line, " counts ", *words.vertices,
                           " vertices, but numbers go up to ", beyond - 1 + sense.base));
  }
  if (words.edges && *words.edges != num_edges) {
    notes.push_back(
        concat("line ", words.edges_line, " counts ", plural(*words.edges, "edge"), ", but there are ", num_edges));
  }
  auto const unused = beyond - num_used;
  bool const expected = bipartite || options.compact || (words.vertices && *words.vertices >= beyond);
  if (unused > 0 && !expected) {
    bool const may_begin_with_one = sense.base == 0 && facts.smallest > 0 && !options.base;
    notes.push_back(may_begin_with_one && unused == 1
                        ? std::string("no edge uses the number 0; --base 1 begins with 1")
                        : concat(unused, " of the ", beyond, " numbers up to ", beyond - 1 + sense.base,
                                 unused == 1 ? " is" : " are", " used by no edge; ",
                                 may_begin_with_one ? "--base 1 begins with 1, " : "", "--compact leaves them out"));
  }
  notes.insert(notes.end(), rules.columns.notes.begin(), rules.columns.notes.end());
  return notes;
}

}  // namespace heddle::detail
