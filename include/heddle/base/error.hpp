// error.hpp - what heddle throws; every message is one printable line that names operands and sizes.
#pragma once
#include <sstream>
#include <stdexcept>
#include <string>

namespace heddle {

/// Root of everything that heddle throws; beside it only std::bad_alloc, where a container of the host finds no memory.
struct error : std::runtime_error {
  using std::runtime_error::runtime_error;
};
/// Shapes of operands do not fit together.
struct dimension_mismatch : error {
  using error::error;
};
/// An argument or option outside its valid set; the message lists the valid ones where they are few.
struct invalid_argument : error {
  using error::error;
};
/// A row, column or position outside its container.
struct index_out_of_range : error {
  using error::error;
};
/// A count or position passes what a 32-bit type can hold; the message names the wider type.
struct index_overflow : error {
  using error::error;
};
/// A value is asked for where none is stored.
struct empty_object : error {
  using error::error;
};
/// Operands live on different executors.
struct executor_mismatch : error {
  using error::error;
};
/// The operation has no compiled form for this executor; the message says which and what to do.
struct not_compiled : error {
  using error::error;
};
/// A cycle of negative total weight can be reached from the source.
struct negative_cycle : error {
  using error::error;
};
/// An executor could not give the memory that was asked for.
struct out_of_memory : error {
  using error::error;
};
/// A CUDA call failed, or an earlier asynchronous one did.
struct cuda_error : error {
  using error::error;
};
/// A file could not be read or written; what() is `FILE:LINE: reason`, or `FILE: reason`.
struct io_error : error {
  using error::error;
};

namespace detail {

template <class... Parts> std::string concat(Parts const&... parts) {
  std::ostringstream text;
  text.exceptions(std::ios::badbit);  // when memory runs out streams keep silent, and a text would lack its end
  (text << ... << parts);
  return text.str();
}

}  // namespace detail
}  // namespace heddle
