// vector.hpp - a vector whose positions are dealt out to the ranks of a group.
#pragma once
#include <array>
#include <cstring>
#include <heddle/detail/ranks/each_rank.hpp>
#include <heddle/detail/ranks/one_array.hpp>
#include <heddle/detail/ranks/parts.hpp>
#include <heddle/ops/extract/extract.hpp>
#include <heddle/vector.hpp>
#include <numeric>
#include <optional>

namespace heddle {
namespace detail {

struct one_array_access;

}  // namespace detail

namespace distributed {

/// w(i) of size positions, each at one rank; a rank's part is a `heddle::vector` that counts from its first position.
/// All processes of a group call the same functions in the same order.
template <class T, index_type Index = std::int32_t> class vector {
 public:
  using value_type = T;
  using index = Index;
  using part_type = heddle::vector<T, Index>;

  /// Without entries, dealt out by `equal_rows`.
  vector(size_type size, group ranks) : vector(equal_rows{}(size, ranks.ranks()), ranks) {}
  /// Without entries. Throws invalid_argument where `by` is not for as many ranks.
  vector(dealing by, group ranks) : ranks_(std::move(ranks)), by_(std::move(by)) {
    detail::require_dealt_out("distributed vector", by_, by_.size(), ranks_.ranks());
    parts_ =
        detail::each_makes<part_type>(ranks_, [&](member& m) { return part_type(by_.size_of(m.rank()), m.exec()); });
  }
  vector(vector const& other)
      : ranks_(other.ranks_), by_(other.by_), parts_(detail::copied_parts(other.parts_, other.by_)) {}
  vector& operator=(vector const& other) {
    if (this != &other) *this = vector(other);
    return *this;
  }
  /// What was moved from has no positions, at the same ranks.
  vector(vector&& other) noexcept : ranks_(other.ranks_), by_(other.by_) { *this = std::move(other); }
  vector& operator=(vector&& other) noexcept {
    if (this == &other) return *this;
    ranks_ = other.ranks_;
    by_ = std::exchange(other.by_, dealing::of_none(ranks_.ranks()));
    parts_ = detail::taken_parts(other.parts_);
    return *this;
  }

  [[nodiscard]] static vector filled(dealing by, T value, group ranks) {
    vector result(std::move(by), std::move(ranks));
    result.fill(value);
    return result;
  }
  [[nodiscard]] static vector filled(size_type size, T value, group ranks) {
    return filled(equal_rows{}(size, ranks.ranks()), value, ranks);
  }
  /// Every rank takes its part of `whole`, which every process has. On a GPU it is copied to the host first.
  [[nodiscard]] static vector dealt(part_type const& whole, dealing by, group ranks) {
    if (!whole.exec().is_host()) return dealt(whole.to(executor{}), std::move(by), std::move(ranks));
    vector result(std::move(by), std::move(ranks));
    if (result.size() != whole.size()) {
      throw dimension_mismatch(
          detail::concat("distributed vector: ", whole.size(), " positions, dealt out as ", result.size()));
    }
    detail::full_parts<T, Index> made(result.by_);
    bool const full = whole.form() == vector_form::dense;
    result.replace_parts(detail::each_makes<part_type>(result.ranks_, [&](member& m) {
      int const r = m.rank();
      part_type part = full && m.shares_memory() ? made.of(m) : part_type(result.by_.size_of(r), m.host());
      extract(part, whole, range(result.by_.begin(r), result.by_.begin(r + 1)));
      return detail::placed(m, std::move(part));
    }));
    return result;
  }
  [[nodiscard]] static vector dealt(part_type const& whole, group ranks) {
    return dealt(whole, equal_rows{}(whole.size(), ranks.ranks()), ranks);
  }

  group const& ranks() const { return ranks_; }
  dealing const& dealt_by() const { return by_; }
  size_type size() const { return by_.size(); }
  size_type nvals() const {
    auto const counts = detail::number_of_each(ranks_, [&](member& m) { return part(m).nvals(); });
    return std::accumulate(counts.begin(), counts.end(), size_type{0});
  }

  /// Whether every position has an entry, and all parts are kept as arrays, as all processes know then.
  bool is_full() const {
    auto const full = [](part_type const& part) { return part.size() == 0 || part.form() == vector_form::dense; };
    if (static_cast<int>(parts_.size()) == ranks_.ranks()) return std::all_of(parts_.begin(), parts_.end(), full);
    auto const of_each = detail::number_of_each(ranks_, [&](member& m) { return full(part(m)) ? 1 : 0; });
    return std::all_of(of_each.begin(), of_each.end(), [](size_type number) { return number == 1; });
  }

  /// The element, at every process. Throws index_out_of_range.
  [[nodiscard]] std::optional<T> get(size_type i) const {
    require_position("get", i);
    std::optional<T> found;
    int const owner = by_.owner(i);
    ranks_.run([&](member& m) {
      auto const mine = m.rank() == owner ? part(m).get(i - by_.begin(owner)) : std::nullopt;
      std::array<primitives::byte, sizeof(T)> bytes;
      if (mine) std::memcpy(bytes.data(), &*mine, sizeof(T));
      auto const all = m.all_gather(std::span<primitives::byte const>(bytes).first(mine ? sizeof(T) : 0));
      if (m.place() != 0 || all.of(owner).empty()) return;
      std::memcpy(&found.emplace(), all.of(owner).data(), sizeof(T));
    });
    return found;
  }
  void set(size_type i, T value) {
    require_position("set", i);
    change(i, [&](part_type& part, size_type at) { part.set(at, value); });
  }
  void remove(size_type i) {
    require_position("remove", i);
    change(i, [](part_type& part, size_type at) { part.remove(at); });
  }
  void clear() {
    for (auto& part : parts_) part.clear();
  }
  void fill(T value) {
    detail::full_parts<T, Index> made(by_);
    replace_parts(detail::each_makes<part_type>(ranks_, [&](member& m) {
      part_type part = made.of(m);
      part.fill(value);
      return part;
    }));
  }

  /// The whole vector, on the host, at the process that has `rank`; nothing at others.
  [[nodiscard]] std::optional<part_type> gather_to(int rank) const {
    if (rank < 0 || rank >= ranks_.ranks()) {
      throw invalid_argument(
          detail::concat("gather_to: rank is ", rank, ", but must be from 0 to ", ranks_.ranks() - 1));
    }
    std::optional<part_type> whole;
    std::vector<size_type> cuts(static_cast<std::size_t>(ranks_.ranks()) + 1, size());
    std::fill_n(cuts.begin(), rank + 1, size_type{0});
    dealing const all_there(std::move(cuts));
    executor const host;
    ranks_.run([&](member& m) {
      auto const& mine = part(m);
      std::optional<part_type> copy;
      if (!m.exec().is_host()) copy.emplace(mine.to(host));
      auto joined = detail::redealt(m, host, storage_of(copy ? *copy : mine), sizeof(T), by_, all_there);
      if (m.rank() == rank) whole = detail::as_vector<T>(std::move(joined));
    });
    return whole;
  }

  /// The part of a rank of this process, which is at work.
  part_type const& part(member const& m) const { return detail::part_at_work(parts_, m); }
  /// Takes the place of all parts of this process; they are as long as these. Does not throw.
  void replace_parts(std::vector<part_type>&& parts) noexcept { parts_ = std::move(parts); }

 private:
  friend struct detail::one_array_access;

  void require_position(char const* what, size_type i) const {
    if (i < 0 || i >= size()) {
      throw index_out_of_range(detail::concat("distributed vector: ", what, " at ", i, " of ", size()));
    }
  }
  template <class Change> void change(size_type i, Change const& change) {
    int const owner = by_.owner(i);
    ranks_.run([&](member& m) {
      if (m.rank() == owner) change(parts_[m.place()], i - by_.begin(owner));
    });
  }

  group ranks_;
  dealing by_;
  std::vector<part_type> parts_;  // of the ranks of this process
};

}  // namespace distributed

namespace detail {

struct one_array_access {
  template <class T, index_type I> static T const* begin_of(distributed::vector<T, I> const& v) {
    return one_array_of(v.parts_, v.ranks_.ranks());
  }
};

/// All of a vector where it stands, as long as its parts do; null where ranks have to gather it.
template <class T, index_type I> kept_vector<T, I> view_of_all(distributed::vector<T, I> const& v) {
  auto* const values = const_cast<T*>(one_array_access::begin_of(v));
  return values ? std::make_shared<vector<T, I> const>(vector<T, I>::adopt(host_executor(1), values, v.size()))
                : nullptr;
}

}  // namespace detail
}  // namespace heddle
