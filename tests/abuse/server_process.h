#ifndef TESTS_ABUSE_SERVER_PROCESS_H_
#define TESTS_ABUSE_SERVER_PROCESS_H_

#include <sys/types.h>

#include <string>

#include "tests/support/temp_dir.h"

namespace flagfall::abuse {

// A referee (abuse_server.cc) in a process of its own, so that its memory and its CPU time can be told from the
// attackers'. The destructor kills it.
class ServerProcess {
 public:
  // Returns when it listens; throws std::runtime_error when it does not come to that.
  explicit ServerProcess(bool speaks_tls);
  ~ServerProcess();
  ServerProcess(const ServerProcess&) = delete;
  ServerProcess& operator=(const ServerProcess&) = delete;

  const std::string& address() const { return address_; }
  // In PEM; empty in the clear.
  std::string Certificate() const { return speaks_tls_ ? dir_.Read(kCertificate) : ""; }

  bool IsRunning() const;
  // Its resident memory: now, and at most since it was last forgotten how much it was.
  double MemoryMib() const { return StatusMib("VmRSS:"); }
  double PeakMemoryMib() const { return StatusMib("VmHWM:"); }
  void ForgetPeak() const;
  // What all of its threads have used.
  double CpuSeconds() const;

 private:
  static constexpr char kCertificate[] = "certificate.pem";

  double StatusMib(const std::string& field) const;
  std::string ProcPath(const std::string& name) const;

  const bool speaks_tls_;
  TempDir dir_;
  pid_t pid_ = -1;
  // Open for as long as it shall run.
  int input_ = -1;
  std::string address_;
};

}  // namespace flagfall::abuse

#endif  // TESTS_ABUSE_SERVER_PROCESS_H_
