// numpy.hpp - arrays as numpy.save writes them, and archives as numpy.savez does, for seeds.
#pragma once
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace heddle::fuzz {

/// Version 1.0 of the format; `descr` is such as "<i4", `shape` such as "(3, 2)" or "(4,)".
std::string npy(std::string const& descr, std::string const& shape, std::string const& data);

template <class T> std::string bytes_of(std::vector<T> const& values) {
  return {reinterpret_cast<char const*>(values.data()), values.size() * sizeof(T)};
}

/// A zip archive of these members, stored as they are, with their checksums.
std::string zip(std::vector<std::pair<std::string, std::string>> const& members);

}  // namespace heddle::fuzz
