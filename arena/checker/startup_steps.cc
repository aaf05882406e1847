// Steps about the bot's startup, from its start to its hello.

#include <set>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "arena/checker/step.h"
#include "referee/base/counted.h"
#include "referee/service/service_limits.h"

namespace flagfall::arena::checker {
namespace {

std::string Millis(Micros time) { return absl::StrCat(time / std::chrono::milliseconds(1), " ms"); }

StepResult NothingCame(CheckSession& session, const std::string& otherwise) {
  if (session.HasExited()) return Failed(session.DescribeExit());
  session.NoteLate(session.startup().started_at);
  return Late(otherwise);
}

StepResult DialsIn(CheckContext& context) {
  const Startup& startup = context.session.startup();
  if (!startup.stream_opened_at.has_value()) {
    return NothingCame(context.session, absl::StrCat("it did not call BotService.Play within ",
                                                     kStartupTimeout / std::chrono::seconds(1), " s"));
  }
  return Passed(Millis(*startup.stream_opened_at - startup.started_at));
}

StepResult ShowsToken(CheckContext& context) {
  if (context.session.startup().has_right_token) return Passed();
  return Failed("the metadata of its call had no `authorization: Bearer TOKEN` with its token");
}

StepResult SaysHello(CheckContext& context) {
  const Startup& startup = context.session.startup();
  if (!startup.first_message_at.has_value()) {
    return NothingCame(context.session, "it opened a stream and said nothing on it");
  }
  if (!startup.is_decodable) return Failed("its first message is no flagfall.v1.PlayRequest");
  if (!startup.first_request.has_hello()) return Failed("its first message is not hello");
  const Micros took = *startup.first_message_at - *startup.stream_opened_at;
  if (took > limits::kHelloWithin) {
    context.session.NoteLate(*startup.stream_opened_at);
    return Late(absl::StrCat("only after ", Millis(took)));
  }
  return Passed();
}

StepResult HelloIsWelcome(CheckContext& context) {
  const absl::Status& status = context.session.startup().hello_status;
  if (!status.ok()) return status;
  return Passed(absl::StrCat(Counted(context.session.hello().concurrent_games_max(), "game"), " at once"));
}

StepResult NamesItself(CheckContext& context) {
  const v1::Hello& hello = context.session.hello();
  const v1::BotManifest& manifest = context.manifest;
  if (hello.bot_name() == manifest.name() && hello.bot_version() == manifest.version()) return Passed();
  return Failed(absl::StrCat("it says ", hello.bot_name(), " ", hello.bot_version(), ", its bot.json ", manifest.name(),
                             " ", manifest.version()));
}

StepResult OffersRulesets(CheckContext& context) {
  const auto& offered = context.session.hello().rulesets();
  const auto& listed = context.manifest.rulesets();
  if (std::set<std::string>(offered.begin(), offered.end()) == std::set<std::string>(listed.begin(), listed.end())) {
    return Passed(absl::StrJoin(listed, ", "));
  }
  return Failed(absl::StrCat("it says ", absl::StrJoin(offered, ", "), ", its bot.json ", absl::StrJoin(listed, ", ")));
}

}  // namespace

StepGroup StartupSteps() {
  return {.needs_bot = false,
          .steps = {
              {.title = "starts and dials in",
               .blocks = Blocks::kEverything,
               .mend = absl::StrCat("`command` in bot.json has to start a program that calls "
                                    "flagfall.v1.BotService/Play at FLAGFALL_ADDRESS within ",
                                    kStartupTimeout / std::chrono::seconds(1),
                                    " s; try it by hand, and look at what it prints"),
               .run = DialsIn},
              {.title = "shows its token",
               .blocks = Blocks::kEverything,
               .mend = "send the metadata `authorization: Bearer TOKEN` with the call, TOKEN being FLAGFALL_TOKEN",
               .run = ShowsToken},
              {.title = "says hello first",
               .blocks = Blocks::kEverything,
               .mend = absl::StrCat(
                   "send PlayRequest.hello as soon as the stream is open, before anything else and within ",
                   limits::kHelloWithin / std::chrono::seconds(1), " s"),
               .run = SaysHello},
              {.title = "says a hello that can be welcomed",
               .blocks = Blocks::kEverything,
               .mend = absl::StrCat("protocol_version is ", limits::kProtocolVersion, ", bot_name has 1 to ",
                                    limits::kNameBytes, " bytes, rulesets is not empty, concurrent_games_max is 1 to ",
                                    limits::kGamesPerBot),
               .run = HelloIsWelcome},
              {.title = "names itself as its bot.json does",
               .mend = "say the same name and version in hello as in bot.json",
               .run = NamesItself},
              {.title = "offers the rulesets of its bot.json",
               .blocks = Blocks::kEverything,
               .mend = "list the same rulesets in hello as in bot.json; games of others are forfeited",
               .run = OffersRulesets},
          }};
}

}  // namespace flagfall::arena::checker
