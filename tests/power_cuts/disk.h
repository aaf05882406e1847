#ifndef TESTS_POWER_CUTS_DISK_H_
#define TESTS_POWER_CUTS_DISK_H_

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <random>
#include <string>
#include <vector>

#include "tests/power_cuts/fault.h"

namespace flagfall::power_cuts {

// What a disk does that it should not do, in all of its life; for tests of the tests.
struct DiskLies {
  // Syncs of files whose names end so do nothing, and report success. Empty: no file's.
  std::string unsynced_suffix = {};
  // Names of files are never synced.
  bool forgets_names = false;
  // Writes that fail report success.
  bool hides_errors = false;
};

// A disk in memory that can lose power, and the process that uses it. It keeps apart what is durable and what was
// written since: until a file is synced, a power cut keeps any of its changes and loses any other, sector by sector, in
// any order, also halves of sectors, and it keeps or loses the names of files that were made or deleted since their
// folder was synced.
//
// It answers as Linux does with ext4: a write that fails may have written a part, a sync that fails leaves the changes
// in memory but takes them for written, so that a later sync does not write them.
class Disk {
 public:
  enum class Error { kNone, kIo, kFull, kNoFile };

  // A file, which may have lost its name while it is open.
  struct Node {
    struct Change {
      enum class Kind { kWrite, kTruncate };
      Kind kind = Kind::kWrite;
      // Of the data, or the new size.
      std::size_t offset = 0;
      std::string data;
    };
    std::string now;
    std::string durable;
    std::vector<Change> pending;
    // Whether its name was made since its folder was synced.
    bool is_new = true;
  };
  using NodePtr = std::shared_ptr<Node>;

  explicit Disk(DiskLies lies = {}) : lies_(std::move(lies)) {}

  // Copies a file of another disk as the file `as`, which is durable here with its name.
  void CopyFile(const Disk& other, const std::string& name, const std::string& as);

  // --- For files that are open. Each fails with kIo once the power is off or the process dead. ---

  // Returns the file of that name, or makes it where `creates` is set and it is missing.
  Error Open(const std::string& name, bool creates, NodePtr& node);
  // Reads at most `size` bytes into `data` and returns how many in `read`.
  Error Read(const Node& node, std::size_t offset, std::size_t size, char* data, std::size_t& read);
  Error Write(Node& node, std::size_t offset, const std::string& data);
  Error Truncate(Node& node, std::size_t size);
  // Makes the file's changes durable, and its name where it is new, as SQLite's own file system does with a log.
  Error Sync(const std::string& name, Node& node);
  // Removes the name; durably with `syncs_folder`.
  Error Delete(const std::string& name, bool syncs_folder);
  bool Exists(const std::string& name) const { return names_.count(name) != 0; }

  // --- Faults. ---

  // From now on this happens once, at the operation that it names.
  void Arm(const Fault& fault);
  // Forgets the faults that have not happened, and gives a full disk its space back.
  void Disarm();
  // Gives a full disk its space back.
  void FreeSpace() { space_ = kNoLimit; }
  bool is_full() const { return space_ != kNoLimit; }
  bool is_on() const { return is_on_; }
  // How often it was booted, which tells the files that were opened before from those after.
  int boots() const { return boots_; }
  // The power comes back, or another process starts. After a power cut the disk holds what was durable, and what else
  // the cut has kept.
  void Boot();
  // Faults that have happened, in their order.
  const std::vector<Fault>& happened() const { return happened_; }
  // While it is quiet, operations are not counted and nothing goes wrong, for whoever only looks.
  void set_quiet(bool is_quiet) { is_quiet_ = is_quiet; }
  // Operations that change the disk, since it was made.
  std::uint64_t operations() const { return operations_; }

 private:
  static constexpr std::size_t kNoLimit = static_cast<std::size_t>(-1);
  struct Armed {
    Fault fault;
    // How many operations of its kind come before it.
    std::uint64_t left = 0;
  };

  // Counts an operation and returns the fault that happens at it, or null. It is valid until the next operation.
  const Fault* Count(Operation operation);
  // Bytes in use.
  std::size_t Used() const;
  // Ends the process that uses the disk.
  void End(const Fault& fault);
  void CutPower(std::uint64_t seed);
  void SyncNames();

  const DiskLies lies_;
  std::map<std::string, NodePtr> names_;
  std::map<std::string, NodePtr> durable_names_;
  bool is_on_ = true;
  bool is_quiet_ = false;
  int boots_ = 0;
  std::size_t space_ = kNoLimit;
  std::vector<Armed> armed_;
  std::vector<Fault> happened_;
  std::uint64_t operations_ = 0;
};

}  // namespace flagfall::power_cuts

#endif  // TESTS_POWER_CUTS_DISK_H_
