// costs.cpp - the table of costs. Those of products were fitted to bench_sweep_1.csv and _2.csv of bench/results/h200
// (the shapes that are not held out, of which those with rows around their mean came later), to how the times of the
// same two of bench/results/h100 compare among themselves, and to bench_spmv.csv: by the loss of bench_fit with a
// sharpness of 30 and a weight of times of 1, down its slope from what stood before, at 1e-4 for the square of a
// logarithm. The others, by bench_fit: those that `auto` never takes to bench_spmv.csv; masked products, products of
// vectors that lack entries, and sums to bench_sweep_masked_1.csv, bench_sweep_absent_1.csv, bench_sweep_sums_1.csv and
// the second run of each. Since blocks walk between marks, marks, scan, endscan and mscan were fitted anew by bench_fit
// --only, to sweeps that were measured again, to 15 of the real matrices of bench_spmv_corpus.csv, and to
// bench_spmv.csv without marks. tests/plan/choose_sweep.cpp and choose_cost.cpp judge all.
#include "src/plan/costs.hpp"

namespace heddle::detail {
namespace {

// A table with a constant a line is not to be read.
// clang-format off
constexpr architecture_costs architectures[] = {
  // Compute capability 9.0, measured on an H200. An H100 has the same and gets this row, though its memory is slower:
  // constants fitted to its own sweeps alone chose no better for it (tests/plan/choose_sweep.cpp).
  {.architecture = 900, .measured_on = "an H200",
   .memory = {.copy_bytes_per_us = 4.29e6, .sector_bytes = 32, .all_cached = 20e6, .until_none = 60e6, .cached = 200e3,
              .cached_beside_shares = 90e3, .passed_at_once = 8e3,
              .far_gathers = {{{512e3, 155e3}, {1e6, 150e3}, {16e6, 143e3}, {32e6, 120e3}, {64e6, 72e3},
                               {128e6, 54e3}, {1e9, 42e3}}}},
   .products = {
     .thread = {.launch_us = 5.364, .overlap = 1.448, .accuracy = 2.31, .each = {.from_memory = 1.015,
      .from_cache = 0.5729, .far_gathers = 1.407, .gathers_in_step = 0.3811, .sectors = 0.1661, .missed_sectors = 2.33,
      .entries = 0.2283, .wide_entries = 0.3002, .rows = 4.316, .cached_rows = 1.625, .longest_row = 124.2,
      .warp_steps = 0.9963, .lanes_of_rows = 4.533, .strided_entries = 0.1846}},
     .group = {.launch_us = 6.069, .overlap = 1.219, .accuracy = 1.99, .each = {.from_memory = 0.7855,
      .from_cache = 0.5215, .far_gathers = 1.138, .gathers_in_step = 0.1987, .sectors = 0.1343, .missed_sectors = 2.348,
      .entries = 0.1719, .wide_entries = 0.3592, .rows = 3.877, .cached_rows = 2.145, .longest_row = 107.6,
      .warp_steps = 0.9862, .lanes_of_rows = 7.315, .strided_entries = 0.1647}},
     .rows = {.launch_us = 6.724, .second_launch_us = 3.015, .accuracy = 2.55, .each = {.from_memory = 0.478,
      .from_cache = 0.4442, .far_gathers = 0.5828, .sectors = 0.1173, .missed_sectors = 2.061, .entries = 0.24,
      .wide_entries = 0.2699, .rows = 3.357, .cached_rows = 1.686, .longest_in_share = 1.111, .shares = 0.6135,
      .rows_of_share = 1.296, .share_latency = 3.268}},
     .scan = {.launch_us = 8.496, .second_launch_us = 1.4, .accuracy = 1.29, .each = {.from_memory = 0.5706,
      .from_cache = 0.5193, .far_gathers = 0.6028, .sectors = 0.01174, .missed_sectors = 1.008, .entries = 0.0389,
      .wide_entries = 0.4595, .rows = 4.564, .cached_rows = 2.034, .shares = 2.701, .rows_of_share = 1.398,
      .share_latency = 0.9437}},
     .entries = {.launch_us = 7.068, .second_launch_us = 4.653, .accuracy = 1.57, .each = {.from_memory = 0.7457,
      .from_cache = 0.6344, .far_gathers = 1.111, .sectors = 0.1402, .missed_sectors = 2.185, .entries = 0.2178,
      .wide_entries = 0.296, .rows = 4.398, .cached_rows = 2.015, .longest_in_share = 2.401, .shares = 1.206,
      .rows_of_share = 2.01, .share_latency = 0.9334}},
     .ends = {.launch_us = 7.1, .accuracy = 1.79, .each = {.from_memory = 0.4903, .from_cache = 0.338,
      .far_gathers = 0.6151, .sectors = 0.1362, .missed_sectors = 2.304, .entries = 0.2029, .wide_entries = 0.2529,
      .rows = 2.3, .cached_rows = 1.367, .longest_in_share = 10.87, .longest_row = 207.8, .shares = 0.8726,
      .rows_of_share = 1.8, .share_latency = 0.9232}},
     .endscan = {.launch_us = 7.09, .overlap = 1.463, .accuracy = 1.36, .each = {.from_memory = 0.91,
      .from_cache = 1.845, .far_gathers = 0.7334, .sectors = 0.2365, .missed_sectors = 8.5, .entries = 0.1363,
      .wide_entries = 2.222, .rows = 3.554, .cached_rows = 5.486, .shares = 3.196, .rows_of_share = 2.244,
      .share_latency = 0.7917}},
     .merge = {.launch_us = 6.646, .second_launch_us = 4.715, .overlap = 1.114, .accuracy = 1.70,
      .each = {.from_memory = 0.7789, .from_cache = 0.9359, .far_gathers = 0.6467, .sectors = 0.1836,
      .missed_sectors = 2.072, .entries = 0.2878, .wide_entries = 0.2888, .rows = 3.087, .cached_rows = 1.721,
      .longest_in_share = 2.603, .shares = 1.874, .share_latency = 0.4823}},
     .mscan = {.launch_us = 8.545, .second_launch_us = 2.857, .accuracy = 1.98, .each = {.from_memory = 0.6685,
      .from_cache = 0.6173, .far_gathers = 0.7504, .sectors = 0.4815, .missed_sectors = 1.027, .entries = 0.01577,
      .wide_entries = 0.1664, .rows = 3.9, .cached_rows = 2.21, .shares = 2.379, .share_latency = 0.9498}},
     .marks = {.launch_us = 8.073, .overlap = 1.743, .accuracy = 1.76, .each = {.from_memory = 0.5839,
      .from_cache = 0.6605, .far_gathers = 1.613, .sectors = 1.632, .missed_sectors = 4.198, .entries = 0.8096,
      .wide_entries = 2.62, .rows = 7.338, .cached_rows = 1.269, .marked_entries = 0.2683, .shares = 0.9926,
      .share_latency = 0.04936}},
     .block = {.launch_us = 6.884, .overlap = 1.043, .accuracy = 1.28, .each = {.from_memory = 1.216,
      .from_cache = 0.681, .far_gathers = 0.7595, .gathers_in_step = 0.5585, .sectors = 0.1454, .missed_sectors = 2.34,
      .entries = 0.187, .wide_entries = 0.3351, .rows = 3.675, .cached_rows = 2.092, .longest_row = 102.1,
      .warp_steps = 0.977, .lanes_of_rows = 17.74}},
     .bins = {.launch_us = 5.879, .second_launch_us = 4.463, .accuracy = 1.52, .each = {.from_memory = 0.793,
      .from_cache = 0.4267, .far_gathers = 0.8433, .gathers_in_step = 0.6205, .sectors = 0.1161,
      .missed_sectors = 2.398, .entries = 0.1428, .wide_entries = 1.155, .rows = 3.805, .cached_rows = 1.375,
      .longest_row = 205.6, .warp_steps = 0.9797, .lanes_of_rows = 7.086}},
     .pieces = {.launch_us = 6.866, .second_launch_us = 2.151, .accuracy = 1.36, .each = {.from_memory = 1.156,
      .from_cache = 0.6364, .far_gathers = 0.7531, .gathers_in_step = 0.834, .sectors = 0.1284, .missed_sectors = 2.365,
      .entries = 0.1615, .wide_entries = 0.9303, .rows = 4.133, .cached_rows = 2.14, .longest_row = 172.5,
      .warp_steps = 1.256, .lanes_of_rows = 11.07}},
     .claims = {.launch_us = 10.32, .accuracy = 1.37, .each = {.from_memory = 0.9466, .from_cache = 0.8275,
      .far_gathers = 0.5075, .sectors = 0.1817, .missed_sectors = 2.794, .entries = 0.2943, .wide_entries = 0.2547,
      .rows = 6.469, .cached_rows = 1.507, .longest_in_share = 0.883, .longest_row = 278.6, .shares = 2.276,
      .rows_of_share = 2.758, .share_latency = 0.6478}},
     .segments = {.launch_us = 13.21, .accuracy = 1.56, .each = {.from_memory = 2.499, .from_cache = 1.82,
      .far_gathers = 0.2896, .sectors = 0.4618, .missed_sectors = 2.562, .entries = 3.332, .wide_entries = 0.211,
      .rows = 8.99, .cached_rows = 1.219, .shares = 0.4237, .rows_of_share = 1.426, .share_latency = 0.9035}},
   },
   .absent_products = {
     .thread = {.launch_us = 7.57, .accuracy = 2.14, .each = {.from_memory = 0.7733, .from_cache = 0.04752,
      .far_gathers = 0.7862, .gathers_in_step = 8.674, .sectors = 0.002636, .missed_sectors = 0.03697,
      .entries = 0.007224, .wide_entries = 4.204, .rows = 3.52, .cached_rows = 4.705, .longest_row = 286.5,
      .warp_steps = 16.79, .lanes_of_rows = 7.251, .strided_entries = 0.259}},
     .group = {.launch_us = 9.192, .overlap = 1.034, .accuracy = 1.88, .each = {.from_memory = 0.9889,
      .from_cache = 0.1029, .far_gathers = 0.8684, .gathers_in_step = 0.4587, .sectors = 0.02382,
      .missed_sectors = 3.368, .entries = 0.0974, .wide_entries = 0.06975, .rows = 3.918, .cached_rows = 0.0525,
      .longest_row = 262.5, .warp_steps = 29.87, .lanes_of_rows = 13.58, .strided_entries = 0.194}},
     .rows = {.launch_us = 10.6, .second_launch_us = 6.958, .accuracy = 1.87, .each = {.from_memory = 0.8477,
      .from_cache = 1.002, .far_gathers = 0.525, .sectors = 0.1342, .missed_sectors = 1.046, .entries = 1.025,
      .wide_entries = 1.029, .rows = 5.807, .cached_rows = 1.599, .longest_in_share = 4.939, .shares = 2.765,
      .rows_of_share = 1.271, .share_latency = 1.29}},
     .scan = {.launch_us = 11.86, .second_launch_us = 7.285, .accuracy = 1.32, .each = {.from_memory = 1.055,
      .from_cache = 0.1266, .far_gathers = 0.8341, .sectors = 0.002574, .missed_sectors = 0.1595, .entries = 0.7983,
      .wide_entries = 0.4595, .rows = 2.756, .cached_rows = 0.3326, .shares = 4.62, .rows_of_share = 2.749,
      .share_latency = 1.277}},
     .ends = {.launch_us = 10.47, .accuracy = 2.07, .each = {.from_memory = 0.2445, .from_cache = 0.3018,
      .far_gathers = 0.8682, .sectors = 0.02603, .missed_sectors = 12.3, .entries = 2.513, .wide_entries = 2.848,
      .rows = 4.465, .cached_rows = 0.1802, .longest_in_share = 12.19, .longest_row = 935.6, .shares = 1.529,
      .rows_of_share = 2.231, .share_latency = 2.564}},
     .endscan = {.launch_us = 10.46, .overlap = 1.463, .accuracy = 1.44, .each = {.from_memory = 1.672,
      .from_cache = 3.466, .far_gathers = 0.3833, .sectors = 4.91, .missed_sectors = 0.08564, .entries = 2.486,
      .wide_entries = 2.222, .rows = 4.274, .cached_rows = 0.1516, .shares = 5.839, .rows_of_share = 2.601,
      .share_latency = 1.896}},
     .merge = {.launch_us = 10.36, .second_launch_us = 5.72, .accuracy = 1.69, .each = {.from_memory = 1.102,
      .from_cache = 1.237, .far_gathers = 0.6166, .sectors = 0.01444, .missed_sectors = 0.171, .entries = 1.113,
      .wide_entries = 0.7027, .rows = 2.746, .cached_rows = 0.02525, .longest_in_share = 5.087, .shares = 3.627,
      .share_latency = 1.653}},
     .mscan = {.launch_us = 12.3, .second_launch_us = 6.662, .accuracy = 1.26, .each = {.from_memory = 1.18,
      .from_cache = 0.9308, .far_gathers = 0.8649, .sectors = 0.6435, .missed_sectors = 0.04545, .entries = 0.4073,
      .wide_entries = 0.1664, .rows = 3.96, .cached_rows = 2.131, .shares = 4.72, .share_latency = 1.119}},
   },
   .masked_products = {
     .thread = {.launch_us = 6.935, .overlap = 1.625, .accuracy = 9.71, .each = {.from_memory = 3.153,
      .from_cache = 1.036, .far_gathers = 0.002733, .gathers_in_step = 20.15, .wide_entries = 9.215, .rows = 6.068,
      .cached_rows = 4.455, .longest_row = 347.1, .warp_steps = 72.49, .lanes_of_rows = 8.11,
      .strided_entries = 0.002033}},
     .group = {.launch_us = 7.791, .overlap = 1.32, .accuracy = 7.39, .each = {.from_memory = 0.8301,
      .from_cache = 0.4168, .far_gathers = 1.061, .missed_sectors = 42.18, .entries = 0.0246, .wide_entries = 1.933,
      .rows = 23.07, .cached_rows = 0.2606, .longest_row = 335.7, .warp_steps = 52.55, .lanes_of_rows = 14.27}},
     .rows = {.launch_us = 8.989, .second_launch_us = 5.571, .accuracy = 1.70, .each = {.from_memory = 0.2546,
      .from_cache = 0.874, .far_gathers = 0.4213, .sectors = 0.03845, .missed_sectors = 0.02106, .entries = 0.9897,
      .wide_entries = 1.471, .rows = 10.2, .cached_rows = 2.607, .longest_in_share = 4.254, .shares = 2.987,
      .rows_of_share = 3.839, .share_latency = 1.136}},
     .ends = {.launch_us = 8.672, .accuracy = 3.05, .each = {.from_memory = 0.006528, .from_cache = 0.07414,
      .far_gathers = 0.3663, .sectors = 2.785, .missed_sectors = 38.89, .entries = 2.977, .wide_entries = 8.742,
      .rows = 10.19, .longest_in_share = 7.746, .longest_row = 819.4, .shares = 0.003734, .rows_of_share = 5.429,
      .share_latency = 0.7444}},
     .merge = {.launch_us = 8.975, .second_launch_us = 4.296, .overlap = 1.435, .accuracy = 1.64,
      .each = {.from_memory = 0.9911, .from_cache = 2.058, .far_gathers = 1.016, .sectors = 1.096,
      .missed_sectors = 0.008535, .entries = 0.05782, .wide_entries = 1.886, .rows = 11.82, .cached_rows = 9.353,
      .longest_in_share = 9.706, .shares = 4.465, .share_latency = 2.799}},
   },
   .sums = {  // gathers, which they have none of, keep what products have
     .thread = {.launch_us = 5.02, .overlap = 1.551, .accuracy = 4.67, .each = {.from_memory = 1.62,
      .from_cache = 1.285, .far_gathers = 1.56, .gathers_in_step = 0.379, .sectors = 0.166, .missed_sectors = 2.33,
      .entries = 0.136, .rows = 2.088, .cached_rows = 2.447, .longest_row = 47.79, .warp_steps = 13.37}},
     .group = {.launch_us = 6.002, .overlap = 2.174, .accuracy = 4.02, .each = {.from_memory = 0.7017,
      .far_gathers = 1.11, .gathers_in_step = 0.349, .sectors = 0.142, .missed_sectors = 2.34, .rows = 22.64,
      .cached_rows = 14.9, .longest_row = 41.46, .lanes_of_rows = 7.626, .strided_entries = 0.2546}},
     .rows = {.launch_us = 6.738, .second_launch_us = 5.24, .accuracy = 1.93, .each = {.from_memory = 0.1435,
      .far_gathers = 0.574, .sectors = 0.126, .missed_sectors = 2.1, .entries = 0.8679, .rows = 3.796,
      .cached_rows = 1.535, .longest_in_share = 1.197, .shares = 0.9049, .rows_of_share = 1.065,
      .share_latency = 0.5408}},
     .scan = {.launch_us = 7.99, .second_launch_us = 1.617, .accuracy = 1.52, .each = {.far_gathers = 0.683,
      .sectors = 0.228, .missed_sectors = 1.72, .entries = 0.3726, .wide_entries = 0.738, .rows = 3.824,
      .cached_rows = 2.382, .shares = 2.377, .rows_of_share = 2.022, .share_latency = 0.1931}},
     .entries = {.launch_us = 6.142, .second_launch_us = 7.022, .accuracy = 2.16, .each = {.from_memory = 0.8037,
      .from_cache = 0.7053, .far_gathers = 0.938, .sectors = 0.145, .missed_sectors = 2.66, .entries = 0.2349,
      .wide_entries = 0.06655, .longest_in_share = 4.46, .shares = 0.4639, .rows_of_share = 2.728}},
     .ends = {.launch_us = 6.735, .accuracy = 2.62, .each = {.far_gathers = 0.617, .sectors = 0.145,
      .missed_sectors = 2.3, .wide_entries = 1.14, .rows = 1.846, .longest_in_share = 6.789, .longest_row = 141.2,
      .shares = 1.962, .rows_of_share = 2.355, .share_latency = 1.212}},
     .endscan = {.launch_us = 6.829, .overlap = 1.885, .accuracy = 1.95, .each = {.far_gathers = 0.739,
      .sectors = 0.167, .missed_sectors = 2.33, .wide_entries = 2.444, .rows = 6.361, .cached_rows = 3.458,
      .shares = 3.28, .rows_of_share = 2.028, .share_latency = 0.1295}},
     .merge = {.launch_us = 6.83, .second_launch_us = 5.065, .accuracy = 1.91, .each = {.from_memory = 0.4476,
      .from_cache = 0.3146, .far_gathers = 0.649, .sectors = 0.175, .missed_sectors = 2.31, .entries = 0.8566,
      .wide_entries = 0.1358, .rows = 2.801, .cached_rows = 1.548, .longest_in_share = 1.104, .shares = 0.2297,
      .share_latency = 0.7586}},
     .mscan = {.launch_us = 8.417, .second_launch_us = 2.933, .accuracy = 1.43, .each = {.from_memory = 0.3639,
      .from_cache = 0.7189, .far_gathers = 0.728, .sectors = 0.172, .missed_sectors = 1.73, .entries = 0.219,
      .wide_entries = 0.3008, .rows = 4.645, .cached_rows = 2.667, .shares = 2.233}},
     .marks = {.launch_us = 10.61, .overlap = 1.198, .accuracy = 2.46, .each = {.from_memory = 1.193,
      .from_cache = 0.6294, .far_gathers = 0.85, .sectors = 0.185, .missed_sectors = 4.88, .wide_entries = 0.05879,
      .rows = 4.167, .cached_rows = 4.722, .marked_entries = 1.896, .shares = 0.9206}},
   },
   .dense = {.accuracy = 1.45,
             .rows = {.launch_us = 6, .word = 0.223, .far = 0.044, .least = 0.86, .row = 57, .word_of_row = 0.19},
             .shares = {.launch_us = 12, .word = 0.343, .far = 0.156, .least = 5.2, .row = 196, .word_of_row = 0.12},
             .longest_row_us = 0.098, .longest_row_word_us = 0.0007}},
};
// clang-format on

}  // namespace

call_costs const& architecture_costs::of(reduction_call const& call) const {
  if (!call.gathers) return sums;
  if (call.masked) return masked_products;
  return call.full ? products : absent_products;
}

architecture_costs const& costs_of(int architecture) {
  for (auto const& row : architectures) {
    if (row.architecture == architecture) return row;
  }
  return architectures[0];
}

}  // namespace heddle::detail
