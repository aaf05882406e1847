#!/usr/bin/env bash
# compare_replay.sh N: plays N seeded games of each ruleset, replays each with `flagfall rules replay --legal` and with
# the slow implementation, and compares what they print, byte by byte.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."

readonly count="${1:?usage: compare_replay.sh N}"
readonly flagfall="$PWD/build/release/flagfall"
readonly tools="$PWD/build/release/tests/rules"
for program in "$flagfall" "$tools/slow_games" "$tools/slow_replay"; do
  [ -x "$program" ] || { echo "$program is missing: ./dev build" >&2; exit 2; }
done

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir "$work/games"
"$tools/slow_games" "$work/games" "$count"

games=0
positions=0
for game in "$work"/games/*.txt; do
  if ! "$tools/slow_replay" "$game" >"$work/slow"; then
    echo "$(basename "$game"): the slow implementation refuses its own game" >&2
    exit 2
  fi
  code=0
  "$flagfall" rules replay "$game" --legal >"$work/flagfall" || code=$?
  if [ "$code" -ne 0 ] || ! cmp -s "$work/slow" "$work/flagfall"; then
    kept=$(mktemp -d)
    cp "$game" "$work/slow" "$work/flagfall" "$kept"
    echo "$(basename "$game"): flagfall (exit code $code) and the slow implementation differ; kept in $kept" >&2
    diff "$work/slow" "$work/flagfall" | head -6 >&2 || true
    exit 1
  fi
  games=$((games + 1))
  positions=$((positions + $(wc -l <"$work/slow") - 1))
done
echo "$games games, $positions positions: no difference"
