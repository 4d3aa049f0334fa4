// generate.cu - tests/distributed/generate.cpp with GPUs as ranks.
#include "tests/distributed/generate.cpp"
