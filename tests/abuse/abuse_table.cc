// abuse_table [ATTACK...]: makes each attack, or those that are named, for three seconds from 64 connections, and
// prints a line for each: what an honest bystander noticed, and what it cost the server.
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <string>
#include <thread>
#include <vector>

#include "tests/abuse/attack.h"
#include "tests/abuse/bystander.h"
#include "tests/abuse/campaign.h"
#include "tests/abuse/server_process.h"

namespace flagfall::abuse {
namespace {

constexpr int kConnections = 64;
constexpr int kAddresses = 8;
constexpr std::chrono::milliseconds kBefore(1000);
constexpr std::chrono::milliseconds kTime(3000);

std::string Load() {
  std::string load;
  std::ifstream file("/proc/loadavg");
  std::getline(file, load);
  return load;
}

void PrintHeader() {
  std::printf("# %d connections from %d addresses for %.0f s; load of the machine as this began: %s\n", kConnections,
              kAddresses, std::chrono::duration<double>(kTime).count(), Load().c_str());
  std::printf(
      "# pings of a bystander, ms, before and under the attack; its slowest health check, ms; server: memory\n");
  std::printf(
      "# before, at most, after, MiB, and seconds of CPU; connections opened and ended by the server;\n"
      "# what was sent and read; frames that were read: RST_STREAM, GOAWAY, HEADERS\n");
  std::printf("%-28s %6s %6s %6s  %6s %7s %7s %7s  %5s %6s %6s %6s  %6s %6s %8s %8s %6s %6s %7s  %s\n", "attack", "p50",
              "p99", "max", "p50", "p99", "max", "health", "mem", "peak", "after", "cpu", "opened", "ended", "sent KiB",
              "got KiB", "resets", "goaway", "answers", "complaints");
  std::fflush(stdout);
}

void PrintLine(const Attack& attack) {
  const ServerProcess server(attack.at_tls_port);
  Bystander bystander(server);
  bystander.TakePings();
  std::this_thread::sleep_for(kBefore);
  const Latencies before = bystander.TakePings();
  bystander.TakeHealthChecks();
  const double memory = server.MemoryMib();
  const double cpu = server.CpuSeconds();
  server.ForgetPeak();
  const CampaignResult result =
      Make(attack, {.address = server.address(), .connections = kConnections, .addresses = kAddresses, .time = kTime});
  const Latencies under = bystander.TakePings();
  const double cpu_used = server.CpuSeconds() - cpu;
  std::string complaints = bystander.Leave();
  // With the check that was under way at the attack's end.
  const Latencies health = bystander.TakeHealthChecks();
  if (!server.IsRunning()) complaints += "the server has ended";
  for (char& c : complaints) c = c == '\n' ? ';' : c;
  std::printf("%-28s %6.1f %6.1f %6.1f  %6.1f %7.1f %7.1f %7.1f  %5.1f %6.1f %6.1f %6.2f  ", attack.name, before.p50,
              before.p99, before.max, under.p50, under.p99, under.max, health.max, memory, server.PeakMemoryMib(),
              server.MemoryMib(), cpu_used);
  std::printf("%6d %6d %8llu %8llu %6d %6d %7d  %s\n", result.opened, result.ended, result.bytes_sent / 1024,
              result.bytes_received / 1024, result.resets, result.goaways, result.answers,
              complaints.substr(0, 120).c_str());
  std::fflush(stdout);
}

int MakeTable(int argc, char** argv) {
  std::signal(SIGPIPE, SIG_IGN);
  const std::vector<std::string> wanted(argv + 1, argv + argc);
  PrintHeader();
  for (const Attack& attack : AllAttacks()) {
    bool is_wanted = wanted.empty();
    for (const std::string& name : wanted) is_wanted |= name == attack.name;
    if (is_wanted) PrintLine(attack);
  }
  std::printf("# load of the machine as this ended: %s\n", Load().c_str());
  return 0;
}

}  // namespace
}  // namespace flagfall::abuse

int main(int argc, char** argv) { return flagfall::abuse::MakeTable(argc, argv); }
