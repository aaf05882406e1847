#include "arena/checker/hall.h"

#include <algorithm>
#include <utility>

#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"
#include "arena/checker/bot_line.h"
#include "referee/base/counted.h"
#include "referee/base/status_macros.h"
#include "referee/match/limits.h"
#include "referee/match/messages.h"
#include "referee/service/hello.h"
#include "referee/service/limits.h"
#include "referee/service/play_request.h"

namespace flagfall::arena::checker {
namespace {

// What a bot gets to answer before a game that a step has no more use for is ended.
constexpr Micros kFinishesWithin = std::chrono::seconds(3);
// How often the request to stop is looked at.
constexpr Micros kLook = std::chrono::milliseconds(200);
constexpr absl::string_view kGamePrefix = "check-";

}  // namespace

Hall::Hall(LaunchPlan plan, std::uint64_t seed, Micros end, std::stop_token stop)
    : door_(plan.socket_path, plan.sandbox.mode != SandboxMode::kNone, inbox_),
      bot_(std::move(plan), inbox_),
      end_(end),
      stop_(std::move(stop)),
      random_(seed) {}

Hall::~Hall() { StopBot(); }

absl::Status Hall::Start(const std::string& options_json) {
  StopBot();
  FLAGFALL_RETURN_IF_ERROR(door_.Open());
  refusal_ = absl::OkStatus();
  arrival_ = {.started_at = SteadyNow()};
  has_exited_ = false;
  dials_ = 0;
  return bot_.Start(options_json);
}

void Hall::StopBot() {
  if (line_ != nullptr) line_->Cut();
  line_ = nullptr;
  is_welcome_ = false;
  tables_.clear();
  bot_.Stop();
}

absl::Status Hall::AwaitHello() {
  const auto is_decided = [this] {
    return IsWelcome() || (arrival_.opened_at.has_value() && !arrival_.has_right_token) || arrival_.said_at.has_value();
  };
  FLAGFALL_RETURN_IF_ERROR(RunUntil(is_decided, kComesWithin));
  if (IsWelcome()) return absl::OkStatus();
  return absl::FailedPreconditionError("it was not welcome");
}

std::string Hall::HowItEnded() const {
  const std::string words = bot_.LastWords();
  return absl::StrCat("its process ", exit_detail_, words.empty() ? "" : absl::StrCat("; it had printed: ", words));
}

absl::Status Hall::RunUntil(const std::function<bool()>& condition, Micros limit) {
  const Micros deadline = std::min(SteadyNow() + limit, end_);
  for (;;) {
    Settle();
    if (condition()) return absl::OkStatus();
    if (has_exited_) return absl::UnavailableError(HowItEnded());
    if (stop_.stop_requested()) return absl::CancelledError("the check was stopped");
    const Micros now = SteadyNow();
    if (now >= deadline) {
      return absl::DeadlineExceededError(absl::StrCat(Waiting(), " for ", limit / std::chrono::milliseconds(1), " ms"));
    }
    const std::optional<Happening> happening = inbox_.TakeUntil(NextDeadline(std::min(deadline, now + kLook)));
    // What came in before is read by now, so that what is due is not moved by what may still come.
    const Micros read = happening.has_value() ? happening->at : SteadyNow();
    for (const auto& table : tables_) {
      if (const auto due = table->NextDeadline(); due.has_value() && *due <= read) table->TimePassed(read);
    }
    if (happening.has_value()) Handle(*happening);
  }
}

void Hall::RunFor(Micros time) {
  const Micros end = SteadyNow() + time;
  RunUntil([end] { return SteadyNow() >= end; }, time + kLook).IgnoreError();
}

Micros Hall::NextDeadline(Micros limit) const {
  for (const auto& table : tables_) {
    if (const auto due = table->NextDeadline(); due.has_value()) limit = std::min(limit, *due);
  }
  return limit;
}

std::string Hall::Waiting() const {
  if (!arrival_.opened_at.has_value()) return "it did not dial in";
  if (!arrival_.said_at.has_value()) return "it opened a stream and said nothing";
  if (!IsWelcome()) return "it did not dial in again and say hello";
  for (const auto& table : tables_) {
    if (!table->is_over() && table->open().has_value()) return absl::StrCat("no answer to ", table->Where());
  }
  return "nothing came";
}

absl::StatusOr<Table*> Hall::Seat(const TableSpec& spec) {
  const std::string id = absl::StrCat(kGamePrefix, ++games_);
  bot_.GrantOutput();
  FLAGFALL_ASSIGN_OR_RETURN(std::unique_ptr<Table> table,
                            Table::Create(id, spec, random_(), hello_, faults_, SteadyNow()));
  tables_.push_back(std::move(table));
  Settle();
  return tables_.back().get();
}

void Hall::FinishGames() {
  for (const auto& table : tables_) table->HoldOpponent(true, SteadyNow());
  const auto is_quiet = [](const auto& table) { return table->is_over() || !table->open().has_value(); };
  if (IsWelcome()) {
    RunUntil([&] { return std::all_of(tables_.begin(), tables_.end(), is_quiet); }, kFinishesWithin).IgnoreError();
  }
  for (const auto& table : tables_) table->OpponentResigns(SteadyNow());
  Settle();
}

void Hall::ClearTables() {
  FinishGames();
  tables_.clear();
}

void Hall::Settle() {
  std::vector<BotMessage> messages;
  for (const auto& table : tables_) {
    messages.clear();
    table->TakeMessages(messages);
    if (!IsWelcome()) continue;
    for (const BotMessage& message : messages) {
      budget_->Earn();
      line_->Send(message.response, table->id(), message.decision);
    }
  }
}

void Hall::Say(const v1::PlayResponse& response) {
  if (!IsWelcome()) return;
  budget_->Earn();
  line_->Send(response);
}

void Hall::CutLine() {
  if (line_ == nullptr) return;
  line_->Cut();
  LeaveTables(SteadyNow());
}

void Hall::EndLine(const absl::Status& status) {
  if (line_ == nullptr) return;
  line_->End(status);
  LeaveTables(SteadyNow());
}

void Hall::LeaveTables(Micros at) {
  line_ = nullptr;
  is_welcome_ = false;
  for (const auto& table : tables_) table->BotLeft(at);
}

void Hall::NoteMemory() { peak_memory_ = std::max(peak_memory_, bot_.MeasureUsage().memory_bytes); }

void Hall::Handle(const Happening& happening) {
  switch (happening.kind) {
    case Happening::Kind::kOpened:
      return OnOpened(happening);
    case Happening::Kind::kSaid:
    case Happening::Kind::kUndecodable:
      return OnSaid(happening);
    case Happening::Kind::kHandedOver:
      if (Table* table = Find(happening.game_id)) table->HandedOver(happening.decision, happening.at);
      return;
    case Happening::Kind::kClosed:
      if (happening.line == line_ && line_ != nullptr) LeaveTables(happening.at);
      return;
    case Happening::Kind::kExited:
      if (happening.life != bot_.life()) return;
      has_exited_ = true;
      exit_detail_ = happening.detail;
      LeaveTables(happening.at);
      return;
  }
}

void Hall::OnOpened(const Happening& happening) {
  // A stream of a process that was ended; its token is void.
  const bool has_right_token = happening.line->token() == bot_.token();
  if (!has_right_token && (arrival_.opened_at.has_value() || happening.at < arrival_.started_at)) {
    return happening.line->End(absl::UnauthenticatedError("no bot is admitted with this token"));
  }
  ++dials_;
  if (!arrival_.opened_at.has_value()) {
    arrival_.opened_at = happening.at;
    arrival_.has_right_token = has_right_token;
  }
  if (!has_right_token) return happening.line->End(absl::UnauthenticatedError("no bot is admitted with this token"));
  if (!refusal_.ok()) return happening.line->End(refusal_);
  if (line_ != nullptr) {
    faults_.Note(Fault::kSecondHello, "it opened a second stream while its first was open");
    line_->End(absl::AbortedError("the bot has opened a second stream with its token"));
    LeaveTables(happening.at);
  }
  line_ = happening.line;
  budget_.emplace(limits::kMessageBurst, limits::kMessagesPerSecond, happening.at);
  is_flooding_ = false;
}

void Hall::OnSaid(const Happening& happening) {
  if (happening.line != line_ || line_ == nullptr) return;
  const bool is_decodable = happening.kind == Happening::Kind::kSaid;
  if (!is_decodable) {
    faults_.Note(Fault::kUndecodable,
                 absl::StrCat("a message of ", Counted(happening.bytes, "byte"), " cannot be decoded"));
  }
  if (happening.bytes > limits::kMessageBytes) {
    faults_.Note(Fault::kTooLong, absl::StrCat("a message of ", happening.bytes, " bytes"));
  }
  if (!budget_->Spend(happening.at)) {
    if (!std::exchange(is_flooding_, true)) {
      faults_.Note(Fault::kTooMany, absl::StrCat("more than ", limits::kMessageBurst, " messages ahead and ",
                                                 limits::kMessagesPerSecond, " a second"));
    }
    // The game goes on, and nothing else is answered.
    if (is_welcome_ && !happening.request.has_act()) return;
  }
  if (!is_welcome_) return OnFirst(happening);
  if (is_decodable) OnRequest(happening.request, happening.at);
}

void Hall::OnFirst(const Happening& happening) {
  if (!arrival_.said_at.has_value()) {
    arrival_.said_at = happening.at;
    arrival_.is_decodable = happening.kind == Happening::Kind::kSaid;
    arrival_.first_request = happening.request;
  }
  const v1::PlayRequest& request = happening.request;
  absl::Status status = request.has_hello() ? CheckHello(request.hello())
                                            : absl::FailedPreconditionError("the first message must be hello");
  arrival_.hello = status;
  if (!status.ok()) return EndLine(status);
  hello_ = request.hello();
  is_welcome_ = true;
  v1::PlayResponse welcome;
  *welcome.mutable_welcome() = MakeWelcome();
  Say(welcome);
  for (const auto& table : tables_) {
    if (!table->is_over()) table->BotCame(hello_, happening.at);
  }
}

void Hall::OnRequest(const v1::PlayRequest& request, Micros at) {
  if (request.has_hello() || request.message_case() == v1::PlayRequest::MESSAGE_NOT_SET) {
    return faults_.Note(Fault::kSecondHello, request.has_hello() ? "it said hello again on the same stream"
                                                                 : "it sent a message without content");
  }
  if (request.has_pong()) last_pong_ = request.pong().nonce();
  if (request.has_ping() && IsWelcome()) {
    v1::PlayResponse response;
    response.mutable_pong()->set_nonce(request.ping().nonce());
    line_->Send(response);
  }
  if (const std::string* game_id = GameIdOf(request)) OnGameRequest(*game_id, request, at);
}

void Hall::OnGameRequest(const std::string& game_id, const v1::PlayRequest& request, Micros at) {
  if (request.act().comment().size() > kCommentBytesMax) {
    faults_.Note(Fault::kLongComment, absl::StrCat("a comment of ", request.act().comment().size(), " bytes"));
  }
  if (Table* table = Find(game_id); table != nullptr && !table->is_over()) return table->Hear(request, at);
  absl::string_view number = game_id;
  std::uint64_t game = 0;
  const bool was_played =
      absl::ConsumePrefix(&number, kGamePrefix) && absl::SimpleAtoi(number, &game) && game <= games_;
  if (!was_played) {
    faults_.Note(Fault::kUnknownGame,
                 absl::StrCat("a message for the game \"", game_id.substr(0, 40), "\", which there never was"));
  }
  TellUnknownGame(game_id.substr(0, kGameIdBytesMax), request.act().decision());
}

void Hall::TellUnknownGame(const std::string& game_id, std::uint32_t decision) {
  line_->Send(MakeGameError(game_id, v1::GameError::CODE_UNKNOWN_GAME, decision, "",
                            "this bot plays no game of that id now: it is over, or it never began"));
}

Table* Hall::Find(const std::string& game_id) const {
  for (const auto& table : tables_) {
    if (table->id() == game_id) return table.get();
  }
  return nullptr;
}

}  // namespace flagfall::arena::checker
