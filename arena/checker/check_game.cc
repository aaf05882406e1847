#include "arena/checker/check_game.h"

#include <algorithm>
#include <utility>

#include "absl/strings/str_cat.h"
#include "arena/base/names.h"
#include "referee/base/counted.h"
#include "referee/base/status_macros.h"
#include "referee/match/match_limits.h"
#include "referee/match/match_messages.h"
#include "referee/match/time_control.h"
#include "referee/rules/catalogue.h"
#include "referee/rules/side_messages.h"

namespace flagfall::arena::checker {
namespace {

constexpr Micros kGrace = std::chrono::seconds(10);
constexpr Micros kHostDelayMax = std::chrono::milliseconds(250);
// How many actions are drawn to find one that attacks nobody.
constexpr int kPeacefulTries = 12;

absl::StatusOr<MatchSpec> SpecOf(const std::string& game_id, const CheckGameSpec& spec, const v1::Hello& hello,
                                 Random& random) {
  MatchSpec match;
  match.game_id = game_id;
  match.ruleset.set_id(spec.ruleset);
  while (match.seed.size() < kSeedBytes) match.seed.push_back(static_cast<char>(random()));
  const bool is_red = spec.side == v1::SIDE_RED;
  (is_red ? match.red : match.blue).set_name(hello.bot_name());
  (is_red ? match.blue : match.red).set_name("checker");
  FLAGFALL_ASSIGN_OR_RETURN(match.time_control, ParseTimeControl(spec.time_control));
  match.policy.set_max_plies(spec.max_plies);
  match.policy.set_disconnect_grace_micros(kGrace.count());
  match.policy.set_host_delay_max_micros(kHostDelayMax.count());
  return match;
}

SeatPreferences PreferencesOf(const v1::Hello& hello) {
  return {.wants_legal_actions = hello.wants_legal_actions(), .wants_events_at_once = hello.wants_events_at_once()};
}

}  // namespace

absl::StatusOr<std::unique_ptr<CheckGame>> CheckGame::Create(const std::string& game_id, const CheckGameSpec& spec,
                                                             std::uint64_t seed, const v1::Hello& hello, Faults& faults,
                                                             Micros now) {
  Random random(seed);
  FLAGFALL_ASSIGN_OR_RETURN(const MatchSpec match_spec, SpecOf(game_id, spec, hello, random));
  FLAGFALL_ASSIGN_OR_RETURN(std::unique_ptr<Game> game, NewGame(match_spec.ruleset, match_spec.seed));
  FLAGFALL_ASSIGN_OR_RETURN(std::unique_ptr<Match> match, Match::Create(match_spec, now));
  std::unique_ptr<CheckGame> created(
      new CheckGame(game_id, spec, random(), faults, std::move(match), std::move(game), now));
  created->match_->Connected(OpponentOf(spec.side), {}, now);
  created->BotConnected(hello, now);
  return created;
}

CheckGame::CheckGame(std::string game_id, CheckGameSpec spec, std::uint64_t seed, Faults& faults,
                     std::unique_ptr<Match> match, std::unique_ptr<Game> game, Micros began_at)
    : game_id_(std::move(game_id)),
      spec_(std::move(spec)),
      faults_(faults),
      match_(std::move(match)),
      game_(std::move(game)),
      random_(seed),
      times_{.began_at = began_at} {}

void CheckGame::BotDisconnected(Micros now) {
  match_->Disconnected(spec_.side, /*for_good=*/false, now);
  messages_.clear();
  Pump(now);
}

void CheckGame::BotConnected(const v1::Hello& hello, Micros now) {
  match_->Connected(spec_.side, PreferencesOf(hello), now);
  Pump(now);
}

void CheckGame::DecisionSent(std::uint32_t decision, Micros now) {
  if (decision == open_decision_) decision_sent_at_ = now;
  match_->DecisionSent(spec_.side, decision, now);
  Pump(now);
}

void CheckGame::OnRequest(const v1::PlayRequest& request, Micros now) {
  if (request.has_act()) {
    OnAct(request.act(), now);
  } else if (request.has_resign()) {
    match_->Resigned(spec_.side, now);
  } else if (request.has_offer_draw()) {
    match_->OfferedDraw(spec_.side, now);
    if (accepts_draws_) match_->AcceptedDraw(OpponentOf(spec_.side), now);
  } else if (request.has_accept_draw()) {
    match_->AcceptedDraw(spec_.side, now);
  }
  Pump(now);
}

bool CheckGame::IsRepeated(const v1::Act& act) const {
  return act.decision() == last_act_.decision() && !answers_.empty() &&
         act.action().SerializeAsString() == last_act_.action().SerializeAsString();
}

void CheckGame::OnAct(const v1::Act& act, Micros now) {
  if (match_->IsOver() || IsRepeated(act)) return;
  if (open_decision_ == 0) {
    return faults_.Note(Fault::kWrongDecision, absl::StrCat(Describe(), ": it answered decision ", act.decision(),
                                                            " while it had nothing to decide"));
  }
  if (loses_next_action_) {
    loses_next_action_ = false;
    has_lost_action_ = true;
    return;
  }
  if (act.decision() != open_decision_) {
    faults_.Note(Fault::kWrongDecision, absl::StrCat(Describe(), ": it answered decision ", act.decision()));
  }
  v1::Act mended = act;
  mended.set_decision(open_decision_);
  const std::size_t bytes = act.action().ByteSizeLong();
  const absl::Status status = bytes > kActionBytesMax
                                  ? absl::InvalidArgumentError(absl::StrCat("R10.3: ", bytes, " bytes"))
                                  : game_->Act(spec_.side, act.action()).status();
  if (!status.ok()) {
    faults_.Note(Fault::kIllegalAction, absl::StrCat(Describe(), ": ", status.message()));
    *mended.mutable_action() = game_->Sample(spec_.side, random_);
    if (!game_->Act(spec_.side, mended.action()).ok()) return;
  }
  last_act_ = act;
  times_.slowest_answer = std::max(times_.slowest_answer, now - decision_sent_at_.value_or(now));
  ++answers_[open_kind_];
  open_decision_ = 0;
  // The answer may be taken out of the queue before the news that its decision was sent.
  match_->DecisionSent(spec_.side, mended.decision(), now);
  match_->Acted(spec_.side, mended, now, Micros(0));
}

void CheckGame::TimePassed(Micros now) {
  match_->TimePassed(now, Micros(0));
  Pump(now);
}

void CheckGame::HoldOpponent(bool is_held, Micros now) {
  is_held_ = is_held;
  Pump(now);
}

void CheckGame::OpponentResigns(Micros now) {
  match_->Resigned(OpponentOf(spec_.side), now);
  Pump(now);
}

void CheckGame::OpponentOffersDraw(Micros now) {
  match_->OfferedDraw(OpponentOf(spec_.side), now);
  Pump(now);
}

void CheckGame::Abort(Micros now) {
  match_->Aborted(MakeOutcome(v1::RESULT_VOID, v1::REASON_ABORTED_BY_HOST, "the host has ended the game"), now);
  Pump(now);
}

void CheckGame::EndAs(v1::Result result, v1::Reason reason, Micros now) {
  SetMessageEditor([reason](v1::PlayResponse& response) {
    if (response.has_game_over()) response.mutable_game_over()->mutable_outcome()->set_reason(reason);
  });
  match_->Aborted(MakeOutcome(result, v1::REASON_ABORTED_BY_HOST, ""), now);
  Pump(now);
}

void CheckGame::Pump(Micros now) {
  std::vector<SeatMessage> taken;
  do {
    if (opponent_decision_ != 0 && !is_held_) OpponentActs(now);
    taken.clear();
    match_->TakeMessages(taken);
    for (SeatMessage& message : taken) {
      if (message.side == spec_.side) {
        KeepForBot(std::move(message));
      } else if (message.decision != 0) {
        opponent_decision_ = message.decision;
      }
    }
  } while (!taken.empty() || (opponent_decision_ != 0 && !is_held_ && !match_->IsOver()));
}

void CheckGame::KeepForBot(SeatMessage message) {
  const v1::PlayResponse& response = message.message;
  const v1::DecisionRequired* decision = response.has_decision_required() ? &response.decision_required()
                                         : response.game_resumed().has_decision_required()
                                             ? &response.game_resumed().decision_required()
                                             : nullptr;
  if (response.has_game_over()) open_decision_ = 0;
  if (decision != nullptr) {
    open_decision_ = decision->decision();
    open_kind_ = decision->kind();
    decision_sent_at_.reset();
    const Micros clock(spec_.side == v1::SIDE_RED ? decision->red_clock_micros() : decision->blue_clock_micros());
    if (open_kind_ != v1::DECISION_KIND_SET_UP)
      times_.least_clock = std::min(clock, times_.least_clock.value_or(clock));
  }
  if (edit_message_) edit_message_(message.message);
  messages_.push_back(std::move(message));
}

void CheckGame::OpponentActs(Micros now) {
  v1::Act act;
  act.set_game_id(game_id_);
  act.set_decision(std::exchange(opponent_decision_, 0));
  if (match_->IsOver()) return;
  const v1::Side side = OpponentOf(spec_.side);
  *act.mutable_action() = ChooseForOpponent();
  if (!game_->Act(side, act.action()).ok()) return;
  match_->DecisionSent(side, act.decision(), now);
  match_->Acted(side, act, now, Micros(0));
}

v1::Action CheckGame::ChooseForOpponent() {
  const v1::Side side = OpponentOf(spec_.side);
  v1::Action action = game_->Sample(side, random_);
  for (int tried_count = 0; spec_.is_peaceful && tried_count < kPeacefulTries; ++tried_count) {
    const std::unique_ptr<Game> tried = game_->Clone();
    if (tried->Act(side, action).ok() && !tried->Outcome().has_value() &&
        (tried->Progress().plies == 0 || tried->Progress().plies_since_capture > 0)) {
      break;
    }
    action = game_->Sample(side, random_);
  }
  return action;
}

void CheckGame::TakeMessages(std::vector<SeatMessage>& messages) {
  for (SeatMessage& message : messages_) messages.push_back(std::move(message));
  messages_.clear();
}

int CheckGame::answered() const {
  int count = 0;
  for (const auto& [kind, answers] : answers_) count += answers;
  return count;
}

bool CheckGame::HasWon() const { return is_over() && outcome().result() == WinFor(spec_.side); }

std::optional<v1::DecisionKind> CheckGame::open() const {
  if (open_decision_ == 0) return std::nullopt;
  return open_kind_;
}

Micros CheckGame::clock_began() const {
  const bool is_of_decision =
      match_->Record().time_control().per_ply_micros() > 0 || open_kind_ == v1::DECISION_KIND_SET_UP;
  return is_of_decision ? decision_sent_at_.value_or(times_.began_at) : times_.began_at;
}

std::string CheckGame::Describe() const {
  if (open_decision_ == 0)
    return absl::StrCat(spec_.ruleset, " as ", SideName(spec_.side), ", after ", Counted(plies(), "ply", "plies"));
  return absl::StrCat(spec_.ruleset, " as ", SideName(spec_.side), ", decision ", open_decision_, " (",
                      DecisionName(open_kind_), ")");
}

std::string CheckGame::Summary() const {
  const std::string ending =
      is_over() ? absl::StrCat(", ", EnumWord(outcome().result()), " by ", EnumWord(outcome().reason())) : "";
  return absl::StrCat(Counted(plies(), "ply", "plies"), ending);
}

}  // namespace flagfall::arena::checker
