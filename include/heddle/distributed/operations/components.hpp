// components.hpp - connected components over the ranks of a group.
#pragma once
#include <heddle/distributed/matrix.hpp>
#include <heddle/distributed/vector.hpp>

namespace heddle {
namespace distributed {

/// What `connected_components` over ranks finds.
template <index_type I = std::int32_t> struct components_result {
  vector<I, I> labels;  // the smallest vertex of each component
  size_type count = 0, rounds = 0;
};

}  // namespace distributed

namespace detail {

/// The labels of a rank's vertices, and of all ranks together how many components there are; passes that hooked.
template <class I> struct labelled_part {
  heddle::vector<I, I> labels;
  size_type count = 0, rounds = 0;
};

/// The search at this rank, whose vertices have `rows` of the graph. `symmetric`: of all ranks together.
template <index_type I, index_type O>
labelled_part<I> label_part(distributed::member& m, distributed::dealing const& by, compressed<I, O> const& rows,
                            bool symmetric);

}  // namespace detail

inline namespace HEDDLE_TOOLCHAIN {

/// Labels of the components of the graph with an edge wherever A or A^T has an entry: what `connected_components` of
/// the whole matrix gives. Each rank joins all vertices by the entries of its rows, then ranks join each other's labels
/// in log2(ranks) rounds, rounded up, in each of which a rank sends n of them. Takes two arrays of n labels a rank.
/// Throws dimension_mismatch.
template <class T, index_type I, index_type O>
[[nodiscard]] distributed::components_result<I> connected_components(distributed::matrix<T, I, O> const& a) {
  detail::require_square_rows("connected_components", a);
  distributed::components_result<I> found{{a.dealt_by(), a.ranks()}};
  auto parts = detail::each_makes<detail::labelled_part<I>>(a.ranks(), [&](distributed::member& m) {
    return detail::label_part(m, a.dealt_by(), storage_of(a.part(m)).csr(), a.is_symmetric());
  });
  found.count = parts.front().count;
  found.rounds = parts.front().rounds;
  found.labels.replace_parts(detail::each_of(std::move(parts), &detail::labelled_part<I>::labels));
  return found;
}

}  // namespace HEDDLE_TOOLCHAIN
}  // namespace heddle
