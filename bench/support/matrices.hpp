// matrices.hpp - the matrices of the benchmarks: made by name, or read from a file.
#pragma once
#include <cstdint>
#include <heddle/matrix.hpp>
#include <span>
#include <string>
#include <vector>

namespace heddle::bench {

/// What a matrix stores beside its pattern: a value an entry, one value for all, or nothing (every entry counts as 1).
enum class stored { array, one_value, pattern };
std::string to_string(stored values);

struct csr_pattern {
  std::string name;
  std::string kind;  // regular, random, power_law, skewed, lp; small below a million nonzeros, unless lp
  stored values = stored::array;
  std::int64_t rows = 0, cols = 0;
  std::vector<std::int32_t> offsets, columns;
  std::int64_t nnz() const { return static_cast<std::int64_t>(columns.size()); }
};

/// The matrices of a full run: the best known first, variants without values just after their base, those of linear
/// programs with their transposes. They cover every class from a thousand to 520 million nonzeros.
std::vector<std::string> matrix_names();

/// The name without `_pattern` or `_one_value`: matrices of one base differ in what they store, not in where.
std::string base_of(std::string const& name);
/// What the ending of the name says.
stored stored_by(std::string const& name);

/// The matrix of that base name, or the transpose of one with _transposed behind it, else of that file, whose class is
/// then told from its shape (see class_of_shape). Throws as heddle::io::read does, or invalid_argument naming the known
/// ones.
csr_pattern make_matrix(std::string const& base);

/// On the host, with 1 + k mod `most` as the k-th value: small whole numbers, so that sums are exact.
template <class T> matrix<T> with_numbers(csr_pattern const& pattern, std::size_t most) {
  std::vector<T> values(pattern.columns.size());
  for (std::size_t k = 0; k < values.size(); ++k) values[k] = static_cast<T>(1 + k % most);
  return matrix<T>::from_csr(
      {pattern.rows, pattern.cols, pattern.nnz(), pattern.offsets.data(), pattern.columns.data(), values.data()});
}

/// Every .mtx, .mtx.gz, .gr and .gr.gz directly in `folder`, by name. Throws io_error where there is none.
std::vector<std::string> matrix_files(std::string const& folder);

/// small: below a million nonzeros; power_law: row lengths whose standard deviation passes their mean; regular: four
/// of five entries lie within a sixteenth of the diagonal; else random.
std::string class_of_shape(csr_pattern const& a);

}  // namespace heddle::bench
