// referee_bench [SECONDS [ROUNDS [JSON-FILE [LOAD]]]]: compares the referee with a bare relay on gRPC's own server, and
// what it costs over TCP and over TLS, using the same bot processes, which answer at once. Every load is run for
// SECONDS (default 2) with each in turn, ROUNDS times (default 3), and the medians are printed. CPU time is that of the
// server process, as the kernel counts it. The latency is the time from a bot's ply to its next decision: two plies,
// with the opponent's answer between them. With LOAD only the loads whose names contain it are run; that of 1,024 bots,
// whose processes take minutes to start, is run only then, and over sockets of their own alone.
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <map>
#include <sstream>
#include <string>
#include <thread>
#include <vector>

#include "tests/bench/latencies.h"
#include "tests/bench/processes.h"

namespace flagfall::bench {
namespace {

struct Load {
  const char* name;
  int bots;
  // The games of each pair of bots at once.
  int games;
  bool is_pinned;
};

constexpr Load kLoads[] = {
    {"2 bots, 1 game, one core", 2, 1, true},  {"2 bots, 1 game", 2, 1, false},  {"2 bots, 16 games", 2, 16, false},
    {"2 bots, 128 games", 2, 128, false},      {"8 bots, 4 games", 8, 1, false}, {"64 bots, 32 games", 64, 1, false},
    {"1,024 bots, 512 games", 1024, 1, false},
};

constexpr int kManyBots = 1024;

struct Figures {
  double plies_a_second = 0;
  double cpu_micros_a_ply = 0;
  double p50_micros = 0;
  double p99_micros = 0;
};

constexpr double Figures::*kFigures[] = {&Figures::plies_a_second, &Figures::cpu_micros_a_ply, &Figures::p50_micros,
                                         &Figures::p99_micros};

double NowSeconds() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

void SleepUntil(double time) { std::this_thread::sleep_for(std::chrono::duration<double>(time - NowSeconds())); }

class Bench {
 public:
  Bench(std::string programs, double seconds) : programs_(std::move(programs)), seconds_(seconds) {
    std::filesystem::create_directory(folder_);
  }
  ~Bench() { std::filesystem::remove_all(folder_); }

  Figures Run(const std::string& kind, const Load& load) {
    Process server = Serve(kind, load.bots, load.games, load.is_pinned);
    // Time for all to dial in, and for the first plies.
    const double start = NowSeconds() + 0.4 + 0.02 * load.bots;
    std::vector<Process> bots;
    for (int i = 0; i < load.bots; ++i) {
      bots.emplace_back(std::vector<std::string>{programs_ + "/instant_bot", address_, "bot-" + std::to_string(i),
                                                 std::to_string(start), std::to_string(seconds_)},
                        load.is_pinned);
    }
    SleepUntil(start);
    const double cpu_before = server.CpuSeconds();
    SleepUntil(start + seconds_);
    const double cpu = server.CpuSeconds() - cpu_before;
    double plies = 0;
    Latencies latencies;
    for (Process& bot : bots) {
      plies += std::stod(bot.ReadLine());
      std::istringstream line(bot.ReadLine());
      Latencies own;
      own.Read(line);
      latencies.Add(own);
    }
    return {plies / seconds_, cpu * 1e6 / plies, latencies.Quantile(0.5), latencies.Quantile(0.99)};
  }

  // The server's memory for each bot that is connected and has sent hello.
  double BytesABot(const std::string& kind) {
    constexpr int kBots = 256;
    Process server = Serve(kind, 2 * kBots, 0, false);
    const auto dial_in = [&](int number) {
      Process bots({programs_ + "/instant_bot", address_, "idle", std::to_string(number), std::to_string(kBots)},
                   false);
      bots.ReadLine();
      return bots;
    };
    // The memory of the first bots includes everything that exists only once.
    const Process first = dial_in(0);
    const double before = static_cast<double>(server.PrivateBytes());
    const Process second = dial_in(kBots);
    return (static_cast<double>(server.PrivateBytes()) - before) / kBots;
  }

 private:
  std::string Address() const { return "unix:" + folder_ + "/" + std::to_string(servers_); }

  // Each server has an address of its own, since one that is killed leaves its sockets behind.
  Process Serve(const std::string& kind, int bots, int games, bool is_pinned) {
    ++servers_;
    Process server({programs_ + "/bench_server", kind, Address(), std::to_string(bots), std::to_string(games)},
                   is_pinned);
    address_ = server.ReadLine();
    if (kind == "tls") {
      ::setenv("FLAGFALL_ROOT", (folder_ + "/" + std::to_string(servers_) + ".pem").c_str(), 1);
    } else {
      ::unsetenv("FLAGFALL_ROOT");
    }
    return server;
  }

  const std::string programs_;
  const double seconds_;
  const std::string folder_ = "/tmp/flagfall-bench-" + std::to_string(getpid());
  int servers_ = 0;
  // Of the newest server, as instant_bot takes it.
  std::string address_;
};

Figures MedianOf(const std::vector<Figures>& rounds) {
  Figures medians;
  for (const auto figure : kFigures) {
    std::vector<double> values;
    for (const Figures& round : rounds) values.push_back(round.*figure);
    std::sort(values.begin(), values.end());
    medians.*figure = values[values.size() / 2];
  }
  return medians;
}

struct Row {
  const Load* load;
  Figures relay;
  Figures referee;
  // The referee's remote bots.
  Figures tcp;
  Figures tls;
};

void PrintPair(const char* name, const Figures& one, const Figures& other) {
  std::printf("%-26s %9.0f %9.0f %7.2f %9.2f %9.2f %7.2f %10.0f %10.0f %10.0f %10.0f\n", name, one.plies_a_second,
              other.plies_a_second, other.plies_a_second / one.plies_a_second, one.cpu_micros_a_ply,
              other.cpu_micros_a_ply, other.cpu_micros_a_ply / one.cpu_micros_a_ply, one.p50_micros, other.p50_micros,
              one.p99_micros, other.p99_micros);
}

void PrintTable(const std::vector<Row>& rows, double relay_bytes, double referee_bytes) {
  std::printf("%-26s %27s %27s %21s %21s\n", "", "plies a second", "CPU of the server, us a ply", "p50 us", "p99 us");
  std::printf("%-26s", "");
  for (const int width : {9, 9}) std::printf(" %*s %*s %7s", width, "relay", width, "referee", "ratio");
  for (int i = 0; i < 2; ++i) std::printf(" %10s %10s", "relay", "referee");
  std::printf("\n");
  for (const Row& row : rows) PrintPair(row.load->name, row.relay, row.referee);
  std::printf("\n%-26s %27s %27s %21s %21s\n", "remote bots", "plies a second", "CPU of the server, us a ply", "p50 us",
              "p99 us");
  std::printf("%-26s", "");
  for (const int width : {9, 9}) std::printf(" %*s %*s %7s", width, "TCP", width, "TLS", "ratio");
  for (int i = 0; i < 2; ++i) std::printf(" %10s %10s", "TCP", "TLS");
  std::printf("\n");
  for (const Row& row : rows) PrintPair(row.load->name, row.tcp, row.tls);
  std::printf("memory of the server for each connected bot, KiB: relay %.1f, referee %.1f\n", relay_bytes / 1024,
              referee_bytes / 1024);
}

void WriteJson(const std::string& path, const std::vector<Row>& rows, double relay_bytes, double referee_bytes) {
  std::ofstream out(path);
  const auto write = [&out](const char* name, const Figures& figures) {
    out << '"' << name << "\": {\"plies_a_second\": " << figures.plies_a_second
        << ", \"cpu_micros_a_ply\": " << figures.cpu_micros_a_ply << ", \"p50_micros\": " << figures.p50_micros
        << ", \"p99_micros\": " << figures.p99_micros << '}';
  };
  out << "{\"loads\": [\n";
  for (std::size_t i = 0; i < rows.size(); ++i) {
    out << "  {\"load\": \"" << rows[i].load->name << "\", ";
    write("relay", rows[i].relay);
    out << ", ";
    write("referee", rows[i].referee);
    out << ", ";
    write("tcp", rows[i].tcp);
    out << ", ";
    write("tls", rows[i].tls);
    out << (i + 1 < rows.size() ? "},\n" : "}\n");
  }
  out << "], \"bytes_a_bot\": {\"relay\": " << relay_bytes << ", \"referee\": " << referee_bytes << "}}\n";
}

int Main(int argc, char** argv) {
  const double seconds = argc > 1 ? std::atof(argv[1]) : 2;
  const int rounds = argc > 2 ? std::atoi(argv[2]) : 3;
  Bench bench(std::filesystem::read_symlink("/proc/self/exe").parent_path(), seconds);
  std::vector<Row> rows;
  for (const Load& load : kLoads) {
    const bool has_many = load.bots >= kManyBots;
    if (argc > 4 ? std::string(load.name).find(argv[4]) == std::string::npos : has_many) continue;
    std::map<std::string, std::vector<Figures>> figures;
    for (int i = 0; i < rounds; ++i) {
      for (const char* kind : {"relay", "referee", "tcp", "tls"}) {
        // Remote bots may dial in from one address so fast and no faster.
        const bool is_remote = kind[0] == 't';
        figures[kind].push_back(has_many && is_remote ? Figures() : bench.Run(kind, load));
      }
    }
    rows.push_back({&load, MedianOf(figures["relay"]), MedianOf(figures["referee"]), MedianOf(figures["tcp"]),
                    MedianOf(figures["tls"])});
  }
  const double relay_bytes = bench.BytesABot("relay");
  const double referee_bytes = bench.BytesABot("referee");
  PrintTable(rows, relay_bytes, referee_bytes);
  if (argc > 3) WriteJson(argv[3], rows, relay_bytes, referee_bytes);
  return 0;
}

}  // namespace
}  // namespace flagfall::bench

int main(int argc, char** argv) {
  try {
    return flagfall::bench::Main(argc, argv);
  } catch (const std::exception& error) {
    std::cerr << "referee_bench: " << error.what() << "\n";
    return 1;
  }
}
