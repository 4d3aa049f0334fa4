// locality.cpp - columns by falling degree, and whether it is worth naming them so.
#include <heddle/detail/storage/compressed.hpp>
#include <heddle/seam/plan/locality.hpp>
#include <iomanip>
#include <limits>
#include <numeric>

#include "src/executor/single_elements.hpp"
#include "src/text/plain_text.hpp"
#include "src/with_cuda.hpp"

namespace heddle::detail {
namespace {

constexpr size_type most_hubs = 65536;

// Entries of the 1, 2, ... first columns of an order.
template <index_type Index>
std::vector<size_type> running_degrees(buffer<Index> const& degrees, buffer<std::int64_t> const& order) {
  size_type const n = min_of(order.size(), most_hubs);
  buffer<Index> first(order.exec(), n);
  primitives::gather(order.exec(), first.data(), degrees.data(), order.data(), n, sizeof(Index));
  auto const copied = first.to_host();
  std::vector<size_type> sums(copied.begin(), copied.end());
  std::partial_sum(sums.begin(), sums.end(), sums.begin());
  return sums;
}

// What as many columns would take if all were alike.
template <class Placement> double fair_share(Placement const& made, size_type used) {
  return used > 0 ? static_cast<double>(min_of(made.hubs, used)) / static_cast<double>(used) : 0;
}

template <class Placement> std::string describe(Placement const& made, size_type used, bool small, bool helps) {
  plain_text text;
  text << std::fixed << std::setprecision(1) << "the " << made.hubs << " heaviest of " << used << " columns take "
       << 100 * made.coverage << " % of the gathers";
  if (small) {
    text << ", but fewer than " << made.asked.least_entries << " entries are too few: columns stay as they are";
  } else if (!helps) {
    text << ", " << 100 * (made.coverage - fair_share(made, used)) << " % more than any; "
         << 100 * made.asked.least_coverage << " % are asked for: columns stay as they are";
  }
  return text.str();
}

// label[order[i]] = i.
template <index_type Index> buffer<Index> inverse(buffer<Index> const& order) {
  buffer<Index> names(order.exec(), order.size()), label(order.exec(), order.size());
  primitives::iota(order.exec(), names.data(), order.size());
  primitives::scatter(order.exec(), label.data(), order.data(), names.data(), order.size(), sizeof(Index));
  return label;
}

}  // namespace

void check_locality(locality const& asked) {
  if (asked.hub_bytes < 0) {
    throw invalid_argument(concat("locality: hub_bytes is ", asked.hub_bytes, ", but must be 0 or more"));
  }
  if (!(asked.least_coverage >= 0)) {
    throw invalid_argument(concat("locality: least_coverage is ", asked.least_coverage, ", but must be 0 or more"));
  }
  if (asked.least_entries < 0) {
    throw invalid_argument(concat("locality: least_entries is ", asked.least_entries, ", but must be 0 or more"));
  }
}

template <index_type Index>
std::shared_ptr<column_labels<Index>> label_columns(executor const& exec, Index const* indices, size_type nnz,
                                                    size_type columns, std::vector<size_type>* heaviest) {
  auto const labels = std::make_shared<column_labels<Index>>();
  buffer<Index> degrees(exec, columns), classes(exec, columns), sorted(exec, columns);
  primitives::count_columns(exec, indices, nnz, degrees.data(), columns);
  primitives::degree_classes(exec, degrees.data(), classes.data(), columns);
  constexpr int none = primitives::num_degree_classes - 1;
  auto const order = primitives::stable_order(exec, classes.data(), columns, static_cast<Index>(none + 1));
  primitives::gather(exec, sorted.data(), classes.data(), order.data(), columns, sizeof(Index));
  labels->used = first_not_below(sorted, 0, columns, none);
  labels->in_place = primitives::is_ascending(exec, classes.data(), columns);
  if (heaviest) *heaviest = running_degrees(degrees, order);
  if (labels->in_place) return labels;
  primitives::iota(exec, classes.data(), columns);
  labels->order = buffer<Index>(exec, columns);  // `order` in the type of the matrix
  primitives::gather(exec, labels->order.data(), classes.data(), order.data(), columns, sizeof(Index));
  return labels;
}

template <index_type Index>
void rename_columns(executor const& exec, Index const* indices, size_type nnz, column_labels<Index>& labels) {
  if (labels.in_place) return;
  buffer<Index> const label = inverse(labels.order);
  labels.columns = buffer<Index>(exec, nnz);
  primitives::gather(exec, labels.columns.data(), label.data(), indices, nnz, sizeof(Index));
}

template <index_type Index, index_type Offset>
std::shared_ptr<compressed<Index, Offset>> relabelled(compressed<Index, Offset> const& form,
                                                      buffer<Index> const& order) {
  executor const& exec = form.exec;
  size_type const n = order.size(), nnz = form.nnz;
  auto const gathered = [&](auto const& from, auto const& at) {
    std::remove_cvref_t<decltype(from)> to(exec, nnz);
    primitives::gather(exec, to.data(), from.data(), at.data(), nnz, sizeof(*to.data()));
    return to;
  };
  buffer<Index> const label = inverse(order);
  buffer<Index> const columns = gathered(label, form.indices);
  auto const by_column = primitives::stable_order(exec, columns.data(), nnz, static_cast<Index>(n));
  buffer<Index> const rows = gathered(gathered(label, form.rows()), by_column);
  auto const by_row = primitives::stable_order(exec, rows.data(), nnz, static_cast<Index>(n));
  auto const from = gathered(by_column, by_row);

  auto const result = std::make_shared<compressed<Index, Offset>>();
  result->exec = exec;
  result->major = result->minor = n;
  result->nnz = nnz;
  result->width = form.width;
  result->one_value = form.one_value;
  result->one = form.one;
  result->offsets = buffer<Offset>(exec, n + 1);
  primitives::compress_rows(exec, gathered(rows, by_row).data(), nnz, n, result->offsets.data());
  result->indices = gathered(columns, from);
  if (form.one_value) return result;
  result->values = buffer<byte>(exec, nnz * static_cast<size_type>(form.width));
  primitives::gather(exec, result->values.data(), form.values.data(), from.data(), nnz, form.width);
  return result;
}

template <index_type Index, index_type Offset>
column_placement<Index> compressed<Index, Offset>::place_columns(locality const& asked, std::size_t value_bytes) const {
  check_locality(asked);
  std::lock_guard lock(mutex_);
  for (auto const& kept : placements_) {
    if (kept.asked == asked && kept.value_bytes == value_bytes) return kept;
  }
  column_placement<Index> made{asked, value_bytes, 0, 0, {}, {}, {}};
  std::shared_ptr<column_labels<Index>> fresh;
  if (heaviest_columns_.empty() && nnz > 0) {
    std::vector<size_type> heaviest;
    fresh = label_columns(exec, indices.data(), nnz, minor, &heaviest);
    heaviest_columns_ = std::move(heaviest);
    used_columns_ = fresh->used;
  }
  size_type const bytes = asked.hub_bytes > 0 ? asked.hub_bytes : default_hub_bytes;
  made.hubs = min_of(bytes / static_cast<size_type>(value_bytes), min_of(used_columns_, most_hubs));
  if (made.hubs > 0) {
    made.coverage = static_cast<double>(heaviest_columns_[made.hubs - 1]) / static_cast<double>(nnz);
  }
  bool const small = !exec.is_host() && nnz < asked.least_entries;
  bool const helps = !small && made.hubs > 0 && made.coverage - fair_share(made, used_columns_) >= asked.least_coverage;
  made.reason = nnz == 0 ? "there are no entries" : describe(made, used_columns_, small, helps);
  if (helps) {
    if (!labels_) {
      if (!fresh) fresh = label_columns(exec, indices.data(), nnz, minor);
      rename_columns(exec, indices.data(), nnz, *fresh);
      labels_ = fresh;
    }
    made.labels = labels_;
    if (!exec.is_host() && !marks_ && major <= std::numeric_limits<std::int32_t>::max()) {
      constexpr size_type warps = 32;  // of the block that stays on each multiprocessor
      size_type const share = marked_share(nnz, warps * exec.num_workers());
      marks_ =
          std::make_shared<tile_marks>(with_cuda([&] { return gpu::mark_tiles(exec, either_width(tiles()), share); }));
    }
    made.marks = marks_;
  }
  if (placements_.size() == most_kept) placements_.erase(placements_.begin());
  placements_.push_back(made);
  return made;
}

#define HEDDLE_INSTANTIATE(I, O)                                                                    \
  template std::shared_ptr<compressed<I, O>> relabelled(compressed<I, O> const&, buffer<I> const&); \
  template column_placement<I> compressed<I, O>::place_columns(locality const&, std::size_t) const;
#include "src/index_widths.hpp"

#define HEDDLE_INSTANTIATE(I)                                                                               \
  template std::shared_ptr<column_labels<I>> label_columns(executor const&, I const*, size_type, size_type, \
                                                           std::vector<size_type>*);                        \
  template void rename_columns(executor const&, I const*, size_type, column_labels<I>&);
#include "src/each_index.hpp"

}  // namespace heddle::detail
