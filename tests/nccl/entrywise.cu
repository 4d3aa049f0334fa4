// entrywise.cu - tests/distributed/entrywise.cpp with GPUs as ranks.
#include "tests/distributed/entrywise.cpp"
