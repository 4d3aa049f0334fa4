// answer_writing.hpp - how SuiteSparse:GraphBLAS writes an answer: what the case says, or what a mistake makes of it.
#pragma once
#include "tests/oracle/graphblas.hpp"
#include "tests/oracle/objects.hpp"

namespace heddle::testing::graphblas {

/// Descriptor and accumulator of a call whose matrix operand is the first input, or another one.
struct answer_writing {
  descriptor how;
  GrB_BinaryOp accum = nullptr;
  bool masked = false;

  answer_writing(drawn_case const& c, mistake m, GrB_Desc_Field matrix_input = GrB_INP0) {
    masked = c.kind != mask_kind::none && m != mistake::mask_ignored;
    if (m != mistake::accumulator_ignored) { accum = op_named(c.accum, c.family->w, m == mistake::operands_swapped); }
    check(GrB_Descriptor_new(how.address()));
    if (c.replace && m != mistake::replace_ignored) set(GrB_OUTP, GrB_REPLACE);
    bool const structural = c.kind == mask_kind::structural || c.kind == mask_kind::structural_complement;
    bool const complemented = c.kind == mask_kind::complement || c.kind == mask_kind::structural_complement;
    if (masked && structural) set(GrB_MASK, GrB_STRUCTURE);
    if (masked && complemented && m != mistake::complement_lost) set(GrB_MASK, GrB_COMP);
    if (c.transpose_a) set(matrix_input, GrB_TRAN);
  }

 private:
  void set(GrB_Desc_Field field, GrB_Desc_Value value) { check(GrB_Descriptor_set(how, field, value)); }
};

}  // namespace heddle::testing::graphblas
