#!/bin/sh
# Builds the bot in Go: `build.sh DESTINATION` leaves the program `gopher` and its bot.json there. It takes Debian's golang-go,
# golang-google-grpc-dev, golang-github-golang-protobuf-1-5-dev, protobuf-compiler, protoc-gen-go and protoc-gen-go-grpc, and
# fetches nothing. FLAGFALL_GO_LIBRARIES: where Debian's libraries lie, if elsewhere.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
# shellcheck source-path=SCRIPTDIR source=../protocol_stubs.sh
. "$here/../protocol_stubs.sh"
libraries=${FLAGFALL_GO_LIBRARIES:-/usr/share/gocode}
need go protoc protoc-gen-go protoc-gen-go-grpc
mkdir -p "$1"
to=$(cd "$1" && pwd)
make_stubs --go_out=@ --go-grpc_out=@
mkdir "$stubs/src"
mv "$stubs/flagfall" "$stubs/src/"
cd "$here/gopher"
GO111MODULE=off GOPATH="$stubs:$libraries" go build -trimpath -o "$to/gopher" .
cp bot.json "$to/bot.json"
