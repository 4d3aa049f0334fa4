// matrix_arrays.hpp - how a matrix is made of arrays, by building, copying and taking over, and how it gives them away.
#pragma once
#include <heddle/detail/storage/matrix_storage.hpp>
#include <heddle/detail/storage/tuples.hpp>

namespace heddle::detail {

/// n elements in the memory of `to`, copied from that of `from`.
template <class T> buffer<T> copy_on(executor const& to, executor const& from, T const* source, size_type n) {
  buffer<T> copy(to, n);
  copy_bytes(to, copy.data(), from, source, copy.bytes());
  return copy;
}

/// Values of the host's as an array in an executor's memory: of the host where they are. None: null.
template <class T> class array_on {
 public:
  array_on(executor const& exec, std::vector<T> const& values) {
    if (values.empty()) return;
    if constexpr (std::is_same_v<T, bool>) {
      executor const cpu;
      buffer<bool> unpacked(cpu, static_cast<size_type>(values.size()));
      std::copy(values.begin(), values.end(), unpacked.data());
      copy_ = exec.is_host() ? std::move(unpacked) : unpacked.clone(exec);
    } else {
      if (!exec.is_host()) copy_ = buffer<T>(exec, std::span<T const>(values));
      data_ = values.data();
    }
    if (!copy_.empty()) data_ = copy_.data();
  }
  T const* data() const { return data_; }

 private:
  buffer<T> copy_;
  T const* data_ = nullptr;
};

/// Throws executor_mismatch unless all buffers that have something are memory of `exec`.
template <class... Buffers> void require_on(executor const& exec, Buffers const&... buffers) {
  if (((buffers.empty() || buffers.exec() == exec) && ...)) return;
  throw executor_mismatch("the buffers of a container are on different executors");
}

/// Of memory in several arrays: calls `release` when all that hold it are gone, each once no work uses its array. Not
/// before it is armed: of memory whose adoption failed nothing is released.
class armed_release {
 public:
  explicit armed_release(std::function<void()> release) {
    if (release) shared_ = std::make_shared<state>(std::move(release));
  }
  /// For one of the arrays; nothing where there is nothing to call.
  std::function<void()> holder() const {
    if (!shared_) return {};
    return [shared = shared_] {};
  }
  void arm() const noexcept {
    if (shared_) shared_->armed = true;
  }

 private:
  struct state {
    std::function<void()> release;
    bool armed = false;

    explicit state(std::function<void()> call) : release(std::move(call)) {}
    state(state const&) = delete;
    ~state() {
      if (armed) release();
    }
  };
  std::shared_ptr<state> shared_;
};

/// Throws index_out_of_range or invalid_argument, naming the first tuple that lies outside, or not behind the one
/// before.
template <index_type Index>
void require_ascending(char const* what, executor const& exec, tuple_positions<Index> const& at) {
  tuple_findings const found = examine_tuples(exec, at);
  if (found.outside >= 0) throw_outside(what, exec, at, found.outside);
  size_type const k = found.descends < 0 ? found.repeats : found.descends;
  if (k >= 0) throw invalid_argument(concat(what, ": entry ", k, " does not stand behind entry ", k - 1));
}

/// What matrix<T, Index, Offset> asks for; see there. Nothing is taken from buffers before all has been checked.
template <class T, index_type Index, index_type Offset> struct matrix_of_arrays {
  using storage = matrix_storage<Index, Offset>;
  using form = compressed<Index, Offset>;
  using csr = csr_arrays<T, Index, Offset>;

  static std::shared_ptr<form> new_form(executor const& exec, size_type rows, size_type cols, size_type nnz,
                                        bool one_value, T one) {
    if (nnz > std::numeric_limits<Offset>::max()) {
      throw index_overflow(concat("matrix: ", nnz, " entries need 64-bit offsets, use matrix<T, ",
                                  sizeof(Index) == 4 ? "std::int32_t" : "std::int64_t", ", std::int64_t>"));
    }
    auto made = std::make_shared<form>();
    made->exec = exec;
    made->major = rows;
    made->minor = cols;
    made->nnz = nnz;
    made->width = sizeof(T);
    made->one_value = one_value;
    if (one_value) {
      auto const* bytes = reinterpret_cast<byte const*>(&one);
      made->one.assign(bytes, bytes + sizeof(T));
    }
    return made;
  }

  template <class Toolchain, class Duplicate>
  static storage built(char const* what, coo_arrays<T, Index> const& tuples, Duplicate const& duplicate,
                       executor const& exec) {
    storage result(exec, tuples.rows, tuples.cols, sizeof(T));
    size_type const n = tuples.nnz;
    if (n < 0 || (n > 0 && (!tuples.row || !tuples.col))) {
      throw invalid_argument(concat(what, ": ", n, " entries, or there are no rows, or no columns"));
    }
    buffer<Offset> offsets(exec, tuples.rows + 1);
    constexpr bool repeats = !std::is_same_v<Duplicate, no_duplicates_type>;
    auto const* const values = reinterpret_cast<byte const*>(tuples.values);
    tuple_positions<Index> const at{tuples.rows, tuples.cols, n, tuples.row, tuples.col};
    auto ordered = order_tuples(what, exec, at, values, sizeof(T), repeats, offsets.data());
    auto made = new_form(exec, tuples.rows, tuples.cols, ordered.positions, !values, tuples.one);
    if (values)
      made->values = ops::tuples_detail::combined_values(exec, ordered, tuples.values, duplicate, n).to_bytes();
    made->offsets = std::move(offsets);
    made->indices = std::move(ordered.indices);
    result.assign(std::move(made));
    return result;
  }

  static storage of_tuples(coo_arrays<T, Index> const& a, executor const& exec, executor const& from) {
    auto const row = copy_on(exec, from, a.row, a.row ? a.nnz : 0), col = copy_on(exec, from, a.col, a.col ? a.nnz : 0);
    auto const values = copy_on(exec, from, a.values, a.values ? a.nnz : 0);
    coo_arrays<T, Index> const here{a.rows, a.cols, a.nnz, row.data(), col.data(), values.data(), a.one};
    return built<ops::tuples_detail::toolchain>("matrix::from_coo", here, no_duplicates, exec);
  }

  static csr turned(csr arrays) {
    std::swap(arrays.rows, arrays.cols);
    return arrays;
  }

  static storage copied(csr const& a, executor const& exec, array_check check, executor const& from, bool by_columns) {
    storage result(exec, a.rows, a.cols, sizeof(T));
    require_arrays(a);
    auto made = new_form(exec, a.rows, a.cols, a.nnz, a.values == nullptr, a.one);
    made->offsets = copy_on(exec, from, a.offsets, a.rows + 1);
    made->indices = copy_on(exec, from, a.indices, a.nnz);
    if (a.values) made->values = copy_on(exec, from, a.values, a.nnz).to_bytes();
    check_arrays(exec, *made, check, by_columns);
    result.assign(std::move(made));
    return result;
  }

  static storage taken(csr_buffers<T, Index, Offset>& b, array_check check, bool by_columns = false) {
    executor const exec = b.offsets.exec();
    storage result(exec, b.rows, b.cols, sizeof(T));
    size_type const nnz = b.indices.size();
    if (b.offsets.size() != b.rows + 1 || (!b.values.empty() && b.values.size() != nnz)) {
      throw invalid_argument(concat("matrix: ", b.offsets.size(), " offsets, ", nnz, " indices and ", b.values.size(),
                                    " values for ", b.rows, by_columns ? " columns" : " rows"));
    }
    require_on(exec, b.indices, b.values);
    auto made = new_form(exec, b.rows, b.cols, nnz, b.values.empty() && nnz > 0, b.one);
    if (check == array_check::checked) {
      check_compressed(exec, b.rows, b.cols, b.offsets.data(), b.indices.data(), nnz, by_columns);
    }
    made->offsets = std::move(b.offsets);
    made->indices = std::move(b.indices);
    made->values = std::move(b.values).to_bytes();
    result.assign(std::move(made));
    return result;
  }

  static storage taken_by_columns(csr_buffers<T, Index, Offset>& b, array_check check) {
    std::swap(b.rows, b.cols);
    try {
      return taken(b, check, true);
    } catch (...) {
      std::swap(b.rows, b.cols);
      throw;
    }
  }

  static storage taken(coo_buffers<T, Index>& b, array_check check) {
    executor const exec = b.col.exec();
    storage result(exec, b.rows, b.cols, sizeof(T));
    size_type const nnz = b.col.size();
    if (b.row.size() != nnz || (!b.values.empty() && b.values.size() != nnz)) {
      throw invalid_argument(
          concat("matrix: ", b.row.size(), " rows, ", nnz, " columns and ", b.values.size(), " values"));
    }
    require_on(exec, b.row, b.values);
    auto made = new_form(exec, b.rows, b.cols, nnz, b.values.empty() && nnz > 0, b.one);
    if (check == array_check::checked) {
      require_ascending<Index>("matrix::adopt_coo", exec, {b.rows, b.cols, nnz, b.row.data(), b.col.data()});
    }
    made->offsets = buffer<Offset>(exec, b.rows + 1);
    primitives::compress_rows(exec, b.row.data(), nnz, b.rows, made->offsets.data());
    made->keep_rows(std::move(b.row));
    made->indices = std::move(b.col);
    made->values = std::move(b.values).to_bytes();
    result.assign(std::move(made));
    return result;
  }

  static storage adopted(csr const& a, executor const& exec, std::function<void()> release, array_check check,
                         bool by_columns) {
    armed_release const released(std::move(release));
    storage const shape(exec, a.rows, a.cols, sizeof(T));
    require_arrays(a);
    csr_buffers<T, Index, Offset> b{a.rows, a.cols, {}, {}, {}, a.one};
    b.offsets = buffer<Offset>::adopt(exec, const_cast<Offset*>(a.offsets), a.rows + 1, released.holder());
    b.indices = buffer<Index>::adopt(exec, const_cast<Index*>(a.indices), a.nnz, released.holder());
    if (a.values) b.values = buffer<T>::adopt(exec, const_cast<T*>(a.values), a.nnz, released.holder());
    storage result = taken(b, check, by_columns);
    released.arm();
    return result;
  }

  static storage adopted(coo_arrays<T, Index> const& a, executor const& exec, std::function<void()> release,
                         array_check check) {
    armed_release const released(std::move(release));
    if (a.nnz < 0 || (a.nnz > 0 && (!a.row || !a.col))) {
      throw invalid_argument(concat("matrix: ", a.nnz, " entries, or there are no rows, or no columns"));
    }
    bytes_of(a.nnz, sizeof(T));
    coo_buffers<T, Index> b{a.rows, a.cols, {}, {}, {}, a.one};
    b.row = buffer<Index>::adopt(exec, const_cast<Index*>(a.row), a.nnz, released.holder());
    b.col = buffer<Index>::adopt(exec, const_cast<Index*>(a.col), a.nnz, released.holder());
    if (a.values) b.values = buffer<T>::adopt(exec, const_cast<T*>(a.values), a.nnz, released.holder());
    storage result = taken(b, check);
    released.arm();
    return result;
  }

  /// The arrays of a form that nobody else has.
  static csr_buffers<T, Index, Offset> given(form& f) {
    T const one = one_of(f);
    return {f.major, f.minor, std::move(f.offsets), std::move(f.indices), buffer<T>::from_bytes(std::move(f.values)),
            one};
  }
  static coo_buffers<T, Index> given_coo(form& f) {
    T const one = one_of(f);
    auto row = f.take_rows();
    return {f.major, f.minor, std::move(row), std::move(f.indices), buffer<T>::from_bytes(std::move(f.values)), one};
  }

 private:
  static T one_of(form const& f) { return f.one_value ? f.template view<T>().values.one : T{}; }
  static void require_arrays(csr const& a) {
    if (a.nnz < 0) throw invalid_argument(concat("matrix: ", a.nnz, " entries"));
    if (!a.offsets || (!a.indices && a.nnz != 0)) {
      throw invalid_argument("matrix: there are no offsets, or no indices");
    }
    bytes_of(a.nnz, sizeof(T));
  }
  static void check_arrays(executor const& exec, form const& f, array_check check, bool by_columns) {
    if (check == array_check::trusted) return;
    check_compressed(exec, f.major, f.minor, f.offsets.data(), f.indices.data(), f.nnz, by_columns);
  }
};

}  // namespace heddle::detail
