// mxv.hpp - w<mask> = w accum (A (+.*) u): the front end of the matrix-vector product and of its mirror image, vxm.
#pragma once
#include <heddle/descriptor.hpp>
#include <heddle/matrix.hpp>
#include <heddle/ops/assign/merge.hpp>
#include <heddle/ops/assign/operator_of.hpp>
#include <heddle/ops/mxv/device.hpp>
#include <heddle/ops/mxv/host.hpp>
#if defined(__CUDACC__)
#include <heddle/ops/mxv/device.cuh>
#endif

namespace heddle {

namespace detail {

/// A matrix operand: its storage, and whether it is read transposed.
template <class T, index_type I, index_type O> struct matrix_operand {
  using value_type = T;
  using offset_type = O;
  matrix_storage<I, O> const* storage;
  bool transposed;

  size_type rows() const { return transposed ? storage->cols() : storage->rows(); }
  size_type cols() const { return transposed ? storage->rows() : storage->cols(); }
  matrix_operand transpose() const { return {storage, !transposed}; }
  /// CSR of the operand, and CSR of its transpose.
  compressed<I, O> const& by_rows() const { return transposed ? storage->csc() : storage->csr(); }
  compressed<I, O> const& by_columns() const { return transposed ? storage->csr() : storage->csc(); }
  bool has_by_columns() const { return transposed || storage->has_csc(); }
};

template <class T, index_type I, index_type O> matrix_operand<T, I, O> operand(matrix<T, I, O> const& a) {
  return {&a.storage(), false};
}
template <class T, index_type I, index_type O> matrix_operand<T, I, O> operand(transpose_of<matrix<T, I, O>> a) {
  return {&a.matrix->storage(), true};
}

template <class T, index_type I, index_type O> matrix_operand<T, I, O> operand(matrix_operand<T, I, O> const& a) {
  return a;
}
/// The entries of a matrix whatever their type, for semirings that do not read them.
template <class T, index_type I, index_type O> matrix_operand<bool, I, O> pattern_of(matrix<T, I, O> const& a) {
  return {&a.storage(), false};
}

/// Pushing pays where u has few entries and the matrix is at hand by columns. Counts u's entries (may read back).
template <class T, index_type I, index_type O, class U>
bool prefers_push(matrix_operand<T, I, O> const& a, vector<U, I> const& u, direction asked) {
  if (asked != direction::automatic) return asked == direction::push;
  if (u.form() == vector_form::dense || !a.has_by_columns()) return false;
  return u.nvals() < u.size() / 16;
}

/// Domain view of a form: its values, nothing where the semiring does not read them, or a converted copy.
template <class D, bool Reads, class T, index_type I, index_type O>
compressed_view<D, I, O> domain_view(compressed<I, O> const& form, buffer<byte>& kept) {
  compressed_view<D, I, O> result{form.major, form.minor, form.nnz, form.offsets.data(), form.indices.data(), {}};
  if constexpr (Reads) {
    auto const stored = form.template view<T>().values;
    if (!form.one_value) {
      result.values.data = in_domain<D>(form.exec, stored.data, form.nnz, kept);
    } else if constexpr (std::is_convertible_v<T, D>) {
      result.values.one = static_cast<D>(stored.one);
    }
  }
  return result;
}

/// What a pull is to a plan: with everything present its products are entries of A times full u.
template <class SR, class A, class U, index_type I> constexpr reduction_call pull_call(bool full) {
  using D = domain_of<SR>;
  bool const by_tile = asks_positions<SR, A, U>;
  if (needs_presence<add_of<SR>>() || !full) return {sizeof(maybe<D>), 0, false, by_tile};
  return {sizeof(D), by_tile ? 0 : sizeof(I) + sizeof(A), true, by_tile};
}

/// A pull's operand and columns as a locality plan places them, or as they stand.
template <index_type I> struct placed_operand {
  I const* columns = nullptr;
  void const* values = nullptr;   // null where the semiring does not read them
  byte const* present = nullptr;  // null: full
  size_type hubs = 0;
  std::shared_ptr<tile_marks const> marks;
  buffer<byte> moved_values, moved_present;
};

/// values: u's, elements of `width` bytes, present: its presence; either may be null. Work O(columns with entries).
template <index_type I, index_type O>
placed_operand<I> place_operand(compressed<I, O> const& form, descriptor const& d, void const* values,
                                byte const* present, std::size_t width) {
  placed_operand<I> result{form.indices.data(), values, present, 0, {}, {}, {}};
  if (!d.plan || !values) return result;
  auto const placed = form.place_columns(*d.plan, width);
  if (!placed.labels) return result;
  column_labels<I> const& labels = *placed.labels;
  result.hubs = min_of(placed.hubs, labels.used);
  result.marks = placed.marks;
  if (labels.in_place) return result;
  auto const moved = [&](buffer<byte>& into, void const* from, std::size_t bytes) {
    into = buffer<byte>(form.exec, labels.used * static_cast<size_type>(bytes));
    primitives::gather(form.exec, into.data(), from, labels.order.data(), labels.used, bytes);
    return into.data();
  };
  result.columns = labels.columns.data();
  result.values = moved(result.moved_values, values, width);
  if (present) result.present = moved(result.moved_present, present, 1);
  return result;
}

}  // namespace detail

inline namespace HEDDLE_TOOLCHAIN {
namespace mxv_detail {

// Writes t, given in both forms, into w.
template <class W, index_type I, class Accum, class D>
void write_pushed(vector<W, I>& w, mask_view const& mask, Accum const& accum, bool replace,
                  detail::sparse_form<I> sparse, detail::bitmap_form const* bitmap) {
  bool const fresh = std::is_same_v<Accum, no_accum_type> && (mask.trivial() || replace);
  if constexpr (std::is_same_v<W, D>) {
    if (fresh) return w.storage().assign(std::move(sparse));
  }
  vector<D, I> t(w.size(), w.exec());
  t.storage().assign(std::move(sparse));
  detail::bitmap_form const& form = bitmap ? *bitmap : t.storage().bitmap();
  merge_into(w, mask, accum, replace, detail::typed<D>(form.values), form.full() ? nullptr : form.present.data());
}

template <class W, index_type I, class Accum, class SR, class A, index_type O, class U>
void push_on_host(vector<W, I>& w, mask_view const& mask, Accum const& accum, SR const& sr,
                  detail::matrix_operand<A, I, O> const& a, vector<U, I> const& u, descriptor const& d) {
  using D = domain_of<SR>;
  using left = detail::left_of<SR, A>;
  buffer<detail::byte> kept;
  auto const view = detail::domain_view<left, detail::reads<SR>::left, A>(a.by_columns(), kept);
  auto const& operand = u.storage().sparse(true);
  auto const t = host::push<SR, left, I, O, detail::right_of<SR, U>>(w.exec(), d.schedule, view, operand, mask, sr);
  detail::sparse_form<I> form;
  form.nvals = static_cast<size_type>(t.index.size());
  form.indices = buffer<I>(w.exec(), std::span<I const>(t.index));
  auto const* bytes = reinterpret_cast<detail::byte const*>(t.value.get());
  form.values = buffer<detail::byte>(w.exec(), std::span(bytes, t.index.size() * sizeof(D)));
  write_pushed<W, I, Accum, D>(w, mask, accum, d.replace, std::move(form), nullptr);
}

// A locality plan names columns anew: not where multiply asks for them.
template <class SR, class A, class U> inline constexpr bool may_be_placed = !detail::asks_positions<SR, A, U>;

template <class W, index_type I, class Accum, class SR, class A, index_type O, class U>
void pull_on_host(vector<W, I>& w, mask_view const& mask, Accum const& accum, SR const& sr,
                  detail::matrix_operand<A, I, O> const& a, vector<U, I> const& u, descriptor const& d) {
  using left = detail::left_of<SR, A>;
  using right = detail::right_of<SR, U>;
  auto const& form = a.by_rows();
  auto const& operand = u.storage().bitmap();
  bool const empty_rows = form.statistics().empty_rows > 0;
  constexpr bool accumulates = !std::is_same_v<Accum, no_accum_type>;
  bool const keeps = accumulates || (!mask.trivial() && !d.replace);
  auto const chosen = form.plan_for(d.schedule, detail::pull_call<SR, A, U, I>(operand.full() && mask.trivial()));
  buffer<detail::byte> kept;
  auto view = detail::domain_view<left, detail::reads<SR>::left, A>(form, kept);
  void const* const values = detail::reads<SR>::right ? operand.values.data() : nullptr;
  auto const placed = detail::place_operand(form, may_be_placed<SR, left, right> ? d : descriptor{}, values,
                                            operand.full() ? nullptr : operand.present.data(), sizeof(U));
  view.indices = placed.columns;
  auto out = detail::open_output(w, keeps, operand.full() && !empty_rows && mask.trivial());
  auto const sink = detail::sink_of<W>(out, mask, d.replace || !keeps, accumulates, accum);
  host::pull(w.exec(), *chosen, view, empty_rows, static_cast<right const*>(placed.values), placed.present, sr, sink);
  w.storage().keep(std::move(out));
}

// Throws unless there are kernels: precompiled ones for a plain C++ compiler, any for nvcc.
template <class SR, class Types> void require_kernels() {
#if !defined(__CUDACC__)
  if constexpr (!Types::in_library) {
    throw not_compiled(detail::concat("mxv: no GPU kernel is precompiled for semiring ", detail::type_name<SR>(),
                                      " and the types of these operands; compile this call with nvcc (a .cu file), or "
                                      "use a host executor"));
  }
#endif
}

template <class Types, class SR, class I, class O, class A, class U>
void run_pull(cuda::pull_problem<SR, I, O, A, U> const& problem) {
  if constexpr (Types::in_library) {
    cuda::pull<SR, I, O, A, U>(problem);
  } else {
#if defined(__CUDACC__)
    cuda::pull_body(problem);
#endif
  }
}

template <class Types, class SR, class I, class O, class A, class U>
cuda::push_result<I> run_push(cuda::push_problem<SR, I, O, A, U> const& problem) {
  if constexpr (Types::in_library) {
    return cuda::push<SR, I, O, A, U>(problem);
  } else {
#if defined(__CUDACC__)
    return cuda::push_body(problem);
#else
    return {};
#endif
  }
}

template <class W, index_type I, class Accum, class SR, class A, index_type O, class U>
void push_on_device(vector<W, I>& w, mask_view const& mask, Accum const& accum, SR const& sr,
                    detail::matrix_operand<A, I, O> const& a, vector<U, I> const& u, descriptor const& d) {
  using D = domain_of<SR>;
  using types = cuda::pushed_types<SR, I, O, A, U>;
  using left = typename types::left;
  using right = typename types::right;
  require_kernels<SR, types>();
  buffer<detail::byte> kept_a, kept_u;
  auto const& operand = u.storage().sparse();
  right const* values = nullptr;
  if constexpr (detail::reads<SR>::right) {
    values = detail::in_domain<right>(w.exec(), detail::typed<U>(operand.values), operand.nvals, kept_u);
  }
  auto const view = detail::domain_view<left, detail::reads<SR>::left, A>(a.by_columns(), kept_a);
  auto t = run_push<types>(cuda::push_problem<SR, I, O, left, right>{
      w.exec(), d.schedule, view, w.size(), operand.indices.data(), values, operand.nvals, mask, sr});
  write_pushed<W, I, Accum, D>(w, mask, accum, d.replace, std::move(t.sparse), &t.bitmap);
}

template <class W, index_type I, class Accum, class SR, class A, index_type O, class U>
void pull_on_device(vector<W, I>& w, mask_view const& mask, Accum const& accum, SR const& sr,
                    detail::matrix_operand<A, I, O> const& a, vector<U, I> const& u, descriptor const& d) {
  using D = domain_of<SR>;
  constexpr bool none = std::is_same_v<Accum, no_accum_type>;
  if constexpr (!std::is_same_v<W, D> || !(none || detail::accumulates_as<Accum, add_of<SR>>)) {
    vector<D, I> t(w.size(), w.exec());
    descriptor fresh = d;
    fresh.replace = true;
    pull_on_device(t, mask, no_accum, sr, a, u, fresh);
    auto const& form = t.storage().bitmap();
    merge_into(w, mask, accum, d.replace, detail::typed<D>(form.values), form.full() ? nullptr : form.present.data());
  } else {
    using types = cuda::pulled_types<SR, I, O, A, U>;
    using left = typename types::left;
    using right = typename types::right;
    require_kernels<SR, types>();
    auto const& form = a.by_rows();
    auto const& operand = u.storage().bitmap();
    bool const keeps = !none || (!mask.trivial() && !d.replace);
    buffer<detail::byte> kept_a, kept_u;
    right const* values = nullptr;
    if constexpr (detail::reads<SR>::right) {
      values = detail::in_domain<right>(w.exec(), detail::typed<U>(operand.values), u.size(), kept_u);
    }
    constexpr bool shares_kernels = types::in_library && !cuda::has_own_kernels<SR, O>;
    bool const full = operand.full() && mask.trivial() && !shares_kernels;
    auto call = detail::pull_call<SR, left, right, I>(full);
    call.usual_walks = call.full && types::in_library && !cuda::has_every_walk<SR, left>;
    auto const chosen = form.plan_for(d.schedule, call);
    bool const empty_rows = form.statistics().empty_rows > 0;
    auto view = detail::domain_view<left, detail::reads<SR>::left, A>(form, kept_a);
    auto const placed = detail::place_operand(form, may_be_placed<SR, left, right> ? d : descriptor{}, values,
                                              operand.full() ? nullptr : operand.present.data(), sizeof(right));
    view.indices = placed.columns;
    auto out = detail::open_output(w, keeps, operand.full() && !empty_rows && mask.trivial());
    auto const sink = detail::sink_of<W>(out, mask, d.replace || !keeps, !none, sr.add);
    run_pull<types>(cuda::pull_problem<SR, I, O, left, right>{w.exec(), chosen.get(), view,
                                                              static_cast<right const*>(placed.values), placed.present,
                                                              sink, empty_rows, sr, placed.hubs, placed.marks.get()});
    w.storage().keep(std::move(out));
  }
}

template <class W, index_type I, class Accum, class SR, class A, index_type O, class U>
void run(vector<W, I>& w, mask_view const& mask, Accum const& accum, SR const& sr,
         detail::matrix_operand<A, I, O> const& a, vector<U, I> const& u, descriptor const& d) {
  bool const push = detail::prefers_push(a, u, d.direction);
  if (w.exec().is_host()) {
    if (push) return push_on_host(w, mask, accum, sr, a, u, d);
    pull_on_host(w, mask, accum, sr, a, u, d);
    return w.storage().choose_form();
  }
  if constexpr (cuda::can_push<SR>) {
    if (push) return push_on_device(w, mask, accum, sr, a, u, d);
  }
  pull_on_device(w, mask, accum, sr, a, u, d);
}

template <class W, index_type I, class Mask, class Accum, class SR, class A, index_type O, class U>
void multiply(char const* what, vector<W, I>& w, Mask const& mask, Accum const& accum, SR const& sr,
              detail::matrix_operand<A, I, O> const& a, vector<U, I> const& u, descriptor const& d) {
  detail::check_descriptor(d);
  if (a.cols() != u.size() || a.rows() != w.size()) {
    throw dimension_mismatch(detail::concat(what, ": A is ", detail::shape(a.rows(), a.cols()), " but u has length ",
                                            u.size(), " and w has length ", w.size()));
  }
  detail::check_executor(what, w.exec(), "A", a.storage->exec());
  detail::check_executor(what, w.exec(), "u", u.exec());
  detail::check_mask(what, mask, w.size(), w.exec());
  if (static_cast<void const*>(&w) == static_cast<void const*>(&u)) {
    vector<U, I> const copy(u);
    return multiply(what, w, mask, accum, sr, a, copy, d);
  }
  detail::trace_range const traced(w.exec(), what, &d.schedule);
  auto const ready = detail::prepare_mask(mask, w.exec(), &w);
  if constexpr (detail::can_multiply<SR, A, U>()) run(w, ready.view, accum, sr, a, u, d);
}

}  // namespace mxv_detail

/// w<mask> = w accum (A (+.*) u): t(i) = sum over k of multiply(A(i, k), u(k)), in ascending k.
/// A: m x n, or transpose of n x m; u: n; w, mask: m. Element types may differ: multiply is given what A and u hold,
/// and what it gives is converted to the semiring's domain. Kernels compiled with the call read A and u as they are
/// stored; to the precompiled ones they are given in the domain, copied where they are not. A multiply that asks for
/// positions is given (A(i, k), u(k), i, k, 0), and no locality plan is used for it. `mask`: no_mask, a vector (its
/// values), structure(v), complement(v). `accum`: no_accum or a binary operator. Throws dimension_mismatch naming the
/// operands' sizes, executor_mismatch, invalid_argument for a schedule or plan whose parameters make no sense or a
/// partition that is none, not_compiled on a CUDA executor for a semiring that is not precompiled; does not compile
/// where multiply cannot be called so. What a user's monoid, multiplication or accumulator does must not throw. Work
/// O(nnz(A) + m) where it pulls; where it pushes O(p log p) on the host for the p entries of A in the columns that u
/// chooses, and O(p + m) on a GPU. A pull is asynchronous on the executor's stream once the plan is made; a push reads
/// back how many products and how many results there are; to choose between the two a u that is not dense is counted.
template <class W, index_type I, class Mask, class Accum, semiring_like SR, class MatrixArg, class U>
void mxv(vector<W, I>& w, Mask const& mask, Accum const& accum, SR const& sr, MatrixArg const& a, vector<U, I> const& u,
         descriptor const& d = {}) {
  mxv_detail::multiply("mxv", w, detail::as_mask(mask), accum, sr, detail::operand(a), u, d);
}

/// w = A (+.*) u.
template <class W, index_type I, semiring_like SR, class MatrixArg, class U>
void mxv(vector<W, I>& w, SR const& sr, MatrixArg const& a, vector<U, I> const& u, descriptor const& d = {}) {
  mxv(w, no_mask, no_accum, sr, a, u, d);
}

}  // namespace HEDDLE_TOOLCHAIN
}  // namespace heddle
