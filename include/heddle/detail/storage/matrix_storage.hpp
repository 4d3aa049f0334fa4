// matrix_storage.hpp - the forms of a matrix, with values as opaque bytes, and the updates not yet merged into them.
#pragma once
#include <heddle/detail/storage/compressed.hpp>
#include <heddle/detail/storage/pending_updates.hpp>

namespace heddle::detail {

/// Checks the arrays of a compressed matrix in the memory of `exec`: offsets from 0 to nnz without decreasing, indices
/// ascending and inside. Throws invalid_argument or index_out_of_range naming the row, or the column where
/// `by_columns`. Reads back.
template <index_type Index, index_type Offset>
void check_compressed(executor const& exec, size_type major, size_type minor, Offset const* offsets,
                      Index const* indices, size_type nnz, bool by_columns = false);

// CSR is always there (made from CSC or updates when asked); CSC on demand. Const members may be called from several
// threads.
template <index_type Index, index_type Offset> class matrix_storage {
 public:
  using form = compressed<Index, Offset>;

  matrix_storage(executor exec, size_type rows, size_type cols, std::size_t width);
  matrix_storage(matrix_storage const& other);
  matrix_storage& operator=(matrix_storage const& other);
  /// What is moved from is a matrix of 0 x 0.
  matrix_storage(matrix_storage&& other) noexcept;
  matrix_storage& operator=(matrix_storage&& other) noexcept;

  executor const& exec() const { return exec_; }
  size_type rows() const { return rows_; }
  size_type cols() const { return cols_; }
  /// Entries, with those that are set and not merged yet.
  size_type nnz() const;

  form const& csr() const { return *share_csr(); }
  /// Equal to CSR itself where the matrix is known to be symmetric.
  form const& csc() const { return *share_csc(); }
  std::shared_ptr<form const> share_csr() const;
  std::shared_ptr<form const> share_csc() const;

  /// Whether csc() costs nothing.
  bool has_csc() const;

  bool symmetric() const { return symmetric_; }
  void set_symmetric(bool symmetric) { symmetric_ = symmetric; }

  void assign(std::shared_ptr<form const> csr) noexcept;
  /// A form that nobody else has; the matrix has no entries afterwards. Copied where a copy of the matrix shares it.
  std::shared_ptr<form> take_csr();
  std::shared_ptr<form> take_csc();
  void clear();
  void resize(size_type rows, size_type cols);
  bool get(size_type row, size_type col, void* value) const;
  /// An entry that is there has its value written where it stands, if no other matrix shares the form and its memory is
  /// not adopted. Else, and on a GPU, updates are gathered: they are merged, O(nnz) once, when a form is next asked
  /// for, or, on a GPU, written where they stand too if they are few and nothing else.
  void set(size_type row, size_type col, void const* value);
  void remove(size_type row, size_type col);
  matrix_storage to(executor const& exec) const;
  matrix_storage transpose() const;
  /// Whether entries lie in memory that was adopted.
  bool stays_adopted() const;

 private:
  void require_entry(char const* what, size_type row, size_type col) const;
  void add_update(char const* what, size_type row, size_type col, void const* value);
  void settle_csr() const;
  bool owns(std::shared_ptr<form const> const& made) const;
  size_type find(size_type row, size_type col) const;
  bool overwrite(size_type row, size_type col, size_type at, void const* value) const;
  bool overwrite_by_updates() const;
  void merge_updates() const;
  std::shared_ptr<form> take(std::shared_ptr<form const> shared);

  executor exec_;
  size_type rows_ = 0, cols_ = 0;
  std::size_t width_ = 1;
  bool symmetric_ = false;
  mutable std::mutex mutex_;
  mutable std::shared_ptr<form const> csr_, csc_;
  mutable pending_updates<Index> updates_;
};

}  // namespace heddle::detail
