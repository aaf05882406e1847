#!/bin/sh
# Builds the bot in Java: `build.sh DESTINATION` leaves its classes and the program `duke` there. It takes Debian's
# default-jdk-headless, libgrpc-java, libprotobuf-java, libnetty-java, libguava-java, libperfmark-java,
# libgeronimo-annotation-1.3-spec-java, protobuf-compiler and protobuf-compiler-grpc-java-plugin, and fetches nothing.
# FLAGFALL_JAVA_LIBRARIES: where Debian's libraries lie, if elsewhere, as folders with a `:` between.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
# shellcheck source-path=SCRIPTDIR source=../protocol_stubs.sh
. "$here/../protocol_stubs.sh"
folders=$(echo "${FLAGFALL_JAVA_LIBRARIES:-/usr/share/java}" | tr : ' ')
need javac protoc grpc_java_plugin
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
make_stubs --java_out=@ --plugin=protoc-gen-grpc-java="$(command -v grpc_java_plugin)" --grpc-java_out=@
# shellcheck disable=SC2046 # Names of files that protoc has chosen.
javac -nowarn -d "$to/classes" -cp "$libraries" $(find "$stubs" -name '*.java') "$here"/duke/*.java
cat > "$to/duke" << END
#!/bin/sh
exec java -cp "$to/classes:$libraries" Duke
END
chmod +x "$to/duke"
