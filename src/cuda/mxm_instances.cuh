// mxm_instances.cuh - product kernels for the semirings of a list; one translation unit an element type.
#pragma once
#include <heddle/ops/mxm/device.cuh>

#include "src/core/mxm_instances.hpp"
