// drawn_case.cpp - what the operations of drawn cases are like, and a case in words.
#include "tests/support/cases/drawn_case.hpp"

#include <algorithm>

namespace heddle::testing {

bool is_product(operation what) { return what == operation::mxv || what == operation::vxm || what == operation::mxm; }

bool pairs_vectors(operation what) {
  return what == operation::ewise_mult || what == operation::select || what == operation::ewise_add ||
         what == operation::ewise_union;
}

bool pairs_matrices(operation what) {
  return what == operation::mult_matrices || what == operation::add_matrices || what == operation::union_matrices;
}

bool is_of_parts(operation what) { return what >= operation::extract_vector && what <= operation::subassign_column; }

bool is_diagonal(operation what) { return what == operation::diag || what == operation::diagonal; }

bool takes_number(operation what) { return what >= operation::bind_first && what <= operation::select_matrix; }

bool writes_matrix(operation what) {
  return what == operation::mxm || pairs_matrices(what) || what == operation::transpose_into ||
         what == operation::kronecker || what == operation::extract_matrix || what >= operation::bind_first_matrix ||
         (what >= operation::assign_matrix && what <= operation::assign_column) ||
         (what >= operation::subassign_matrix && what <= operation::subassign_column);
}

bool masks_matrix(operation what) {
  return what == operation::mxm || what == operation::extract_matrix || what == operation::assign_matrix ||
         what == operation::subassign_matrix;
}

bool writes_into(operation what) {
  return is_product(what) || what == operation::reduce_rows || pairs_vectors(what) || writes_matrix(what) ||
         what == operation::assign_vector || what == operation::assign_scalar || is_of_parts(what) ||
         takes_number(what);
}

static std::ostream& operator<<(std::ostream& out, drawn_selection const& s) {
  using kind = drawn_selection::kind;
  out << (s.how == kind::all ? "all" : s.how == kind::list ? "list" : "range") << " of " << s.at.size() << ':';
  for (std::size_t k = 0; k < std::min<std::size_t>(s.at.size(), 60); ++k) out << ' ' << s.at[k];
  return out;
}

std::ostream& operator<<(std::ostream& out, drawn_case const& c) {
  char const* const slots[] = {"w", "a", "b", "mask"};
  out << c.family->name << ", seed " << c.seed << ": " << name_of(c.add) << ", " << name_of(c.multiply)
      << ", accumulates " << name_of(c.accum) << ", mask " << name_of(c.kind) << (c.replace ? ", replace" : "")
      << (c.transpose_a ? ", A transposed" : "") << (c.transpose_b ? ", B transposed" : "")
      << (c.pattern_a ? ", A a pattern" : "") << (c.pattern_b ? ", B a pattern" : "")
      << (c.columns_at_hand ? ", columns at hand" : "") << (c.placed ? ", a locality plan" : "") << ", "
      << name_of(c.way) << ", schedule " << c.schedule.text() << ", " << c.threads << " threads";
  bool const scales = c.family->what == operation::spmv || c.family->what == operation::ewise_union ||
                      c.family->what == operation::union_matrices;
  if (scales) out << ", alpha " << c.alpha << ", beta " << c.beta;
  if (is_diagonal(c.family->what)) out << ", diagonal " << c.line;
  if (takes_number(c.family->what)) out << ", number " << c.line;
  if (is_of_parts(c.family->what)) {
    out << "\n  I " << c.chosen_rows << "\n  J " << c.chosen_columns << "\n  line " << c.line << ", scalar "
        << c.scalar;
  }
  for (int s = 0; s < 4; ++s) {
    out << "\n  " << slots[s];
    if (c.shares(static_cast<slot>(s))) {
      out << " is " << slots[static_cast<int>(c.object[s])];
    } else {
      out << " (" << name_of(c.form[s]) << "): " << c.operand(static_cast<slot>(s));
    }
  }
  return out;
}

}  // namespace heddle::testing
