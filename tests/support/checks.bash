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

# The tool too: its tests read and write files of every kind.
do_sanitize() {
  do_setup
  configure_preset sanitize "$@"
  cmake --build build-sanitize --parallel "$(nproc)"
  export UBSAN_OPTIONS=print_stacktrace=1
  export ASAN_OPTIONS=allocator_may_return_null=1:detect_stack_use_after_return=1
  run_doctest build-sanitize/heddle_tests
  if [ -x build-sanitize/heddle_oracle_tests ]; then run_doctest build-sanitize/heddle_oracle_tests; fi
  echo "$passed passed, $failed failed, $skipped skipped under the address and undefined-behaviour sanitizers"
  [ "$failed" = 0 ]
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
