// metis.cpp - graphs as METIS reads them: `vertices edges [fmt [ncon]]`, then a line of neighbours for every vertex.
// Karypis, Kumar, "METIS: A Software Package for Partitioning Unstructured Graphs", version 5.1, section 4.1.1.
#include "src/io/metis.hpp"

#include <algorithm>
#include <tuple>

#include "src/io/line_blocks.hpp"
#include "src/io/mirrored_entries.hpp"

namespace heddle::detail {
namespace {

constexpr auto most_of_any = std::numeric_limits<size_type>::max() / 2 - 1;

struct metis_header {
  size_type vertices = 0, edges = 0, line = 0;
  bool has_sizes = false, has_weights = false;  // of edges
  size_type vertex_weights = 0;
  char const* body = nullptr;

  size_type before() const { return has_sizes + vertex_weights; }  // numbers before the neighbours
};

/// Up to three digits: sizes of vertices, weights of vertices, weights of edges.
void parse_kinds(char const*& at, metis_header& header) {
  auto const kinds = token_at(at);
  if (kinds.size() > 3 || kinds.find_first_not_of("01") != std::string_view::npos) {
    throw line_error{at, "the kinds of weights must be up to three digits 0 or 1, not " + shown_token(at)};
  }
  auto const has = [&](std::size_t from_right) {
    return kinds.size() > from_right && kinds[kinds.size() - 1 - from_right] == '1';
  };
  header.has_weights = has(0);
  header.vertex_weights = has(1);
  header.has_sizes = has(2);
  at += kinds.size();
}

metis_header parse_header(text const& source) {
  auto const [line, number] = first_entry(source, source.begin(), 1, "%");
  metis_header header{.line = number};
  if (line == source.end()) fail(source.path, header.line - 1, "the file has no line \"VERTICES EDGES\"");
  try {
    char const* at = line;
    header.vertices = parse_index(at, "number of vertices", 0, most_of_any);
    header.edges = parse_index(at, "number of edges", 0, most_of_any);
    at = skip_blanks(at);
    if (!at_line_end(at)) parse_kinds(at, header);
    at = skip_blanks(at);
    if (!at_line_end(at)) {
      char const* const start = at;
      auto const count = parse_index(at, "number of weights of a vertex", 0, 1000);
      if (count > 0 && header.vertex_weights == 0) {
        throw line_error{start, "a number of weights stands here, and the kinds say that vertices have none"};
      }
      header.vertex_weights = count;
    }
    expect_line_end(at);
  } catch (line_error const& error) { fail(source, error, line, header.line); }
  header.body = next_line(line, source.end());
  return header;
}

bool is_comment(char const* line) { return *skip_blanks(line) == '%'; }

size_type count_tokens(char const* at) {
  size_type count = 0;
  for (at = skip_blanks(at); !at_line_end(at); at = skip_blanks(at), ++count) {
    while (!at_token_end(at)) ++at;
  }
  return count;
}

template <class T, class Index> class metis_reader {
 public:
  metis_reader(text const& source, io::progress_callback const& progress, bool allow_nan)
      : source_(source), progress_(progress), header_(parse_header(source)), rules_{io::field::integer, allow_nan} {}

  io::coordinates<T, Index> read() {
    require_vertices_fit<Index>(source_, header_.line, header_.vertices);
    count_lines();
    reserve();
    for_each_block(source_, blocks_, progress_, [this](int b, line_block const& block) { parse(b, block); });
    if (!is_mirrored(result_)) fail_mirrored();
    return std::move(result_);
  }

 private:
  /// Every line that is no comment is a vertex, blank ones too; behind the last vertex blank ones are nothing.
  void count_lines() {
    blocks_ = cut_into_blocks(source_, header_.body, header_.line + 1, "%");
    first_neighbour_.assign(blocks_.size() + 1, 0);
    std::vector<size_type> lines(blocks_.size());
    host::parallel_for(host::default_threads(), static_cast<size_type>(blocks_.size()), 1,
                       [&](size_type b) { std::tie(lines[b], first_neighbour_[b + 1]) = count_in(blocks_[b]); });
    size_type vertex = 0;
    for (std::size_t b = 0; b < blocks_.size(); ++b) {
      blocks_[b].first_entry = vertex;
      vertex += lines[b];
      first_neighbour_[b + 1] += first_neighbour_[b];
    }
    if (vertex < header_.vertices) {
      fail(source_.path, last_line(),
           concat("too few vertices: line ", header_.line, " says ", header_.vertices, ", and there are ", vertex,
                  " lines"));
    }
    if (first_neighbour_.back() != 2 * header_.edges) {
      fail(source_.path, header_.line,
           concat(header_.edges, " edges are stated, each of which two lines list, but the lines list ",
                  first_neighbour_.back(), " neighbours"));
    }
  }

  size_type last_line() const {
    return blocks_.empty() ? header_.line : blocks_.back().first_line + blocks_.back().num_lines - 1;
  }

  std::pair<size_type, size_type> count_in(line_block const& block) const {
    size_type lines = 0, neighbours = 0;
    for (char const* line = block.begin; line != block.end; line = next_line(line, block.end)) {
      if (is_comment(line)) continue;
      ++lines;
      // A last neighbour whose weight is missing counts too: parse_vertex() keeps it before it looks for the weight.
      auto const numbers = std::max<size_type>(count_tokens(line) - header_.before(), 0);
      neighbours += (numbers + header_.has_weights) / (1 + header_.has_weights);
    }
    return {lines, neighbours};
  }

  void reserve() {
    require_entries_fit(source_, 2 * header_.edges, 2 * sizeof(Index) + (header_.has_weights ? sizeof(T) : 0));
    result_.rows = result_.cols = header_.vertices;
    result_.values = header_.has_weights ? io::field::integer : io::field::pattern;
    result_.symmetric = true;
    resize(result_, 2 * header_.edges, header_.has_weights);
  }

  void parse(int b, line_block const& block) {
    auto vertex = block.first_entry;
    auto k = static_cast<std::size_t>(first_neighbour_[static_cast<std::size_t>(b)]);
    for (char const* line = block.begin; line != block.end; line = next_line(line, block.end)) {
      if (is_comment(line)) continue;
      if (vertex == header_.vertices) {
        if (entry_on(line, ""))
          throw line_error{line, concat("too many vertices: line ", header_.line, " says ", header_.vertices)};
        continue;
      }
      k = parse_vertex(line, vertex++, k);
    }
  }

  std::size_t parse_vertex(char const* at, size_type vertex, std::size_t k) {
    if (header_.has_sizes) parse_index(at, "size of the vertex", 0, most_of_any);
    for (size_type w = 0; w < header_.vertex_weights; ++w) parse_index(at, "weight of the vertex", 0, most_of_any);
    for (at = skip_blanks(at); !at_line_end(at); at = skip_blanks(at), ++k) {
      char const* const start = at;
      auto const neighbour = parse_index(at, "neighbour", 1, header_.vertices) - 1;
      if (neighbour == vertex) throw line_error{start, concat("vertex ", vertex + 1, " is its own neighbour")};
      result_.row[k] = static_cast<Index>(vertex);
      result_.col[k] = static_cast<Index>(neighbour);
      if (header_.has_weights) result_.value[k] = parse_value<T>(at, rules_);
    }
    return k;
  }

  /// The first neighbour that does not have the vertex in return.
  [[noreturn]] void fail_mirrored() const {
    using listed = std::tuple<Index, Index, std::uint64_t>;
    auto const entry = [this, weights = bits_of(result_.value)](std::size_t k, bool mirror) {
      std::uint64_t const bits = weights[static_cast<size_type>(k)];
      return mirror ? listed{result_.col[k], result_.row[k], bits} : listed{result_.row[k], result_.col[k], bits};
    };
    std::vector<listed> all(result_.row.size());
    for (std::size_t k = 0; k < all.size(); ++k) all[k] = entry(k, false);
    std::sort(all.begin(), all.end());
    auto const count = [&](listed const& one) {
      auto const [first, last] = std::equal_range(all.begin(), all.end(), one);
      return last - first;
    };
    for (std::size_t k = 0; k < all.size(); ++k) {
      if (count(entry(k, false)) <= count(entry(k, true))) continue;
      auto const from = result_.row[k] + size_type{1}, to = result_.col[k] + size_type{1};
      fail(source_.path, line_of(result_.row[k]),
           concat("vertex ", from, " lists ", to, ", but vertex ", to, " does not list ", from,
                  header_.has_weights ? " with this weight" : ""));
    }
    fail(source_.path, header_.line, "not every edge is listed by both of its vertices");
  }

  size_type line_of(size_type vertex) const {
    auto block = std::upper_bound(blocks_.begin(), blocks_.end(), vertex,
                                  [](size_type v, line_block const& b) { return v < b.first_entry; }) -
                 1;
    auto line = block->first_line;
    auto at = block->first_entry;
    for (char const* place = block->begin; place != block->end; place = next_line(place, block->end), ++line) {
      if (!is_comment(place) && at++ == vertex) break;
    }
    return line;
  }

  text const& source_;
  io::progress_callback const& progress_;
  metis_header header_;
  value_rules rules_;
  std::vector<line_block> blocks_;
  std::vector<size_type> first_neighbour_;
  io::coordinates<T, Index> result_;
};

}  // namespace

io::file_header read_metis_header(text const& source) {
  auto const header = parse_header(source);
  io::file_header shape{.rows = header.vertices,
                        .cols = header.vertices,
                        .entries = 2 * header.edges,
                        .values = header.has_weights ? io::field::integer : io::field::pattern,
                        .symmetric = true,
                        .fits_32_bit = fit_32_bits({header.vertices, 2 * header.edges})};
  shape.undirected = true;
  auto const leave_out = [&](std::string const& what) {
    shape.left_out.push_back(what);
    shape.notes.push_back(what + " are left out");
  };
  if (header.has_sizes) leave_out("sizes of vertices");
  if (header.vertex_weights > 0) leave_out("weights of vertices");
  return shape;
}

template <class T, class Index>
io::coordinates<T, Index> read_metis(text const& source, io::progress_callback const& progress,
                                     io::read_options const& options) {
  return metis_reader<T, Index>(source, progress, options.allow_nan).read();
}

#define INSTANTIATE(T, Index) \
  template io::coordinates<T, Index> read_metis(text const&, io::progress_callback const&, io::read_options const&);
#include "src/io/file_instances.hpp"

}  // namespace heddle::detail
