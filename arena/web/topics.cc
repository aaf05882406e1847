#include "arena/web/topics.h"

#include <string>
#include <utility>

#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"
#include "arena/web/parameters.h"
#include "referee/base/status_macros.h"

namespace flagfall::arena::web {
namespace {

absl::StatusOr<Subscription> SubscriptionOf(absl::string_view text) {
  Subscription subscription;
  Topic& topic = subscription.topic;
  if (text == "status") return subscription;
  absl::string_view rest = text;
  if (absl::ConsumePrefix(&rest, "tournaments/")) {
    topic.kind = Topic::Kind::kTournament;
    FLAGFALL_ASSIGN_OR_RETURN(topic.tournament, PositiveNumber(rest, "tournament"));
    return subscription;
  }
  const std::pair<absl::string_view, absl::string_view> game = absl::StrSplit(rest, absl::MaxSplits('@', 1));
  const bool has_steps = game.first.size() < rest.size();
  absl::string_view id = game.first;
  if (!absl::ConsumePrefix(&id, "games/") || (has_steps && !absl::SimpleAtoi(game.second, &subscription.from))) {
    return absl::InvalidArgumentError(absl::StrCat(
        "parameter topics: '", text, "' is none; one is status, or as in tournaments/7 or games/7-42@120"));
  }
  FLAGFALL_RETURN_IF_ERROR(CheckGameId(id));
  topic.kind = Topic::Kind::kGame;
  topic.game_id = std::string(id);
  return subscription;
}

}  // namespace

absl::StatusOr<std::vector<Subscription>> TopicsOf(absl::string_view list) {
  std::vector<Subscription> subscriptions;
  for (const absl::string_view text : absl::StrSplit(list, ',')) {
    if (subscriptions.size() == kTopicsMax) {
      return absl::InvalidArgumentError(absl::StrCat("parameter topics: may name ", kTopicsMax, " topics"));
    }
    FLAGFALL_ASSIGN_OR_RETURN(Subscription one, SubscriptionOf(text));
    subscriptions.push_back(std::move(one));
  }
  return subscriptions;
}

}  // namespace flagfall::arena::web
