// memory_bound.hpp - how much memory a reader may take, since an overcommitting system kills instead of refusing.
#pragma once
#include <heddle/base/types.hpp>
#include <optional>
#include <string>

namespace heddle::detail {

/// Bytes that this machine has left, or a container (cgroup) that the process is in; what caches hold counts as left.
/// Infinity where the system does not tell.
double available_memory();

/// `1.5 GiB`, `17 bytes`.
std::string shown_size(double size_bytes);

/// Throws out_of_memory if `size_bytes` for `purpose` is more than that.
void require_available(double size_bytes, std::string const& purpose);

/// What one reading may take in all, decided when it begins.
class memory_bound {
 public:
  /// No limit: what is available now.
  explicit memory_bound(std::optional<size_type> limit_bytes = {});

  double size_bytes() const { return size_bytes_; }

  /// Throws io_error `PATH: CONTENTS takes ... of memory, and ... are left` if `size_bytes` are more.
  void require(double size_bytes, std::string const& path, std::string const& contents) const;

 private:
  double size_bytes_;
};

}  // namespace heddle::detail
