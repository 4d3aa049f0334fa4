// heddle.hpp - the whole library. From a .cu file the same operations instantiate kernels for any semiring.
#pragma once
#include <heddle/algorithms/bfs.hpp>
#include <heddle/algorithms/sssp.hpp>
#include <heddle/algorithms/triangle_count.hpp>
#include <heddle/matrix.hpp>
#include <heddle/ops/apply/apply_index.hpp>
#include <heddle/ops/assign/assign.hpp>
#include <heddle/ops/ewise/ewise.hpp>
#include <heddle/ops/mxm/mxm.hpp>
#include <heddle/ops/mxv/mxv.hpp>
#include <heddle/ops/reduce/reduce.hpp>
#include <heddle/ops/select/select.hpp>
#include <heddle/ops/vxm/vxm.hpp>
#include <heddle/semirings/semirings.hpp>
#include <heddle/vector.hpp>
#include <heddle/version.hpp>
