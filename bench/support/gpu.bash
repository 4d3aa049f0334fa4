# gpu.bash - what ./dev does on a machine with a GPU, and what it packs to get there. Sourced by ./dev.

# --- pack -----------------------------------------------------------------------------------------------------------

# Shared libraries that a machine with a compiler and a GPU has by itself, or that are too large to travel.
is_common_library() {
  case "$1" in
    libc.so* | libm.so* | libdl.so* | librt.so* | libpthread.so* | libgcc_s.so* | libstdc++.so* | libcu* | libnv*) true ;;
    *) false ;;
  esac
}

# Every program holds all precompiled kernels, which compress well: programs.tar.gz is a third of what it holds.
do_pack() {
  local folder=build/carry/programs program library
  do_build "$@"
  rm -rf build/carry
  mkdir -p "$folder/lib"
  for program in build/heddle build/heddle_tests build/bench_*; do
    [ -x "$program" ] || continue
    cp "$program" "$folder/"
    ldd "$program" | awk '$2 == "=>" && $3 ~ /^\// {print $3}' | while read -r library; do
      is_common_library "$(basename "$library")" || cp -Lu "$library" "$folder/lib/"
    done
  done
  if grep -q 'HEDDLE_WITH_CUDA ON' build/heddle-config.cmake; then
    KEEP_PROGRAMS=$folder tests/consumer/check build plain cuda >/dev/null
  fi
  find "$folder" -maxdepth 1 -type f -exec strip {} +
  sed -n 's/.*commit() { return "\(.*\)".*/\1/p' build/src/version.cpp >"$folder/commit"
  tar -C build/carry -czf build/carry/programs.tar.gz programs
  rm -r "$folder"
  du -h build/carry/programs.tar.gz
}

build_commit() { { [ -e .git ] && git describe --always --dirty --exclude='*' 2>/dev/null; } || echo unknown; }

# --- what machine, which build -----------------------------------------------------------------------------------------

gpu_property() { nvidia-smi --query-gpu="$1" --format=csv,noheader | head -n 1; }

cuda_version() { nvidia-smi | sed -n 's/.*CUDA Version: *\([0-9.]*\).*/\1/p' | head -n 1; }

find_sanitizer() {
  local path
  for path in compute-sanitizer /usr/local/cuda/bin/compute-sanitizer /usr/local/cuda/compute-sanitizer/compute-sanitizer; do
    if has "$path"; then echo "$path" && return; fi
  done
}

# A stage may have the name of a folder, as tests has.
holds_programs() { [ -x "$1/heddle_tests" ] || [ -f "$1/programs.tar.gz" ]; }

# Sets programs, results, commit; a folder named first among the arguments holds the programs, or a pack of them.
open_gpu_session() {
  nvidia-smi >/dev/null 2>&1 || fail "no GPU answers here"
  programs=build results=${OUT:-bench/results/$(date -u +%Y-%m-%d)}
  if holds_programs "${1:-}"; then programs=${1%/}; fi
  if [ -f "$programs/programs.tar.gz" ]; then
    tar -C "$programs" -xzf "$programs/programs.tar.gz"
    programs=$programs/programs
  fi
  commit=${HEDDLE_COMMIT:-$(cat "$programs/commit" 2>/dev/null || build_commit)}
  mkdir -p "$results"
  export LD_LIBRARY_PATH=$PWD/$programs/lib:/usr/local/cuda/lib64${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}
  export HEDDLE_SOURCE_DIR=$PWD HEDDLE_COMMIT=$commit
}

# --- gpu-test -------------------------------------------------------------------------------------------------------

# The labelled subset touches every kernel instance once; its host halves have nothing for the sanitizer to see.
sanitized=(--test-case='*[sanitize]*' --test-case-exclude='*(host)*')

run_stage() { # run_stage NAME COMMAND...: the output goes to NAME.log and its end to the terminal
  local log=$results/$1.log status=0
  say "$1"
  "${@:2}" >"$log" 2>&1 || status=$?
  tail -n 12 "$log"
  judge_stage "$1" "$status"
}

sum_of() { awk '{sum += $1} END {print sum + 0}'; }

# Adds `"tests": {"passed": 9, ...}` to the summary, the sums over all programs that the stage ran. A stage that ran no
# test, or one of whose programs ended without a sanitizer's verdict where one was due, has failed.
judge_stage() { # judge_stage NAME EXIT_STATUS [VERDICTS THAT ARE DUE]
  local log=$results/$1.log ran lines counts findings=null verdicts
  lines=$(sed 's/\x1b\[[0-9;]*m//g' "$log" | sed -n 's/.*test cases:.*| *\([0-9]*\) passed | *\([0-9]*\) failed .*/\1 \2/p')
  ran=$(echo "$lines" | sum_of)
  counts="\"passed\": $ran, \"failed\": $(echo "$lines" | cut -d' ' -f2 | sum_of)"
  # memcheck and initcheck end with the first line, racecheck with the second.
  verdicts=$(sed -n 's/^========= ERROR SUMMARY: \([0-9]*\) error.*/\1/p
                     s/^========= RACECHECK SUMMARY: \([0-9]*\) hazard.*/\1/p' "$log")
  if [ -n "$verdicts" ]; then findings=$(echo "$verdicts" | sum_of); fi
  if [ "${3:-0}" != 0 ]; then counts+=", \"verdicts\": \"$(echo -n "$verdicts" | grep -c '' || true) of $3\""; fi
  summary+=$',\n'"  \"$1\": {$counts, \"sanitizer_findings\": $findings, \"exit_status\": $2}"
  if [ "$2" != 0 ] || [ "$ran" = 0 ]; then all_good=false; fi
  if [ "${3:-0}" != 0 ] && { [ "$findings" != 0 ] || [ "$(echo "$verdicts" | wc -l)" != "$3" ]; }; then all_good=false; fi
}

# Programs take turns on a GPU, which those that wait for it after every call feel most. On an H200 a quarter of the table
# of device memory, 785 rows, had not ended after 398 s beside fifteen others; beside eleven 492 took 80 to 106 s.
programs_at_once=8

# Cases wait for the host most of the time: some to a program, and several programs at once. The tables of failures,
# which take longest, come first, each part of one by itself.
run_tests() {
  local folder=$results/tests.parts status=0 names cores
  cores=$(nproc)
  mapfile -t names < <("$programs/heddle_tests" --list-test-cases --no-colors | grep -vE '^(\[doctest\]|=====)' |
    sed 's/[^A-Za-z0-9 ]/?/g' | awk '!known[$0]++')  # commas part filters, so what is no letter is any character
  mkdir -p "$folder"
  { printf '%s\n' "${names[@]}" | grep 'runs out of.*memory' || true
    printf '%s\n' "${names[@]}" | grep -v 'runs out of.*memory' | paste -s -d "$(printf ',%.0s' {1..23})\n"
  } | nl -w 3 -n rz -s ' ' >"$folder.names"
  xargs -d '\n' -P "$((cores < programs_at_once ? cores : programs_at_once))" -n 1 bash -c '
    "$1" --duration=true --test-case="${3#* }" >"$2/${3%% *}" 2>&1
    status=$?
    flock "$2" cat "$2/${3%% *}"  # as each ends, so that a lease that ends loses the others alone
    exit "$status"' one_part "$programs/heddle_tests" "$folder" <"$folder.names" || status=$?
  rm -r "$folder" "$folder.names"
  return "$status"
}

# Racecheck looks at the threads of one block, so that few blocks show what many do, and few random cases, sooner. It
# sees shared memory alone, of which loops over elements have none: to leave these out took 6.6 s in place of 13.1.
sanitize_each() { # sanitize_each AT_ONCE SANITIZER TOOL FOLDER: of the numbered names that come in
  local workers=${HEDDLE_GPU_WORKERS:-} draws=${HEDDLE_TEST_DRAWS:-} options=
  if [ "$3" = racecheck ]; then
    workers=${workers:-8} draws=${draws:-10} options='--kernel-regex-exclude kns=elementwise_kernel'
  fi
  if [ "$3" = initcheck ]; then export HEDDLE_CLEAR_ABSENT=1; fi
  HEDDLE_TEST_DRAWS=$draws HEDDLE_GPU_WORKERS=$workers HEDDLE_NUM_THREADS=1 xargs -d '\n' -P "$1" -n 1 bash -c '
    begin=$SECONDS status=0
    "$1" --tool "$2" --error-exitcode 9 $5 "$3" --test-case="${6#* }" >"$4/${6%% *}" 2>&1 || status=$?
    echo "$((SECONDS - begin)) s: ${6#* }" >>"$4/${6%% *}"
    exit "$status"' one_case "$2" "$3" "$programs/heddle_tests" "$4" "$options"
}

# Under a sanitizer the host is what cases wait for, so each runs in a program of its own, and as many at once as there
# are cores for.
run_sanitizer() { # run_sanitizer TOOL SANITIZER
  local log=$results/$1.log parts=$results/$1.parts status=0 names
  say "$1"
  mapfile -t names < <("$programs/heddle_tests" --list-test-cases --no-colors "${sanitized[@]}" | grep -F '[sanitize]' |
    sed 's/[^A-Za-z0-9 ]/?/g')  # commas part filters, so what is no letter is any character
  mkdir -p "$parts"
  # Of graphs with a WHILE node sanitizers report what is not there while other programs share the GPU: one of 40 lines,
  # whose kernels are plain, was clean in 6 runs alone, and had an illegal address in each of 4 at once (2025.3.1). So
  # loops come one by one, behind the others.
  printf '%s\n' "${names[@]}" | nl -w 3 -n rz -s ' ' >"$parts.names"
  grep -v loop "$parts.names" | sanitize_each "$(nproc)" "$2" "$1" "$parts" || status=$?
  grep loop "$parts.names" | sanitize_each 1 "$2" "$1" "$parts" || status=$?
  rm "$parts.names"
  cat "$parts"/* >"$log"
  rm -r "$parts"
  grep -E 'test cases:|SUMMARY' "$log"
  judge_stage "$1" "$status" "${#names[@]}"
}

# The programs of tests/consumer choose the GPU by themselves and say where they ran.
run_consumers() {
  local program output good=0 bad=0
  for program in "$programs"/consumer_*; do
    if output=$("$program" 2>&1) && [[ $output == *' on cuda:'* ]]; then good=$((good + 1)); else bad=$((bad + 1)); fi
    echo "$output"
  done
  echo "test cases: $((good + bad)) | $good passed | $bad failed | 0 skipped"
  [ "$bad" = 0 ]
}

do_gpu_test() {
  # initcheck by name alone: it looks for less than the others do.
  local stages=(tests consumers memcheck racecheck) stage sanitizer summary all_good=true
  open_gpu_session "$@"
  ! holds_programs "${1:-}" || shift
  [ $# = 0 ] || stages=("$@")
  sanitizer=$(find_sanitizer)
  summary="{
  \"device\": \"$(gpu_property name)\",
  \"driver\": \"$(gpu_property driver_version)\",
  \"compute_capability\": \"$(gpu_property compute_cap)\",
  \"driver_cuda_version\": \"$(cuda_version)\",
  \"commit\": \"$commit\",
  \"date\": \"$(date -u +%Y-%m-%dT%H:%M:%SZ)\""
  for stage in "${stages[@]}"; do
    case "$stage" in
      tests) run_stage tests run_tests ;;
      consumers) run_stage consumers run_consumers ;;
      memcheck | racecheck | initcheck)
        [ -n "$sanitizer" ] || fail "compute-sanitizer is missing"
        run_sanitizer "$stage" "$sanitizer"
        ;;
      *) fail "unknown stage '$stage'; there are tests, consumers, memcheck, racecheck and initcheck" ;;
    esac
    printf '%s\n}\n' "$summary" >"$results/gpu-test.json"  # after each, so that a lease that ends loses one stage only
  done
  cat "$results/gpu-test.json"
  $all_good
}

# --- gpu-bench ------------------------------------------------------------------------------------------------------

takes_csv() { "$1" --help 2>&1 | grep -q -- --csv; }

# spmmop is a second table of bench_spmv: semirings of a user's own.
do_gpu_bench() {
  local benchmarks=() program name all_good=true
  open_gpu_session "$@"
  ! holds_programs "${1:-}" || shift
  for program in "$programs"/bench_*; do
    if [ $# = 0 ] && takes_csv "$program"; then benchmarks+=("$(basename "$program" | sed 's/^bench_//')"); fi
  done
  if [ -x "$programs/bench_spmv" ]; then benchmarks+=(spmmop); fi
  [ $# = 0 ] || benchmarks=("$@")
  for name in "${benchmarks[@]}"; do
    case "$name" in
      spmmop) run_benchmark "$name" "$programs/bench_spmv" --spmmop || all_good=false ;;
      *) run_benchmark "$name" "$programs/bench_$name" || all_good=false ;;
    esac
  done
  $all_good
}

run_benchmark() { # run_benchmark NAME PROGRAM OPTIONS...
  local table=$results/bench_$1
  [ -x "$2" ] || fail "there is no $2"
  say "bench_$1"
  "${@:2}" --csv "$table.csv" --json "$table.json" 2>&1 | tee "$table.log"
}
