// npy_edges.cpp - edges as an array of numpy: a row an edge, from, to and perhaps a weight.

#include "src/io/npz.hpp"

namespace heddle::detail {
namespace {

npy_array edges_in(text const& source) {
  auto array = npy_array_of(source.path, source.all());
  auto const& header = array.header;
  if (!header.is_integer() && header.kind != npy_kind::floating) {
    fail(source.path, "edges are numbers, and this array holds " + element_name(header));
  }
  bool const is_list = header.shape.size() == 2 && (header.shape[1] == 2 || header.shape[1] == 3);
  if (is_list) return array;
  bool const lies = header.shape.size() == 2 && (header.shape[0] == 2 || header.shape[0] == 3);
  fail(source.path, concat("edges are an array of n x 2 or n x 3, and this one has the shape ", shape_text(header),
                           lies ? "; save its transpose" : ""));
}

/// One more than the largest vertex. Throws io_error naming a vertex that is none.
size_type beyond_of(npy_array const& edges) {
  constexpr auto most = std::numeric_limits<size_type>::max() - 1;
  auto const count = edges.header.shape[0];
  std::atomic<size_type> beyond = 0;
  with_elements(edges, [&]<class E>(npy_elements<E> const& elements) {
    auto const vertex = [&](size_type k) { return elements[npy_place(edges.header, k / 2, k % 2)]; };
    auto const wrong = first_refused(2 * count, [&](size_type k) {
      E const element = vertex(k);
      if (!fits<size_type>(element) || element < E(0)) return false;
      auto const number = static_cast<size_type>(element);
      for (size_type seen = beyond.load(std::memory_order_relaxed);
           number >= seen && number < most && !beyond.compare_exchange_weak(seen, number + 1);) {
        continue;
      }
      return number < most;
    });
    if (wrong < 0) return;
    fail(edges.name, concat("row ", wrong / 2, " has the vertex ", shown_element(vertex(wrong)),
                            ", which is no whole number from 0 on"));
  });
  return beyond;
}

}  // namespace

io::file_header npy_edges_header(text const& source) {
  auto const edges = edges_in(source);
  auto const beyond = beyond_of(edges);
  auto const& [from, columns] = std::pair(edges.header.shape[0], edges.header.shape[1]);
  return {.rows = beyond,
          .cols = beyond,
          .entries = from,
          .values = columns == 2                              ? io::field::pattern
                    : edges.header.kind == npy_kind::floating ? io::field::real
                                                              : io::field::integer,
          .fits_32_bit = fit_32_bits({beyond, from}),
          .base = 0};
}

template <class Index>
entry_places<Index> read_npy_edges(text const& source, std::size_t value_bytes, value_taker const& take) {
  auto const header = npy_edges_header(source);
  if (header.rows > std::numeric_limits<Index>::max()) {
    fail_index(source, 0, concat("vertex ", header.rows - 1, " needs"));
  }
  bool const weighted = header.values != io::field::pattern;
  require_entries_fit(source, header.entries, 2 * sizeof(Index) + (weighted ? value_bytes : 0));
  auto const edges = edges_in(source);
  auto const column = [&](size_type j) { return [&edges, j](size_type k) { return npy_place(edges.header, k, j); }; };
  entry_places<Index> result{.rows = header.rows, .cols = header.cols, .values = header.values};
  auto const vertices = [&](size_type j) {
    std::vector<Index> found(static_cast<std::size_t>(header.entries));
    with_elements(edges, [&]<class E>(npy_elements<E> const& elements) {
      auto const place = column(j);
      host::parallel_for(host::default_threads(), header.entries, elements_at_once,
                         [&](size_type k) { found[k] = static_cast<Index>(elements[place(k)]); });
    });
    return found;
  };
  result.row = vertices(0);
  result.col = vertices(1);
  if (weighted) take(edges, header.entries, column(2));
  return result;
}

template entry_places<std::int32_t> read_npy_edges(text const&, std::size_t, value_taker const&);
template entry_places<std::int64_t> read_npy_edges(text const&, std::size_t, value_taker const&);

}  // namespace heddle::detail
