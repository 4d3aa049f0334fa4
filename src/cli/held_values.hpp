// held_values.hpp - what an answer says of every vertex, read where it stands, so that it is held once.
#pragma once
#include <algorithm>
#include <heddle/vector.hpp>
#include <optional>
#include <string>

#include "src/cli/outputs.hpp"
#include "src/io/memory_bound.hpp"

namespace heddle::cli {

/// Values of a vector, which must outlive this, `missing` where there is no entry. From a GPU they are copied once. For
/// one thread; of a list ascending positions cost O(1) each.
template <class T, class Index> class held_values {
 public:
  held_values(vector<T, Index> const& v, T missing) : missing_(missing), size_(v.size()) {
    if (!v.exec().is_host()) copy_ = v.to(executor{});
    auto const& storage = storage_of(copy_ ? *copy_ : v);
    if (storage.form() == vector_form::sparse) {
      auto const& list = storage.sparse(true);
      indices_ = list.indices.data();
      listed_ = list.nvals;
      values_ = reinterpret_cast<T const*>(list.values.data());
      return;
    }
    auto const& form = storage.bitmap();
    if (!form.full()) present_ = form.present.data();
    values_ = reinterpret_cast<T const*>(form.values.data());
    is_list_ = false;
  }
  held_values(held_values const&) = delete;
  held_values(held_values&&) = default;

  size_type size() const { return size_; }
  T operator[](size_type i) const {
    if (!is_list_) return present_ && !present_[i] ? missing_ : values_[i];
    bool const behind = at_ < listed_ && indices_[at_]<i, before = at_> 0 && indices_[at_ - 1] >= i;
    if (behind || before) at_ = std::lower_bound(indices_, indices_ + listed_, static_cast<Index>(i)) - indices_;
    return at_ < listed_ && indices_[at_] == i ? values_[at_] : missing_;
  }

 private:
  std::optional<vector<T, Index>> copy_;
  T missing_;
  size_type size_, listed_ = 0;
  bool is_list_ = true;
  Index const* indices_ = nullptr;
  primitives::byte const* present_ = nullptr;  // null: all
  T const* values_ = nullptr;
  mutable size_type at_ = 0;
};

/// One value a line; `path` empty: nothing.
template <class T, class Index>
void write_values(std::string const& path, vector<T, Index> const& v, std::type_identity_t<T> missing) {
  if (path.empty()) return;
  held_values<T, Index> const values(v, missing);
  io::output_file file(path);
  for (size_type i = 0; i < values.size(); ++i) file.write_line(values[i]);
  file.commit();
}

/// Throws out_of_memory where `bytes` for each of so many vertices do not fit into what is left: for an answer, and
/// what it is made by, before it is made. `per_vertex` is `levels of 500 sources`.
inline void require_answer(size_type vertices, double bytes, std::string const& per_vertex) {
  detail::require_available(static_cast<double>(vertices) * bytes,
                            detail::concat(per_vertex, " for ", vertices, " vertices"));
}

}  // namespace heddle::cli
