#!/bin/sh
# Builds the bot in Go: `build.sh DESTINATION` leaves the program `gopher` and its bot.json there. It takes Debian's golang-go,
# golang-google-grpc-dev, golang-github-golang-protobuf-1-5-dev, protobuf-compiler, protoc-gen-go and protoc-gen-go-grpc, and
# fetches nothing. FLAGFALL_GO_LIBRARIES: where Debian's libraries lie, if elsewhere.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
proto=${FLAGFALL_PROTO:-$here/../../proto}
libraries=${FLAGFALL_GO_LIBRARIES:-/usr/share/gocode}
for program in go protoc protoc-gen-go protoc-gen-go-grpc; do
  command -v "$program" > /dev/null || { echo "there is no $program; see $0" >&2; exit 1; }
done
mkdir -p "$1"
to=$(cd "$1" && pwd)
stubs=$(mktemp -d)
trap 'rm -rf "$stubs"' EXIT
mkdir "$stubs/src"
cd "$proto"
protoc -I . --go_out="$stubs/src" --go-grpc_out="$stubs/src" \
  flagfall/v1/types.proto flagfall/v1/board.proto flagfall/v1/bluffing.proto flagfall/v1/cards.proto flagfall/v1/gogo.proto \
  flagfall/v1/game.proto flagfall/v1/bot_service.proto
cd "$here/gopher"
GO111MODULE=off GOPATH="$stubs:$libraries" go build -trimpath -o "$to/gopher" .
cp bot.json "$to/bot.json"
