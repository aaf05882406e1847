import flagfall.v1.Act;
import flagfall.v1.Action;
import flagfall.v1.BotServiceGrpc;
import flagfall.v1.DecisionRequired;
import flagfall.v1.GameResumed;
import flagfall.v1.Hello;
import flagfall.v1.PlayRequest;
import flagfall.v1.PlayResponse;
import flagfall.v1.Pong;
import flagfall.v1.Resign;
import io.grpc.ManagedChannel;
import io.grpc.Metadata;
import io.grpc.Status;
import io.grpc.stub.MetadataUtils;
import io.grpc.stub.StreamObserver;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CompletableFuture;

/**
 * Plays random legal actions in all rulesets. It is written from proto/ alone, without an SDK: a stream, the games that are
 * played on it, and what is not listed among the legal actions (Game.java).
 */
public final class Duke {
  /** The exit code of a bot that it is of no use to start again. */
  private static final int REFUSED = 78;

  private static final long FIRST_PAUSE_MS = 50;
  /** Half of the time for which a game waits for a remote bot. */
  private static final long PAUSE_MAX_MS = 30_000;

  private static final Random CHANCE = new Random();

  private Duke() {}

  /** One stream. gRPC calls it on one thread at a time. */
  private static final class Stream implements StreamObserver<PlayResponse> {
    final CompletableFuture<Status> end = new CompletableFuture<>();
    // After a break each game that goes on comes as game_resumed, so nothing is kept from one stream to the next.
    private final Map<String, Game> games = new HashMap<>();
    private volatile StreamObserver<PlayRequest> requests;
    volatile boolean wasWelcomed;

    void begin(ManagedChannel channel, String token) {
      Metadata metadata = new Metadata();
      metadata.put(Metadata.Key.of("authorization", Metadata.ASCII_STRING_MARSHALLER), "Bearer " + token);
      requests = BotServiceGrpc.newStub(channel)
          .withInterceptors(MetadataUtils.newAttachHeadersInterceptor(metadata))
          .play(this);
      Hello hello = Hello.newBuilder()
          .setProtocolVersion(1)
          .setBotName("duke")
          .setBotVersion("1.0")
          .addAllRulesets(List.of("classic", "battle", "duel", "barrage", "bluffing", "cards", "gogo"))
          .setConcurrentGamesMax(16)
          .setWantsLegalActions(true)
          .build();
      requests.onNext(PlayRequest.newBuilder().setHello(hello).build());
    }

    @Override
    public void onNext(PlayResponse response) {
      switch (response.getMessageCase()) {
        case WELCOME:
          System.err.println("duke: plays");
          wasWelcomed = true;
          break;
        case PING:
          Pong pong = Pong.newBuilder().setNonce(response.getPing().getNonce()).build();
          requests.onNext(PlayRequest.newBuilder().setPong(pong).build());
          break;
        case GAME_STARTED:
          games.put(response.getGameStarted().getGameId(),
              new Game(response.getGameStarted(), response.getGameStarted().getView(), CHANCE));
          break;
        case GAME_RESUMED:
          GameResumed resumed = response.getGameResumed();
          games.put(resumed.getGameStarted().getGameId(), new Game(resumed.getGameStarted(), resumed.getView(), CHANCE));
          if (resumed.hasDecisionRequired()) {
            decide(resumed.getDecisionRequired());
          }
          break;
        case DECISION_REQUIRED:
          decide(response.getDecisionRequired());
          break;
        case GAME_ERROR:
          System.err.println("duke: " + response.getGameError());
          break;
        case GAME_OVER:
          System.err.println("duke: " + response.getGameOver().getGameId() + " is over: "
              + response.getGameOver().getOutcome().getReason());
          games.remove(response.getGameOver().getGameId());
          break;
        default:
          // Messages that this version does not know are passed over.
      }
    }

    private void decide(DecisionRequired decision) {
      String id = decision.getGameId();
      Game game = games.get(id);
      if (game == null) {
        return;
      }
      Action action = game.choose(decision);
      PlayRequest.Builder request = PlayRequest.newBuilder();
      if (action == null) {
        request.setResign(Resign.newBuilder().setGameId(id));
      } else {
        request.setAct(Act.newBuilder().setGameId(id).setDecision(decision.getDecision()).setAction(action));
      }
      requests.onNext(request.build());
    }

    @Override
    public void onError(Throwable error) {
      end.complete(Status.fromThrowable(error));
    }

    @Override
    public void onCompleted() {
      end.complete(Status.OK);
    }
  }

  /** Whether dialling again may help, by the table of proto/README.md. */
  private static boolean mayPass(Status.Code code) {
    switch (code) {
      case UNAVAILABLE:
      case CANCELLED:
      case UNKNOWN:
      case INTERNAL:
      case DEADLINE_EXCEEDED:
      case RESOURCE_EXHAUSTED:
        return true;
      default:
        return false;
    }
  }

  /** Plays, and dials in again as long as that may help. Returns the exit code. */
  private static int play(Host host) throws Exception {
    long pauseMs = FIRST_PAUSE_MS;
    while (true) {
      ManagedChannel channel = host.open();
      Stream stream = new Stream();
      Status end;
      try {
        stream.begin(channel, host.token());
        end = stream.end.get();
      } finally {
        channel.shutdownNow();
      }
      Status.Code code = end.getCode();
      if (code == Status.Code.OK || code == Status.Code.ABORTED || code == Status.Code.PERMISSION_DENIED) {
        System.err.println("duke: ends: " + end);
        return 0;
      }
      if (!mayPass(code)) {
        System.err.println("duke: is refused: " + end);
        return REFUSED;
      }
      if (stream.wasWelcomed && code != Status.Code.RESOURCE_EXHAUSTED) {
        pauseMs = FIRST_PAUSE_MS;
      }
      if (pauseMs == FIRST_PAUSE_MS) {
        System.err.println("duke: dials again until the host is there: " + end.getDescription());
      }
      Thread.sleep(pauseMs / 2 + CHANCE.nextInt((int) pauseMs / 2 + 1));
      pauseMs = Math.min(2 * pauseMs, PAUSE_MAX_MS);
    }
  }

  public static void main(String[] arguments) throws Exception {
    Runtime.getRuntime().addShutdownHook(new Thread(() -> Runtime.getRuntime().halt(exitCode)));
    try {
      exitCode = play(Host.of(System.getenv("FLAGFALL_ADDRESS"), System.getenv("FLAGFALL_TOKEN"),
          System.getenv("FLAGFALL_TLS_CA")));
    } catch (IllegalArgumentException error) {
      System.err.println("duke: " + error.getMessage());
      exitCode = REFUSED;
    }
    System.exit(exitCode);
  }

  /** Java's own at SIGTERM would be 143. */
  private static volatile int exitCode;
}
