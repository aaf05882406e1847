#!/usr/bin/env bash
# Runs all benchmarks of a build and prints their tables: run.sh BUILD-FOLDER OUTPUT-FOLDER. The JSON goes to the latter.
# Figures are comparable within one run only.
set -euo pipefail
# The benchmarks' own errors are hidden with what Google Benchmark says of the machine.
trap 'echo "this did not come to its end: $BASH_COMMAND" >&2' ERR
programs="$1/tests/bench"
out="$2"

echo "Playouts, one core (items_per_second is plies; state_copy copies)"
taskset -c 0 "$programs/playouts_bench" --benchmark_counters_tabular=true \
  --benchmark_out="$out/playouts.json" --benchmark_out_format=json 2>/dev/null

echo
echo "Every ruleset through the contract of a game, one core (items_per_second is decisions, all views made)"
taskset -c 0 "$programs/contract_bench" --benchmark_counters_tabular=true \
  --benchmark_out="$out/contract.json" --benchmark_out_format=json 2>/dev/null

echo
echo "Games at once for programs that learn, against the bare core (items_per_second is plies)"
"$programs/environment_bench" --benchmark_counters_tabular=true \
  --benchmark_out="$out/environment.json" --benchmark_out_format=json 2>/dev/null

echo
echo "The referee against a bare relay, with the same bot processes"
"$programs/referee_bench" 2 3 "$out/referee.json"

echo
echo "Results stored with full durability"
"$programs/store_bench" --benchmark_counters_tabular=true \
  --benchmark_out="$out/store.json" --benchmark_out_format=json 2>/dev/null

echo
echo "Starting a bot, in each sandbox (milliseconds until its program has printed a line; then to stop it, until all of it is gone)"
"$programs/sandbox_start_bench"

echo
echo "Tournaments between two bots that answer at once, in each sandbox"
tests/bench/sandbox_plies_bench.py "$1" "$out/sandbox.json"

echo
echo "A server's tournament, without a web report, with one, and with watchers of its games"
tests/bench/watchers_bench.py "$1" "$out/watchers.json" 200 50 2

echo
echo "What a game of a worker costs its server, with 10, 100 and 1,000 workers"
tests/bench/workers_bench.py "$1" "$out/workers.json"

echo
echo "Workers of a core each, together against the same cores singly, with bots that take 5 ms of it for a ply"
tests/bench/pinned_workers_bench.py "$1" "$out/pinned_workers.json"

echo
echo "What a worker hands in, step by step, one core: a record is parsed, refereed again, and encoded for the ledger"
taskset -c 0 "$programs/hand_in_bench" --benchmark_counters_tabular=true \
  --benchmark_out="$out/hand_in.json" --benchmark_out_format=json 2>/dev/null

echo
echo "Maximum-likelihood ratings of whole pools, one core (each two bots meet that are so many places apart or less)"
taskset -c 0 "$programs/ratings_bench" --benchmark_counters_tabular=true \
  --benchmark_out="$out/ratings.json" --benchmark_out_format=json 2>/dev/null

echo
echo "A tournament of 100 bots in a ledger of its own: what a game costs as it grows, and its checks"
taskset -c 0 "$programs/ledger_scale_bench" --games 20000

echo
echo "JSON: $out"
