// What a power cut leaves of a file.
//
// The file is what was durable, with those of the later changes that the cut keeps. A change is cut into its sectors of
// 512 bytes, each of which is kept or lost by itself, so that later ones may be there and earlier ones not. A sector
// may also be torn, so that only its first bytes are written, or hold anything at all where it was to be changed.
// Nothing else changes: SQLite relies on it that a cut harms only the bytes that were being written
// (SQLITE_IOCAP_POWERSAFE_OVERWRITE), as every file system does that Debian installs on.
#include "tests/power_cuts/disk.h"

#include <algorithm>
#include <utility>

namespace flagfall::power_cuts {
namespace {

constexpr std::size_t kSectorBytes = 512;

void PutAt(std::string& file, std::size_t offset, const char* data, std::size_t size) {
  if (file.size() < offset + size) file.resize(offset + size);
  file.replace(offset, size, data, size);
}

void ApplyAll(std::string& file, const std::vector<Disk::Node::Change>& changes) {
  for (const Disk::Node::Change& change : changes) {
    if (change.kind == Disk::Node::Change::Kind::kTruncate) {
      file.resize(change.offset);
    } else {
      PutAt(file, change.offset, change.data.data(), change.data.size());
    }
  }
}

bool Holds(const std::string& file, std::size_t offset, const char* data, std::size_t size) {
  return offset <= file.size() && file.compare(offset, size, data, size) == 0;
}

// How much a cut keeps, per mille.
struct Mercy {
  unsigned kept = 0;
  unsigned torn = 0;
  unsigned scrambled = 0;
};

Mercy DrawMercy(std::mt19937_64& random) {
  switch (random() % 6) {
    case 0:
      return {};
    case 1:
      return {.kept = 1000};
    case 2:
      return {.kept = 950, .torn = 30};
    case 3:
      return {.kept = 500, .torn = 100, .scrambled = 50};
    case 4:
      return {.kept = 50, .torn = 50};
    default:
      return {.kept = 900, .torn = 50, .scrambled = 50};
  }
}

void ApplySome(std::string& file, const Disk::Node::Change& change, const Mercy& mercy, std::mt19937_64& random) {
  const std::size_t end = change.offset + change.data.size();
  for (std::size_t begin = change.offset; begin < end;) {
    const std::size_t next = std::min(end, (begin / kSectorBytes + 1) * kSectorBytes);
    const char* const data = change.data.data() + (begin - change.offset);
    const auto fate = random() % 1000;
    if (fate < mercy.kept) {
      PutAt(file, begin, data, next - begin);
    } else if (fate < mercy.kept + mercy.torn) {
      PutAt(file, begin, data, random() % (next - begin));
    } else if (fate < mercy.kept + mercy.torn + mercy.scrambled && !Holds(file, begin, data, next - begin)) {
      std::string noise(next - begin, '\0');
      for (char& byte : noise) byte = static_cast<char>(random());
      PutAt(file, begin, noise.data(), noise.size());
    }
    begin = next;
  }
}

// Returns what is left of the file.
std::string Survivors(const Disk::Node& node, std::mt19937_64& random) {
  std::string file = node.durable;
  const Mercy mercy = DrawMercy(random);
  for (const Disk::Node::Change& change : node.pending) {
    if (change.kind == Disk::Node::Change::Kind::kWrite) {
      ApplySome(file, change, mercy, random);
    } else if (random() % 1000 < mercy.kept) {
      file.resize(change.offset);
    }
  }
  // The size may be written before the data.
  if (!node.pending.empty() && file.size() < node.now.size() && random() % 8 == 0) file.resize(node.now.size());
  return file;
}

// Whether the process does not live on.
bool IsEnd(const Fault& fault) { return fault.kind == FaultKind::kPowerCut || fault.kind == FaultKind::kKill; }

bool MayHappenAt(const Fault& fault, Operation operation) {
  switch (fault.kind) {
    case FaultKind::kPowerCut:
    case FaultKind::kKill:
      return operation == Operation::kSync || (operation == Operation::kChange && !fault.is_at_sync);
    case FaultKind::kReadError:
      return operation == Operation::kRead;
    case FaultKind::kSyncError:
      return operation == Operation::kSync;
    default:
      return operation == Operation::kChange;
  }
}

bool EndsWith(const std::string& text, const std::string& end) {
  return !end.empty() && text.size() >= end.size() && text.compare(text.size() - end.size(), end.size(), end) == 0;
}

}  // namespace

void Disk::CopyFile(const Disk& other, const std::string& name, const std::string& as) {
  const std::string& content = other.names_.at(name)->now;
  names_[as] = std::make_shared<Node>(Node{.now = content, .durable = content, .pending = {}, .is_new = false});
  durable_names_[as] = names_[as];
}

const Fault* Disk::Count(Operation operation) {
  if (is_quiet_) return nullptr;
  if (operation == Operation::kChange) ++operations_;
  const Fault* happens = nullptr;
  std::size_t at = 0;
  while (at < armed_.size()) {
    Armed& armed = armed_[at];
    if (!MayHappenAt(armed.fault, operation) || happens != nullptr || armed.left-- > 0) {
      ++at;
      continue;
    }
    happened_.push_back(armed.fault);
    happens = &happened_.back();
    armed_.erase(armed_.begin() + static_cast<std::ptrdiff_t>(at));
  }
  return happens;
}

std::size_t Disk::Used() const {
  std::size_t used = 0;
  for (const auto& [name, node] : names_) used += node->now.size();
  return used;
}

Disk::Error Disk::Open(const std::string& name, bool creates, NodePtr& node) {
  if (!is_on_) return Error::kIo;
  const auto found = names_.find(name);
  if (found != names_.end()) {
    node = found->second;
    return Error::kNone;
  }
  if (!creates) return Error::kNoFile;
  const Fault* const fault = Count(Operation::kChange);
  if (fault != nullptr && fault->kind == FaultKind::kWriteError) return Error::kIo;
  node = names_[name] = std::make_shared<Node>();
  if (fault == nullptr) return Error::kNone;
  End(*fault);
  return Error::kIo;
}

Disk::Error Disk::Read(const Node& node, std::size_t offset, std::size_t size, char* data, std::size_t& read) {
  if (!is_on_ || Count(Operation::kRead) != nullptr) return Error::kIo;
  read = offset < node.now.size() ? std::min(size, node.now.size() - offset) : 0;
  node.now.copy(data, read, offset < node.now.size() ? offset : 0);
  return Error::kNone;
}

Disk::Error Disk::Write(Node& node, std::size_t offset, const std::string& data) {
  if (!is_on_) return Error::kIo;
  const Fault* const fault = Count(Operation::kChange);
  std::size_t written = data.size();
  const std::size_t end = offset + data.size();
  const std::size_t growth = end > node.now.size() ? end - node.now.size() : 0;
  const bool is_full = space_ != kNoLimit && growth > 0 && Used() + growth > space_;
  if (is_full) written -= std::min(written, Used() + growth - space_);
  if (fault != nullptr && fault->kind == FaultKind::kWriteError) written = fault->seed % (data.size() + 1);
  if (written > 0) {
    PutAt(node.now, offset, data.data(), written);
    node.pending.push_back({.kind = Node::Change::Kind::kWrite, .offset = offset, .data = data.substr(0, written)});
  }
  if (fault != nullptr && IsEnd(*fault)) {
    End(*fault);
    return Error::kIo;
  }
  if (lies_.hides_errors) return Error::kNone;
  if (fault != nullptr) return Error::kIo;
  return is_full ? Error::kFull : Error::kNone;
}

Disk::Error Disk::Truncate(Node& node, std::size_t size) {
  if (!is_on_) return Error::kIo;
  const Fault* const fault = Count(Operation::kChange);
  if (fault != nullptr && fault->kind == FaultKind::kWriteError) return Error::kIo;
  node.now.resize(size);
  node.pending.push_back({.kind = Node::Change::Kind::kTruncate, .offset = size, .data = {}});
  if (fault == nullptr) return Error::kNone;
  End(*fault);
  return Error::kIo;
}

Disk::Error Disk::Sync(const std::string& name, Node& node) {
  if (!is_on_) return Error::kIo;
  const Fault* const fault = Count(Operation::kSync);
  if (fault != nullptr && IsEnd(*fault)) {
    End(*fault);
    return Error::kIo;
  }
  if (fault != nullptr) {
    std::mt19937_64 random(fault->seed);
    node.durable = Survivors(node, random);
    node.pending.clear();
    return Error::kIo;
  }
  if (EndsWith(name, lies_.unsynced_suffix)) return Error::kNone;
  ApplyAll(node.durable, node.pending);
  node.pending.clear();
  if (node.is_new) SyncNames();
  return Error::kNone;
}

Disk::Error Disk::Delete(const std::string& name, bool syncs_folder) {
  if (!is_on_) return Error::kIo;
  if (!Exists(name)) return Error::kNoFile;
  const Fault* const fault = Count(Operation::kChange);
  if (fault != nullptr && fault->kind == FaultKind::kWriteError) return Error::kIo;
  names_.erase(name);
  if (fault != nullptr) {
    End(*fault);
    return Error::kIo;
  }
  if (syncs_folder) SyncNames();
  return Error::kNone;
}

void Disk::SyncNames() {
  if (lies_.forgets_names) return;
  durable_names_ = names_;
  for (const auto& [name, node] : names_) node->is_new = false;
}

void Disk::Arm(const Fault& fault) {
  if (fault.kind == FaultKind::kDiskFull) {
    happened_.push_back(fault);
    space_ = Used() + fault.operation;
    return;
  }
  armed_.push_back({.fault = fault, .left = fault.operation});
}

void Disk::Disarm() {
  armed_.clear();
  FreeSpace();
}

void Disk::End(const Fault& fault) {
  is_on_ = false;
  if (fault.kind == FaultKind::kPowerCut) CutPower(fault.seed);
}

void Disk::CutPower(std::uint64_t seed) {
  std::mt19937_64 random(seed);
  std::map<std::string, NodePtr> left = durable_names_;
  // Names that were made or deleted since the folder was synced are there or not.
  for (const auto& [name, node] : names_) {
    NodePtr& durable = left[name];
    if (durable != node && random() % 2 == 0) durable = node;
    if (durable == nullptr) left.erase(name);
  }
  for (const auto& [name, node] : durable_names_) {
    if (names_.count(name) == 0 && random() % 2 == 0) left.erase(name);
  }
  names_.clear();
  // Copies, because files of before the cut may still be open.
  for (const auto& [name, node] : left) {
    const std::string content = Survivors(*node, random);
    names_[name] = std::make_shared<Node>(Node{.now = content, .durable = content, .pending = {}, .is_new = false});
  }
  durable_names_ = names_;
}

void Disk::Boot() {
  is_on_ = true;
  ++boots_;
  FreeSpace();
}

}  // namespace flagfall::power_cuts
