#include "arena/cli/run_display.h"

#include <chrono>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "arena/base/names.h"
#include "arena/cli/messages.h"

namespace flagfall::arena {
namespace {

using std::chrono::steady_clock;

std::string Winner(const GameNews& news) {
  switch (news.outcome.result()) {
    case v1::RESULT_RED_WINS:
      return absl::StrCat(news.red, " wins");
    case v1::RESULT_BLUE_WINS:
      return absl::StrCat(news.blue, " wins");
    default:
      return ResultName(news.outcome.result());
  }
}

std::string LineOf(const GameNews& news, const RunProgress& progress) {
  std::string line =
      absl::StrCat(progress.stored, "/", progress.total, "  ", news.game_id, "  ", news.red, " - ", news.blue, ": ",
                   Winner(news), ", ", ReasonName(news.outcome.reason()), ", ", news.plies, " plies");
  if (news.rating.has_value()) absl::StrAppend(&line, ", Elo of Red ", EloChangeText(InElo(news.rating->change)));
  if (news.outcome.result() == v1::RESULT_VOID) absl::StrAppend(&line, ", to be played again");
  return Printable(line);
}

v1::GameSummary MessageOf(const GameNews& news) {
  v1::GameSummary message;
  message.set_game_id(news.game_id);
  message.set_red(news.red);
  message.set_blue(news.blue);
  *message.mutable_outcome() = news.outcome;
  message.set_plies(news.plies);
  message.set_attempt(news.attempt);
  if (news.rating.has_value()) {
    message.mutable_rating()->set_pool(news.rating->pool);
    message.mutable_rating()->set_red_elo_before(InElo(news.rating->red_before));
    message.mutable_rating()->set_blue_elo_before(InElo(news.rating->blue_before));
    message.mutable_rating()->set_red_elo_change(InElo(news.rating->change));
  }
  return message;
}

v1::BotUse MessageOf(const UseNews& news) {
  v1::BotUse message;
  message.set_bot(news.bot);
  message.set_cpu_seconds(std::chrono::duration<double>(news.use.cpu).count());
  message.set_memory_bytes_peak(news.use.memory_bytes);
  message.set_processes_peak(static_cast<std::uint32_t>(news.use.processes));
  return message;
}

}  // namespace

RunObserver RunDisplay::Observer() {
  return {.on_begin = [this](const RunProgress& progress) { OnBegin(progress); },
          .on_game = [this](const GameNews& news, const RunProgress& progress) { OnGame(news, progress); },
          .on_use = [this](const UseNews& news) { uses_.push_back(news); },
          .on_notice = [this](const std::string& notice) { OnNotice(notice); }};
}

void RunDisplay::Finish() {
  bar_.reset();
  std::vector<std::vector<std::string>> rows = {{"bot", "CPU s", "memory MiB", "processes"}};
  for (const UseNews& news : uses_) {
    const v1::BotUse message = MessageOf(news);
    if (console_.json) PrintJson(message, console_.out);
    rows.push_back({message.bot(), absl::StrFormat("%.2f", message.cpu_seconds()),
                    absl::StrCat(message.memory_bytes_peak() >> 20), absl::StrCat(message.processes_peak())});
  }
  if (!console_.json && !uses_.empty()) console_.out << "\n" << FormatTable(rows);
}

void RunDisplay::OnBegin(const RunProgress& progress) {
  progress_ = progress;
  if (console_.is_terminal && !console_.json) {
    bar_.emplace(console_.out, progress.stored, progress.total, steady_clock::now());
  }
}

void RunDisplay::OnGame(const GameNews& news, const RunProgress& progress) {
  progress_ = progress;
  if (console_.json) {
    PrintJson(MessageOf(news), console_.out);
  } else if (bar_.has_value()) {
    bar_->Update(progress.stored, steady_clock::now());
  } else {
    console_.out << LineOf(news, progress) << std::endl;
  }
}

void RunDisplay::OnNotice(const std::string& notice) {
  if (bar_.has_value()) {
    bar_->Print(Printable(notice));
  } else {
    console_.err << "flagfall: " << Printable(notice) << std::endl;
  }
}

}  // namespace flagfall::arena
