// parts.cpp - slices of a vector that go to other ranks, and vectors that are joined of slices: on any executor, each
// array from where it stands to where it is wanted.
#include <algorithm>
#include <array>
#include <heddle/detail/dispatch/for_each_index.hpp>
#include <heddle/detail/ranks/parts.hpp>
#include <heddle/ops/detail/entries.hpp>
#include <optional>

namespace heddle::detail {

using distributed::dealing;
using distributed::member;

namespace {

// Whichever takes the fewest bytes.
enum class slice_form : size_type { list, full, bitmap };

// What a rank is told of a slice before it comes, in one number that is not negative.
struct slice_header {
  slice_form form = slice_form::list;
  size_type count = 0;  // entries; of a bitmap -1 where they are not counted

  size_type number() const { return 3 * (count + 1) + static_cast<size_type>(form); }
  static slice_header of(size_type number) { return {static_cast<slice_form>(number % 3), number / 3 - 1}; }
};

// The entries at positions [begin, end), of which position `begin` is position `at` at the rank that they go to.
struct stretch {
  size_type begin, end, at;
  size_type size() const { return end - begin; }
};

// A vector as it goes: the arrays stay where they are, and so does the vector until they are sent.
template <index_type I> class sliced {
 public:
  sliced(executor const& where, vector_storage<I> const& v, std::size_t width, std::span<stretch const> stretches)
      : where_(where), width_(static_cast<size_type>(width)), stretches_(stretches) {
    choose(v);
    if (list_) cut(v.size());
  }

  slice_header header(std::size_t k) const {
    if (list_) return {slice_form::list, lengths_[k]};
    auto const [begin, end, at] = stretches_[k];
    if (bitmap_->full()) return {slice_form::full, end - begin};
    return {slice_form::bitmap, end - begin == size_ ? bitmap_->nvals : -1};
  }
  // The arrays of slice k for a rank.
  void send(std::size_t k, int rank, exchanged_arrays& arrays) const {
    auto const [begin, end, at] = stretches_[k];
    size_type const n = list_ ? lengths_[k] : end - begin, first = list_ ? first_[k] : begin;
    if (list_) {
      arrays.send(rank, moved_[k].data() ? moved_[k].data() : list_->indices.data() + first, n);
    } else if (!bitmap_->full()) {
      arrays.send(rank, bitmap_->present.data() + first, n);
    }
    arrays.send(rank, (list_ ? list_->values : bitmap_->values).data() + first * width_, n * width_);
  }

 private:
  void choose(vector_storage<I> const& v) {
    size_ = v.size();
    auto const index = static_cast<size_type>(sizeof(I));
    bool const full = v.form() == vector_form::dense, empty = size_ == 0;
    size_type const n = full ? size_ : v.nvals();
    if (empty || (!full && n < size_ && n * (index + width_) < size_ * (1 + width_))) {
      list_ = &v.sparse(true);
    } else {
      bitmap_ = &v.bitmap();
    }
  }

  // Where slices of the list begin, and their indices as they are at the ranks that they go to.
  void cut(size_type size) {
    std::size_t const n = stretches_.size();
    first_.assign(n, 0);
    lengths_.assign(n, list_->nvals);
    moved_.resize(n);
    bool const all = std::all_of(stretches_.begin(), stretches_.end(), [&](auto const& s) { return s.size() == size; });
    if (!all && list_->nvals > 0) find_cuts();
    for (std::size_t k = 0; k < n; ++k) {
      auto const [begin, end, at] = stretches_[k];
      if (begin == end) lengths_[k] = 0;
      if (at == begin || lengths_[k] == 0) continue;
      moved_[k] = buffer<I>(where_, lengths_[k]);
      ops::for_each_index(where_, lengths_[k],
                          chosen_position{{at - begin, 1, {}}, list_->indices.data() + first_[k], moved_[k].data()});
    }
  }
  // One row of a matrix, of which a stretch has a slice of columns.
  void find_cuts() {
    auto const n = static_cast<size_type>(stretches_.size());
    std::array<size_type, 2> const ends{0, list_->nvals};
    buffer<size_type> const row(where_, std::span<size_type const>(ends));
    buffer<size_type> found(where_, 2 * n);
    for (size_type k = 0; k < n; ++k) {
      auto const [begin, end, at] = stretches_[static_cast<std::size_t>(k)];
      ops::for_each_index(
          where_, 1,
          sliced_row{{}, row.data(), list_->indices.data(), begin, end, found.data() + k, found.data() + n + k});
    }
    auto const there = found.to_host();
    std::copy(there.begin(), there.begin() + n, first_.begin());
    std::copy(there.begin() + n, there.end(), lengths_.begin());
  }

  executor where_;
  size_type width_, size_ = 0;
  std::span<stretch const> stretches_;
  sparse_form<I> const* list_ = nullptr;
  bitmap_form const* bitmap_ = nullptr;  // where there is no list
  std::vector<size_type> first_, lengths_;
  std::vector<buffer<I>> moved_;  // without memory where indices stay as they are
};

// A slice that comes from a rank: its header, and which positions it has here.
struct piece {
  int rank;
  slice_header header;
  size_type begin, size;
};

// A vector of slices that ascend, and leave out no position.
template <index_type I> class joined_slices {
 public:
  joined_slices(executor const& where, size_type size, std::size_t width, std::vector<piece> pieces)
      : where_(where), size_(size), width_(width), pieces_(std::move(pieces)), listed_(pieces_.size()) {
    bool lists = true, full = size > 0;
    for (auto const& [rank, header, begin, n] : pieces_) {
      if (n == 0) continue;
      lists = lists && header.form == slice_form::list;
      full = full && header.form == slice_form::full;
      total_ = header.count < 0 || total_ < 0 ? -1 : total_ + header.count;
    }
    if (lists) {
      list_.emplace(new_list(total_));
      return;
    }
    bitmap_.emplace().values = bitmap_values(where, size, width);
    bitmap_->nvals = total_;
    if (full) return;
    bitmap_->present = buffer<byte>(where, size);
    for (std::size_t k = 0; k < pieces_.size(); ++k) {
      auto const [rank, header, begin, n] = pieces_[k];
      if (header.form == slice_form::bitmap) continue;
      byte const present = header.form == slice_form::full;
      primitives::fill(where, bitmap_->present.data() + begin, n, 1, &present);
      if (header.form == slice_form::list) listed_[k] = new_list(header.count);
    }
  }

  // Where the arrays go; those of one rank alone, where it is named.
  void await(exchanged_arrays& arrays, int only = -1) {
    size_type before = 0;
    auto const width = static_cast<size_type>(width_);
    for (std::size_t k = 0; k < pieces_.size(); ++k) {
      auto const [rank, header, begin, n] = pieces_[k];
      if (n == 0) continue;
      bool const wanted = only < 0 || rank == only;
      if (header.form == slice_form::list) {
        auto& list = list_ ? *list_ : listed_[k];
        if (wanted) {
          arrays.await(rank, list.indices.data() + before, header.count);
          arrays.await(rank, list.values.data() + before * width, header.count * width);
        }
        if (list_) before += header.count;
        continue;
      }
      if (!wanted) continue;
      if (header.form == slice_form::bitmap) arrays.await(rank, bitmap_->present.data() + begin, n);
      arrays.await(rank, bitmap_->values.data() + begin * width, n * width);
    }
  }

  // When they are there.
  vector_storage<I> vector() && {
    vector_storage<I> result(where_, size_, width_);
    if (list_) {
      result.assign(std::move(*list_));
      return result;
    }
    for (auto const& list : listed_) {
      primitives::place_entries(where_, bitmap_->values.data(), bitmap_->present.data(), list.indices.data(),
                                list.nvals, width_, list.values.data(), nullptr);
    }
    result.assign(std::move(*bitmap_));
    return result;
  }

 private:
  sparse_form<I> new_list(size_type n) const {
    return {buffer<I>(where_, n), buffer<byte>(where_, bytes_of(n, width_)), n};
  }

  executor where_;
  size_type size_;
  std::size_t width_;
  std::vector<piece> pieces_;
  size_type total_ = 0;  // entries; -1 where they are not counted
  std::optional<sparse_form<I>> list_;
  std::optional<bitmap_form> bitmap_;
  std::vector<sparse_form<I>> listed_;  // lists among other forms
};

// Slice k goes to rank k; what comes from every rank.
template <index_type I> std::vector<slice_header> exchanged_headers(member& m, sliced<I> const& slices) {
  auto const n = static_cast<std::size_t>(m.ranks());
  std::vector<size_type> out, in(n);
  for (std::size_t r = 0; r < n; ++r) out.push_back(slices.header(r).number());
  m.exchange(out, in);
  std::vector<slice_header> headers;
  for (size_type const number : in) headers.push_back(slice_header::of(number));
  return headers;
}

// Slice k goes to rank k.
template <index_type I> exchanged_arrays sent_to_each(member& m, sliced<I> const& slices) {
  exchanged_arrays arrays;
  for (int r = 0; r < m.ranks(); ++r) slices.send(static_cast<std::size_t>(r), r, arrays);
  return arrays;
}

// Every rank copies its own slice to where rank 0 joins them all, which has the vector then.
template <index_type I>
vector_storage<I> joined_in_place(member& m, sliced<I> const& mine, size_type size, std::size_t width,
                                  std::vector<piece> pieces) {
  std::optional<joined_slices<I>> whole;
  exchanged_arrays own;
  mine.send(0, m.rank(), own);
  if (m.rank() == 0) whole.emplace(m.exec(), size, width, std::move(pieces)).await(own, 0);
  auto const there = m.agree(whole ? reinterpret_cast<std::intptr_t>(&*whole) : 0).front();
  // From here on rank 0 cannot fail before all have come to the exchange: the others read what it has on its stack.
  if (!whole) reinterpret_cast<joined_slices<I>*>(static_cast<std::intptr_t>(there))->await(own, m.rank());
  m.exchange(m.exec(), own.out, own.in);
  return whole ? std::move(*whole).vector() : vector_storage<I>(m.exec(), size, width);
}

}  // namespace

template <index_type I>
vector_storage<I> whole_of(member& m, vector_storage<I> const& part, std::size_t width, dealing const& by) {
  stretch const all{0, part.size(), by.begin(m.rank())};
  sliced<I> const mine(m.exec(), part, width, std::span(&all, 1));
  auto const numbers = m.agree(mine.header(0).number());
  std::vector<piece> pieces;
  exchanged_arrays arrays;
  for (int r = 0; r < m.ranks(); ++r) {
    pieces.push_back({r, slice_header::of(numbers[static_cast<std::size_t>(r)]), by.begin(r), by.size_of(r)});
  }
  if (m.shares_memory()) return joined_in_place(m, mine, by.size(), width, std::move(pieces));
  for (int r = 0; r < m.ranks(); ++r) mine.send(0, r, arrays);
  joined_slices<I> whole(m.exec(), by.size(), width, std::move(pieces));
  whole.await(arrays);
  m.exchange(m.exec(), arrays.out, arrays.in);
  return std::move(whole).vector();
}

template <index_type I>
vector_storage<I> redealt(member& m, executor const& where, vector_storage<I> const& part, std::size_t width,
                          dealing const& from, dealing const& to) {
  // What ranks a and b have in common, of `from` and of `to`.
  auto const overlap = [&](int a, int b) {
    size_type const begin = std::max(from.begin(a), to.begin(b)), end = std::min(from.begin(a + 1), to.begin(b + 1));
    return begin < end ? std::pair(begin, end) : std::pair(from.begin(a), from.begin(a));
  };
  int const me = m.rank();
  std::vector<stretch> stretches;
  for (int r = 0; r < m.ranks(); ++r) {
    auto const [begin, end] = overlap(me, r);
    stretches.push_back({begin - from.begin(me), end - from.begin(me), begin - to.begin(r)});
  }
  sliced<I> const mine(where, part, width, stretches);
  auto const headers = exchanged_headers(m, mine);
  std::vector<piece> pieces;
  for (int r = 0; r < m.ranks(); ++r) {
    auto const [begin, end] = overlap(r, me);
    pieces.push_back({r, headers[static_cast<std::size_t>(r)], begin - to.begin(me), end - begin});
  }
  joined_slices<I> mine_now(where, to.size_of(me), width, std::move(pieces));
  exchanged_arrays arrays = sent_to_each(m, mine);
  mine_now.await(arrays);
  m.exchange(where, arrays.out, arrays.in);
  return std::move(mine_now).vector();
}

template <index_type I>
std::vector<vector_storage<I>> for_me(member& m, vector_storage<I> const& products, std::size_t width,
                                      dealing const& by) {
  std::vector<stretch> stretches;
  for (int r = 0; r < m.ranks(); ++r) stretches.push_back({by.begin(r), by.begin(r + 1), 0});
  sliced<I> const mine(m.exec(), products, width, stretches);
  auto const headers = exchanged_headers(m, mine);
  std::vector<joined_slices<I>> wholes;
  exchanged_arrays arrays = sent_to_each(m, mine);
  size_type const size = by.size_of(m.rank());
  for (int r = 0; r < m.ranks(); ++r) {
    wholes.emplace_back(m.exec(), size, width, std::vector{piece{r, headers[static_cast<std::size_t>(r)], 0, size}});
    wholes.back().await(arrays);
  }
  m.exchange(m.exec(), arrays.out, arrays.in);
  std::vector<vector_storage<I>> from_each;
  for (auto& whole : wholes) from_each.push_back(std::move(whole).vector());
  return from_each;
}

#define HEDDLE_INSTANTIATE(I)                                                                                         \
  template vector_storage<I> whole_of(member&, vector_storage<I> const&, std::size_t, dealing const&);                \
  template vector_storage<I> redealt(member&, executor const&, vector_storage<I> const&, std::size_t, dealing const&, \
                                     dealing const&);                                                                 \
  template std::vector<vector_storage<I>> for_me(member&, vector_storage<I> const&, std::size_t, dealing const&);
#include "src/each_index.hpp"

}  // namespace heddle::detail
