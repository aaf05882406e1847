// When a bot dials again, and what it says: the ends of streams and the time go in.
#include "sample-bots/cpp/sdk/redial.h"

#include <gmock/gmock.h>

#include <string>
#include <vector>

#include "tests/support/status_matchers.h"

namespace flagfall::bot {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::StartsWith;

constexpr char kRemote[] = "tls:arena.example:7443";
constexpr char kSocket[] = "unix:/tmp/referee.sock";
constexpr char kGone[] =
    "failed to connect to all addresses; last error: UNKNOWN: ipv4:10.0.0.2:7443: Connection refused";

absl::Time At(double seconds) { return absl::UnixEpoch() + absl::Seconds(seconds); }

Redial RedialOf(const std::string& address, const std::string& dial_for = "", double chance = 1) {
  return *Redial::Create(address, dial_for, At(0), [chance] { return chance; });
}

struct Dialled {
  std::vector<absl::Duration> pauses;
  std::vector<std::string> words;
  absl::Duration sum;
};

// All attempts up to then, each of which fails at once.
Dialled Dial(Redial redial, absl::Duration until) {
  Dialled dialled;
  while (dialled.sum < until) {
    const Redial::Next next = redial.Ended(absl::UnavailableError(kGone), At(0) + dialled.sum);
    if (!next.words.empty()) dialled.words.push_back(next.words);
    if (!next.pause.has_value()) {
      EXPECT_EQ(next.exit_code, kUnreached);
      break;
    }
    dialled.pauses.push_back(*next.pause);
    dialled.sum += *next.pause;
  }
  return dialled;
}

TEST(RedialTest, ARemoteBotWaitsWithoutEndWithGrowingPauses) {
  const Dialled dialled = Dial(RedialOf(kRemote), absl::Hours(30 * 24));
  EXPECT_EQ(dialled.pauses[0], absl::Milliseconds(50));
  EXPECT_EQ(dialled.pauses[1], absl::Milliseconds(100));
  EXPECT_EQ(dialled.pauses.back(), kPauseMax);
  EXPECT_THAT(dialled.words, ElementsAre(StartsWith("cannot reach the host at tls:arena.example:7443: nobody listens "
                                                    "there (UNAVAILABLE); waiting for it")));
}

TEST(RedialTest, PausesAreLeftToChanceByHalf) {
  const Dialled dialled = Dial(RedialOf(kRemote, "", 0), absl::Hours(1));
  EXPECT_EQ(dialled.pauses.front(), kFirstPause / 2);
  EXPECT_EQ(dialled.pauses.back(), kPauseMax / 2);
}

TEST(RedialTest, ABotAtASocketAndOneThatIsToldToEnd) {
  struct Row {
    const char* address;
    const char* dial_for;
    double seconds;
    const char* told;
  };
  for (const Row& row :
       {Row{kSocket, "", 10, "10 s"}, Row{kSocket, "2.5", 2.5, "2.5 s"}, Row{kRemote, "90", 90, "90 s"}}) {
    const Dialled dialled = Dial(RedialOf(row.address, row.dial_for), absl::Hours(1));
    EXPECT_GE(dialled.sum, absl::Seconds(row.seconds));
    EXPECT_LT(dialled.sum - dialled.pauses.back(), absl::Seconds(row.seconds));
    EXPECT_THAT(dialled.words,
                ElementsAre(HasSubstr(std::string("for ") + row.told),
                            HasSubstr(std::string("not reached for ") + row.told + " (FLAGFALL_DIAL_FOR)")));
  }
  EXPECT_THAT(Dial(RedialOf(kRemote, "0"), absl::Minutes(1)).pauses, IsEmpty());
  EXPECT_TRUE(RedialOf(kSocket, "forever").Ended(absl::UnavailableError(""), At(3600)).pause.has_value());
}

TEST(RedialTest, ItSaysOnceThatItIsBack) {
  Redial redial = RedialOf(kRemote);
  EXPECT_EQ(redial.Welcomed(At(1)), "");
  for (const double now : {10, 11}) redial.Ended(absl::UnavailableError(kGone), At(now));
  EXPECT_EQ(redial.Welcomed(At(310)), "back at tls:arena.example:7443 after 300 s");
  EXPECT_EQ(redial.Welcomed(At(311)), "");
  EXPECT_EQ(redial.Ended(absl::UnavailableError(kGone), At(400)).pause, kFirstPause);
}

TEST(RedialTest, WhoIsShedComesBackEverMoreSlowly) {
  Redial redial = RedialOf(kRemote);
  absl::Duration expected = kFirstPause;
  for (const double now : {0, 1, 2, 3}) {
    redial.Welcomed(At(now));
    EXPECT_EQ(redial.Ended(absl::ResourceExhaustedError("the bot reads too slowly"), At(now + 0.5)).pause, expected);
    expected *= 2;
  }
}

TEST(RedialTest, ItStopsAtWhatDoesNotMend) {
  struct Row {
    absl::Status status;
    int exit_code;
    const char* said;
  };
  for (const Row& row : {
           Row{absl::OkStatus(), kStopped, ""},
           Row{absl::AbortedError("a second stream"), kStopped, "another program has dialled in with this bot's token"},
           Row{absl::PermissionDeniedError("is over"), kStopped, "sent the bot away (PERMISSION_DENIED: is over)"},
           Row{absl::UnauthenticatedError("no bot"), kRefused, "replaced or expired, or its bot is retired"},
           Row{absl::FailedPreconditionError("is 9"), kRefused, "refuses the bot (FAILED_PRECONDITION: is 9)"},
           Row{absl::InvalidArgumentError("rulesets"), kRefused, "refuses the bot"},
           Row{absl::UnimplementedError("no method"), kRefused, "refuses the bot"},
       }) {
    Redial redial = RedialOf(kRemote);
    redial.Welcomed(At(1));
    const Redial::Next next = redial.Ended(row.status, At(2));
    EXPECT_FALSE(next.pause.has_value()) << row.status;
    EXPECT_EQ(next.exit_code, row.exit_code) << row.status;
    EXPECT_THAT(next.words, HasSubstr(row.said));
  }
}

TEST(RedialTest, WrongSettingsAreToldInOneSentence) {
  struct Row {
    const char* said_by_grpc;
    const char* said;
  };
  for (const Row& row :
       {Row{"SSL_ERROR_SSL: error:0A000086:SSL routines::certificate verify failed",
            "no root that is trusted here has signed its certificate for that name"},
        Row{"SSL_ERROR_SSL: error:0A00010B:SSL routines::wrong version number", "write insecure: in place of tls:"},
        Row{"Peer name localhost is not in peer certificate", "certificate is for another name"}}) {
    const Redial::Next next = RedialOf(kRemote).Ended(absl::UnavailableError(row.said_by_grpc), At(1));
    EXPECT_FALSE(next.pause.has_value());
    EXPECT_EQ(next.exit_code, kRefused);
    EXPECT_THAT(next.words, HasSubstr(row.said));
    Redial redial = RedialOf(kRemote);
    redial.Welcomed(At(1));
    EXPECT_TRUE(redial.Ended(absl::UnavailableError(row.said_by_grpc), At(2)).pause.has_value()) << "right before";
  }
}

TEST(RedialTest, APortThatSpeaksTls) {
  const auto next = RedialOf("insecure:10.0.0.2:7443").Ended(absl::UnavailableError("Socket closed"), At(0));
  EXPECT_THAT(next.words, HasSubstr("where it speaks TLS, write tls:10.0.0.2:7443"));
  EXPECT_TRUE(next.pause.has_value()) << "a host that is ending closes its sockets too";
}

TEST(RedialTest, RefusesASettingThatIsNone) {
  for (const char* text : {"-1", "ten", "1e9", "inf", "nan", "5 s", "1.2.3"}) {
    EXPECT_THAT(Redial::Create(kRemote, text, At(0), [] { return 0.0; }),
                IsError(absl::StatusCode::kInvalidArgument, "FLAGFALL_DIAL_FOR must be a number of seconds"))
        << text;
  }
}

}  // namespace
}  // namespace flagfall::bot
