// How each fault of a plan is brought about.
#include "absl/strings/str_cat.h"
#include "tests/power_cuts/fault.h"
#include "tests/whole_host/server.h"
#include "tests/whole_host/worker.h"
#include "tests/whole_host/world.h"

namespace flagfall::whole_host {
namespace {

constexpr Micros kWorkerIsBackAfter = std::chrono::seconds(2);

Micros TimeOf(const Fault& fault) { return Micros(static_cast<std::int64_t>(fault.amount)); }

// False where there is no connection.
bool DoToLink(const Fault& fault, Micros now, BotProgram& program) {
  if (program.link() == nullptr) return false;
  Link& link = *program.link();
  switch (fault.kind) {
    case FaultKind::kCutFromBot:
      link.BreakAfter(Side::kClient, fault.amount);
      return true;
    case FaultKind::kCutFromHost:
      link.BreakAfter(Side::kServer, fault.amount);
      return true;
    case FaultKind::kHalfOpen:
      link.Silence();
      return true;
    case FaultKind::kStall:
      link.Stall(now + TimeOf(fault));
      return true;
    case FaultKind::kNotRead:
      program.ReadNothingFor(TimeOf(fault));
      return true;
    default:
      return false;
  }
}

}  // namespace

void World::Happened(FaultKind kind) {
  ++tally_.faults[kind];
  Note(Name(kind));
}

void World::Do(const Fault& fault) {
  const std::size_t worker = workers_.empty() ? 0 : fault.target % workers_.size();
  switch (fault.kind) {
    case FaultKind::kPowerCut:
    case FaultKind::kKill:
    case FaultKind::kWriteError:
    case FaultKind::kReadError:
    case FaultKind::kSyncError:
    case FaultKind::kDiskFull:
      return DoToDisk(fault);
    case FaultKind::kHostBusy:
    case FaultKind::kStandstill:
      if (server_ == nullptr) return;
      Happened(fault.kind);
      if (fault.kind == FaultKind::kHostBusy) return server_->referee().loop().BeBusy(TimeOf(fault));
      return server_->referee().loop().StandStill(TimeOf(fault));
    case FaultKind::kRestart:
      if (server_ == nullptr) return;
      Happened(fault.kind);
      return EndServer();
    case FaultKind::kWorkerDies:
      if (workers_.empty()) return;
      Happened(fault.kind);
      workers_[worker].reset();
      agenda_.After(kWorkerIsBackAfter,
                    [this, worker] { workers_[worker] = std::make_unique<Worker>(*this, static_cast<int>(worker)); });
      return;
    case FaultKind::kWorkerCutOff:
      if (workers_.empty() || workers_[worker] == nullptr) return;
      Happened(fault.kind);
      return workers_[worker]->CutOffUntil(agenda_.now() + TimeOf(fault));
    case FaultKind::kWorkerLies:
      if (workers_.empty() || workers_[worker] == nullptr) return;
      Happened(fault.kind);
      return workers_[worker]->Lie();
    case FaultKind::kPause:
    case FaultKind::kCancel:
      return DoToTournament(fault);
    default:
      return DoToBot(fault);
  }
}

void World::DoToDisk(const Fault& fault) {
  power_cuts::Fault of_disk{.action = 0, .operation = fault.amount, .is_at_sync = false, .seed = fault.seed};
  of_disk.kind = static_cast<power_cuts::FaultKind>(static_cast<int>(fault.kind));
  of_disk.is_at_sync = fault.seed % 4 == 0 && of_disk.kind <= power_cuts::FaultKind::kKill;
  if (of_disk.is_at_sync) of_disk.operation %= 8;
  disk_.Arm(of_disk);
  Happened(fault.kind);
  if (fault.kind != FaultKind::kDiskFull) return;
  agenda_.After(Micros(static_cast<std::int64_t>(fault.seed % 10'000'000)), [this] { disk_.FreeSpace(); });
}

BotProgram* World::ProgramOf(const std::string& bot) {
  if (const auto remote = remotes_.find(bot); remote != remotes_.end()) return remote->second.get();
  if (server_ == nullptr) return nullptr;
  for (const auto& [id, run] : server_->runs()) {
    if (BotProgram* const program = run->ProgramOf(bot)) return program;
  }
  return nullptr;
}

void World::DoToBot(const Fault& fault) {
  const std::string& name = plan_.bots[BotOf(plan_, fault)].name;
  BotProgram* const program = ProgramOf(name);
  if (program == nullptr) return;
  switch (fault.kind) {
    case FaultKind::kBotHangs:
      program->Hang();
      break;
    case FaultKind::kFlood:
      program->Flood();
      break;
    case FaultKind::kGarbage:
      program->TalkGarbage();
      break;
    case FaultKind::kSecondStream:
      program->DialAgain();
      break;
    case FaultKind::kBotDies:
    case FaultKind::kSupervisorLost:
      if (const auto remote = remotes_.find(name); remote != remotes_.end()) {
        // Whoever runs it starts it again.
        remote->second = Launch(name, "", TokenOf(name), 0);
      } else if (server_ != nullptr) {
        for (const auto& [id, run] : server_->runs()) {
          run->EndProcessOf(name, fault.kind == FaultKind::kSupervisorLost);
        }
      }
      break;
    default:
      if (!DoToLink(fault, agenda_.now(), *program)) return;
  }
  Happened(fault.kind);
}

void World::DoToTournament(const Fault& fault) {
  const std::optional<std::int64_t>& id = ids_[fault.target % ids_.size()];
  if (server_ == nullptr || is_server_ending_ || !id.has_value()) return;
  const absl::Status done = fault.kind == FaultKind::kPause ? server_->Pause(*id) : server_->Cancel(*id);
  if (done.ok()) Happened(fault.kind);
  Note(done.ToString());
}

}  // namespace flagfall::whole_host
