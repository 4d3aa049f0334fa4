// guarded_array.hpp - an array of which the elements from one on must not be read, and that tells whether they were:
// they begin with a page that faults.
#pragma once
#include <doctest/doctest.h>
#include <signal.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cstddef>
#include <cstring>
#include <heddle/base/types.hpp>
#include <vector>

namespace heddle::testing {

namespace guarding {

inline struct {
  std::byte* begin = nullptr;
  std::size_t bytes = 0;
  volatile sig_atomic_t touched = 0;
} guarded_pages;

// The first read counts, and all may be read from then on.
inline void on_fault(int signal, siginfo_t* info, void*) {
  auto* const at = static_cast<std::byte*>(info->si_addr);
  if (at < guarded_pages.begin || at >= guarded_pages.begin + guarded_pages.bytes) {
    ::signal(signal, SIG_DFL);  // a fault like any other: it comes again
    return;
  }
  guarded_pages.touched = 1;
  (void)::mprotect(guarded_pages.begin, guarded_pages.bytes, PROT_READ | PROT_WRITE);
}

}  // namespace guarding

/// One at a time.
template <class T> class guarded_array {
 public:
  /// A copy of `elements`, those from `first` on guarded.
  guarded_array(std::vector<T> const& elements, size_type first) {
    auto const page = static_cast<std::size_t>(::sysconf(_SC_PAGESIZE));
    std::size_t const free_bytes = static_cast<std::size_t>(first) * sizeof(T),
                      guarded_bytes = elements.size() * sizeof(T) - free_bytes;
    std::size_t const before = (free_bytes + page - 1) / page * page, behind = guarded_bytes / page * page + page;
    bytes_ = before + behind;
    void* const memory = ::mmap(nullptr, bytes_, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    REQUIRE(memory != MAP_FAILED);
    memory_ = static_cast<std::byte*>(memory);
    data_ = reinterpret_cast<T*>(memory_ + before - free_bytes);
    std::memcpy(data_, elements.data(), elements.size() * sizeof(T));
    struct sigaction action {};
    action.sa_sigaction = guarding::on_fault;
    action.sa_flags = SA_SIGINFO;
    REQUIRE(::sigaction(SIGSEGV, &action, &old_) == 0);
    guarding::guarded_pages.begin = memory_ + before;
    guarding::guarded_pages.bytes = behind;
    guarding::guarded_pages.touched = 0;
    REQUIRE(::mprotect(memory_ + before, behind, PROT_NONE) == 0);
  }
  ~guarded_array() {
    ::sigaction(SIGSEGV, &old_, nullptr);
    guarding::guarded_pages.bytes = 0;
    ::munmap(memory_, bytes_);
  }
  guarded_array(guarded_array const&) = delete;
  guarded_array& operator=(guarded_array const&) = delete;

  T const* data() const { return data_; }
  bool was_read() const { return guarding::guarded_pages.touched != 0; }

 private:
  std::byte* memory_ = nullptr;
  std::size_t bytes_ = 0;
  T* data_ = nullptr;
  struct sigaction old_ {};
};

}  // namespace heddle::testing
