// bfs_from_each.cpp - searches from many sources: 64 at a time directly, or by a loop of products over words.
#include <heddle/algorithms/bfs_from_each.hpp>

#include "src/algorithms/direct.hpp"
#include "src/algorithms/kept_levels.hpp"
#include "src/algorithms/word_bfs.hpp"
#include "src/traverse/device_search.hpp"

namespace heddle::detail {

namespace {

/// What up to 64 searches are asked for and write.
template <index_type I, index_type O> struct word_batch {
  matrix_operand<bool, I, O> const& edges;
  bfs_from_each_options const& options;
  std::span<size_type const> sources;
  std::span<source_reach> found;
  bfs_from_each_result<I>& result;

  size_type size() const { return static_cast<size_type>(sources.size()); }
  executor exec() const { return edges.exec(); }
};

// Arrays of levels and presence for every source, or none.
class level_arrays_of_each {
 public:
  level_arrays_of_each(executor const& exec, size_type n, size_type sources) {
    for (size_type b = 0; b < sources; ++b) {
      levels_.push_back(bitmap_values(exec, n, sizeof(std::int32_t)));
      present_.emplace_back(exec, n);
      level_pointers_.push_back(reinterpret_cast<std::int32_t*>(levels_.back().data()));
      present_pointers_.push_back(present_.back().data());
    }
  }
  std::int32_t* const* levels() const { return level_pointers_.empty() ? nullptr : level_pointers_.data(); }
  byte* const* present() const { return present_pointers_.data(); }
  template <index_type I> void give(bfs_from_each_result<I>& result, size_type n, std::span<source_reach const> found) {
    for (std::size_t b = 0; b < levels_.size(); ++b) {
      vector<std::int32_t, I> of_source(n, levels_[b].exec());
      keep_reached(of_source, std::move(levels_[b]), std::move(present_[b]), found[b].reached);
      result.levels.push_back(std::move(of_source));
    }
  }

 private:
  std::vector<buffer<byte>> levels_, present_;
  std::vector<std::int32_t*> level_pointers_;
  std::vector<byte*> present_pointers_;
};

template <index_type I, index_type O>
void search_words_on_host(word_batch<I, O> const& batch, compressed_view<bool, I, O> const& rows,
                          compressed_view<bool, I, O> const* columns, level_arrays_of_each const& arrays) {
  int const threads = batch.exec().num_workers();
  auto* const* const levels = arrays.levels();
  for (size_type b = 0; levels && b < batch.size(); ++b) std::fill_n(levels[b], rows.major, -1);
  host::word_bfs<I, O> search(rows, columns, push_cost_of(batch.options.direction, batch.options.push_cost), threads);
  search.search(batch.sources, batch.found, levels);
  batch.result.edges += search.edges;
  for (size_type b = 0; levels && b < batch.size(); ++b) {
    byte* const present = arrays.present()[b];
    host::parallel_for(threads, rows.major, [&](size_type v) { present[v] = levels[b][v] >= 0; });
  }
}

template <index_type I, index_type O>
void search_words_on_device(word_batch<I, O> const& batch, compressed_view<bool, I, O> const& rows,
                            compressed_view<bool, I, O> const* columns, level_arrays_of_each const& arrays) {
  gpu::word_search_options const how{.stepwise = batch.options.method == traversal_method::stepwise,
                                     .push_cost = push_cost_of(batch.options.direction, batch.options.push_cost)};
  auto const counts = with_cuda([&] {
    return gpu::search_words(batch.exec(), rows, columns, batch.sources, how, batch.found,
                             {arrays.levels(), arrays.present()});
  });
  batch.result.edges += counts.edges;
  batch.result.launches += counts.launches;
  batch.result.workspace_bytes = max_of(batch.result.workspace_bytes, counts.workspace_bytes);
}

template <index_type I, index_type O> void search_words_directly(word_batch<I, O> const& batch) {
  auto const& edges = batch.edges;
  auto const rows = pattern_view<bool>(edges.by_rows());
  bool const both = edges.has_by_columns() || batch.options.direction == direction::pull;
  auto const columns = both ? pattern_view<bool>(edges.by_columns()) : rows;
  auto const* const other = both ? &columns : nullptr;
  level_arrays_of_each arrays(batch.exec(), edges.rows(), batch.options.levels ? batch.size() : 0);
  if (batch.exec().is_host()) {
    search_words_on_host(batch, rows, other, arrays);
  } else {
    search_words_on_device(batch, rows, other, arrays);
  }
  arrays.give(batch.result, edges.rows(), batch.found);
}

/// The searches as a loop of products.
template <index_type I, index_type O> class word_loop {
 public:
  explicit word_loop(word_batch<I, O> const& batch)
      : batch_(batch), row_offsets_(batch.edges.by_rows().offsets.to_host()), levels_(batch.sources.size()) {}

  void run() {
    descriptor const step{.schedule = batch_.options.schedule, .direction = batch_.options.direction};
    for (std::int32_t level = 0; find_frontier(); ++level) {
      count(frontier_.tuples(), level);
      vxm(gathered_, no_mask, no_accum, bor_first<std::int64_t>{}, frontier_, batch_.edges, step);
    }
    for (auto const& [reached, level] : levels_) {
      if (!batch_.options.levels) break;
      batch_.result.levels.push_back(
          vector<std::int32_t, I>::build(n_, reached, level, take_first<std::int32_t>{}, batch_.exec()));
    }
  }

 private:
  vector<std::int64_t, I> words_of_sources() const {
    std::vector<I> at;
    std::vector<std::int64_t> bits;
    for (size_type b = 0; b < batch_.size(); ++b) {
      at.push_back(static_cast<I>(batch_.sources[b]));
      bits.push_back(static_cast<std::int64_t>(source_word{1} << b));
    }
    return vector<std::int64_t, I>::build(n_, at, bits, bitwise_or<std::int64_t>{}, batch_.exec());
  }

  // f = g and not s, s = s or f; whether anything is new.
  bool find_frontier() {
    auto const& gathered = storage_of(gathered_).bitmap();
    buffer<byte> words(batch_.exec(), bytes_of(n_, sizeof(std::int64_t))), is_new(batch_.exec(), n_);
    ops::for_each_index(
        batch_.exec(), n_,
        new_sources{typed<std::int64_t>(gathered.values), gathered.full() ? nullptr : gathered.present.data(),
                    written(seen_), reinterpret_cast<std::int64_t*>(words.data()), is_new.data()});
    storage_of(frontier_).assign(bitmap_form{std::move(is_new), std::move(words), -1});
    storage_of(frontier_).choose_form();
    return frontier_.nvals() > 0;
  }

  void count(vector_tuples<std::int64_t, I> const& frontier, std::int32_t level) {
    std::array<size_type, sources_a_word> counts{};
    for (std::size_t k = 0; k < frontier.index.size(); ++k) {
      I const v = frontier.index[k];
      for (auto bits = static_cast<source_word>(frontier.value[k]); bits; bits &= bits - 1) {
        int const b = std::countr_zero(bits);
        ++counts[b];
        batch_.result.edges += row_offsets_[v + 1] - row_offsets_[v];
        if (!batch_.options.levels) continue;
        levels_[b].reached.push_back(v);
        levels_[b].level.push_back(level);
      }
    }
    for (size_type b = 0; b < batch_.size(); ++b) add_level(batch_.found[b], counts[b], level);
  }

  struct listed_levels {
    std::vector<I> reached;
    std::vector<std::int32_t> level;
  };

  word_batch<I, O> const& batch_;
  size_type n_ = batch_.edges.rows();
  std::vector<O> row_offsets_;
  std::vector<listed_levels> levels_;
  vector<std::int64_t, I> seen_ = vector<std::int64_t, I>::filled(n_, 0, batch_.exec());
  vector<std::int64_t, I> gathered_ = words_of_sources(), frontier_ = vector<std::int64_t, I>(n_, batch_.exec());
};

void check_each(size_type rows, size_type cols, std::span<size_type const> sources,
                bfs_from_each_options const& options) {
  require_square("bfs_from_each", rows, cols);
  for (std::size_t b = 0; b < sources.size(); ++b) {
    if (sources[b] >= 0 && sources[b] < rows) continue;
    throw index_out_of_range(concat("bfs_from_each: source ", b, " is ", sources[b], " of ", rows, " vertices"));
  }
  if (!(options.push_cost >= 0)) {
    throw invalid_argument(concat("bfs_from_each: push_cost is ", options.push_cost, ", but must be 0 or more"));
  }
}

}  // namespace

template <index_type I, index_type O>
bfs_from_each_result<I> bfs_from_each(matrix_operand<bool, I, O> const& edges, std::span<size_type const> sources,
                                      bfs_from_each_options const& options) {
  require_unrecorded(edges.exec(), "bfs_from_each");
  check_each(edges.rows(), edges.cols(), sources, options);
  bool const direct = is_direct("bfs_from_each", options, edges.exec(), {.direction = true});
  bfs_from_each_result<I> result;
  result.found.resize(sources.size());
  for (std::size_t first = 0; first < sources.size(); first += sources_a_word) {
    auto const count = min_of(sources.size() - first, static_cast<std::size_t>(sources_a_word));
    word_batch<I, O> const batch{edges, options, sources.subspan(first, count),
                                 std::span(result.found).subspan(first, count), result};
    direct ? search_words_directly(batch) : word_loop<I, O>(batch).run();
  }
  return result;
}

#define HEDDLE_INSTANTIATE(I, O)                                                                                \
  template bfs_from_each_result<I> bfs_from_each(matrix_operand<bool, I, O> const&, std::span<size_type const>, \
                                                 bfs_from_each_options const&);
#include "src/algorithms/graph_widths.hpp"

}  // namespace heddle::detail
