// distributed.hpp - matrices and vectors over several ranks: all of heddle::distributed. Not in heddle.hpp.
#pragma once
#include <heddle/distributed/algorithms.hpp>
#include <heddle/distributed/dense_products.hpp>
#include <heddle/distributed/entrywise_matrices.hpp>
#include <heddle/distributed/generate.hpp>
#include <heddle/distributed/load.hpp>
#include <heddle/distributed/refused.hpp>
#include <heddle/distributed/sparse_products.hpp>
