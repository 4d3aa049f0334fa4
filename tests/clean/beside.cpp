// beside.cpp - a user's file that names heddle and the standard library whole, and includes others' headers after that;
// tests/clean/check compiles it. What they look up without its namespace must not find ours.
#include <heddle/explain.hpp>
#include <heddle/heddle.hpp>
#include <heddle/io/generate_matrix.hpp>
#include <heddle/io/generators.hpp>
#include <heddle/io/output_file.hpp>
#include <heddle/io/read.hpp>
#include <heddle/io/to_matrix.hpp>
#include <heddle/io/write.hpp>
#include <heddle/laws.hpp>
#include <heddle/schedule/conformance.hpp>

using namespace heddle;
using namespace std;

#include <benchmark/benchmark.h>
#include <doctest/doctest.h>
#include <fmt/core.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <barrier>
#include <bitset>
#include <charconv>
#include <chrono>
#include <complex>
#include <condition_variable>
#include <coroutine>
#include <deque>
#include <filesystem>
#include <forward_list>
#include <fstream>
#include <future>
#include <iomanip>
#include <iostream>
#include <latch>
#include <list>
#include <map>
#include <memory_resource>
#include <nlohmann/json.hpp>
#include <numbers>
#include <numeric>
#include <queue>
#include <random>
#include <ranges>
#include <regex>
#include <scoped_allocator>
#include <semaphore>
#include <set>
#include <shared_mutex>
#include <stack>
#include <stop_token>
#include <syncstream>
#include <thread>
#include <unordered_map>
#include <unordered_set>
#include <valarray>
