// error.hpp - what heddle throws; every message is one printable line that names operands and sizes.
#pragma once
#include <initializer_list>
#include <ostream>
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

/// What a message is made of, each part behind a function that streams write it by.
struct text_part {
  void const* part;
  void (*write)(std::ostream& text, void const* part);
};
template <class T> text_part part_of(T const& part) {
  return {&part, [](std::ostream& text, void const* it) { text << *static_cast<T const*>(it); }};
}
void write_literal(std::ostream& text, void const* it);
/// NaN has a sign that nobody wrote: it is left out.
text_part part_of(double const& part);
text_part part_of(float const& part);
template <std::size_t Length> text_part part_of(char const (&literal)[Length]) { return {literal, write_literal}; }

/// In the library, as messages would be half of what is compiled of an operation.
std::string text_of_parts(std::initializer_list<text_part> parts);
template <class... Parts> std::string concat(Parts const&... parts) { return text_of_parts({part_of(parts)...}); }

}  // namespace detail
}  // namespace heddle
