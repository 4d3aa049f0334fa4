// sparse_products.cu - tests/distributed/sparse_products.cpp with GPUs as ranks.
#include "tests/distributed/sparse_products.cpp"
