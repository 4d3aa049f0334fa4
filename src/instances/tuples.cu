// tuples.cu - values of tuples of one position combined, of any element type and by any operator of the library's.
#include <heddle/detail/storage/tuples.hpp>

#include "src/instances/run.hpp"

namespace heddle::detail {

void emit_tuples() { emit_index<run_by_code>(); }

}  // namespace heddle::detail
