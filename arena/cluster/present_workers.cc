#include "arena/cluster/present_workers.h"

#include <algorithm>

namespace flagfall::arena::cluster {

void PresentWorkers::NoteAsking(const WorkerProcess& process, const v1::Worker& worker, Micros now) {
  if (workers_.size() >= kMax && !workers_.contains(process)) return;
  Present& present = workers_[process];
  present.worker = worker;
  present.heard = now;
}

void PresentWorkers::NoteHeard(const WorkerProcess& process, Micros now) {
  const auto found = workers_.find(process);
  if (found != workers_.end()) found->second.heard = now;
}

std::map<store::WorkerName, Micros> PresentWorkers::HeardLately(Micros now, Micros every) {
  std::map<store::WorkerName, Micros> heard;
  for (auto& [process, one] : workers_) {
    if (one.returned.has_value() && (one.heard <= *one.returned || now - *one.returned < every)) continue;
    one.returned = now;
    Micros& last = heard.try_emplace(process.name, one.heard).first->second;
    last = std::max(last, one.heard);
  }
  return heard;
}

std::map<WorkerProcess, const v1::Worker*> PresentWorkers::At(Micros now) {
  std::erase_if(workers_, [&](const auto& entry) { return now - entry.second.heard > kept_; });
  std::map<WorkerProcess, const v1::Worker*> present;
  for (const auto& [process, one] : workers_) present[process] = &one.worker;
  return present;
}

}  // namespace flagfall::arena::cluster
