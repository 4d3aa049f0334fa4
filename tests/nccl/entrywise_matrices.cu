// entrywise_matrices.cu - tests/distributed/entrywise_matrices.cpp with GPUs as ranks.
#include "tests/distributed/entrywise_matrices.cpp"
