// compact.cpp - columns as 16-bit differences, and whether it is worth it.
#include <heddle/detail/dispatch/for_each_index.hpp>
#include <heddle/detail/executor/primitives.hpp>
#include <heddle/detail/executor/recorder.hpp>
#include <heddle/detail/storage/compressed.hpp>
#include <iomanip>

#include "src/plan/compact_steps.hpp"
#include "src/text/plain_text.hpp"

namespace heddle::detail {

void check_compact(compact_columns const& asked) {
  if (!(asked.least_fitting >= 0)) {
    throw invalid_argument(concat("compact: least_fitting is ", asked.least_fitting, ", but must be 0 or more"));
  }
}

compacted compact(executor const& exec, std::int32_t const* columns, size_type nnz, compact_columns const& asked) {
  check_compact(asked);
  compacted made{.asked = asked};
  if (nnz == 0) {
    made.reason = "there are no entries";
    return made;
  }
  size_type const blocks = ceil_div(nnz, compact_block);
  buffer<std::int32_t> bases(exec, blocks), rank(exec, blocks + 1);
  ops::for_each_index(exec, blocks, compact_range{columns, nnz, bases.data(), rank.data()});
  primitives::exclusive_sum(exec, rank.data(), rank.data(), blocks);
  size_type const too_wide = rank.get(blocks);
  made.fitting = 1 - static_cast<double>(too_wide) / static_cast<double>(blocks);
  bool const helps = made.fitting >= asked.least_fitting;
  plain_text reason;
  reason << std::fixed << std::setprecision(1) << "the columns of " << 100 * made.fitting
         << " % of the entries fit 16 bits";
  if (!helps) reason << "; " << 100 * asked.least_fitting << " % are asked for: columns stay as they are";
  made.reason = reason.str();
  if (!helps) return made;
  buffer<std::uint16_t> near(exec, nnz);
  buffer<std::int32_t> copied(exec, too_wide * compact_block);
  ops::for_each_index(exec, nnz, compact_entry{columns, bases.data(), rank.data(), near.data(), copied.data()});
  ops::for_each_index(exec, blocks, copied_block{rank.data(), bases.data()});
  made.bases = std::move(bases), made.copied = std::move(copied), made.near = std::move(near);
  return made;
}

template <index_type Index, index_type Offset>
std::shared_ptr<compacted const> compressed<Index, Offset>::compact_for(compact_columns const& asked,
                                                                        Index const* columns) const {
  bool const renamed = columns != indices.data();
  std::lock_guard lock(mutex_);
  auto const found = std::find_if(compacted_.begin(), compacted_.end(),
                                  [&](auto const& kept) { return kept->asked == asked && kept->renamed == renamed; });
  if (found != compacted_.end()) {
    std::rotate(found, found + 1, compacted_.end());  // see plan_for
    return keep_in_loop(exec, compacted_.back());
  }
  compacted made{.asked = asked, .reason = "indices have 64 bits"};
  if (exec.is_host()) {
    made.reason = "a host takes as long either way";
  } else if constexpr (sizeof(Index) == sizeof(std::int32_t)) {
    made = compact(exec, columns, nnz, asked);
  }
  made.renamed = renamed;
  if (compacted_.size() == most_kept) compacted_.erase(compacted_.begin());
  compacted_.push_back(std::make_shared<compacted>(std::move(made)));
  return keep_in_loop(exec, compacted_.back());
}

#define HEDDLE_INSTANTIATE(I, O) \
  template std::shared_ptr<compacted const> compressed<I, O>::compact_for(compact_columns const&, I const*) const;
#include "src/index_widths.hpp"

}  // namespace heddle::detail
