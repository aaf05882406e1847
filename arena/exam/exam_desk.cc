#include "arena/exam/exam_desk.h"

#include <utility>

#include "absl/strings/str_cat.h"
#include "arena/runner/random_bytes.h"
#include "referee/base/sha256.h"
#include "referee/base/status_macros.h"
#include "referee/match/match_limits.h"
#include "referee/rules/side_messages.h"

namespace flagfall::arena::exam {
namespace {

// A game that was void so often, because the host was too slow, ends the exam.
constexpr int kVoidAttemptsMax = 5;
constexpr char kOpponentName[] = "record";

// The defaults of tournaments where they matter here; no game is to end otherwise than the recorded one did.
v1::MatchPolicy Policy() {
  v1::MatchPolicy policy;
  policy.set_disconnect_grace_micros(Micros(std::chrono::seconds(10)).count());
  policy.set_host_delay_max_micros(Micros(std::chrono::milliseconds(250)).count());
  policy.set_max_plies(0);
  policy.set_max_plies_without_capture(0);
  policy.set_lag_gain_micros(0);
  policy.set_no_draw_offers(true);
  policy.set_no_resignation(true);
  policy.set_anonymous(true);
  return policy;
}

v1::Hello OpponentHello(const std::string& ruleset) {
  v1::Hello hello;
  hello.set_protocol_version(1);
  hello.set_bot_name(kOpponentName);
  hello.add_rulesets(ruleset);
  hello.set_concurrent_games_max(1);
  return hello;
}

// What matters of an answer; a bot may send much else.
v1::Action KeptOf(const v1::Action& action) {
  v1::Action kept;
  if (action.has_ply()) {
    kept.mutable_ply()->set_from(action.ply().from());
    kept.mutable_ply()->set_to(action.ply().to());
  }
  return kept;
}

v1::BotSettings SettingsOf(const ExamOptions& options, std::uint32_t repeat) {
  v1::BotSettings settings = options.settings;
  if (IsSeeded(options)) (*settings.mutable_values())[kSeedOption] = absl::StrCat(options.seed + repeat);
  return settings;
}

}  // namespace

ExamDesk::ExamDesk(const ExamOptions& options, Referee& referee, const runner::RunFolder& folder, OnFault on_fault,
                   int number)
    : options_(options),
      referee_(referee),
      folder_(folder),
      on_fault_(std::move(on_fault)),
      number_(number),
      opponent_id_(absl::StrCat(kOpponentName, "/", number)) {}

ExamDesk::~ExamDesk() {
  if (opponent_ != nullptr) referee_.Dismiss(opponent_id_, "the exam is over");
}

absl::Status ExamDesk::Sit(const Sitting& sitting, const OnAsked& on_asked) {
  if (sitting.games.empty()) return absl::OkStatus();
  if (opponent_ == nullptr) {
    // Nobody is told the token: this bot does not dial in.
    referee_.Admit(opponent_id_, runner::NewToken());
    opponent_ = referee_.JoinLocally(opponent_id_, OpponentHello(sitting.games[0]->record.ruleset().id()),
                                     {.on_message =
                                          [this](const v1::PlayResponse& message) {
                                            if (!message.has_decision_required()) return;
                                            events_.Push({.kind = Event::Kind::kOpponentAsked,
                                                          .game_id = message.decision_required().game_id(),
                                                          .decision = message.decision_required().decision()});
                                          },
                                      .on_ended = [](const absl::Status&) {}});
  }
  const std::string& name = options_.bot.manifest.name();
  processes_ = std::make_unique<runner::BotProcesses>(
      std::vector{options_.bot}, std::vector{options_.sandbox}, referee_,
      runner::BotProcessesOptions{
          .supervisor_path = options_.supervisor_path,
          .tournament_id = number_ + 1,
          .log_folder = absl::StrCat(options_.log_folder, "/", number_ + 1),
          .log_bytes_max = options_.log_bytes_max,
          .socket_path = [this](int, std::uint64_t life) { return folder_.SocketPath(number_, life); },
          .settings = {{name, SettingsOf(options_, sitting.repeat)}}},
      [this](int, std::uint64_t life, const bots::BotExit& exit) {
        events_.Push({.kind = Event::Kind::kExited, .life = life, .detail = exit.detail});
      });
  absl::Status status;
  for (const RecordedGame* const game : sitting.games) {
    absl::StatusOr<std::vector<analysis::ExamAnswer>> answers = AskUntilHeard(sitting, *game);
    status = answers.status();
    if (!status.ok()) break;
    on_asked(*game, *std::move(answers));
  }
  processes_.reset();
  return status;
}

absl::StatusOr<std::vector<analysis::ExamAnswer>> ExamDesk::AskUntilHeard(const Sitting& sitting,
                                                                          const RecordedGame& game) {
  for (int late = 0; late < kVoidAttemptsMax;) {
    FLAGFALL_ASSIGN_OR_RETURN(Asked asked, Ask(sitting, game));
    if (!asked.is_void) return std::move(asked.answers);
    if (asked.is_late) ++late;
  }
  return absl::UnavailableError(absl::StrCat("game ", game.id, " could not be asked ", kVoidAttemptsMax,
                                             " times, since this machine was too slow for it; ask fewer at once "
                                             "(--concurrency), or with more time (--tc)"));
}

absl::StatusOr<ExamDesk::Asked> ExamDesk::Ask(const Sitting& sitting, const RecordedGame& game) {
  FLAGFALL_RETURN_IF_ERROR(StartProcess());
  const Asking asking{
      .game = game,
      .side = sitting.side,
      .id = absl::StrCat("exam-", sitting.repeat + 1, "-", SideName(sitting.side), "-", game.id),
      .noted = std::make_shared<std::vector<analysis::ExamAnswer>>(game.own[IndexOf(sitting.side)].size())};
  FLAGFALL_RETURN_IF_ERROR(Begin(asking));
  processes_->BeginGame(0, ++games_);
  absl::StatusOr<v1::GameRecord> record = Play(asking);
  v1::SeatUse unused;
  processes_->EndGame(0, games_, unused);
  if (!record.ok()) return record.status();
  return Judge(asking, *record);
}

absl::Status ExamDesk::StartProcess() {
  if (processes_->IsStarted(0)) return absl::OkStatus();
  lost_because_.clear();
  return processes_->Start(0, ++life_, {});
}

void ExamDesk::LoseProcess(const std::string& detail) {
  if (lost_because_.empty()) lost_because_ = detail.empty() ? "it ended" : detail;
  processes_->End(0, detail);
}

MatchSpec ExamDesk::SpecOf(const Asking& asking) const {
  MatchSpec spec;
  spec.game_id = asking.id;
  spec.ruleset = asking.game.record.ruleset();
  // The board games have no chance, and imported games no seed.
  spec.seed = asking.game.record.seed().size() == kSeedBytes ? asking.game.record.seed() : Sha256Of(asking.game.id);
  v1::Player& own = asking.side == Side::kRed ? spec.red : spec.blue;
  v1::Player& other = asking.side == Side::kRed ? spec.blue : spec.red;
  own.set_name(options_.bot.manifest.name());
  own.set_version(options_.bot.manifest.version());
  other.set_name(kOpponentName);
  spec.time_control = options_.time_control;
  spec.policy = Policy();
  spec.given_set_ups = asking.game.set_ups;
  spec.start_time = WallNow();
  return spec;
}

absl::Status ExamDesk::Begin(const Asking& asking) {
  const std::string& bot = processes_->Id(0);
  const bool is_red = asking.side == Side::kRed;
  const auto note = [side = ToProto(asking.side), noted = asking.noted, own = &asking.game.own[IndexOf(asking.side)]](
                        v1::Side asked, v1::Act& act) {
    if (asked != side) return;
    // The game goes no further than the recorded one.
    if (act.decision() > own->size()) return act.clear_action();
    (*noted)[act.decision() - 1] = KeptOf(act.action());
    *act.mutable_action() = (*own)[act.decision() - 1];
    act.clear_comment();
    act.clear_beliefs();
  };
  return referee_.StartGame(
      SpecOf(asking),
      [this](v1::GameRecord record) { events_.Push({.kind = Event::Kind::kOver, .record = std::move(record)}); },
      GameBots{.red = is_red ? bot : opponent_id_, .blue = is_red ? opponent_id_ : bot}, note);
}

absl::StatusOr<v1::GameRecord> ExamDesk::Play(const Asking& asking) {
  bool is_stopped = false;
  for (;;) {
    Event event = events_.Pop();
    switch (event.kind) {
      case Event::Kind::kOpponentAsked:
        if (event.game_id == asking.id) AnswerForOpponent(asking, event.decision);
        break;
      case Event::Kind::kExited:
        if (event.life == life_) LoseProcess(event.detail);
        break;
      case Event::Kind::kStop:
        is_stopped = true;
        referee_.AbortGame(asking.id);
        break;
      case Event::Kind::kOver:
        if (is_stopped) return absl::CancelledError("the exam was stopped; nothing of it is kept");
        return std::move(event.record);
    }
  }
}

void ExamDesk::AnswerForOpponent(const Asking& asking, std::uint32_t decision) {
  const std::vector<v1::Action>& plies = asking.game.own[IndexOf(OpponentOf(asking.side))];
  if (decision <= plies.size()) {
    v1::PlayRequest request;
    v1::Act& act = *request.mutable_act();
    act.set_game_id(asking.id);
    act.set_decision(decision);
    *act.mutable_action() = plies[decision - 1];
    opponent_->Act(std::move(request));
  }
  const bool is_last = decision == plies.size() && asking.game.plies.back().side != asking.side;
  if (decision > plies.size() || is_last) referee_.AbortGame(asking.id, v1::REASON_ABORTED_BY_HOST, "nothing is left");
}

absl::StatusOr<ExamDesk::Asked> ExamDesk::Judge(const Asking& asking, const v1::GameRecord& record) {
  FLAGFALL_ASSIGN_OR_RETURN(const std::size_t plies, PliesInCommon(record, asking.game));
  Asked asked;
  std::size_t own = 0;
  for (std::size_t i = 0; i < plies; ++i) own += asking.game.plies[i].side == asking.side ? 1 : 0;
  asked.answers.assign(asking.noted->begin(), asking.noted->begin() + static_cast<std::ptrdiff_t>(own));
  if (plies == asking.game.plies.size()) return asked;
  const v1::Outcome& outcome = record.outcome();
  const bool is_bots_turn = asking.game.plies[plies].side == asking.side;
  switch (outcome.reason()) {
    case v1::REASON_OUT_OF_TIME:
      if (outcome.result() == v1::RESULT_VOID || !is_bots_turn) break;
      asked.answers.emplace_back();
      return asked;
    case v1::REASON_DISCONNECTED:
    case v1::REASON_FORFEIT_NO_SHOW:
    case v1::REASON_SLOW_READER: {
      LoseProcess(outcome.detail());
      FLAGFALL_RETURN_IF_ERROR(on_fault_(lost_because_));
      // A process that was lost before it was asked anything has said nothing about the game.
      asked.is_void = own == 0;
      if (is_bots_turn) asked.answers.emplace_back();
      return asked;
    }
    case v1::REASON_HOST_LATE:
    case v1::REASON_ABORTED_BY_HOST:
    case v1::REASON_SUPERVISOR_KILLED:
      break;
    default:
      return absl::InternalError(absl::StrCat("the exam of game ", asking.game.id, " ended after ply ", plies, " of ",
                                              asking.game.plies.size(), ": ", outcome.detail()));
  }
  asked.is_void = true;
  asked.is_late = true;
  // The game is asked for again: of a process that has not seen it.
  LoseProcess(outcome.detail());
  return asked;
}

}  // namespace flagfall::arena::exam
