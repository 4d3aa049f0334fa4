// distributed.hpp - matrices and vectors over several ranks: all of heddle::distributed. Not in heddle.hpp.
#pragma once
#include <heddle/distributed/generate.hpp>
#include <heddle/distributed/load.hpp>
#include <heddle/distributed/operations/algorithms.hpp>
#include <heddle/distributed/operations/dense_products.hpp>
#include <heddle/distributed/operations/refused.hpp>
#include <heddle/distributed/operations/sparse_products.hpp>
