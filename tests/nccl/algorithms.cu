// algorithms.cu - tests/distributed/algorithms.cpp with GPUs as ranks.
#include "tests/distributed/algorithms.cpp"
