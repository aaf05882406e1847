// Messages of the bot protocol, sensible and not, from two bots on real connections to the referee's streams, lobby and
// matches, while the host starts, aborts, admits and dismisses, time passes, and connections break. Whatever comes,
// every game ends once, its record is refereed again alike, and all that the bots are sent can be read.
//
// The input is steps (message_mutator.h), of which `what` names the deed and `how` mostly the bot.

#include <algorithm>
#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "flagfall/v1/bot_service.pb.h"
#include "referee/base/check.h"
#include "referee/base/sha256.h"
#include "referee/match/match.h"
#include "referee/match/referee_again.h"
#include "referee/rules/catalogue.h"
#include "referee/rules/random.h"
#include "referee/service/bot_streams.h"
#include "tests/fuzz/fuzzer.h"
#include "tests/fuzz/input.h"
#include "tests/fuzz/message_mutator.h"
#include "tests/fuzz/talking_bot.h"
#include "tests/support/drawn_options.h"

namespace flagfall::fuzz::bot_messages_fuzz {
namespace {

constexpr std::size_t kStepsMax = 300;
constexpr std::size_t kGamesMax = 8;
constexpr std::size_t kBots = 2;
constexpr const char* kNames[kBots] = {"ann", "bob"};

// A game that the host has started, and what the match plays it on while it is on.
struct Started {
  const Game* game = nullptr;
  int ends = 0;
};

class Trial {
 public:
  Trial() {
    loop_.SetFlush([this] {
      for (TalkingBot& bot : bots_) bot.Flush();
    });
    for (const char* name : kNames) Admit(name);
  }
  ~Trial() {
    for (TalkingBot& bot : bots_) loop_.Take([&bot] { bot.Break(); });
  }
  Trial(const Trial&) = delete;
  Trial& operator=(const Trial&) = delete;

  void Do(const Step& step) {
    TalkingBot& bot = bots_[step.how % kBots];
    if (step.what % 16 < 8) {
      Speak(step, bot);
    } else {
      Host(step, bot);
    }
    Turn();
  }

  // Whatever was begun comes to its end by time alone.
  void Finish() {
    constexpr int kLooksMax = 4000;
    for (int i = 0; i < kLooksMax && streams_.lobby().HasGames(); ++i) {
      const std::optional<Micros> next = loop_.timers().NextLook();
      FLAGFALL_CHECK(next.has_value());
      loop_.Pass(std::max(*next - loop_.Now(), Micros(1)));
      Turn();
    }
    FLAGFALL_CHECK(!streams_.lobby().HasGames());
    for (const auto& [id, started] : games_) FLAGFALL_CHECK(started.ends == 1);
  }

 private:
  void Admit(const char* name) {
    loop_.Take([&] { streams_.lobby().Admit(name, Sha256Of(name), std::chrono::seconds(5), loop_.TurnTime()); });
  }

  void Turn() {
    for (TalkingBot& bot : bots_) {
      loop_.Take([&bot] { bot.Receive(); });
      bot.Hear();
    }
  }

  void Speak(const Step& step, TalkingBot& bot) {
    const std::uint8_t how = step.how >> 1;
    v1::PlayRequest request;
    switch (step.what % 16) {
      case 0:
        return bot.Say(step.payload);
      case 1:
        return Hello(step, bot);
      case 2:
      case 3:
      case 4:
        return Answer(step, bot);
      case 5:
        if (bot.Decision(how) == nullptr) return;
        if (how % 4 == 0) request.mutable_resign()->set_game_id(bot.Decision(how)->game_id());
        if (how % 4 == 1) request.mutable_offer_draw()->set_game_id(bot.Decision(how)->game_id());
        if (how % 4 == 2) request.mutable_accept_draw()->set_game_id(bot.Decision(how)->game_id());
        if (how % 4 == 3) request.mutable_pong()->set_nonce(how);
        return bot.Say(request.SerializeAsString());
      case 6:
        if (how % 4 == 0) return bot.HalfClose();
        if (how % 4 == 1) return loop_.Take([&bot] { bot.Break(); });
        return bot.SetReads(how % 4 == 2);
      default:
        // The same message again and again, which some budget ends.
        for (int i = 0; i < how; ++i) bot.Say(step.payload);
    }
  }

  void Hello(const Step& step, TalkingBot& bot) {
    loop_.Take([&] { bot.Dial((step.how & 2) != 0); });
    v1::PlayRequest request;
    v1::Hello& hello = *request.mutable_hello();
    if (!hello.ParseFromString(step.payload) || step.payload.empty()) {
      hello.set_protocol_version(1);
      hello.set_bot_name("bot");
      for (const auto& definition : Catalogue()) hello.add_rulesets(definition->info().id);
      hello.set_concurrent_games_max(1 + step.how % 4);
      hello.set_wants_legal_actions((step.how & 4) != 0);
      hello.set_wants_events_at_once((step.how & 8) != 0);
    }
    bot.Say(request.SerializeAsString());
  }

  void Answer(const Step& step, TalkingBot& bot) {
    const v1::DecisionRequired* const decision = bot.Decision(step.how >> 1);
    if (decision == nullptr) return;
    v1::PlayRequest request;
    v1::Act& act = *request.mutable_act();
    act.set_game_id(decision->game_id());
    act.set_decision(decision->decision());
    const bool is_read =
        step.what % 16 == 2 && !step.payload.empty() && act.mutable_action()->ParseFromString(step.payload);
    if (!is_read && !decision->legal_actions().empty()) {
      *act.mutable_action() = decision->legal_actions(step.how % decision->legal_actions_size());
    } else if (!is_read) {
      const v1::Side side = &bot == bots_.data() ? v1::SIDE_RED : v1::SIDE_BLUE;
      Sample(*decision, side, *act.mutable_action());
    }
    act.set_comment(std::string(step.how, 'c'));
    bot.Say(request.SerializeAsString());
  }

  void Sample(const v1::DecisionRequired& decision, v1::Side side, v1::Action& action) {
    const auto found = games_.find(decision.game_id());
    FLAGFALL_CHECK(found != games_.end());
    if (found->second.game == nullptr) return;
    for (const OpenDecision& open : found->second.game->Pending()) {
      if (open.side == side) action = found->second.game->Sample(side, random_);
    }
  }

  void Host(const Step& step, TalkingBot& bot) {
    const std::uint8_t how = step.how >> 1;
    const std::string id = absl::StrCat("1-", how % kGamesMax);
    Lobby& lobby = streams_.lobby();
    switch (step.what % 16) {
      case 8:
      case 9:
        return StartGame(id, step.payload);
      case 10:
        return loop_.Take(
            [&] { lobby.AbortGame(id, loop_.TurnTime(), static_cast<v1::Reason>(how), std::string(how, 'd')); });
      case 11:
        return loop_.Take([&] { lobby.Dismiss(kNames[step.how % kBots], "it is dismissed", loop_.TurnTime()); });
      case 12:
        return Admit(kNames[step.how % kBots]);
      case 13:
        return loop_.Pass(std::chrono::milliseconds(how) * (how % 2 == 0 ? 1 : 200));
      case 14:
        return loop_.StandStill(std::chrono::milliseconds(100) * how);
      default:
        return bot.SetReads(true);
    }
  }

  void StartGame(const std::string& id, absl::string_view payload) {
    if (games_.count(id) > 0) return;
    Input input(payload);
    MatchSpec spec;
    spec.game_id = id;
    const auto& catalogue = Catalogue();
    spec.ruleset = DrawOptions(catalogue[input.Index(catalogue.size())]->info(),
                               [&input](std::uint64_t max) { return input.Number(max); });
    spec.seed = std::string(32, 's');
    spec.red.set_name(kNames[0]);
    spec.blue.set_name(kNames[1]);
    spec.time_control.set_base_micros(1 + static_cast<std::int64_t>(input.Number(5'000'000)));
    spec.time_control.set_increment_micros(static_cast<std::int64_t>(input.Number(100'000)));
    spec.time_control.set_set_up_micros(static_cast<std::int64_t>(input.Number(10'000'000)));
    spec.policy.set_max_plies(1 + static_cast<std::uint32_t>(input.Number(40)));
    spec.policy.set_illegal_retries(static_cast<std::uint32_t>(input.Number(20)));
    spec.policy.set_disconnect_grace_micros(static_cast<std::int64_t>(input.Number(2'000'000)));
    spec.policy.set_host_delay_max_micros(250'000);
    spec.policy.set_lag_gain_micros(static_cast<std::int64_t>(input.Number(20'000)));
    spec.policy.set_anonymous(input.Flag());
    spec.policy.set_no_resignation(input.Flag());
    const Game* game = nullptr;
    const auto factory = [&game](const v1::Ruleset& ruleset, absl::string_view seed) {
      auto made = NewGame(ruleset, seed);
      if (made.ok()) game = made->get();
      return made;
    };
    auto match = Match::Create(spec, factory, loop_.Now());
    if (!match.ok()) return;
    games_[id] = {.game = game};
    auto request = std::make_shared<GameRequest>();
    request->match = *std::move(match);
    request->bots = {kNames[0], kNames[1]};
    request->on_over = [this](const v1::GameRecord& record) { OnOver(record); };
    loop_.Take([&] { streams_.lobby().StartGame(std::move(*request), loop_.TurnTime()); });
  }

  void OnOver(const v1::GameRecord& record) {
    Started& started = games_.at(record.game_id());
    started.game = nullptr;
    ++started.ends;
    FLAGFALL_CHECK(RefereeAgain(record).ok());
  }

  std::map<std::string, Started> games_;
  Random random_{7};
  TrialLoop loop_;
  BotStreams streams_{loop_,
                      {.on_connected = [](const std::string&, const v1::Hello&) {},
                       .on_disconnected = [](const std::string&, const std::string&) {},
                       .on_refused = [](const std::string&, const std::string&) {}},
                      nullptr,
                      [](absl::string_view, const std::string&) {}};
  std::array<TalkingBot, kBots> bots_{TalkingBot(loop_, streams_, kNames[0]), TalkingBot(loop_, streams_, kNames[1])};
};

}  // namespace

FLAGFALL_FUZZER(bot_messages) {
  std::vector<Step> steps = StepsOf({reinterpret_cast<const char*>(bytes), size});
  if (steps.size() > kStepsMax) steps.resize(kStepsMax);
  Trial trial;
  for (const Step& step : steps) trial.Do(step);
  trial.Finish();
  return 0;
}

FLAGFALL_FUZZER_MUTATOR(bot_messages) {
  Random random(seed);
  v1::PlayRequest request;
  v1::Hello hello;
  v1::Action action;
  const auto message_of = [&](const Step& step) -> google::protobuf::Message* {
    switch (step.what % 16) {
      case 0:
      case 7:
        return &request;
      case 1:
        return &hello;
      case 2:
        return &action;
      default:
        return nullptr;
    }
  };
  return Written(MutatedSteps({reinterpret_cast<const char*>(data), size}, bytes_max, random, message_of), data,
                 bytes_max);
}

}  // namespace flagfall::fuzz::bot_messages_fuzz
