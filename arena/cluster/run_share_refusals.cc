// The part of RunShare that says which games a worker cannot play, and which of them nobody can.
#include <algorithm>
#include <set>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "arena/cluster/run_share.h"
#include "arena/runner/games_on_cores.h"
#include "referee/match/time_control_scale.h"

namespace flagfall::arena::cluster {
namespace {

// While games wait, their number is counted again so often.
constexpr std::chrono::seconds kTellAgainAfter{10};
// Of many reasons people are told so many.
constexpr std::size_t kReasonsMax = 3;

std::string GiBText(std::uint64_t bytes) {
  const std::uint64_t tenths = bytes * 10 / (std::uint64_t{1} << 30);
  return absl::StrCat(static_cast<double>(tenths) / 10, " GiB");
}

std::string Joined(const std::set<std::string>& reasons) {
  const std::size_t told = std::min(kReasonsMax, reasons.size());
  std::string text =
      absl::StrJoin(reasons.begin(), std::next(reasons.begin(), static_cast<std::ptrdiff_t>(told)), "; ");
  if (told < reasons.size()) absl::StrAppend(&text, "; and ", reasons.size() - told, " more reasons");
  return text;
}

}  // namespace

std::optional<int> RunShare::IndexOf(absl::string_view bot) const {
  for (std::size_t index = 0; index < run_.bots.size(); ++index) {
    if (run_.bots[index].name() == bot) return static_cast<int>(index);
  }
  return std::nullopt;
}

std::string RunShare::LackFor(std::size_t bot, const v1::Worker& worker) const {
  const bool is_strict = run_.strict[bot];
  if (is_strict && !worker.without_sandbox().empty()) {
    return absl::StrCat("needs a strict sandbox, and the worker has none: ", worker.without_sandbox());
  }
  const std::uint64_t memory = run_.memory_bytes[bot];
  if (worker.memory_bytes() > 0 && memory > worker.memory_bytes()) {
    return absl::StrCat("asks for ", GiBText(memory), " of memory, and the worker has ",
                        GiBText(worker.memory_bytes()));
  }
  const std::uint64_t most = worker.bot_memory_bytes_max();
  if (is_strict && most > 0 && memory > most) {
    return absl::StrCat("gets ", GiBText(memory), " of memory at the server, and the worker gives a bot ",
                        GiBText(most), " at most (--bot-memory-max)");
  }
  return "";
}

Refusal RunShare::RefusalTo(const WorkerProcess& process, const v1::Worker& worker, std::optional<Micros> now) const {
  Refusal refusal;
  troubles_.AddTo(process, now, refusal);
  if (const std::uint32_t reference = run_.tournament.spec.time_control_reference(); reference != 0) {
    const absl::Status scaled = ScaleFor(reference, WholePlies(worker.plies_per_second())).status();
    if (!scaled.ok()) refusal.all = std::string(scaled.message());
  }
  if (worker.cores_for_games() > 0) {
    const bool allows_pondering = tournament::AllowsPondering(run_.tournament.spec);
    const absl::Status fits = runner::GamesOnCores::Check(worker.cores_for_games(), run_.bots, allows_pondering);
    if (!fits.ok()) refusal.all = std::string(fits.message());
  }
  for (std::size_t bot = 0; bot < run_.bots.size(); ++bot) {
    if (run_.bots[bot].IsRemote()) continue;
    if (std::string lack = LackFor(bot, worker); !lack.empty()) refusal.bots[static_cast<int>(bot)] = std::move(lack);
  }
  return refusal;
}

std::string RunShare::WordsOf(const Refusal& refusal) const {
  if (refusal.IsEmpty()) return "";
  if (!refusal.all.empty()) {
    return absl::StrCat("this worker cannot play tournament ", tournament_id(), ": ", refusal.all);
  }
  std::set<std::string> reasons;
  for (const auto& [bot, why] : refusal.bots) {
    reasons.insert(absl::StrCat(run_.bots[static_cast<std::size_t>(bot)].name(), " ", why));
  }
  return absl::StrCat("this worker cannot play all games of tournament ", tournament_id(), ": ", Joined(reasons));
}

coordinator::MachinesSeen RunShare::SeenOf(const std::map<WorkerProcess, const v1::Worker*>& workers) const {
  coordinator::MachinesSeen seen;
  if (workers.empty()) seen.why = "no worker asks for games";
  std::vector<Refusal> refusals;
  for (const auto& [process, worker] : workers) {
    Refusal refusal = RefusalTo(process, *worker, /*now=*/std::nullopt);
    std::set<int> cannot;
    for (int bot = 0; bot < static_cast<int>(run_.bots.size()); ++bot) {
      if (!refusal.all.empty() || refusal.bots.contains(bot)) cannot.insert(bot);
    }
    // All else is of no concern where one can play everything.
    if (cannot.empty()) return {.cannot_play = {{}}, .why = ""};
    seen.cannot_play.insert(std::move(cannot));
    refusals.push_back(std::move(refusal));
  }
  std::set<std::string> of_all;
  std::set<std::string> of_some;
  for (int bot = 0; bot < static_cast<int>(run_.bots.size()); ++bot) {
    const bool can_nobody = std::all_of(seen.cannot_play.begin(), seen.cannot_play.end(),
                                        [bot](const std::set<int>& cannot) { return cannot.contains(bot); });
    for (const Refusal& refusal : refusals) {
      const auto own = refusal.bots.find(bot);
      const std::string& name = run_.bots[static_cast<std::size_t>(bot)].name();
      if (refusal.all.empty() && own == refusal.bots.end()) continue;
      (can_nobody ? of_all : of_some).insert(refusal.all.empty() ? absl::StrCat(name, " ", own->second) : refusal.all);
    }
  }
  // Where each bot can be played somewhere, there are two that no machine can play both.
  if (!workers.empty()) seen.why = Joined(of_all.empty() ? of_some : of_all);
  return seen;
}

void RunShare::TellOf(const std::map<WorkerProcess, const v1::Worker*>& workers, Micros now) {
  coordinator::MachinesSeen seen = SeenOf(workers);
  const bool is_known = seen == told_;
  const bool can_all = seen.cannot_play.contains({});
  if (is_known && (can_all || now - told_at_ < kTellAgainAfter)) return;
  told_ = seen;
  told_at_ = now;
  run_.tell(std::move(seen));
}

}  // namespace flagfall::arena::cluster
