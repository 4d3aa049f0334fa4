// nvals.hpp - how many entries a vector has, as a scalar in the executor's memory. GraphBLAS C API 2.1, section 4.2.4.
#pragma once
#include <heddle/ops/detail/scope.hpp>
#include <heddle/scalar.hpp>
#include <heddle/vector.hpp>

namespace heddle::inline HEDDLE_TOOLCHAIN {

/// count = number of entries of u, without the host's asking for it: in a device_loop too, where it may be what the
/// loop goes on by.
/// Throws: executor_mismatch.
/// Cost: O(size) where u is a bitmap, but where a push of the loop wrote it.
/// Runs: asynchronously.
/// Example: docs/operations.md#nvals
template <class T, index_type I> void nvals(scalar<std::int64_t>& count, vector<T, I> const& u) {
  auto const work = ops::enter<ops::recordable::yes>("nvals", "count", count, "u", u);
  if (u.form() != vector_form::bitmap) return count.set(storage_of(u).nvals());
  auto const& form = storage_of(u).bitmap();
  detail::tell_written(count.exec(), count.data());
  detail::keep_in_loop(count.exec(), form.listed);
  primitives::count_into(count.exec(), count.data(), form.present.data(), u.size(),
                         form.listed ? form.listed->state() : nullptr);
  count.mark(true);
}

}  // namespace heddle::inline HEDDLE_TOOLCHAIN
