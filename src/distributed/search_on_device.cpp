// search_on_device.cpp - breadth-first search among ranks whose work is done element by element, as GPUs do it: a rank
// pushes along its part of the frontier, and owners take the least parent that they are offered; a large frontier goes
// to all ranks as bits, and who was not reached pulls. Sources as in search.cpp.
#include <heddle/detail/dispatch/for_each_index.hpp>
#include <heddle/detail/ranks/parts.hpp>
#include <heddle/detail/ranks/search.hpp>
#include <limits>

#include "src/traverse/rank_search.hpp"

namespace heddle::detail {

using distributed::dealing;
using distributed::member;

namespace {

template <index_type I, index_type O> class searching_device {
 public:
  searching_device(member& m, dealing const& by, compressed<I, O> const& rows, compressed<I, O> const* columns)
      : m_(m), by_(by), rows_(rows), columns_(columns) {
    fill(met_, byte{0}), fill(found_, byte{0}), fill(next_, byte{0}), fill(offers_, no_offer);
    for (int r = 0; r < m.ranks(); ++r) {
      if (by.begin(r) % 64 != 0 && by.begin(r) < n_) columns_ = nullptr;  // two ranks would have bits of one word
    }
    if (columns_) words_ = buffer<std::uint64_t>(exec_, ceil_div(n_, size_type{64}));
    open_ = m_.sum_of_all(mine_ + rows.nnz);
  }

  searched_part<I> search(size_type source) {
    if (by_.owner(source) == m_.rank()) {
      auto const first = static_cast<I>(source);
      buffer<I> const at(exec_, std::span<I const>(std::array{static_cast<I>(source - begin_)}));
      buffer<I> const parent(exec_, std::span<I const>(std::array{first}));
      ops::for_each_index(exec_, 1, taken_offer{at.data(), parent.data(), reached_at(0)});
    }
    for (std::int32_t depth = 0;; ++depth) {
      auto const frontier = primitives::compact<I>(exec_, next_.data(), mine_);
      buffer<size_type> scanned(exec_, frontier.size() + 1);
      size_type const entries = primitives::scan_row_lengths(exec_, rows_.offsets.data(), frontier.data(),
                                                             frontier.size(), scanned.data(), true);
      size_type const work = m_.sum_of_all(frontier.size() + entries);
      if (work == 0) return result(depth - 1);
      open_ -= work;
      if (columns_ && pull_pays(open_, n_, work)) {
        pull(depth + 1);
      } else {
        fill(next_, byte{0});
        ops::for_each_index(
            exec_, entries,
            offered_by_entry{rows_.offsets.data(), rows_.indices.data(), frontier.data(), scanned.data(),
                             frontier.size(), begin_, met_.data(), found_.data(), offers_.data()});
        hand_on_offers(depth + 1);
      }
    }
  }

 private:
  static constexpr I no_offer = std::numeric_limits<I>::max();

  template <class T> void fill(buffer<T>& array, T value) const {
    primitives::fill(exec_, array.data(), array.size(), sizeof(T), &value);
  }
  searched_vertices reached_at(std::int32_t level) {
    return {levels(), parents(), met_.data() + begin_, next_.data(), level};
  }
  std::int32_t* levels() { return reinterpret_cast<std::int32_t*>(levels_.data()); }
  I* parents() { return reinterpret_cast<I*>(parents_.data()); }

  void pull(std::int32_t level) {
    auto const word = [&](int r) { return ceil_div(by_.begin(r), size_type{64}); };
    auto const words = [&](int r) { return word(r + 1) - word(r); };
    int const me = m_.rank();
    ops::for_each_index(exec_, words(me), words_of_flags{next_.data(), mine_, words_.data() + word(me)});
    fill(next_, byte{0});
    exchanged_arrays bits;
    for (int r = 0; r < m_.ranks(); ++r) {
      if (r == me) continue;
      bits.send(r, words_.data() + word(me), words(me));
      bits.await(r, words_.data() + word(r), words(r));
    }
    m_.exchange(exec_, bits.out, bits.in);
    ops::for_each_index(
        exec_, mine_,
        pulled_vertex{columns_->offsets.data(), columns_->indices.data(), words_.data(), reached_at(level)});
  }

  // Who was offered a parent, and that; both as they lie at the owner.
  struct offers {
    buffer<I> at, parent;
  };
  void hand_on_offers(std::int32_t level) {
    std::vector<offers> made, came;
    std::vector<size_type> out_counts, in_counts(static_cast<std::size_t>(m_.ranks()));
    for (int r = 0; r < m_.ranks(); ++r) {
      made.push_back(offers_for(r));
      out_counts.push_back(r == m_.rank() ? 0 : made.back().at.size());
    }
    m_.exchange(out_counts, in_counts);
    exchanged_arrays arrays;
    for (int r = 0; r < m_.ranks(); ++r) {
      auto const k = static_cast<std::size_t>(r);
      came.push_back({buffer<I>(exec_, in_counts[k]), buffer<I>(exec_, in_counts[k])});
      arrays.send(r, made[k].at.data(), out_counts[k]);
      arrays.send(r, made[k].parent.data(), out_counts[k]);
      arrays.await(r, came[k].at.data(), in_counts[k]);
      arrays.await(r, came[k].parent.data(), in_counts[k]);
    }
    m_.exchange(exec_, arrays.out, arrays.in);
    came[static_cast<std::size_t>(m_.rank())] = std::move(made[static_cast<std::size_t>(m_.rank())]);
    for (auto const& [at, parent] : came) {
      ops::for_each_index(exec_, at.size(), taken_offer{at.data(), parent.data(), reached_at(level)});
    }
  }
  // They are forgotten here, and vertices of others are offered no more.
  offers offers_for(int r) {
    size_type const begin = by_.begin(r);
    auto at = primitives::compact<I>(exec_, found_.data() + begin, by_.size_of(r));
    buffer<I> parent(exec_, at.size());
    byte const no = 0, yes = 1;
    primitives::gather(exec_, parent.data(), offers_.data() + begin, at.data(), at.size(), sizeof(I));
    primitives::scatter_fill(exec_, offers_.data() + begin, at.data(), at.size(), sizeof(I), &no_offer);
    primitives::scatter_fill(exec_, found_.data() + begin, at.data(), at.size(), 1, &no);
    if (r != m_.rank()) primitives::scatter_fill(exec_, met_.data() + begin, at.data(), at.size(), 1, &yes);
    return {std::move(at), std::move(parent)};
  }

  searched_part<I> result(size_type depth) {
    buffer<byte> of_levels(exec_, mine_), of_parents(exec_, mine_);
    for (auto* const present : {&of_levels, &of_parents}) {
      copy_bytes(exec_, present->data(), exec_, met_.data() + begin_, static_cast<std::size_t>(mine_));
    }
    size_type const reached = m_.sum_of_all(primitives::count(exec_, met_.data() + begin_, mine_));
    vector_storage<I> levels(exec_, mine_, sizeof(std::int32_t)), parents(exec_, mine_, sizeof(I));
    levels.assign(bitmap_form{std::move(of_levels), std::move(levels_)});
    parents.assign(bitmap_form{std::move(of_parents), std::move(parents_)});
    return {as_vector<std::int32_t>(std::move(levels)), as_vector<I>(std::move(parents)), reached, depth};
  }

  member& m_;
  dealing const& by_;
  compressed<I, O> const& rows_;
  compressed<I, O> const* columns_;  // where A^T is at hand, and words of bits are whole
  executor exec_ = m_.exec();
  size_type n_ = by_.size(), begin_ = by_.begin(m_.rank()), mine_ = by_.size_of(m_.rank()), open_ = 0;
  buffer<byte> levels_{exec_, mine_*size_type{sizeof(std::int32_t)}}, parents_{exec_, mine_*size_type{sizeof(I)}};
  buffer<byte> met_{exec_, n_}, found_{exec_, n_}, next_{exec_, mine_};  // met: of this rank's own, who was reached
  buffer<I> offers_{exec_, n_};
  buffer<std::uint64_t> words_{exec_, 0};
};

}  // namespace

template <index_type I, index_type O>
searched_part<I> search_device_part(member& m, dealing const& by, compressed<I, O> const& rows,
                                    compressed<I, O> const* columns, size_type source) {
  return searching_device<I, O>(m, by, rows, columns).search(source);
}

#define HEDDLE_INSTANTIATE(I, O)                                                                 \
  template searched_part<I> search_device_part(member&, dealing const&, compressed<I, O> const&, \
                                               compressed<I, O> const*, size_type);
#include "src/index_widths.hpp"

}  // namespace heddle::detail
