// packing.hpp - parts of vectors as bytes that go from rank to rank, and a vector that is joined of such.
#pragma once
#include <cstring>
#include <heddle/vector.hpp>
#include <numeric>
#include <span>
#include <vector>

namespace heddle::detail {

/// Whichever takes the fewest bytes.
enum class packing : size_type { list, full, bitmap };
struct packed_header {
  packing kind = packing::list;
  size_type count = 0;
};

/// Bytes, and where they go: positions from `begin` on, `size` of them.
struct placed_bytes {
  std::span<primitives::byte const> bytes;
  size_type begin = 0, size = 0;
};

inline primitives::byte* put(primitives::byte* to, void const* from, std::size_t bytes) {
  if (bytes > 0) std::memcpy(to, from, bytes);
  return to + bytes;
}

/// The entries of v, which lies on the host, at positions from `begin` up to `end`; positions count from `begin`.
template <class T, index_type I>
std::vector<primitives::byte> packed(vector<T, I> const& v, size_type begin, size_type end) {
  auto const n = static_cast<std::size_t>(end - begin);
  auto const& storage = storage_of(v);
  std::vector<I> at;
  packed_header header;
  auto const write = [&](primitives::byte const* present, primitives::byte const* values) {
    std::size_t const listed = header.kind == packing::list ? at.size() : 0,
                      flags = header.kind == packing::bitmap ? n : 0,
                      stored = header.kind == packing::list ? listed : n;
    std::vector<primitives::byte> bytes(sizeof header + flags + listed * sizeof(I) + stored * sizeof(T));
    auto* to = put(bytes.data(), &header, sizeof header);
    to = put(to, present, flags);
    to = put(to, at.data(), listed * sizeof(I));
    put(to, values, stored * sizeof(T));
    return bytes;
  };
  if (storage.has_sparse()) {
    auto const& form = storage.sparse(true);
    I const *const first = form.indices.data(), *const last = first + form.nvals;
    I const* const low = std::lower_bound(first, last, begin, [](I i, size_type bound) { return i < bound; });
    I const* const high = std::lower_bound(low, last, end, [](I i, size_type bound) { return i < bound; });
    at.assign(low, high);
    for (I& i : at) i = static_cast<I>(i - begin);
    header.count = high - low;
    return write(nullptr, form.values.data() + static_cast<std::size_t>(low - first) * sizeof(T));
  }
  auto const& form = storage.bitmap();
  auto const* const values = form.values.data() + static_cast<std::size_t>(begin) * sizeof(T);
  auto const* const present = form.full() ? nullptr : form.present.data() + begin;
  std::size_t const count = present ? n - static_cast<std::size_t>(std::count(present, present + n, 0)) : n;
  header = {count == n ? packing::full : packing::bitmap, static_cast<size_type>(count)};
  if (count == n || count * (sizeof(I) + sizeof(T)) >= n * (1 + sizeof(T))) return write(present, values);
  header.kind = packing::list;
  std::vector<primitives::byte> kept(count * sizeof(T));
  auto* to = kept.data();
  for (std::size_t i = 0; i < n; ++i) {
    if (!present[i]) continue;
    at.push_back(static_cast<I>(i));
    to = put(to, values + i * sizeof(T), sizeof(T));
  }
  return write(nullptr, kept.data());
}

inline packed_header header_of(placed_bytes const& piece) {
  packed_header header;
  std::memcpy(&header, piece.bytes.data(), sizeof header);
  return header;
}

template <class T, index_type I>
vector<T, I> unpacked_lists(executor const& exec, size_type size, std::span<placed_bytes const> pieces) {
  size_type total = 0;
  for (auto const& piece : pieces) total += header_of(piece).count;
  list_buffers<T, I> list{size, buffer<I>(exec, total), buffer<T>(exec, total)};
  I* at = list.indices.data();
  auto* values = reinterpret_cast<primitives::byte*>(list.values.data());
  for (auto const& piece : pieces) {
    auto const n = static_cast<std::size_t>(header_of(piece).count);
    auto const* const from = piece.bytes.data() + sizeof(packed_header);
    if (n > 0) std::memcpy(at, from, n * sizeof(I));
    for (std::size_t k = 0; k < n; ++k) at[k] = static_cast<I>(at[k] + piece.begin);
    at += n;
    values = put(values, from + n * sizeof(I), n * sizeof(T));
  }
  return vector<T, I>::adopt(std::move(list));
}

/// A vector on the host, of pieces that ascend and do not overlap; elsewhere it has no entries.
template <class T, index_type I>
vector<T, I> unpacked(executor const& exec, size_type size, std::span<placed_bytes const> pieces) {
  bool lists = true, full = true;
  size_type covered = 0, count = 0;
  for (auto const& piece : pieces) {
    auto const [kind, n] = header_of(piece);
    lists = lists && (kind == packing::list || piece.size == 0);
    full = full && (kind == packing::full || piece.size == 0);
    covered += piece.size;
    count += n;
  }
  if (lists && !(full && covered == size && size > 0)) return unpacked_lists<T, I>(exec, size, pieces);
  full = full && covered == size;
  bitmap_form form;
  auto const n = static_cast<std::size_t>(size);
  form.values = buffer<primitives::byte>(exec, bytes_of(size, sizeof(T)));
  if (!full) form.present = buffer<primitives::byte>(exec, size);
  form.nvals = count;
  if (!full) std::memset(form.present.data(), 0, n);
  for (auto const& piece : pieces) {
    auto const [kind, held] = header_of(piece);
    auto const* from = piece.bytes.data() + sizeof(packed_header);
    auto const at = static_cast<std::size_t>(piece.begin), room = static_cast<std::size_t>(piece.size),
               listed = static_cast<std::size_t>(held);
    auto* const values = form.values.data() + at * sizeof(T);
    if (kind == packing::list) {
      for (std::size_t k = 0; k < listed; ++k) {
        I i;
        std::memcpy(&i, from + k * sizeof(I), sizeof(I));
        form.present.data()[at + static_cast<std::size_t>(i)] = 1;
        std::memcpy(values + static_cast<std::size_t>(i) * sizeof(T), from + listed * sizeof(I) + k * sizeof(T),
                    sizeof(T));
      }
      continue;
    }
    if (!full && room > 0) {
      if (kind == packing::bitmap) std::memcpy(form.present.data() + at, from, room);
      if (kind == packing::full) std::memset(form.present.data() + at, 1, room);
    }
    if (room > 0) std::memcpy(values, from + (kind == packing::bitmap ? room : 0), room * sizeof(T));
  }
  vector<T, I> result(size, exec);
  storage_of(result).assign(std::move(form));
  return result;
}

}  // namespace heddle::detail
