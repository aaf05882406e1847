#include <algorithm>
#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>

#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"
#include "arena/backup/backup_folder.h"
#include "arena/bots/bot_process.h"
#include "arena/cli/backup_flags.h"
#include "arena/cli/byte_size.h"
#include "arena/cli/commands.h"
#include "arena/cli/host_flags.h"
#include "arena/cli/read_file.h"
#include "arena/cli/site_setup.h"
#include "arena/cli/submission_setup.h"
#include "arena/cluster/machine_speed.h"
#include "arena/runner/stop_signals.h"
#include "arena/server/arena_server.h"
#include "arena/server/submission_address.h"
#include "arena/tournament/spec.h"
#include "referee/base/status_macros.h"

namespace flagfall::arena::cli {
namespace {

constexpr char kNoHttp[] = "off";
constexpr std::uint32_t kBackupsKept = 24;
constexpr std::size_t kPemBytesMax = 1 << 20;
constexpr double kPublicDelayMax = 3600;
// Words of --challenges.
constexpr char kNoChallenges[] = "off";
constexpr char kUnratedChallenges[] = "unrated";
constexpr char kRatedChallenges[] = "rated";
// Words of --webhooks.
constexpr char kNoWebhooks[] = "off";
constexpr char kPublicWebhooks[] = "internet";
constexpr char kAllWebhooks[] = "any";
constexpr std::uint64_t kFreeSpaceMost = std::uint64_t{1} << 50;
constexpr std::uint32_t kChallengeLimitMax = 1'000'000;
// In seconds.
constexpr double kWorkerHeartbeatMin = 0.1;
constexpr double kWorkerHeartbeatMax = 600;

// What a server does about the disk of its ledger.
struct ServeDisk {
  std::string backup_folder;
  BackupTimes backup_times;
  std::uint64_t free_space_min = 256 << 20;
};

struct ServeFlags {
  std::vector<std::string> listen = {"127.0.0.1:7443"};
  std::string tls_cert;
  std::string tls_key;
  bool insecure = false;
  bool reflection = false;
  std::string http = "127.0.0.1:8080";
  // Tells whether the host has given --http.
  std::optional<Option> http_option;
  double public_delay = 0;
  std::string site_title;
  std::vector<std::string> site_urls;
  std::string public_address;
  std::string webhooks = kPublicWebhooks;
  std::string webhook_ca;
  bool no_games_here = false;
  std::string challenges = kUnratedChallenges;
  tournament::ChallengeLimits challenge_limits;
  double worker_heartbeat = 10;
  std::string second_worker = "1%";
  ServeDisk disk;
  std::shared_ptr<HostFlags> host;
};

absl::StatusOr<std::optional<TlsIdentity>> IdentityOf(const ServeFlags& flags) {
  if (flags.tls_cert.empty() && flags.tls_key.empty()) return std::optional<TlsIdentity>();
  if (flags.tls_cert.empty() || flags.tls_key.empty()) {
    return absl::InvalidArgumentError("--tls-cert and --tls-key go together");
  }
  TlsIdentity identity;
  FLAGFALL_ASSIGN_OR_RETURN(identity.certificate_chain, ReadFile(flags.tls_cert, kPemBytesMax, "certificates in PEM"));
  FLAGFALL_ASSIGN_OR_RETURN(identity.private_key, ReadFile(flags.tls_key, kPemBytesMax, "a private key in PEM"));
  return std::optional(identity);
}

// "1%" is 0.01.
absl::StatusOr<double> ShareOf(absl::string_view text) {
  double percent = 0;
  absl::string_view number = text;
  if (absl::ConsumeSuffix(&number, "%") && absl::SimpleAtod(number, &percent) && percent >= 0 && percent <= 100) {
    return percent / 100;
  }
  return absl::InvalidArgumentError(
      absl::StrCat("--second-worker: '", text, "' is no share of the pairs; it is from 0% to 100%, as 1% or 0.5%"));
}

// How this machine is measured, beside the games that are being played.
cluster::MachineSpeed::Options SpeedOf(const ServeFlags& flags, const std::function<void(const std::string&)>& log) {
  cluster::MachineSpeed::Options options = SpeedOptions(*flags.host, /*is_first_urgent=*/false);
  options.on_first = [log](std::uint32_t speed) {
    log(absl::StrCat("a core of this machine referees ", speed, " plies a second"));
  };
  return options;
}

tournament::ChallengeLimits ChallengesOf(const ServeFlags& flags) {
  using Mode = tournament::ChallengeLimits::Mode;
  tournament::ChallengeLimits limits = flags.challenge_limits;
  limits.mode = flags.challenges == kNoChallenges      ? Mode::kOff
                : flags.challenges == kRatedChallenges ? Mode::kRated
                                                       : Mode::kUnrated;
  return limits;
}

void AddChallengeFlags(Command serve, ServeFlags& flags) {
  serve
      .AddOption("--challenges", flags.challenges,
                 "Matches that owners start: off, unrated, or rated (where asked for, in a pool of their own)")
      .OneOf({kNoChallenges, kUnratedChallenges, kRatedChallenges})
      .ShowDefault();
  tournament::ChallengeLimits& limits = flags.challenge_limits;
  serve.AddOption("--challenge-games-a-day", limits.games_a_day, "Games that an owner may ask for within 24 hours")
      .InRange(1U, kChallengeLimitMax)
      .ShowDefault();
  serve.AddOption("--challenge-games-at-once", limits.games_at_once, "Games of an owner's challenges at once")
      .InRange(1U, tournament::kConcurrencyMax)
      .ShowDefault();
  serve.AddOption("--challenges-open", limits.open_max, "Challenges of an owner that are not over yet")
      .InRange(1U, kChallengeLimitMax)
      .ShowDefault();
}

absl::Status AddSite(const Invocation& invocation, const ServeFlags& flags, server::ServerOptions& options) {
  if (flags.http == kNoHttp) return absl::OkStatus();
  options.web.emplace();
  options.web_listen = flags.http;
  // A host that has not asked for the report would rather serve without it when another program has that port.
  options.is_web_optional = !flags.http_option->IsGiven();
  FLAGFALL_ASSIGN_OR_RETURN(options.web->files, FrontEnd(invocation.console));
  FLAGFALL_ASSIGN_OR_RETURN(options.web->names, HostNamesOf(flags.http, flags.site_urls));
  options.site = FactsOf(flags.site_title, flags.site_urls);
  if (absl::StartsWith(options.site.address, "https:")) options.site_url = options.site.address;
  options.site.submission_address = flags.public_address.empty()
                                        ? server::SubmissionAddressOf(flags.listen, /*has_tls=*/!flags.tls_cert.empty())
                                        : flags.public_address;
  options.public_delay = std::chrono::duration_cast<Micros>(std::chrono::duration<double>(flags.public_delay));
  return absl::OkStatus();
}

absl::Status AddWebhooks(const ServeFlags& flags, server::ServerOptions& options) {
  if (flags.webhooks == kNoWebhooks) return absl::OkStatus();
  options.webhooks.emplace().rule.allows_private = flags.webhooks == kAllWebhooks;
  if (flags.webhook_ca.empty()) return absl::OkStatus();
  FLAGFALL_ASSIGN_OR_RETURN(options.webhooks->tls_roots,
                            ReadFile(flags.webhook_ca, kPemBytesMax, "certificates in PEM"));
  return absl::OkStatus();
}

absl::Status AddBackups(const Invocation& invocation, const ServeFlags& flags, server::ServerOptions& options) {
  if (flags.disk.backup_folder.empty()) {
    if (!flags.disk.backup_times.every_seconds.has_value() && !flags.disk.backup_times.keep.has_value())
      return absl::OkStatus();
    return absl::InvalidArgumentError(
        "--backup-every and --backup-keep say how backups are made in a folder, which --backup-dir DIR names");
  }
  FLAGFALL_RETURN_IF_ERROR(backup::BackupFolder(flags.disk.backup_folder).Make());
  options.backups = backup::BackupScheduleOptions{.ledger = LedgerOf(invocation),
                                                  .folder = flags.disk.backup_folder,
                                                  .every = flags.disk.backup_times.Every(),
                                                  .keep = flags.disk.backup_times.keep.value_or(kBackupsKept)};
  return absl::OkStatus();
}

absl::Status Serve(const Invocation& invocation, const ServeFlags& flags) {
  FLAGFALL_RETURN_IF_ERROR(CheckIsLocal(invocation, "serve"));
  const runner::StopSignals signals;
  const Console& console = invocation.console;
  FLAGFALL_ASSIGN_OR_RETURN(const std::unique_ptr<runner::CorePool> pool, PoolFor(*flags.host));
  // Each line is written in one piece, since several threads log.
  const auto log = [&console](const std::string& line) {
    console.err << absl::StrCat("flagfall: ", Printable(line), "\n") << std::flush;
  };
  cluster::MachineSpeed speed(SpeedOf(flags, log));
  server::ServerOptions options;
  options.listen = flags.listen;
  options.allows_plain_tcp = flags.insecure;
  options.serves_reflection = flags.reflection;
  FLAGFALL_ASSIGN_OR_RETURN(options.tls, IdentityOf(flags));
  options.run = RunOptionsOf(*flags.host, invocation.home().LogsFolder(), pool.get());
  options.run.plies_per_second = [&speed] { return speed.Newest(); };
  options.run.leaves_launched_to_others = flags.no_games_here;
  options.version = FLAGFALL_VERSION;
  options.worker_heartbeat = std::chrono::duration_cast<Micros>(std::chrono::duration<double>(flags.worker_heartbeat));
  FLAGFALL_ASSIGN_OR_RETURN(options.second_share, ShareOf(flags.second_worker));
  options.free_space_min = flags.disk.free_space_min;
  options.limits.challenges = ChallengesOf(flags);
  // Builds and checks end with the server, for whatever reason the server ends.
  std::stop_source ending;
  const std::stop_callback on_signal(signals.Token(), [&ending] { ending.request_stop(); });
  FLAGFALL_ASSIGN_OR_RETURN(options.submissions, SubmissionSetup(invocation, *flags.host, ending.get_token()));
  // A larger archive may take as much longer.
  options.limits.upload_within *=
      std::max<std::int64_t>(1, static_cast<std::int64_t>(options.submissions.limits.archive_bytes_max /
                                                          bots::ArchiveLimits().archive_bytes_max));
  FLAGFALL_RETURN_IF_ERROR(AddSite(invocation, flags, options));
  FLAGFALL_RETURN_IF_ERROR(AddWebhooks(flags, options));
  FLAGFALL_RETURN_IF_ERROR(AddBackups(invocation, flags, options));
  // The last thing that can be wrong: flags that cannot be served with make no home.
  FLAGFALL_ASSIGN_OR_RETURN(const std::unique_ptr<store::Database> database, invocation.home().Create());
  options.log = log;
  FLAGFALL_ASSIGN_OR_RETURN(const std::unique_ptr<server::ArenaServer> server,
                            server::ArenaServer::Start(*database, options));
  for (const std::string& address : server->Addresses()) {
    const bool is_tcp = address.rfind("unix", 0) != 0;
    console.out << "Serving on " << (is_tcp && options.tls.has_value() ? "tls:" : "") << address << std::endl;
  }
  if (const std::string address = server->WebAddress(); !address.empty()) {
    console.out << "Web report at " << (absl::StartsWith(address, "unix") ? "" : "http://") << address << std::endl;
  }
  absl::Status status = server->Run(signals.Token());
  ending.request_stop();
  return status;
}

void AddWorkerFlags(Command serve, ServeFlags& flags) {
  serve.AddFlag("--no-games-here", flags.no_games_here,
                "Leave all games to workers (`flagfall worker`), but for those of remote bots");
  serve
      .AddOption("--worker-heartbeat", flags.worker_heartbeat,
                 "Seconds between two words of a worker; after three that did not come its games are leased anew")
      .InRange(kWorkerHeartbeatMin, kWorkerHeartbeatMax)
      .ShowDefault();
  serve
      .AddOption("--second-worker", flags.second_worker,
                 "Share of the pairs that workers play which a second one plays too, only to be compared")
      .ShowDefault();
}

}  // namespace

void AddServeCommand(Command app, Invocation& invocation) {
  const auto flags = std::make_shared<ServeFlags>();
  Command serve = AddCommand(
      app, invocation, "serve", "Runs the arena as a server: bots dial in and are submitted, tournaments are queued",
      "flagfall serve --listen 127.0.0.1:0 --http 127.0.0.1:8080",
      [&invocation, flags] { return Serve(invocation, *flags); }, Json::kNone);
  serve.AddOption("--listen", flags->listen, "HOST:PORT (port 0: a free one) or unix:/path; may be given again")
      .ShowDefault();
  serve.AddOption("--tls-cert", flags->tls_cert, "Certificate chain (PEM), the server's own first");
  serve.AddOption("--tls-key", flags->tls_key, "Its private key (PEM)");
  flags->http_option =
      serve.AddOption("--http", flags->http, "HOST:PORT of the web report, for anybody to look on; `off`: none")
          .ShowDefault();
  serve.AddOption("--public-delay", flags->public_delay, "Seconds by which the report shows running games late")
      .InRange(0.0, kPublicDelayMax)
      .ShowDefault();
  serve.AddOption("--site-title", flags->site_title, "What the report is called; Flagfall when not given");
  serve.AddOption("--site-url", flags->site_urls,
                  "What visitors call the report, as in https://arena.example/; may be given again. Requests by other "
                  "names are refused, but for localhost and addresses; the first one stands in feeds");
  serve.AddOption("--public-address", flags->public_address,
                  "Address of --listen as the report gives it to bot authors, as in tls:arena.example:7443");
  flags->host = AddSandboxFlags(serve);
  AddPackedSizeFlag(serve, flags->host);
  AddSizeFlags(serve, flags->host);
  AddStartupFlag(serve, flags->host);
  AddLogSizeFlag(serve, flags->host);
  AddLogFolderFlags(serve, flags->host);
  AddOwnerBotsFlag(serve, flags->host);
  AddPinFlag(serve, flags->host);
  AddMachineSpeedFlag(serve, flags->host);
  AddWorkerFlags(serve, *flags);
  AddChallengeFlags(serve, *flags);
  serve
      .AddOption("--webhooks", flags->webhooks,
                 "Where owners may have reports sent: off, internet (https alone), or any (http and private addresses "
                 "too, which only this machine or its network reaches)")
      .OneOf({kNoWebhooks, kPublicWebhooks, kAllWebhooks})
      .ShowDefault();
  serve.AddOption("--webhook-ca", flags->webhook_ca,
                  "Roots (PEM) for the certificates of webhooks; default: the system's");
  serve.AddOption("--backup-dir", flags->disk.backup_folder,
                  "Folder in which checked backups of the ledger are made, best on another disk. Default: none are");
  AddBackupTimes(serve, "--backup-", flags->disk.backup_times);
  serve.AddParsedOption(
      "--free-space-min", "SIZE",
      [flags](const std::string& text) -> absl::Status {
        FLAGFALL_ASSIGN_OR_RETURN(flags->disk.free_space_min, ParseByteSize(text, 0, kFreeSpaceMost));
        return absl::OkStatus();
      },
      "No game begins while less is free on the ledger's disk; those being played go on. 0: no limit. Default: 256M");
  serve.AddFlag("--reflection", flags->reflection, "Tell gRPC's tools which services and messages there are");
  serve.AddFlag("--insecure", flags->insecure, "Listen for other machines without TLS: who listens reads the tokens");
}

}  // namespace flagfall::arena::cli
