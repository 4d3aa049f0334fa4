// version.hpp - which heddle this is, for benchmark records and bug reports.
#pragma once
#include <string>

namespace heddle {

/// The release, such as "0.1.0".
std::string version();

/// The git commit that the library was built from, with "-dirty" where files had changed since; "unknown" outside git.
std::string commit();

}  // namespace heddle
