// needed.cu - tests/distributed/needed.cpp with GPUs as ranks.
#include "tests/distributed/needed.cpp"
