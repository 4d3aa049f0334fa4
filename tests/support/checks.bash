# checks.bash - what ./dev does to see whether the tests themselves are good. Sourced by ./dev.

# configure_preset PRESET [CMAKE OPTIONS]: into build-PRESET, quietly.
configure_preset() {
  local generator=() log
  if [ ! -f "build-$1/CMakeCache.txt" ] && has ninja; then generator=(-G Ninja); fi
  log=$(mktemp)
  cmake --preset "$1" "${generator[@]}" -DHEDDLE_BENCH=OFF "${@:2}" >"$log" 2>&1 || {
    cat "$log" >&2
    fail "cmake could not configure build-$1/"
  }
  rm -f "$log"
}

need() { has "$1" || install_packages "$2"; } # need PROGRAM PACKAGE

# --- mutate ---------------------------------------------------------------------------------------------------------

do_mutate() {
  need python3 python3
  need ninja ninja-build
  do_setup
  tests/mutants/mutate.py "$@"
}

# --- sanitize -------------------------------------------------------------------------------------------------------

# The tool too: its tests read and write files of every kind. Where several threads are at work, the sanitizer of
# threads looks on as well, which cannot be together with the others.
do_sanitize() {
  do_setup
  local begin=$SECONDS
  configure_preset sanitize "$@"
  cmake --build build-sanitize --parallel "$(nproc)"
  export UBSAN_OPTIONS=print_stacktrace=1
  export ASAN_OPTIONS=allocator_may_return_null=1:detect_stack_use_after_return=1
  run_doctest build-sanitize/heddle_tests
  if [ -x build-sanitize/heddle_oracle_tests ]; then run_doctest build-sanitize/heddle_oracle_tests; fi
  say "built and run in $((SECONDS - begin)) s; now under the thread sanitizer"
  begin=$SECONDS
  configure_preset threads "$@"
  cmake --build build-threads --parallel "$(nproc)" --target heddle_thread_tests
  export TSAN_OPTIONS=second_deadlock_stack=1
  run_doctest build-threads/heddle_thread_tests
  say "built and run in $((SECONDS - begin)) s"
  echo "$passed passed, $failed failed, $skipped skipped under the address, undefined-behaviour and thread sanitizers"
  [ "$failed" = 0 ]
}

# --- fuzz -----------------------------------------------------------------------------------------------------------

can_fuzz() {
  local program='extern "C" int LLVMFuzzerTestOneInput(unsigned char const*, unsigned long) { return 0; }'
  has clang++-14 && clang++-14 -x c++ -fsanitize=fuzzer,address -o /dev/null - <<<"$program" >/dev/null 2>&1
}

# False where no clang 14 with libFuzzer is, and none can be installed.
need_libfuzzer() {
  can_fuzz || (install_packages clang-14 libclang-rt-14-dev) || true
  can_fuzz
}

require_libfuzzer() {
  need_libfuzzer || fail "clang 14 with libFuzzer is missing: Debian's clang-14 and libclang-rt-14-dev"
}

build_fuzzers() {
  configure_preset fuzz
  cmake --build build-fuzz --parallel "$(nproc)" --target heddle_fuzzers
}

# fuzz NAME SECONDS: what it found new stays in the corpus, for the next time; what broke, in findings.
fuzz() {
  local program=build-fuzz/fuzz_$1 corpus=build-fuzz/corpus/$1
  mkdir -p "$corpus" build-fuzz/findings
  "$program" --seeds "$corpus" || return 1
  "$program" -max_total_time="$2" -max_len=2000 -timeout=25 -rss_limit_mb=2500 -verbosity=0 -print_final_stats=1 \
    -artifact_prefix="build-fuzz/findings/$1-" "$corpus"
}

# fuzz_all SECONDS NAME...: one a processor at a time; counts each as a check, and tells how many inputs it tried.
fuzz_all() {
  local seconds=$1 name logs tried
  shift
  export UBSAN_OPTIONS=print_stacktrace=1
  logs=$(mktemp -d)
  trap 'trap - TERM; kill 0' INT # what runs behind does not hear of it
  for name in "$@"; do
    while [ "$(jobs -rp | wc -l)" -ge "$(nproc)" ]; do wait -n || true; done
    { fuzz "$name" "$seconds" && touch "$logs/$name.passed"; } >"$logs/$name" 2>&1 &
  done
  wait
  trap - INT
  for name in "$@"; do
    if [ -f "$logs/$name.passed" ]; then
      tried=$(sed -n 's/^stat::number_of_executed_units: *//p' "$logs/$name")
      echo "passed: $name, $tried inputs"
      count 1 0 0
    else
      cat "$logs/$name"
      echo "FAILED: $name; the input lies in build-fuzz/findings, build-fuzz/fuzz_$name FILE tries it again"
      count 0 1 0
    fi
  done
  rm -rf "$logs"
}

known_fuzzers() { find tests/fuzz -maxdepth 1 -name '*.cpp' -printf '%f\n' | sed 's/[.]cpp$//' | sort; }

# fuzz [SECONDS] [NAME...]
do_fuzz() {
  local seconds=60 names=() name
  case "${1:-}" in
    "" | *[!0-9]*) ;;
    *) seconds=$1 && shift ;;
  esac
  mapfile -t names < <(known_fuzzers)
  for name in "$@"; do
    [ -f "tests/fuzz/$name.cpp" ] || fail "unknown fuzzer '$name'; there are ${names[*]}"
  done
  [ $# = 0 ] || names=("$@")
  do_setup
  require_libfuzzer
  build_fuzzers
  fuzz_all "$seconds" "${names[@]}"
  echo "$passed passed, $failed failed, $skipped skipped"
  [ "$failed" = 0 ]
}

# Ten seconds of each, where `./dev setup fuzz` or somebody else has installed what that takes.
check_fuzzers() {
  local names
  mapfile -t names < <(known_fuzzers)
  say "fuzzers"
  if ! can_fuzz; then
    skip_check "fuzzers of readers and of texts" "no clang 14 with libFuzzer here, which ./dev setup fuzz would install"
    return
  fi
  run_check "fuzzers compile" build_fuzzers
  fuzz_all 10 "${names[@]}"
}

# --- packages ------------------------------------------------------------------------------------------------------

check_packages() {
  if has dpkg-deb && has dpkg-shlibdeps; then
    run_check "Debian packages install, and a program is built of them" tests/consumer/check build packages
  else
    skip_check "Debian packages install, and a program is built of them" "dpkg-dev is missing"
  fi
  run_check "a Debug and a Release build share a prefix" tests/consumer/check build debug_beside_release
}

# --- coverage -------------------------------------------------------------------------------------------------------

# Counts of earlier runs would be added to.
do_coverage() {
  need python3 python3
  do_setup
  configure_preset coverage -DHEDDLE_TOOL=OFF "$@"
  find build-coverage -name '*.gcda' -delete
  cmake --build build-coverage --parallel "$(nproc)" --target heddle_tests
  # Counts are not atomic, which takes three times as long: one thread where tests do not ask for more.
  HEDDLE_NUM_THREADS=1 run_doctest build-coverage/heddle_tests
  [ "$failed" = 0 ] || fail "the tests fail, so nothing is counted"
  tests/coverage/coverage.py build-coverage
}
