// tuples.cu - values of tuples of one position combined, of any element type and by any operator of the library's.
#include <heddle/detail/storage/tuples.hpp>

#include "src/instances/run.hpp"

namespace heddle::detail {

HEDDLE_FN void run_by_code::operator()(size_type i) const {
  by_code<precompiled_elements>(type, [&]<class T>(std::type_identity<T>) {
    by_code<binary_operators<T>, table::runs>(op, [&]<class Op>(std::type_identity<Op>) {
      combined_run<T, Op>{static_cast<T const*>(values), order, first, static_cast<T*>(out), Op{}}(i);
    });
  });
}

void emit_tuples() { emit_index<run_by_code>(); }

}  // namespace heddle::detail
