// How the bot comes: from its start to its hello.

#include <set>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "arena/checker/step.h"
#include "referee/base/counted.h"
#include "referee/service/service_limits.h"

namespace flagfall::arena::checker {
namespace {

std::string Millis(Micros time) { return absl::StrCat(time / std::chrono::milliseconds(1), " ms"); }

std::string WhyNothingCame(const Hall& hall, absl::string_view otherwise) {
  return hall.HasExited() ? hall.HowItEnded() : std::string(otherwise);
}

Finding DialsIn(Course& course) {
  const Arrival& arrival = course.hall.arrival();
  if (!arrival.opened_at.has_value()) {
    return Failed(WhyNothingCame(course.hall, absl::StrCat("it did not call BotService.Play within ",
                                                           kComesWithin / std::chrono::seconds(1), " s")));
  }
  return Passed(Millis(*arrival.opened_at - arrival.started_at));
}

Finding ShowsToken(Course& course) {
  if (course.hall.arrival().has_right_token) return Passed();
  return Failed("the metadata of its call had no `authorization: Bearer TOKEN` with its token");
}

Finding SaysHello(Course& course) {
  const Arrival& arrival = course.hall.arrival();
  if (!arrival.said_at.has_value()) {
    return Failed(WhyNothingCame(course.hall, "it opened a stream and said nothing on it"));
  }
  if (!arrival.is_decodable) return Failed("its first message is no flagfall.v1.PlayRequest");
  if (!arrival.first_request.has_hello()) return Failed("its first message is not hello");
  const Micros took = *arrival.said_at - *arrival.opened_at;
  if (took > limits::kHelloWithin) return Failed(absl::StrCat("only after ", Millis(took)));
  return Passed();
}

Finding HelloIsWelcome(Course& course) {
  const absl::Status& status = course.hall.arrival().hello;
  if (!status.ok()) return status;
  return Passed(absl::StrCat(Counted(course.hall.hello().concurrent_games_max(), "game"), " at once"));
}

Finding NamesItself(Course& course) {
  const v1::Hello& hello = course.hall.hello();
  const v1::BotManifest& manifest = course.manifest;
  if (hello.bot_name() == manifest.name() && hello.bot_version() == manifest.version()) return Passed();
  return Failed(absl::StrCat("it says ", hello.bot_name(), " ", hello.bot_version(), ", its bot.json ", manifest.name(),
                             " ", manifest.version()));
}

Finding OffersRulesets(Course& course) {
  const auto& offered = course.hall.hello().rulesets();
  const auto& listed = course.manifest.rulesets();
  if (std::set<std::string>(offered.begin(), offered.end()) == std::set<std::string>(listed.begin(), listed.end())) {
    return Passed(absl::StrJoin(listed, ", "));
  }
  return Failed(absl::StrCat("it says ", absl::StrJoin(offered, ", "), ", its bot.json ", absl::StrJoin(listed, ", ")));
}

}  // namespace

Group ComingSteps() {
  return {.needs_bot = false,
          .steps = {
              {.title = "starts and dials in",
               .gate = Gate::kAll,
               .mend = absl::StrCat("`command` in bot.json has to start a program that calls "
                                    "flagfall.v1.BotService/Play at FLAGFALL_ADDRESS within ",
                                    kComesWithin / std::chrono::seconds(1),
                                    " s; try it by hand, and look at what it prints"),
               .run = DialsIn},
              {.title = "shows its token",
               .gate = Gate::kAll,
               .mend = "send the metadata `authorization: Bearer TOKEN` with the call, TOKEN being FLAGFALL_TOKEN",
               .run = ShowsToken},
              {.title = "says hello first",
               .gate = Gate::kAll,
               .mend = absl::StrCat(
                   "send PlayRequest.hello as soon as the stream is open, before anything else and within ",
                   limits::kHelloWithin / std::chrono::seconds(1), " s"),
               .run = SaysHello},
              {.title = "says a hello that can be welcomed",
               .gate = Gate::kAll,
               .mend = absl::StrCat("protocol_version is ", limits::kProtocolVersion, ", bot_name has 1 to ",
                                    limits::kNameBytes, " bytes, rulesets is not empty, concurrent_games_max is 1 to ",
                                    limits::kGamesPerBot),
               .run = HelloIsWelcome},
              {.title = "names itself as its bot.json does",
               .mend = "say the same name and version in hello as in bot.json",
               .run = NamesItself},
              {.title = "offers the rulesets of its bot.json",
               .gate = Gate::kAll,
               .mend = "list the same rulesets in hello as in bot.json; games of others are forfeited",
               .run = OffersRulesets},
          }};
}

}  // namespace flagfall::arena::checker
