// memory.hpp - buffers of an executor: owned or adopted, copied between executors, freed in stream order.
#pragma once
#include <functional>
#include <heddle/error.hpp>
#include <heddle/executor.hpp>
#include <span>
#include <utility>
#include <vector>

namespace heddle {

namespace detail {

// Copies bytes between any two executors. Returns when host memory may be reused; device-to-device copies are
// asynchronous on the destination's stream.
void copy_bytes(executor const& to, void* destination, executor const& from, void const* source, std::size_t bytes);

}  // namespace detail

/// A contiguous array of an executor's memory. Moves are free; `clone` copies. Adopted memory is not freed, unless a
/// deleter came with it. The destructor frees in stream order: work already given to the executor may still use it.
template <element T> class buffer {
 public:
  buffer() = default;
  explicit buffer(executor exec, size_type size = 0) : exec_(std::move(exec)), size_(size) {
    if (size < 0 || size > std::numeric_limits<size_type>::max() / static_cast<size_type>(sizeof(T))) {
      throw out_of_memory(detail::concat("buffer: ", size, " elements of ", sizeof(T), " bytes cannot be had"));
    }
    if (size > 0) data_ = static_cast<T*>(exec_.state().allocate(bytes()));
  }
  /// Copies from host memory.
  buffer(executor exec, std::span<T const> source) : buffer(std::move(exec), static_cast<size_type>(source.size())) {
    detail::copy_bytes(exec_, data_, executor{}, source.data(), bytes());
  }
  /// Adopts `data` without copy; `release`, if given, is called in place of freeing it.
  static buffer adopt(executor exec, T* data, size_type size, std::function<void()> release = {}) {
    buffer result;
    result.exec_ = std::move(exec);
    result.data_ = data;
    result.size_ = size;
    result.owned_ = false;
    result.release_ = std::move(release);
    return result;
  }
  buffer(buffer&& other) noexcept { swap(other); }
  buffer& operator=(buffer&& other) noexcept {
    buffer(std::move(other)).swap(*this);
    return *this;
  }
  ~buffer() {
    if (release_) {
      release_();
    } else if (data_ && owned_) {
      exec_.state().deallocate(data_, bytes());
    }
  }

  T* data() { return data_; }
  T const* data() const { return data_; }
  size_type size() const { return size_; }
  std::size_t bytes() const { return static_cast<std::size_t>(size_) * sizeof(T); }
  bool empty() const { return size_ == 0; }
  executor const& exec() const { return exec_; }

  buffer clone(executor const& to) const {
    buffer copy(to, size_);
    detail::copy_bytes(to, copy.data_, exec_, data_, bytes());
    return copy;
  }
  /// A copy in host memory; waits for the executor.
  std::vector<T> to_host() const requires(!std::is_same_v<T, bool>) {
    std::vector<T> copy(static_cast<std::size_t>(size_));
    detail::copy_bytes(executor{}, copy.data(), exec_, data_, bytes());
    return copy;
  }
  /// One element, read back; waits for the executor.
  T get(size_type i) const {
    T value;
    detail::copy_bytes(executor{}, &value, exec_, data_ + i, sizeof(T));
    return value;
  }
  void swap(buffer& other) noexcept {
    std::swap(exec_, other.exec_);
    std::swap(data_, other.data_);
    std::swap(size_, other.size_);
    std::swap(owned_, other.owned_);
    std::swap(release_, other.release_);
  }

 private:
  executor exec_;
  T* data_ = nullptr;
  size_type size_ = 0;
  bool owned_ = true;
  std::function<void()> release_;
};

}  // namespace heddle
