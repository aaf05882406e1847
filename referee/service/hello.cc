#include "referee/service/hello.h"

#include <string>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "referee/base/status_macros.h"
#include "referee/match/match_limits.h"
#include "referee/rules/catalogue.h"
#include "referee/service/outbox.h"
#include "referee/service/service_limits.h"

namespace flagfall {
namespace {

absl::Status CheckText(absl::string_view field, const std::string& value, std::size_t bytes_min) {
  if (value.size() >= bytes_min && value.size() <= limits::kNameBytes) return absl::OkStatus();
  return absl::InvalidArgumentError(absl::StrCat("hello.", field, " must have ", bytes_min, " to ", limits::kNameBytes,
                                                 " bytes; it has ", value.size()));
}

absl::Status CheckRulesets(const v1::Hello& hello) {
  const auto list_known = [] {
    return absl::StrJoin(Catalogue(), ", ",
                         [](std::string* out, const auto& ruleset) { absl::StrAppend(out, ruleset->info().id); });
  };
  if (hello.rulesets().empty() || hello.rulesets_size() > limits::kHelloRulesets) {
    return absl::InvalidArgumentError(absl::StrCat("hello.rulesets must name 1 to ", limits::kHelloRulesets,
                                                   " rulesets that the bot plays; it names ", hello.rulesets_size(),
                                                   "; this referee plays: ", list_known()));
  }
  for (const std::string& id : hello.rulesets()) {
    if (FindRuleset(id).ok()) continue;
    return absl::InvalidArgumentError(absl::StrCat("hello.rulesets names '", id.substr(0, limits::kNameBytes),
                                                   "', which is not known here; this referee plays: ", list_known()));
  }
  return absl::OkStatus();
}

}  // namespace

absl::Status CheckHello(const v1::Hello& hello) {
  if (hello.protocol_version() != limits::kProtocolVersion) {
    return absl::FailedPreconditionError(absl::StrCat("hello.protocol_version is ", hello.protocol_version(),
                                                      "; this referee speaks version ", limits::kProtocolVersion));
  }
  FLAGFALL_RETURN_IF_ERROR(CheckText("bot_name", hello.bot_name(), 1));
  FLAGFALL_RETURN_IF_ERROR(CheckText("bot_version", hello.bot_version(), 0));
  FLAGFALL_RETURN_IF_ERROR(CheckRulesets(hello));
  if (hello.concurrent_games_max() < 1 || hello.concurrent_games_max() > limits::kGamesPerBot) {
    return absl::InvalidArgumentError(absl::StrCat("hello.concurrent_games_max must be 1 to ", limits::kGamesPerBot,
                                                   "; it is ", hello.concurrent_games_max()));
  }
  return absl::OkStatus();
}

v1::Welcome MakeWelcome(const v1::Hello& hello) {
  v1::Welcome welcome;
  welcome.set_protocol_version(limits::kProtocolVersion);
  welcome.set_message_bytes_max(limits::kMessageBytes);
  welcome.set_comment_bytes_max(kCommentBytesMax);
  welcome.set_outbox_messages_max(static_cast<std::uint32_t>(OutboxMessagesMax(hello.concurrent_games_max())));
  welcome.set_ping_interval_micros(limits::kPingInterval.count());
  return welcome;
}

}  // namespace flagfall
