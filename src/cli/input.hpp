// input.hpp - from a file to a matrix of the types that it needs.
#pragma once
#include <functional>
#include <heddle/io/files.hpp>
#include <heddle/io/load.hpp>
#include <heddle/semirings/operators.hpp>
#include <string>

#include "src/cli/outputs.hpp"
#include "src/cli/progress.hpp"
#include "src/cli/reading.hpp"
#include "src/io/memory_bound.hpp"

namespace heddle::cli {

/// do_with(Index{}) with the narrowest type that numbers the rows, columns and entries of the file.
template <class Do> void with_index(io::file_header const& header, Do const& do_with) {
  if (header.fits_32_bit) {
    do_with(std::int32_t{});
  } else {
    do_with(std::int64_t{});
  }
}

template <class T, class Index>
io::coordinates<T, Index> read_file(std::string const& path, bool json, reading_options const& how,
                                    bool allow_nan = true) {
  progress bar("reading " + path, !json);
  auto options = how.reading;
  options.allow_nan = allow_nan;
  auto entries = io::read<T, Index>(path, std::ref(bar), options);
  write_lines(how.names, entries.names);
  return entries;
}

template <class T, class Index>
void write_file(std::string const& path, io::coordinates<T, Index> const& entries, bool json,
                io::write_options const& form) {
  progress bar("writing " + path, !json);
  io::write(path, entries, std::ref(bar), form);
}

/// As io::to_matrix, for sizes that may be anything.
template <class T, class Index, class Duplicate>
matrix<T, Index, Index> make_matrix(io::coordinates<T, Index> const& entries, Duplicate duplicate,
                                    executor const& exec) {
  // Offsets, and the arrays of that length that an operation makes.
  detail::require_available(24.0 * (static_cast<double>(entries.rows) + static_cast<double>(entries.cols)),
                            detail::concat("a matrix of ", entries.rows, " x ", entries.cols));
  return io::to_matrix<T, Index, Index>(entries, duplicate, exec);
}

/// With entries of one position added up. Duplicates of a pattern sum too, which takes an array of values.
template <class T, class Index>
matrix<T, Index, Index> make_summed_matrix(io::coordinates<T, Index> const& entries, executor const& exec) {
  auto a = make_matrix(entries, plus<T>{}, exec);
  if (!entries.value.empty() || a.nnz() == entries.nnz()) return a;
  auto counted = entries;
  counted.value.assign(entries.row.size(), T(1));
  return make_matrix(counted, plus<T>{}, exec);
}

/// The positions alone.
template <class T, class Index> io::coordinates<std::uint8_t, Index> pattern_of(io::coordinates<T, Index>&& entries) {
  return {.rows = entries.rows,
          .cols = entries.cols,
          .row = std::move(entries.row),
          .col = std::move(entries.col),
          .values = io::field::pattern,
          .symmetric = entries.symmetric};
}

/// What commands have in common that run on one file.
struct file_options : run_options, reading_options {
  std::string file;
};

/// The files that a command with such options reads.
template <class Options> std::vector<std::string> inputs_of(Options const& options) {
  if constexpr (requires { options.sources_file; }) return {options.file, options.sources_file};
  return {options.file};
}

/// compute(index, header, executor, answer), where `index` is of the type that the file needs, after all options have
/// been checked and check(header) has.
template <class Options, class Compute, class Check = decltype([](io::file_header const&) {})>
void run_on_file(Options const& options, std::vector<std::string> outputs, Compute const& compute,
                 Check const& check = {}) {
  report answer(options.json);
  auto const exec = make_executor(options.device);
  check_reading(options);
  outputs.push_back(options.names);
  check_outputs(outputs, inputs_of(options), answer);
  auto const header = understand(options.file, options, answer);
  check(header);
  with_index(header, [&](auto index) { compute(index, header, exec, answer); });
}

}  // namespace heddle::cli
