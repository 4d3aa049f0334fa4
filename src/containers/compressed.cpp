// compressed.cpp - plans, statistics, row numbers, pieces of rows, transposition of a compressed form.
#include <chrono>
#include <heddle/detail/executor/recorder.hpp>
#include <heddle/detail/storage/compressed.hpp>
#include <heddle/detail/storage/split_rows.hpp>
#include <heddle/seam/plan/plan.hpp>

#include "src/containers/transposed_entries.hpp"
#include "src/executor/backend.hpp"
#include "src/host/forms.hpp"
#include "src/plan/choose.hpp"

namespace heddle::detail {

template <index_type Index, index_type Offset>
primitives::row_statistics const& compressed<Index, Offset>::statistics_locked() const {
  if (!statistics_) statistics_ = primitives::measure_rows(exec, offsets.data(), major);
  return *statistics_;
}

template <index_type Index, index_type Offset>
primitives::row_statistics const& compressed<Index, Offset>::statistics() const {
  std::lock_guard lock(mutex_);
  return statistics_locked();
}

template <index_type Index, index_type Offset> size_type compressed<Index, Offset>::degree_threshold(int bins) const {
  std::lock_guard lock(mutex_);
  for (auto const& [number, known] : thresholds_) {
    if (number == bins) return known;
  }
  size_type const longest = statistics_locked().max_length;
  return thresholds_.emplace_back(bins, heddle::seam::degree_threshold(exec, tiles(), longest, bins)).second;
}

// The rows cut into pieces of at most `most` entries, once.
template <index_type Index, index_type Offset>
static std::shared_ptr<split_rows<Index, Offset> const> cut_rows(executor const& exec, offset_tiles<Offset> const& rows,
                                                                 size_type most) {
  exec.wait();
  auto const begun = std::chrono::steady_clock::now();
  auto const result = std::make_shared<split_rows<Index, Offset>>();
  schedules::cut_tiles const cut{static_cast<int>(min_of(most, size_type{std::numeric_limits<int>::max()})), 1};
  buffer<seam::path_point> const points = primitives::tabulate(exec, either_width(rows), cut);
  size_type const pieces = points.size() - 1;
  require_numbered_pieces(pieces, most, std::numeric_limits<Index>::max());
  result->most = most;
  result->pieces = pieces;
  result->offsets = buffer<Offset>(exec, pieces + 1);
  result->parents = buffer<Index>(exec, pieces);
  result->first = buffer<Index>(exec, rows.tiles + 1);
  result->bytes = static_cast<size_type>(result->offsets.bytes() + result->parents.bytes() + result->first.bytes());
  primitives::split_points(exec, points.data(), pieces, rows.tiles, result->offsets.data(), result->parents.data(),
                           result->first.data());
  exec.wait();
  result->made_ms = std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - begun).count();
  return result;
}

template <index_type Index, index_type Offset>
std::shared_ptr<split_rows<Index, Offset> const> compressed<Index, Offset>::split_at(size_type most) const {
  std::lock_guard lock(mutex_);
  if (statistics_locked().max_length <= most) return nullptr;
  if (!split_ || split_->most != most) {
    split_ = nullptr;  // two need not be kept at a time
    split_ = cut_rows<Index>(exec, tiles(), most);
  }
  return keep_in_loop(exec, split_);
}

template <index_type Index, index_type Offset> tile_statistics compressed<Index, Offset>::measured_locked() const {
  if (nnz == 0) return {major, nnz, statistics_locked(), minor};
  if (!statistics_) {
    auto const found = primitives::measure_pattern(exec, offsets.data(), major, indices.data(), nnz);
    statistics_ = found.rows;
    nearness_ = found.nearness;
  }
  if (!nearness_) nearness_ = primitives::nearness(exec, indices.data(), nnz);
  return {major, nnz, statistics_locked(), minor, *nearness_};
}

template <index_type Index, index_type Offset> tile_statistics compressed<Index, Offset>::measured() const {
  std::lock_guard lock(mutex_);
  return measured_locked();
}

// Null where there is none.
template <index_type Index, index_type Offset>
std::shared_ptr<plan const> compressed<Index, Offset>::plan_locked(schedule const& chosen,
                                                                   reduction_call const& call) const {
  auto const found = std::find_if(plans_.begin(), plans_.end(),
                                  [&](auto const& kept) { return kept.asked == chosen && kept.call == call; });
  if (found == plans_.end()) return nullptr;
  std::rotate(found, found + 1, plans_.end());  // what was not asked for the longest is dropped first
  return plans_.back().made;
}

template <index_type Index, index_type Offset>
std::shared_ptr<plan const> compressed<Index, Offset>::plan_for(schedule const& chosen,
                                                                reduction_call const& of_type) const {
  reduction_call call = of_type;
  call.one_value = one_value;
  tile_statistics statistics;
  std::vector<std::shared_ptr<plan const>> known;
  {
    std::lock_guard lock(mutex_);
    if (auto const kept = plan_locked(chosen, call)) return keep_in_loop(exec, kept);
    bool const looks = !exec.is_host() && leaves_choice(chosen);
    statistics = looks ? measured_locked() : tile_statistics{major, nnz, statistics_locked(), minor};
    for (auto const& kept : plans_) known.push_back(kept.made);
  }
  // Without the lock, since a user's partition may look at the matrix; another thread may have been faster.
  auto const made = std::make_shared<plan const>(make_plan(exec, tiles(), chosen, call, &statistics, known));
  std::lock_guard lock(mutex_);
  if (auto const kept = plan_locked(chosen, call)) return keep_in_loop(exec, kept);
  if (plans_.size() == most_kept) plans_.erase(plans_.begin());
  plans_.push_back({chosen, call, made});
  return keep_in_loop(exec, made);
}

template <index_type Index, index_type Offset> buffer<Index> const& compressed<Index, Offset>::rows() const {
  std::lock_guard lock(mutex_);
  if (!rows_) {
    buffer<Index> made(exec, nnz);
    primitives::expand_offsets(exec, offsets.data(), major, nnz, made.data());
    rows_ = std::move(made);
  }
  return *rows_;
}

// Everything but the arrays.
template <index_type Index, index_type Offset>
static std::shared_ptr<compressed<Index, Offset>> empty_like(compressed<Index, Offset> const& form,
                                                             executor const& exec) {
  auto result = std::make_shared<compressed<Index, Offset>>();
  result->exec = exec;
  result->major = form.major;
  result->minor = form.minor;
  result->nnz = form.nnz;
  result->width = form.width;
  result->one_value = form.one_value;
  result->one = form.one;
  return result;
}

template <index_type Index, index_type Offset>
std::shared_ptr<compressed<Index, Offset> const> transposed(compressed<Index, Offset> const& form) {
  executor const& exec = form.exec;
  auto const result = empty_like(form, exec);
  std::swap(result->major, result->minor);
  result->offsets = buffer<Offset>(exec, form.minor + 1);
  result->indices = buffer<Index>(exec, form.nnz);
  if (!form.one_value) result->values = buffer<byte>(exec, bytes_of(form.nnz, form.width));
  if (exec.is_host()) {
    host::transpose(form, *result);
    return result;
  }
  auto const* const values = form.one_value ? nullptr : form.values.data();
  buffer<Index> columns(exec, form.nnz);
  with_cuda([&] {
    gpu::sort_by_column<Index>(exec, {form.rows().data(), form.indices.data(), values, form.width, form.nnz},
                               static_cast<Index>(form.minor),
                               {result->indices.data(), columns.data(), result->values.data()});
  });
  primitives::compress_rows(exec, columns.data(), form.nnz, form.minor, result->offsets.data());
  return result;
}

template <index_type Index, index_type Offset>
std::shared_ptr<compressed<Index, Offset> const> moved_to(compressed<Index, Offset> const& form, executor const& exec) {
  auto const result = empty_like(form, exec);
  result->offsets = form.offsets.clone(exec);
  result->indices = form.indices.clone(exec);
  if (!form.one_value) result->values = form.values.clone(exec);
  return result;
}

#define HEDDLE_INSTANTIATE(I, O)                                                        \
  template struct compressed<I, O>;                                                     \
  template std::shared_ptr<compressed<I, O> const> transposed(compressed<I, O> const&); \
  template std::shared_ptr<compressed<I, O> const> moved_to(compressed<I, O> const&, executor const&);
#include "src/index_widths.hpp"

}  // namespace heddle::detail
