// memory.hpp - buffers of an executor: owned or adopted, copied between executors, freed in stream order.
#pragma once
#include <functional>
#include <heddle/base/error.hpp>
#include <heddle/base/executor.hpp>
#include <memory>
#include <span>
#include <utility>
#include <vector>

namespace heddle {

namespace detail {

// Copies bytes between any two executors. Returns when host memory may be reused; device-to-device copies are
// asynchronous on the destination's stream.
void copy_bytes(executor const& to, void* destination, executor const& from, void const* source, std::size_t bytes);

// Lines that lie apart: `bytes` of each are copied, and what lies between two is neither read nor written.
struct line_copy {
  void* destination;
  std::size_t destination_step;  // bytes from one line to the next
  void const* source;
  std::size_t source_step;
  std::size_t bytes;
  size_type lines;
};
void copy_lines(executor const& to, executor const& from, line_copy const& asked);

/// n elements of an executor's memory on the host; waits for the executor.
template <class T> std::vector<T> host_copy(executor const& exec, void const* from, std::size_t n) {
  if constexpr (std::is_same_v<T, bool>) {  // std::vector<bool> has no array
    auto const copy = std::make_unique<bool[]>(n);
    copy_bytes(executor{}, copy.get(), exec, from, n);
    return std::vector<bool>(copy.get(), copy.get() + n);
  } else {
    std::vector<T> copy(n);
    copy_bytes(executor{}, copy.data(), exec, from, n * sizeof(T));
    return copy;
  }
}

/// Bytes of n elements of `width` bytes. Throws out_of_memory, naming both, where they are more than can be counted.
inline size_type bytes_of(size_type n, std::size_t width) {
  if (n < 0 || n > std::numeric_limits<size_type>::max() / static_cast<size_type>(width)) {
    throw out_of_memory(concat("buffer: ", n, " elements of ", width, " bytes cannot be had"));
  }
  return n * static_cast<size_type>(width);
}

/// n as the length of a std::vector<T>, which has an exception of its own for what cannot be. Throws out_of_memory.
template <class T> std::size_t vector_length(size_type n) {
  bytes_of(n, sizeof(T));
  return static_cast<std::size_t>(n);
}

}  // namespace detail

/// A contiguous array of an executor's memory. Moves are free; `clone` copies. Adopted memory is not freed, unless a
/// deleter came with it. The destructor frees in stream order: work already given to the executor may still use it. For
/// a deleter it waits until that work is done, so no stream may be being recorded then; a deleter must not throw.
template <element T> class buffer {
 public:
  buffer() = default;
  explicit buffer(executor exec, size_type size = 0) : exec_(std::move(exec)), size_(size) {
    allocated_ = static_cast<std::size_t>(detail::bytes_of(size, sizeof(T)));
    if (size > 0) data_ = static_cast<T*>(exec_.state().allocate(allocated_));
  }
  /// Copies from host memory.
  buffer(executor exec, std::span<T const> source) : buffer(std::move(exec), static_cast<size_type>(source.size())) {
    detail::copy_bytes(exec_, data_, executor{}, source.data(), bytes());
  }
  /// Adopts `data` without copy; `release`, if given, is called in place of freeing it, once no work uses it.
  static buffer adopt(executor exec, T* data, size_type size, std::function<void()> release = {}) {
    buffer result;
    result.exec_ = std::move(exec);
    result.data_ = data;
    result.size_ = size;
    result.owned_ = false;
    result.release_ = std::move(release);
    return result;
  }
  /// The same memory as elements of another type; `bytes` is left empty. Their length is a multiple of T's.
  template <class Byte> static buffer from_bytes(buffer<Byte>&& bytes) noexcept {
    static_assert(sizeof(Byte) == 1);
    buffer result;
    result.take_over(bytes);
    return result;
  }
  /// The same memory as bytes; this buffer is left empty.
  buffer<primitives::byte> to_bytes() && noexcept {
    buffer<primitives::byte> result;
    result.take_over(*this);
    return result;
  }
  buffer(buffer&& other) noexcept { swap(other); }
  buffer& operator=(buffer&& other) noexcept {
    buffer(std::move(other)).swap(*this);
    return *this;
  }
  ~buffer() {
    if (release_) {
      release_when_done();
    } else if (data_ && owned_) {
      exec_.state().deallocate(data_, allocated_);
    }
  }

  T* data() { return data_; }
  T const* data() const { return data_; }
  size_type size() const { return size_; }
  std::size_t bytes() const { return static_cast<std::size_t>(size_) * sizeof(T); }
  bool empty() const { return size_ == 0; }
  bool adopted() const { return !owned_; }
  executor const& exec() const { return exec_; }

  buffer clone(executor const& to) const {
    buffer copy(to, size_);
    detail::copy_bytes(to, copy.data_, exec_, data_, bytes());
    return copy;
  }
  /// A copy in host memory; waits for the executor.
  std::vector<T> to_host() const requires(!std::is_same_v<T, bool>) {
    return detail::host_copy<T>(exec_, data_, static_cast<std::size_t>(size_));
  }
  /// One element, read back; waits for the executor.
  T get(size_type i) const {
    T value;
    detail::copy_bytes(executor{}, &value, exec_, data_ + i, sizeof(T));
    return value;
  }
  /// The first n elements alone; the memory of the others stays with the buffer.
  void truncate(size_type n) {
    if (n < 0 || n > size_) throw invalid_argument(detail::concat("buffer: ", n, " elements of ", size_));
    size_ = n;
  }
  void swap(buffer& other) noexcept {
    std::swap(exec_, other.exec_);
    std::swap(data_, other.data_);
    std::swap(size_, other.size_);
    std::swap(allocated_, other.allocated_);
    std::swap(owned_, other.owned_);
    std::swap(release_, other.release_);
  }

 private:
  template <element Other> friend class buffer;

  template <class Other> void take_over(buffer<Other>& other) noexcept {
    exec_ = other.exec_;
    data_ = reinterpret_cast<T*>(std::exchange(other.data_, nullptr));
    size_ = std::exchange(other.size_, 0) * static_cast<size_type>(sizeof(Other)) / static_cast<size_type>(sizeof(T));
    allocated_ = std::exchange(other.allocated_, 0);
    owned_ = std::exchange(other.owned_, true);
    release_ = std::exchange(other.release_, {});
  }
  void release_when_done() noexcept {
    try {
      exec_.wait();
    } catch (error const&) {}  // a fault in that work is for the next wait of its owner
    release_();
  }

  executor exec_;
  T* data_ = nullptr;
  size_type size_ = 0;
  std::size_t allocated_ = 0;  // bytes, of what is owned
  bool owned_ = true;
  std::function<void()> release_;
};

}  // namespace heddle
