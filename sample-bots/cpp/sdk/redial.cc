#include "sample-bots/cpp/sdk/redial.h"

#include <algorithm>
#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"

namespace flagfall::bot {
namespace {

constexpr absl::Duration kPauseMaxAtSocket = absl::Seconds(1);
constexpr absl::Duration kDialForAtSocket = absl::Seconds(10);
// A pause is this share of its length at least; the rest is left to chance, so that not all bots of a host come at
// once.
constexpr double kSteadyShare = 0.5;
constexpr std::size_t kWordsMax = 300;
constexpr char kSocket[] = "unix:";
constexpr char kTls[] = "tls:";

struct Explanation {
  const char* said_by_grpc;
  const char* words;
};

// Settings, which no waiting mends.
constexpr char kUntrusted[] =
    "no root that is trusted here has signed its certificate for that name; name the file of the host's own root in "
    "FLAGFALL_TLS_CA (the --tls-ca of `flagfall`)";
constexpr char kWithoutTls[] = "it speaks no TLS there; write insecure: in place of tls:";
constexpr Explanation kWrongSettings[] = {
    {"certificate verify failed", kUntrusted},
    {"CERTIFICATE_VERIFY_FAILED", kUntrusted},
    {"not in peer certificate",
     "its certificate is for another name; write tls:NAME:PORT with a name that the certificate has"},
    {"wrong version number", kWithoutTls},
    {"WRONG_VERSION_NUMBER", kWithoutTls},
};
constexpr Explanation kPassingTrouble[] = {
    {"Connection refused", "nobody listens there"},
    {"DNS resolution", "its name is not known"},
    {"Domain name not found", "its name is not known"},
    {"imeout", "it does not answer"},
    {"imed out", "it does not answer"},
};

template <std::size_t size>
std::string WordsFor(const Explanation (&explanations)[size], absl::string_view said) {
  const auto* const found =
      std::find_if(std::begin(explanations), std::end(explanations),
                   [&](const auto& explanation) { return absl::StrContains(said, explanation.said_by_grpc); });
  return found == std::end(explanations) ? "" : found->words;
}

// What gRPC says of an error, without its preamble.
std::string Short(absl::string_view said) {
  absl::ConsumePrefix(&said, "failed to connect to all addresses; last error: ");
  absl::ConsumePrefix(&said, "UNKNOWN: ");
  if (said.empty()) return "no reason given";
  return said.size() <= kWordsMax ? std::string(said) : absl::StrCat(said.substr(0, kWordsMax), "...");
}

std::string NameOf(const absl::Status& status) { return absl::StatusCodeToString(status.code()); }

// Whether another attempt may succeed.
bool MayPass(const absl::Status& status) {
  return absl::IsUnavailable(status) || absl::IsCancelled(status) || absl::IsUnknown(status) ||
         absl::IsInternal(status) || absl::IsDeadlineExceeded(status) || absl::IsResourceExhausted(status);
}

absl::StatusOr<absl::Duration> DialForOf(absl::string_view text, bool is_at_socket) {
  if (text.empty()) return is_at_socket ? kDialForAtSocket : absl::InfiniteDuration();
  if (text == "forever") return absl::InfiniteDuration();
  double seconds = 0;
  const bool is_plain = text.find_first_not_of("0123456789.") == absl::string_view::npos;
  if (!is_plain || !absl::SimpleAtod(text, &seconds) || seconds >= 1e9) {
    return absl::InvalidArgumentError(
        absl::StrCat("FLAGFALL_DIAL_FOR must be a number of seconds or `forever`, and is: ", text));
  }
  return absl::Seconds(seconds);
}

}  // namespace

absl::StatusOr<Redial> Redial::Create(absl::string_view address, absl::string_view dial_for, absl::Time now,
                                      std::function<double()> chance) {
  const auto duration = DialForOf(dial_for, absl::StartsWith(address, kSocket));
  if (!duration.ok()) return duration.status();
  return Redial(address, *duration, now, std::move(chance));
}

Redial::Redial(absl::string_view address, absl::Duration dial_for, absl::Time now, std::function<double()> chance)
    : address_(address),
      dial_for_(dial_for),
      pause_max_(absl::StartsWith(address, kSocket) ? kPauseMaxAtSocket : kPauseMax),
      chance_(std::move(chance)),
      away_since_(now) {}

std::string Redial::Welcomed(absl::Time now) {
  std::string words;
  if (has_said_ && away_since_.has_value()) {
    words = absl::StrCat("back at ", address_, " after ", absl::ToInt64Seconds(now - *away_since_), " s");
  }
  was_welcomed_ = true;
  away_since_.reset();
  has_said_ = false;
  return words;
}

Redial::Next Redial::Ended(const absl::Status& status, absl::Time now) {
  if (auto end = EndAt(status)) return *std::move(end);
  if (!away_since_.has_value()) {
    away_since_ = now;
    // A bot that the host has shed comes back slowly, even when the host welcomes it each time.
    if (!absl::IsResourceExhausted(status)) pause_ = kFirstPause;
  }
  const std::string trouble = Trouble(status);
  const std::string time = absl::StrCat(absl::ToDoubleSeconds(dial_for_), " s");
  if (now - *away_since_ >= dial_for_) {
    return {.words = absl::StrCat(trouble, "; not reached for ", time, " (FLAGFALL_DIAL_FOR), and so the bot ends"),
            .pause = std::nullopt,
            .exit_code = kUnreached};
  }
  Next next;
  if (!std::exchange(has_said_, true)) {
    next.words = absl::StrCat(trouble, "; waiting for it, and dialling again until it is there",
                              dial_for_ == absl::InfiniteDuration() ? "" : absl::StrCat(", for ", time));
  }
  next.pause = pause_ * (kSteadyShare + (1 - kSteadyShare) * chance_());
  pause_ = std::min(pause_ * 2, pause_max_);
  return next;
}

std::optional<Redial::Next> Redial::EndAt(const absl::Status& status) const {
  const auto end = [](int exit_code, std::string words) {
    return Next{.words = std::move(words), .pause = std::nullopt, .exit_code = exit_code};
  };
  if (status.ok()) return end(kStopped, "");
  const std::string said = absl::StrCat(" (", NameOf(status), ": ", Short(status.message()), ")");
  if (absl::IsAborted(status)) {
    return end(kStopped, absl::StrCat("another program has dialled in with this bot's token and plays on in its place; "
                                      "a token is for one program at a time",
                                      said));
  }
  if (absl::IsPermissionDenied(status)) return end(kStopped, absl::StrCat("the host has sent the bot away", said));
  if (absl::IsUnauthenticated(status)) {
    return end(kRefused,
               absl::StrCat(address_,
                            " does not take the token in FLAGFALL_TOKEN: it is mistyped, revoked, replaced or expired, "
                            "or its bot is retired; `flagfall token create --bot NAME` makes a new one",
                            said));
  }
  if (!MayPass(status)) return end(kRefused, absl::StrCat(address_, " refuses the bot", said));
  // Settings that were right once are right; the host is being changed.
  if (!absl::IsUnavailable(status) || was_welcomed_ || !absl::StartsWith(address_, kTls)) return std::nullopt;
  const std::string why = WordsFor(kWrongSettings, status.message());
  if (why.empty()) return std::nullopt;
  return end(kRefused, absl::StrCat("cannot reach the host at ", address_, ": ", why, said));
}

std::string Redial::Trouble(const absl::Status& status) const {
  const std::string said = absl::StrCat(NameOf(status), ": ", Short(status.message()));
  if (was_welcomed_ && !absl::IsUnavailable(status)) {
    return absl::StrCat("the stream to ", address_, " has ended (", said, ")");
  }
  std::string why = WordsFor(kWrongSettings, status.message());
  if (why.empty()) why = WordsFor(kPassingTrouble, status.message());
  const bool is_in_the_clear = !absl::StartsWith(address_, kTls) && !absl::StartsWith(address_, kSocket);
  const bool was_ended =
      absl::StrContains(status.message(), "Socket closed") || absl::StrContains(status.message(), "Connection reset");
  if (why.empty() && !was_welcomed_ && is_in_the_clear && was_ended) {
    why = absl::StrCat("it ended the connection; where it speaks TLS, write tls:",
                       absl::StripPrefix(address_, "insecure:"));
  }
  return absl::StrCat("cannot reach the host at ", address_, ": ",
                      why.empty() ? said : absl::StrCat(why, " (", NameOf(status), ")"));
}

}  // namespace flagfall::bot
