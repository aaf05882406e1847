#!/usr/bin/env bash
# run.sh SECONDS [NAME...]: builds the fuzzers and runs each, or those named, for so long. What they learn is kept in
# build/fuzz/corpus; an input that breaks something, in build/fuzz/found.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."

readonly seconds="${1:?usage: run.sh SECONDS [NAME...]}"
shift
names=("$@")
if [ ${#names[@]} -eq 0 ]; then
  for source in tests/fuzz/*_fuzz.cc; do names+=("$(basename "$source" _fuzz.cc)"); done
fi

cmake --preset fuzz >/dev/null
cmake --build --preset fuzz --target fuzzers

mkdir -p build/fuzz/found
failed=0
for name in "${names[@]}"; do
  corpus="build/fuzz/corpus/$name"
  mkdir -p "$corpus"
  seeds=()
  if [ -d "tests/fuzz/seeds/$name" ]; then seeds=("tests/fuzz/seeds/$name"); fi
  echo "$name: $seconds s"
  log="build/fuzz/$name.log"
  if "build/fuzz/tests/fuzz/${name}_fuzz" -max_total_time="$seconds" -timeout=20 -rss_limit_mb=2048 -max_len=16384 \
      -print_final_stats=1 -artifact_prefix="build/fuzz/found/$name-" "$corpus" "${seeds[@]}" >"$log" 2>&1; then
    grep -E 'number_of_executed_units|new_units_added' "$log" | sed 's/^/  /'
  else
    failed=1
    echo "  broke something; the end of $log:"
    tail -30 "$log" | sed 's/^/  /'
  fi
done
exit "$failed"
