// allocations.cpp - every `operator new` of the test program, so that any of them can fail.
#include "tests/failure/allocations.hpp"

#include <malloc.h>

#include <cstdlib>
#include <new>

namespace heddle::testing {

allocation_gate& host_gate() {
  static constinit allocation_gate gate;
  return gate;
}

memory_meter& host_meter() {
  static constinit memory_meter meter;
  return meter;
}

namespace {

void* metered(void* pointer) noexcept {
  if (pointer && host_meter().on()) host_meter().add(static_cast<std::int64_t>(malloc_usable_size(pointer)));
  return pointer;
}

bool refused(std::size_t bytes) noexcept {
  return host_gate().refuses() || (host_meter().on() && host_meter().refuses(bytes));
}

void* allocated(std::size_t bytes) noexcept {
  return refused(bytes) ? nullptr : metered(std::malloc(bytes ? bytes : 1));
}

void* allocated(std::size_t bytes, std::align_val_t alignment) noexcept {
  if (refused(bytes)) return nullptr;
  std::size_t const unit = static_cast<std::size_t>(alignment);
  if (bytes > PTRDIFF_MAX) return nullptr;
  return metered(std::aligned_alloc(unit, (bytes + unit - 1) / unit * unit + (bytes ? 0 : unit)));
}

void released(void* pointer) noexcept {
  if (pointer && host_meter().on()) host_meter().add(-static_cast<std::int64_t>(malloc_usable_size(pointer)));
  std::free(pointer);
}

template <class... Alignment> void* allocated_or_throw(std::size_t bytes, Alignment... alignment) {
  void* const pointer = allocated(bytes, alignment...);
  if (!pointer) throw std::bad_alloc();
  return pointer;
}

}  // namespace
}  // namespace heddle::testing

using heddle::testing::allocated;
using heddle::testing::allocated_or_throw;
using heddle::testing::released;

void* operator new(std::size_t n) { return allocated_or_throw(n); }
void* operator new[](std::size_t n) { return allocated_or_throw(n); }
void* operator new(std::size_t n, std::align_val_t a) { return allocated_or_throw(n, a); }
void* operator new[](std::size_t n, std::align_val_t a) { return allocated_or_throw(n, a); }
void* operator new(std::size_t n, std::nothrow_t const&) noexcept { return allocated(n); }
void* operator new[](std::size_t n, std::nothrow_t const&) noexcept { return allocated(n); }
void* operator new(std::size_t n, std::align_val_t a, std::nothrow_t const&) noexcept { return allocated(n, a); }
void* operator new[](std::size_t n, std::align_val_t a, std::nothrow_t const&) noexcept { return allocated(n, a); }
void operator delete(void* p) noexcept { released(p); }
void operator delete[](void* p) noexcept { released(p); }
void operator delete(void* p, std::size_t) noexcept { released(p); }
void operator delete[](void* p, std::size_t) noexcept { released(p); }
void operator delete(void* p, std::align_val_t) noexcept { released(p); }
void operator delete[](void* p, std::align_val_t) noexcept { released(p); }
void operator delete(void* p, std::size_t, std::align_val_t) noexcept { released(p); }
void operator delete[](void* p, std::size_t, std::align_val_t) noexcept { released(p); }
void operator delete(void* p, std::nothrow_t const&) noexcept { released(p); }
void operator delete[](void* p, std::nothrow_t const&) noexcept { released(p); }
void operator delete(void* p, std::align_val_t, std::nothrow_t const&) noexcept { released(p); }
void operator delete[](void* p, std::align_val_t, std::nothrow_t const&) noexcept { released(p); }
