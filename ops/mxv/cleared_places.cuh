// cleared_places.cuh - where the products of a push meet: memory as large as the result, which every push leaves as it
// found it.
#pragma once
#include <cstring>
#include <heddle/detail/cuda/receive.hpp>
#include <heddle/detail/executor/integers.hpp>
#include <heddle/detail/storage/vector_storage.hpp>
#include <heddle/ops/mxv/prepared_push.hpp>

namespace heddle::gpu {

/// Zeros, and left so.
struct listed_places {
  unsigned long long count;  // of the list of positions
  unsigned arrived;          // blocks that have read it
};

/// What a push has listed: values of `neutral.bytes` bytes, and their places, which are made neutral again.
struct collected {
  heddle::detail::integers list;
  void* values;
  primitives::byte* present;
  neutral_value neutral;
  heddle::detail::integers_out out_index;  // without data: the list stays where it is
  void* out_value;
  search_marks marks = {};
};

/// All that is listed, at most so many. The count is cleared, and written to `count` unless that is null. One launch.
void collect_listed(executor const& exec, collected const& of, size_type most, listed_places* listed,
                    unsigned long long* count);

/// Where products meet: values that are neutral, presence, and the length of the list of positions. Cleared by that
/// list afterwards, so that a push costs what it writes and not the size of the result.
template <class D, class Index> class cleared_places {
 public:
  using byte = primitives::byte;

  /// At most so many positions will be listed.
  cleared_places(executor const& exec, size_type size, D const& neutral, size_type most, search_marks const& marks = {})
      : exec_(exec),
        neutral_(neutral),
        marks_(marks),
        room_(most),
        present_bytes_(ceil_div(size, size_type{8}) * 8),
        list_(exec, most) {
    std::uint64_t value = 0;
    std::memcpy(&value, &neutral, sizeof(D));
    std::size_t const bytes = static_cast<std::size_t>(heddle::detail::bytes_of(max_of<size_type>(size, 1), sizeof(D)));
    values_ = ready(exec.state().lease(bytes, sizeof(D), value), &neutral);
    byte const absent = 0;
    std::size_t const flags = static_cast<std::size_t>(present_bytes_) + sizeof(listed_places);
    present_ = ready(exec.state().lease(flags, 1, 0), &absent);
  }

  D* values() const { return static_cast<D*>(values_.memory.get()); }
  byte* present() const { return static_cast<byte*>(present_.memory.get()); }
  Index* list() { return list_.data(); }
  unsigned long long* listed() const { return &places()->count; }

  listed_places* places() const { return reinterpret_cast<listed_places*>(present() + present_bytes_); }

  /// visit(count) launches the last kernels that list something, which write to `count` how much is listed when they
  /// are done. While the host waits for that, and prepares what comes next, the entries are collected.
  template <class Visit> void receive(Visit const& visit) {
    make_room();
    auto const collect = [this] {
      if (collects_unread()) collect_unread(nullptr);
    };
    found_ = static_cast<size_type>(gpu::receive<unsigned long long>(exec_, visit, collect));
  }

  /// The entries at the positions that are listed, and these places as they were. Unless it was received, reads back
  /// how many: together with the entries, where the room for as many as may be listed is small; else first, for as much
  /// room as they take.
  heddle::detail::sparse_form<Index> collect() && {
    if (found_ < 0 && collects_unread()) {
      make_room();
      auto const collect = [this](unsigned long long* count) { collect_unread(count); };
      found_ = static_cast<size_type>(gpu::receive<unsigned long long>(exec_, collect));
    } else if (found_ < 0) {
      unsigned long long found = 0;
      heddle::detail::copy_bytes(executor{}, &found, exec_, listed(), sizeof(found));
      found_ = static_cast<size_type>(found);
    }
    heddle::detail::sparse_form<Index> t{.indices = {}, .values = {}, .nvals = found_, .sorted = false};
    if (collects_unread()) {
      t.indices = std::move(list_);
      t.values = std::move(out_);
      t.indices.truncate(t.nvals);
      t.values.truncate(heddle::detail::bytes_of(t.nvals, sizeof(D)));
    } else {
      t.indices = buffer<Index>(exec_, t.nvals);
      t.values = buffer<byte>(exec_, heddle::detail::bytes_of(t.nvals, sizeof(D)));
      bool const marks_apart = t.nvals > most_marked_at_once;
      launch(list_.data(), t.indices.data(), t.values.data(), t.nvals, nullptr, marks_apart ? search_marks{} : marks_);
      if (marks_apart) mark(t);
    }
    exec_.state().give_back(std::move(values_));
    exec_.state().give_back(std::move(present_));
    return t;
  }

 private:
  static constexpr size_type most_collected_unread = size_type{1} << 17, most_marked_at_once = size_type{1} << 18;

  heddle::detail::leased_memory ready(heddle::detail::leased_memory memory, void const* value) const {
    size_type const n = static_cast<size_type>(memory.bytes / memory.width);
    if (memory.fresh) primitives::fill(exec_, memory.memory.get(), n, memory.width, value);
    return memory;
  }
  // Whether there is room for all that may be listed, so that entries are collected before anybody knows how many.
  bool collects_unread() const { return room_ <= most_collected_unread; }
  void make_room() {
    if (collects_unread()) out_ = buffer<byte>(exec_, heddle::detail::bytes_of(room_, sizeof(D)));
  }
  void collect_unread(unsigned long long* count) { launch(list_.data(), nullptr, out_.data(), room_, count, marks_); }

  // By kernels that have several entries under way at once, which pays for a launch more where there are many: 94 us
  // for 8 M vertices, and 132 while they are collected.
  void mark(heddle::detail::sparse_form<Index>& t) const {
    Index const* const at = t.indices.data();
    if (marks_.levels) {
      primitives::place_entries(exec_, marks_.levels, marks_.has_level, at, t.nvals, sizeof(marks_.level), nullptr,
                                &marks_.level);
    }
    if constexpr (sizeof(D) == sizeof(Index)) {
      if (!marks_.parents) return;
      primitives::place_entries(exec_, marks_.parents, marks_.has_parent, at, t.nvals, sizeof(D), t.values.data(),
                                nullptr);
      heddle::detail::copy_bytes(exec_, t.values.data(), exec_, at, static_cast<std::size_t>(t.nvals) * sizeof(D));
    }
  }

  void launch(Index const* list, Index* out_index, byte* out_value, size_type most, unsigned long long* count,
              search_marks const& marks) const {
    heddle::detail::integers_out const to =
        out_index ? heddle::detail::integers_out(out_index) : heddle::detail::integers_out();
    collect_listed(exec_, {list, values(), present(), neutral_value(neutral_), to, out_value, marks}, most, places(),
                   count);
  }

  executor exec_;
  D neutral_;
  search_marks marks_;
  size_type room_, found_ = -1, present_bytes_;
  buffer<Index> list_;
  buffer<byte> out_ = {};  // values of the result
  heddle::detail::leased_memory values_, present_;
};

}  // namespace heddle::gpu
