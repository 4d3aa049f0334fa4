// edge_lines.cpp - edges, one a line, parsed in parallel.
#include "src/io/edge_lines.hpp"

#include <algorithm>

#include "src/io/line_blocks.hpp"

namespace heddle::detail {
namespace {

template <class T> struct edge {
  size_type from, to;
  T weight;
};

/// What the lines of one block turned out to hold.
struct edge_facts {
  size_type beyond = 0;  // one more than the largest vertex, counted from 0
  bool real = false;     // some weight is not an integer
};

bool is_integer(char const* first, char const* last) {
  if (*first == '-' || *first == '+') ++first;
  return std::all_of(first, last, [](char letter) { return letter >= '0' && letter <= '9'; });
}

template <class T> class edge_parser {
 public:
  edge_parser(edge_rules const& rules, size_type widest, bool allow_nan)
      : rules_(rules), widest_(widest), allow_nan_(allow_nan) {}

  edge<T> parse(char const*& at, edge_facts& facts) const {
    if (rules_.lettered) expect_letter(at);
    auto const from = parse_vertex(at), to = parse_vertex(at);
    T weight{1};
    if (rules_.weighted) {
      at = skip_blanks(at);
      char const* const start = at;
      weight = parse_value<T>(at, {io::field::real, allow_nan_});
      facts.real = facts.real || !is_integer(start, at);
    }
    expect_line_end(at);
    facts.beyond = std::max({facts.beyond, from + 1, to + 1});
    return {from, to, weight};
  }

 private:
  static void expect_letter(char const*& at) {
    if (*at != 'a' || !is_blank(at[1]))
      throw line_error{at, "an arc \"a FROM TO WEIGHT\" must stand here, not " + quoted(line_at(at))};
    ++at;
  }

  size_type parse_vertex(char const*& at) const {
    auto const last = rules_.lettered ? rules_.num_vertices : std::numeric_limits<size_type>::max() - 1;
    char const* const start = at;
    auto const vertex = parse_index(at, "vertex", rules_.first_vertex, last) - rules_.first_vertex;
    if (vertex >= widest_)
      throw line_error{start, concat("vertex ", vertex, " needs the index type std::int64_t"), true};
    return vertex;
  }

  edge_rules const& rules_;
  size_type widest_;
  bool allow_nan_;
};

std::vector<line_block> cut(text const& source, edge_rules const& rules) {
  auto blocks = cut_into_blocks(source, rules.body, rules.first_line, rules.comments);
  auto const found = num_entries(blocks);
  if (rules.num_edges >= 0 && found != rules.num_edges) {
    fail(source.path, blocks.empty() ? rules.first_line - 1 : line_of_entry(blocks, rules.num_edges, rules.comments),
         concat("too ", found < rules.num_edges ? "few" : "many", " arcs: the problem line says ", rules.num_edges,
                ", the file holds ", found));
  }
  return blocks;
}

/// store(k, edge) for every edge.
template <class T, class Store>
edge_facts parse_edges(text const& source, std::vector<line_block> const& blocks, edge_rules const& rules,
                       edge_parser<T> const& parser, io::progress_callback const& progress, Store store) {
  std::vector<edge_facts> facts(blocks.size());
  for_each_block(source, blocks, progress, [&](int b, line_block const& block) {
    block.for_each_entry(rules.comments, [&](size_type k, char const* const start) {
      char const* at = start;
      store(k, parser.parse(at, facts[b]));
      return at;
    });
  });
  edge_facts all{.beyond = rules.num_vertices};
  for (auto const& part : facts) {
    all.beyond = std::max(all.beyond, part.beyond);
    all.real = all.real || part.real;
  }
  return all;
}

io::field field_of(edge_rules const& rules, edge_facts const& facts) {
  return !rules.weighted ? io::field::pattern : facts.real ? io::field::real : io::field::integer;
}

}  // namespace

io::file_header scan_edges(text const& source, edge_rules const& rules) {
  auto const blocks = cut(source, rules);
  edge_parser<double> const parser(rules, std::numeric_limits<size_type>::max(), true);
  auto const facts = parse_edges(source, blocks, rules, parser, {}, [](size_type, edge<double> const&) {});
  constexpr auto narrow = std::numeric_limits<std::int32_t>::max();
  return {.rows = facts.beyond,
          .cols = facts.beyond,
          .entries = num_entries(blocks),
          .values = field_of(rules, facts),
          .fits_32_bit = facts.beyond <= narrow && num_entries(blocks) <= narrow};
}

template <class T, class Index>
io::coordinates<T, Index> read_edges(text const& source, edge_rules const& rules, io::progress_callback const& progress,
                                     io::read_options const& options) {
  constexpr size_type widest = std::numeric_limits<Index>::max();
  if (rules.num_vertices > widest) {
    throw index_overflow(concat(printable(source.path, 4096), ":", rules.first_line - 1, ": ", rules.num_vertices,
                                " vertices need the index type std::int64_t"));
  }
  auto const blocks = cut(source, rules);
  require_entries_fit(source, num_entries(blocks), 2 * sizeof(Index) + (rules.weighted ? sizeof(T) : 0));
  auto const count = static_cast<std::size_t>(num_entries(blocks));
  io::coordinates<T, Index> result;
  result.row.resize(count);
  result.col.resize(count);
  if (rules.weighted) result.value.resize(count);
  edge_parser<T> const parser(rules, widest, options.allow_nan);
  auto const facts = parse_edges(source, blocks, rules, parser, progress, [&](size_type k, edge<T> const& edge) {
    result.row[k] = static_cast<Index>(edge.from);
    result.col[k] = static_cast<Index>(edge.to);
    if (rules.weighted) result.value[k] = edge.weight;
  });
  result.rows = result.cols = facts.beyond;
  result.values = field_of(rules, facts);
  return result;
}

#define INSTANTIATE(T, Index)                                                                                 \
  template io::coordinates<T, Index> read_edges(text const&, edge_rules const&, io::progress_callback const&, \
                                                io::read_options const&);
#include "src/io/instances.hpp"

}  // namespace heddle::detail
