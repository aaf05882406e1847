#!/bin/sh
# Builds the bot in Java: `build.sh DESTINATION` leaves its classes and the program `duke` there. It takes Debian's
# default-jdk-headless, libgrpc-java, libprotobuf-java, libnetty-java, libguava-java, libperfmark-java,
# libgeronimo-annotation-1.3-spec-java, protobuf-compiler and protobuf-compiler-grpc-java-plugin, and fetches nothing.
# FLAGFALL_JAVA_LIBRARIES: where Debian's libraries lie, if elsewhere, as folders with a `:` between.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
proto=${FLAGFALL_PROTO:-$here/../../proto}
folders=$(echo "${FLAGFALL_JAVA_LIBRARIES:-/usr/share/java}" | tr : ' ')
plugin=$(command -v grpc_java_plugin) || { echo "there is no grpc_java_plugin; see $0" >&2; exit 1; }
libraries=
for name in grpc-api grpc-context grpc-core grpc-netty grpc-protobuf grpc-protobuf-lite grpc-stub protobuf guava perfmark-api \
  perfmark-impl geronimo-annotation-1.3-spec netty-buffer netty-codec netty-codec-http netty-codec-http2 netty-codec-socks \
  netty-common netty-handler netty-handler-proxy netty-resolver netty-transport; do
  found=
  for folder in $folders; do
    if [ -z "$found" ] && [ -e "$folder/$name.jar" ]; then found=$folder/$name.jar; fi
  done
  [ -n "$found" ] || { echo "there is no $name.jar in $folders; see $0" >&2; exit 1; }
  libraries=$libraries$found:
done
mkdir -p "$1/classes"
to=$(cd "$1" && pwd)
stubs=$(mktemp -d)
trap 'rm -rf "$stubs"' EXIT
cd "$proto"
protoc -I . --java_out="$stubs" --plugin=protoc-gen-grpc-java="$plugin" --grpc-java_out="$stubs" \
  flagfall/v1/types.proto flagfall/v1/board.proto flagfall/v1/bluffing.proto flagfall/v1/cards.proto flagfall/v1/gogo.proto \
  flagfall/v1/game.proto flagfall/v1/bot_service.proto
# shellcheck disable=SC2046 # Names of files that protoc has chosen.
javac -nowarn -d "$to/classes" -cp "$libraries" $(find "$stubs" -name '*.java') "$here"/duke/*.java
cat > "$to/duke" << END
#!/bin/sh
exec java -cp "$to/classes:$libraries" Duke
END
chmod +x "$to/duke"
