// edge_lines.cpp - edges, one a line, parsed in parallel.
#include "src/io/edge_lines.hpp"

#include <algorithm>

#include "src/io/edge_sense.hpp"
#include "src/io/line_blocks.hpp"
#include "src/io/number_set.hpp"

namespace heddle::detail {
namespace {

constexpr size_type largest_vertex = std::numeric_limits<size_type>::max() - 1;

template <class T> struct edge {
  size_type from, to;
  T weight;
};

bool is_integer(char const* first, char const* last) {
  if (*first == '-' || *first == '+') ++first;
  return std::all_of(first, last, [](char letter) { return letter >= '0' && letter <= '9'; });
}

/// parse(at) over a copy of the field, for what is rare: numbers in another shape, and what is wrong with one.
template <class Parse> auto parse_apart(list_field field, Parse parse) {
  auto const apart = std::string(field.view()) + '\n';
  char const* at = apart.c_str();
  try {
    auto const result = parse(at);
    expect_line_end(at);
    return result;
  } catch (line_error const& error) { throw line_error{field.begin, error.reason, error.too_wide}; }
}

template <class T> class edge_parser {
 public:
  edge_parser(edge_rules const& rules, size_type widest, bool allow_nan)
      : rules_(rules),
        base_(rules.base.value_or(0)),
        last_(rules.lettered         ? rules.num_vertices
              : rules.is_bipartite() ? largest_vertex / 4  // two kinds together are numbered
                                     : largest_vertex),
        widest_(widest),
        allow_nan_(allow_nan),
        plain_(rules.lettered || rules.columns.are_plain()) {}

  bool is_plain() const { return plain_; }

  /// Moves `at` to some place behind the edge on its line.
  template <bool Plain> edge<T> parse(char const*& at, edge_facts& facts) const {
    auto const edge = Plain ? parse_plain(at, facts) : parse_fields(at, facts);
    facts.beyond_source = std::max(facts.beyond_source, edge.from + 1);
    facts.beyond_target = std::max(facts.beyond_target, edge.to + 1);
    return edge;
  }

 private:
  edge<T> parse_plain(char const*& at, edge_facts& facts) const {
    if (rules_.lettered) expect_letter(at);
    auto const from = parse_vertex(at), to = parse_vertex(at);
    T weight{1};
    if (rules_.weighted) {
      at = skip_blanks(at);
      char const* const start = at;
      weight = parse_value<T>(at, {io::field::real, allow_nan_});
      is_integer(start, at) ? facts.whole.note({start, static_cast<std::size_t>(at - start)}) : void(facts.real = true);
    }
    expect_line_end(at);
    return {from, to, weight};
  }

  static void expect_letter(char const*& at) {
    if (*at != 'a' || !is_blank(at[1]))
      throw line_error{at, "an arc \"a FROM TO WEIGHT\" must stand here, not " + quoted(line_at(at))};
    ++at;
  }

  size_type parse_vertex(char const*& at) const {
    char const* const start = at;
    return checked(start, parse_index(at, "vertex", base_, last_) - base_);
  }

  size_type checked(char const* start, size_type vertex) const {
    if (vertex >= widest_)
      throw line_error{start, concat("vertex ", vertex, " needs the index type std::int64_t"), true};
    return vertex;
  }

  /// Columns in any order, between any separators.
  edge<T> parse_fields(char const*& at, edge_facts& facts) const {
    auto const& columns = rules_.columns;
    edge<T> result{0, 0, T{1}};
    field_cursor cursor(at, columns.separator);
    for (int column = 0; column < columns.count; ++column) {
      if (!cursor.more()) throw line_error{cursor.at(), missing(column)};
      auto const field = cursor.next();
      if (column == columns.source) {
        result.from = vertex_in(field);
      } else if (column == columns.target) {
        result.to = vertex_in(field);
      } else if (column == columns.weight) {
        result.weight = value_in(field);
        is_integer(field.begin, field.end) ? facts.whole.note(field.view()) : void(facts.real = true);
      } else if (column == columns.kind && !rules_.kind.empty() && field.view() != rules_.kind) {
        throw line_error{field.begin, concat("this edge is ", quoted(field.view()), ", and the first is ",
                                             quoted(rules_.kind), ": a list has one direction")};
      }
    }
    if (cursor.more()) fail_rest(cursor.at());
    at = cursor.at();
    return result;
  }

  std::string missing(int column) const {
    if (column == rules_.columns.source || column == rules_.columns.target) return "the vertex is missing";
    if (column == rules_.columns.weight) return "the value is missing";
    return concat("column ", column + 1, " is missing; the first line has ", rules_.columns.count);
  }

  size_type vertex_in(list_field field) const {
    size_type number = 0;
    auto const [end, status] = std::from_chars(field.begin, field.end, number);
    bool const plain = status == std::errc{} && end == field.end && number >= base_ && number <= last_;
    if (!plain) [[unlikely]] {
      number = parse_apart(field, [this](char const*& at) { return parse_index(at, "vertex", base_, last_); });
    }
    return checked(field.begin, number - base_);
  }

  T value_in(list_field field) const {
    T value{};
    auto const [end, status] = std::from_chars(field.begin, field.end, value);
    bool plain = status == std::errc{} && end == field.end;
    if constexpr (std::floating_point<T>) plain = plain && !std::isnan(value);
    if (plain) [[likely]]
      return value;
    return parse_apart(field, [this](char const*& at) { return parse_value<T>(at, {io::field::real, allow_nan_}); });
  }

  edge_rules const& rules_;
  size_type base_, last_;
  size_type widest_;
  bool allow_nan_;
  bool plain_;
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
    edge_facts found;
    auto const parse_by = [&](auto plain) {
      block.for_each_entry(rules.comments, [&](size_type k, char const* const start) {
        char const* at = start;
        store(b, k, parser.template parse<plain()>(at, found));
        return at;
      });
    };
    parser.is_plain() ? parse_by(std::true_type()) : parse_by(std::false_type());
    facts[static_cast<std::size_t>(b)] = found;
  });
  edge_facts all;
  for (auto const& part : facts) all.add(part);
  if (!all.real) all.whole.require_one_type(source, rules.body, rules.first_line);
  return all;
}

io::field field_of(edge_rules const& rules, edge_facts const& facts) {
  return !rules.weighted ? io::field::pattern : facts.real ? io::field::real : io::field::integer;
}

template <class T, class Index> size_type smallest_of(io::coordinates<T, Index> const& entries) {
  return std::min(*std::min_element(entries.row.begin(), entries.row.end()),
                  *std::min_element(entries.col.begin(), entries.col.end()));
}

/// From the file's numbers to vertices.
template <class T, class Index> void renumber(io::coordinates<T, Index>& entries, edge_sense const& sense) {
  if (sense.shift == 0 && sense.target_shift == 0) return;
  for (auto& source : entries.row) source -= static_cast<Index>(sense.shift);
  for (auto& target : entries.col) target += static_cast<Index>(sense.target_shift - sense.shift);
}

}  // namespace

io::file_header scan_edges(text const& source, edge_rules const& rules, io::read_options const& options) {
  auto const blocks = cut(source, rules);
  edge_parser<double> const parser(rules, std::numeric_limits<size_type>::max(), true);
  size_type const kinds = rules.is_bipartite() ? 2 : 1;  // of vertices, each with numbers of its own
  number_set used(rules.lettered && !options.compact ? 0 : source.size);
  std::vector<std::vector<size_type>> large(blocks.size());
  auto facts = parse_edges(source, blocks, rules, parser, {}, [&](int b, size_type, edge<double> const& edge) {
    if (rules.lettered && !options.compact) return;
    used.insert(edge.from * kinds, large[static_cast<std::size_t>(b)]);
    used.insert(edge.to * kinds + kinds - 1, large[static_cast<std::size_t>(b)]);
  });
  facts.smallest = used.contains(0) ? 0 : used.contains(1) ? 1 : 2;
  auto const sense = sense_of(rules, facts, options);
  auto const num_edges = num_entries(blocks), num_used = used.count(large, facts.beyond() * kinds);
  constexpr auto narrow = std::numeric_limits<std::int32_t>::max();
  auto const vertices = options.compact ? num_used : sense.num_vertices;
  io::file_header header{
      .rows = vertices,
      .cols = vertices,
      .entries = num_edges,
      .values = field_of(rules, facts),
      .symmetric = sense.undirected,
      .fits_32_bit = vertices <= narrow - sense.shift && num_edges <= (sense.undirected ? narrow / 2 : narrow)};
  header.undirected = sense.undirected;
  header.base = sense.base;
  if (rules.lettered) return header;
  auto const numbered = rules.is_bipartite() ? sense.num_vertices : facts.beyond() - sense.shift;
  header.unused = options.compact ? 0 : numbered - num_used;
  header.left_out = rules.columns.left_out;
  header.notes = notes_of(rules, facts, sense, num_edges, num_used, options);
  return header;
}

template <class T, class Index>
reading<T, Index> read_edges(text const& source, edge_rules const& rules, io::progress_callback const& progress,
                             io::read_options const& options) {
  require_vertices_fit<Index>(source, rules.lettered ? rules.first_line - 1 : rules.words.vertices_line,
                              rules.num_vertices);
  auto const blocks = cut(source, rules);
  require_entries_fit(source, num_entries(blocks), 2 * sizeof(Index) + (rules.weighted ? sizeof(T) : 0));
  reading<T, Index> result;
  auto& entries = result.entries;
  resize(entries, num_entries(blocks), rules.weighted);
  edge_parser<T> const parser(rules, std::numeric_limits<Index>::max(), options.allow_nan);
  auto facts = parse_edges(source, blocks, rules, parser, progress, [&](int, size_type k, edge<T> const& edge) {
    entries.row[k] = static_cast<Index>(edge.from);
    entries.col[k] = static_cast<Index>(edge.to);
    if (rules.weighted) entries.value[k] = edge.weight;
  });
  if (may_count_from_one(rules, facts)) facts.smallest = smallest_of(entries);
  auto const sense = sense_of(rules, facts, options);
  require_vertices_fit<Index>(source, 0, sense.num_vertices);
  entries.rows = entries.cols = sense.num_vertices;
  entries.values = field_of(rules, facts);
  renumber(entries, sense);
  result.base = sense.base;
  result.undirected = sense.undirected;
  return result;
}

#define INSTANTIATE(T, Index)                                                                         \
  template reading<T, Index> read_edges(text const&, edge_rules const&, io::progress_callback const&, \
                                        io::read_options const&);
#include "src/io/file_instances.hpp"

}  // namespace heddle::detail
