// extracted.cpp - the entries of a compressed form at chosen rows and columns, on the CPU: rows are counted, then
// written.
#include <algorithm>
#include <heddle/ops/detail/sparse_result.hpp>

#include "src/host/forms.hpp"
#include "src/host/parallel.hpp"
#include "src/host/widths.hpp"

namespace heddle::host {
namespace {

// An entry of a row in the making: where it goes, and which entry of the source it is.
template <class I> struct placed_entry {
  I place;
  size_type source;
  friend bool operator<(placed_entry const& a, placed_entry const& b) { return a.place < b.place; }
};

// The places at which a column stands, all columns side by side: columns are asked for more often than there are any.
template <class I> class places_of_columns {
 public:
  places_of_columns(executor const& exec, detail::index_lookup const& lookup, size_type columns, size_type places)
      : first_(exec, columns), next_(exec, max_of<size_type>(places, 1)) {
    I const none = -1;
    std::fill(first_.data(), first_.data() + columns, none);
    for (size_type p = lookup.count - 1; p >= 0; --p) {  // backwards, so that places of a column ascend
      size_type const column = lookup.sorted.data ? lookup.sorted[p] : lookup.begin + p * lookup.stride;
      auto const place = static_cast<I>(lookup.place(p));
      next_.data()[place] = first_.data()[column];
      repeats_ |= first_.data()[column] >= 0;
      first_.data()[column] = place;
    }
  }
  bool repeats() const { return repeats_; }
  I first(size_type column) const { return first_.data()[column]; }
  I next(size_type place) const { return next_.data()[place]; }

 private:
  buffer<I> first_, next_;
  bool repeats_ = false;
};

template <index_type I, index_type O> struct extraction {
  char const* what;
  compressed<I, O> const& a;
  detail::index_view const& rows;
  size_type num_rows;
  column_names const& names;
  size_type num_columns;

  struct slice {
    size_type begin, end;
  };
  // The entries of row k of the result before any column is looked up.
  slice slice_of(size_type k) const {
    size_type const r = rows[k];
    if (r < 0) return {0, 0};
    slice s{a.offsets.data()[r], a.offsets.data()[r + 1]};
    if (names.to >= 0) {
      s.begin = detail::lower_bound(a.indices.data(), s.begin, s.end, names.from);
      s.end = detail::lower_bound(a.indices.data(), s.begin, s.end, names.to);
    }
    return s;
  }

  std::shared_ptr<compressed<I, O>> run() const {
    if (!names.looks_up) {
      buffer<size_type> begins(a.exec, num_rows);
      auto result = new_form([&](size_type k) {
        auto const s = slice_of(k);
        begins.data()[k] = s.begin;
        return s.end - s.begin;
      });
      fill(*result, [&](auto const& copy) {
        return [&, copy](int, size_type k, size_type to) {
          rename(*result, copy, begins.data()[k], to, result->offsets.data()[k + 1]);
        };
      });
      return result;
    }
    places_of_columns<I> const places(a.exec, names.lookup, a.minor, num_columns);
    auto result = new_form([&](size_type k) { return number_in(places, slice_of(k)); });
    std::vector<std::vector<placed_entry<I>>> rows_in_making(static_cast<std::size_t>(a.exec.num_workers()));
    fill(*result, [&](auto const& copy) {
      return [&, copy](int thread, size_type k, size_type to) {
        look_up(*result, places, copy, rows_in_making[thread], k, to);
      };
    });
    return result;
  }

 private:
  template <class Count> std::shared_ptr<compressed<I, O>> new_form(Count const& count) const {
    buffer<size_type> first(a.exec, num_rows + 1);
    parallel_for(a.exec, num_rows, [&](size_type k) { first.data()[k] = count(k); });
    size_type const n = scan(
        a.exec, num_rows, [&](size_type k) { return first.data()[k]; }, first.data());
    auto result = detail::new_result<I, O>(what, a.exec, num_rows, num_columns, n, a.width);
    parallel_for(a.exec, num_rows + 1,
                 [&](size_type k) { result->offsets.data()[k] = static_cast<O>(first.data()[k]); });
    return result;
  }

  size_type number_in(places_of_columns<I> const& places, slice const& s) const {
    I const* const indices = a.indices.data();
    size_type n = 0;
    if (!places.repeats()) {
      for (size_type e = s.begin; e < s.end; ++e) n += places.first(indices[e]) >= 0;
      return n;
    }
    for (size_type e = s.begin; e < s.end; ++e) {
      for (I place = places.first(indices[e]); place >= 0; place = places.next(place)) ++n;
    }
    return n;
  }

  // row_of(copy)(thread, k, first): writes row k; copy(to, source) its values.
  template <class RowOf> void fill(compressed<I, O>& result, RowOf const& row_of) const {
    auto const all_rows = [&](auto const& copy) {
      auto const row = row_of(copy);
      int const threads = result.nnz + num_rows < serial_below ? 1 : a.exec.num_workers();
      size_type const length = max_of<size_type>(1, num_rows / (size_type{64} * threads));
      for_each_run(threads, num_rows, length, [&](int thread, size_type first, size_type last) {
        for (size_type k = first; k < last; ++k) row(thread, k, result.offsets.data()[k]);
      });
    };
    std::size_t const width = a.width;
    byte* const to = result.values.data();
    if (a.one_value) {
      return with_copy(width, [&](auto copy) {
        byte const* const one = a.one.data();
        all_rows([=](size_type at, size_type) { copy(to + at * width, one); });
      });
    }
    with_copy(width, [&](auto copy) {
      byte const* const from = a.values.data();
      all_rows([=](size_type at, size_type source) { copy(to + at * width, from + source * width); });
    });
  }

  template <class Copy>
  void rename(compressed<I, O>& result, Copy const& copy, size_type from, size_type to, size_type to_end) const {
    size_type const n = to_end - to;
    I const* const indices = a.indices.data() + from;
    I* const columns = result.indices.data() + to;
    auto const begin = static_cast<I>(names.begin);
    if (names.stride > 0) {
      for (size_type k = 0; k < n; ++k) columns[k] = static_cast<I>(indices[k] - begin);
      for (size_type k = 0; k < n; ++k) copy(to + k, from + k);
      return;
    }
    for (size_type k = 0; k < n; ++k) {
      columns[k] = static_cast<I>(begin - indices[n - 1 - k]);
      copy(to + k, from + n - 1 - k);
    }
  }

  template <class Copy>
  void look_up(compressed<I, O>& result, places_of_columns<I> const& places, Copy const& copy,
               std::vector<placed_entry<I>>& row, size_type k, size_type to) const {
    if (result.offsets.data()[k + 1] == result.offsets.data()[k]) return;
    row.clear();
    auto const s = slice_of(k);
    for (size_type e = s.begin; e < s.end; ++e) {
      for (I place = places.first(a.indices.data()[e]); place >= 0; place = places.next(place)) {
        row.push_back({place, e});
      }
    }
    if (names.sorts) std::sort(row.begin(), row.end());
    for (auto const& entry : row) {
      result.indices.data()[to] = entry.place;
      copy(to++, entry.source);
    }
  }
};

}  // namespace

template <index_type I, index_type O>
std::shared_ptr<compressed<I, O>> extracted(char const* what, compressed<I, O> const& a, detail::index_view const& rows,
                                            size_type num_rows, column_names const& names, size_type num_columns) {
  return extraction<I, O>{what, a, rows, num_rows, names, num_columns}.run();
}

#define HEDDLE_INSTANTIATE(I, O)                        \
  template std::shared_ptr<compressed<I, O>> extracted( \
      char const*, compressed<I, O> const&, detail::index_view const&, size_type, column_names const&, size_type);
#include "src/index_widths.hpp"

}  // namespace heddle::host
