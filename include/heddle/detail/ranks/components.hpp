// components.hpp - a rank's part of the components of a graph whose rows are dealt out.
#pragma once
#include <heddle/detail/storage/compressed.hpp>
#include <heddle/distributed/ranks/dealing.hpp>
#include <heddle/distributed/ranks/group.hpp>
#include <heddle/vector.hpp>

namespace heddle::detail {

/// The labels of a rank's vertices, and of all ranks together how many components there are; passes that hooked.
template <class I> struct labelled_part {
  heddle::vector<I, I> labels;
  size_type count = 0, rounds = 0;
};

/// The search at this rank, whose vertices have `rows` of the graph. `symmetric`: of all ranks together.
template <index_type I, index_type O>
labelled_part<I> label_part(distributed::member& m, distributed::dealing const& by, compressed<I, O> const& rows,
                            bool symmetric);

}  // namespace heddle::detail
