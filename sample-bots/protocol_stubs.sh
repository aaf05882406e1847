# For the builds of bots that are written from proto/ alone; sourced by them.

# The messages of the bot protocol and its service.
protocol="flagfall/v1/types.proto flagfall/v1/board.proto flagfall/v1/bluffing.proto flagfall/v1/cards.proto
  flagfall/v1/gogo.proto flagfall/v1/game.proto flagfall/v1/bot_service.proto"

# Ends the build with its error when a program is missing.
need() {
  for program in "$@"; do
    command -v "$program" > /dev/null || { echo "there is no $program; see $0" >&2; exit 1; }
  done
}

# `make_stubs FLAG…`: calls protoc with these flags, in which @ stands for a new folder, $stubs, that goes with the build.
make_stubs() {
  stubs=$(mktemp -d)
  trap 'rm -rf "$stubs"' EXIT
  for flag in "$@"; do
    shift
    set -- "$@" "$(echo "$flag" | sed "s|@|$stubs|")"
  done
  # shellcheck disable=SC2086 # The names of files are words.
  (cd "${FLAGFALL_PROTO:-$here/../../proto}" && protoc -I . "$@" $protocol)
}
