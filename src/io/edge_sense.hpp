// edge_sense.hpp - what edges mean, once all their numbers have been seen.
#pragma once
#include "src/io/edge_lines.hpp"
#include "src/io/whole_facts.hpp"

namespace heddle::detail {

/// What the lines turned out to hold; numbers count from edge_rules::base, or 0.
struct edge_facts {
  size_type beyond_source = 0, beyond_target = 0;  // one more than the largest
  size_type smallest = 0;                          // found apart, where it matters: 2 stands for all that are larger
  bool real = false;                               // some weight is not an integer
  whole_facts whole;                               // those that are

  size_type beyond() const { return std::max(beyond_source, beyond_target); }
  void add(edge_facts const& other);
};

struct edge_sense {
  size_type base = 0;          // the file's number of vertex 0
  size_type shift = 0;         // to be taken from every number
  size_type target_shift = 0;  // to be added to targets, which are vertices of their own
  size_type num_vertices = 0;
  bool undirected = false;
};

/// What is left to be known is whether the smallest number is 1.
bool may_count_from_one(edge_rules const& rules, edge_facts const& facts);

edge_sense sense_of(edge_rules const& rules, edge_facts const& facts, io::read_options const& options);

/// What whoever reads the file should know; `num_used` vertices have an edge.
std::vector<std::string> notes_of(edge_rules const& rules, edge_facts const& facts, edge_sense const& sense,
                                  size_type num_edges, size_type num_used, io::read_options const& options);

}  // namespace heddle::detail
