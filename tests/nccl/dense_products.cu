// dense_products.cu - tests/distributed/dense_products.cpp with GPUs as ranks.
#include "tests/distributed/dense_products.cpp"
