import io.grpc.ManagedChannel;
import io.grpc.netty.GrpcSslContexts;
import io.grpc.netty.NettyChannelBuilder;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslContextBuilder;
import java.io.File;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLException;

/** The way to the host: FLAGFALL_ADDRESS, FLAGFALL_TOKEN, FLAGFALL_TLS_CA. */
final class Host {
  private final String address;
  private final String token;
  private final String ca;

  private Host(String address, String token, String ca) {
    this.address = address;
    this.token = token;
    this.ca = ca;
  }

  /** An IllegalArgumentException says what would be right. */
  static Host of(String address, String token, String ca) {
    if (address == null || token == null) {
      throw new IllegalArgumentException("FLAGFALL_ADDRESS and FLAGFALL_TOKEN must be set");
    }
    if (address.startsWith("unix:")) {
      throw new IllegalArgumentException(
          "Debian's Netty has no Unix sockets: this bot dials in over TCP (`flagfall bot remote`)");
    }
    boolean hasScheme = address.matches("(tls|insecure):.*");
    if (!hasScheme && !address.matches("(localhost|127\\.[0-9.]+|\\[::1\\]):[0-9]+")) {
      throw new IllegalArgumentException(
          address + " is another machine, and without TLS the token could be read on the way: write tls:" + address);
    }
    if (ca != null && !new File(ca).canRead()) {
      throw new IllegalArgumentException("FLAGFALL_TLS_CA must name a file of certificates (PEM): " + ca);
    }
    return new Host(address, token, ca);
  }

  String token() {
    return token;
  }

  /** A connection of its own for each stream. */
  ManagedChannel open() {
    String target = address.replaceFirst("^(tls|insecure):", "");
    NettyChannelBuilder builder;
    if (address.startsWith("tls:")) {
      builder = NettyChannelBuilder.forTarget(target).sslContext(tls());
    } else {
      builder = NettyChannelBuilder.forTarget(target).usePlaintext();
    }
    // A network that was cut tells nobody; these pings find out.
    return builder.keepAliveTime(20, TimeUnit.SECONDS).keepAliveTimeout(10, TimeUnit.SECONDS).build();
  }

  private SslContext tls() {
    try {
      SslContextBuilder tls = GrpcSslContexts.forClient();
      return (ca == null ? tls : tls.trustManager(new File(ca))).build();
    } catch (SSLException | UnsupportedOperationException | IllegalStateException error) {
      throw new IllegalArgumentException(
          "this Netty cannot speak HTTP/2 over TLS, as Debian's cannot (take grpc-netty-shaded of gRPC's own): " + error, error);
    }
  }
}
