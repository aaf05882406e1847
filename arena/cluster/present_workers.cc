#include "arena/cluster/present_workers.h"

namespace flagfall::arena::cluster {

void PresentWorkers::NoteAsking(const WorkerProcess& process, const v1::Worker& worker, Micros now) {
  if (workers_.size() < kMax || workers_.contains(process)) workers_[process] = {.worker = worker, .heard = now};
}

void PresentWorkers::NoteHeard(const WorkerProcess& process, Micros now) {
  const auto found = workers_.find(process);
  if (found != workers_.end()) found->second.heard = now;
}

std::map<WorkerProcess, const v1::Worker*> PresentWorkers::At(Micros now) {
  std::erase_if(workers_, [&](const auto& entry) { return now - entry.second.heard > kept_; });
  std::map<WorkerProcess, const v1::Worker*> present;
  for (const auto& [process, one] : workers_) present[process] = &one.worker;
  return present;
}

}  // namespace flagfall::arena::cluster
