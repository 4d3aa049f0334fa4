// one_array.hpp - full parts of ranks that share their memory, one behind the other in one array: each rank reads all
// of them where they stand.
#pragma once
#include <heddle/distributed/ranks/dealing.hpp>
#include <heddle/distributed/ranks/group.hpp>
#include <heddle/vector.hpp>
#include <memory>
#include <mutex>
#include <vector>

namespace heddle::detail {

/// New parts of a vector that is dealt out by `by`, full, of whatever values are in their memory. Ranks ask for theirs
/// at once. Where they share their memory the first has one array made for all, which is there as long as a part is.
template <class T, index_type I> class full_parts {
 public:
  explicit full_parts(distributed::dealing by) : by_(std::move(by)) {}

  vector<T, I> of(distributed::member const& m) {
    if (m.shares_memory() && m.ranks() > 1) return of(m.rank(), m.exec());
    return vector<T, I>::adopt(buffer<T>(m.exec(), by_.size_of(m.rank())));
  }
  /// With the values of `from`, a full one of the host, of a rank that shares its memory.
  vector<T, I> copy_of(int rank, vector<T, I> const& from) {
    auto copy = of(rank, from.exec());
    auto const& values = storage_of(from).bitmap().values;
    copy_bytes(from.exec(), storage_of(copy).write_full().values.data(), from.exec(), values.data(), values.bytes());
    return copy;
  }

 private:
  vector<T, I> of(int rank, executor const& exec) {
    auto const array = array_on(exec);
    return vector<T, I>::adopt(exec, array->data() + by_.begin(rank), by_.size_of(rank), [array] {});
  }
  std::shared_ptr<buffer<T>> array_on(executor const& exec) {
    std::scoped_lock const lock(mutex_);
    if (!array_) array_ = std::make_shared<buffer<T>>(exec, by_.size());
    return array_;
  }

  distributed::dealing by_;
  std::mutex mutex_;
  std::shared_ptr<buffer<T>> array_;
};

/// Where the values of several ranks begin, if `parts` are those of all, full, and one behind the other in memory of
/// the host; else null.
template <class T, index_type I> T const* one_array_of(std::vector<vector<T, I>> const& parts, int ranks) {
  if (ranks < 2 || parts.size() != static_cast<std::size_t>(ranks)) return nullptr;
  T const *begin = nullptr, *end = nullptr;
  for (auto const& part : parts) {
    if (part.size() == 0) continue;
    if (!part.exec().is_host() || part.form() != vector_form::dense) return nullptr;
    auto const* const values = typed<T>(storage_of(part).bitmap().values);
    if (!begin) begin = end = values;
    if (values != end) return nullptr;
    end += part.size();
  }
  return begin;
}

/// Copies of the parts of this process, in one array where these are.
template <class T, index_type I>
std::vector<vector<T, I>> copied_parts(std::vector<vector<T, I>> const& parts, distributed::dealing const& by) {
  if (!one_array_of(parts, by.ranks())) return parts;
  full_parts<T, I> made(by);
  std::vector<vector<T, I>> copies;
  copies.reserve(parts.size());
  for (auto const& part : parts) copies.push_back(made.copy_of(static_cast<int>(copies.size()), part));
  return copies;
}

}  // namespace heddle::detail
