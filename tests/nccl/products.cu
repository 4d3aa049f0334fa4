// products.cu - tests/distributed/products.cpp with GPUs as ranks.
#include "tests/distributed/products.cpp"
