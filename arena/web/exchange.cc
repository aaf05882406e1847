#include "arena/web/exchange.h"

#include <httplib.h>
#include <signal.h>

#include <algorithm>
#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"

namespace flagfall::arena {
namespace {

constexpr char kImmutable[] = "public, max-age=31536000, immutable";

// The head of a request as a connection that has it all, and takes all of the answer.
class Bytes final : public httplib::Stream {
 public:
  explicit Bytes(const std::string& head) : head_(head) {}

  bool is_readable() const override { return read_ < head_.size(); }
  bool is_writable() const override { return true; }
  ssize_t read(char* to, size_t size) override {
    const std::size_t count = std::min(size, head_.size() - read_);
    std::copy_n(head_.data() + read_, count, to);
    read_ += count;
    return static_cast<ssize_t>(count);
  }
  ssize_t write(const char* from, size_t size) override {
    written_.append(from, size);
    return static_cast<ssize_t>(size);
  }
  void get_remote_ip_and_port(std::string& /*ip*/, int& /*port*/) const override {}
  void get_local_ip_and_port(std::string& /*ip*/, int& /*port*/) const override {}
  socket_t socket() const override { return 0; }

  std::string TakeWritten() { return std::move(written_); }

 private:
  const std::string& head_;
  std::size_t read_ = 0;
  std::string written_;
};

// The head with no header of the name Range. httplib matches its value by an expression that recurses with each byte,
// which takes more stack than a thread may have.
std::string WithoutRange(std::string head) {
  for (std::size_t end = head.find('\n'); end != head.npos; end = head.find('\n', end + 1)) {
    if (absl::StartsWithIgnoreCase(absl::string_view(head).substr(end + 1), "range:")) head[end + 1] = 'X';
  }
  return head;
}

// Whether gzip is among the codings taken, and not with a weight of 0.
bool TakesGzip(absl::string_view accepted) {
  for (absl::string_view coding : absl::StrSplit(accepted, ',')) {
    const std::pair<absl::string_view, absl::string_view> parts = absl::StrSplit(coding, absl::MaxSplits(';', 1));
    if (!absl::EqualsIgnoreCase(absl::StripAsciiWhitespace(parts.first), "gzip")) continue;
    const absl::string_view weight = absl::StripAsciiWhitespace(parts.second);
    return weight != "q=0" && weight != "q=0.0" && weight != "q=0.00" && weight != "q=0.000";
  }
  return false;
}

// One of the tags of If-None-Match.
bool HasTag(absl::string_view tags, absl::string_view tag) {
  for (const absl::string_view one : absl::StrSplit(tags, ',')) {
    if (absl::StripPrefix(absl::StripAsciiWhitespace(one), "W/") == absl::StripPrefix(tag, "W/")) return true;
  }
  return false;
}

WebRequest RequestOf(const httplib::Request& request) {
  WebRequest asked;
  asked.is_head = request.method == "HEAD";
  asked.is_reading = asked.is_head || request.method == "GET";
  asked.path = request.target.substr(0, request.target.find_first_of("?#"));
  asked.parameters = {request.params.begin(), request.params.end()};
  asked.accepts_gzip = TakesGzip(request.get_header_value("Accept-Encoding"));
  asked.if_none_match = request.get_header_value("If-None-Match");
  asked.last_event_id = request.get_header_value("Last-Event-ID");
  return asked;
}

void Fill(const WebRequest& request, const WebAnswer& answer, httplib::Response& response) {
  response.status = answer.status;
  for (const auto& [name, value] : answer.headers) response.set_header(name, value);
  if (answer.status != 200) {
    response.set_header("Cache-Control", "no-store");
  } else {
    response.set_header("Cache-Control", answer.is_immutable ? kImmutable : "no-cache");
    response.set_header("ETag", answer.content->tag);
    response.set_header("Vary", "Accept-Encoding");
    if (HasTag(request.if_none_match, answer.content->tag)) {
      response.status = 304;
      return;
    }
  }
  const bool is_packed = request.accepts_gzip && !answer.content->gzip.empty();
  if (is_packed) response.set_header("Content-Encoding", "gzip");
  response.set_content(is_packed ? answer.content->gzip : answer.content->plain, answer.content->type);
}

// httplib's servers have this process ignore SIGPIPE, which all that it starts would inherit.
class KeptSignals {
 public:
  KeptSignals() { ::sigaction(SIGPIPE, nullptr, &before_); }
  ~KeptSignals() { ::sigaction(SIGPIPE, &before_, nullptr); }

 private:
  struct sigaction before_ {};
};

}  // namespace

class Exchange::Server final : public httplib::Server {
 public:
  explicit Server(Respond respond) : respond_(std::move(respond)) {
    httplib::Headers headers(SecurityHeaders().begin(), SecurityHeaders().end());
    set_default_headers(std::move(headers));
    set_pre_routing_handler([this](const httplib::Request&, httplib::Response& response) {
      Answer(response);
      return HandlerResponse::Handled;
    });
    // What httplib itself finds wrong with a request.
    set_error_handler(HandlerWithResponse([this](const httplib::Request&, httplib::Response& response) {
      if (is_answered_) return HandlerResponse::Unhandled;
      const int status = response.status;
      Fill({},
           ErrorAnswer(absl::InvalidArgumentError(
               absl::StrCat("this is no request of HTTP/1.1 that the server can read (status ", status, ")"))),
           response);
      response.status = status;
      return HandlerResponse::Handled;
    }));
  }

  Reply Serve(const std::string& head) {
    const std::string whole = WithoutRange(head);
    Bytes bytes(whole);
    is_answered_ = false;
    is_later_ = false;
    watch_ = nullptr;
    bool closes = false;
    bool has_body = false;
    const bool is_written = process_request(bytes, /*close_connection=*/false, closes, [&](httplib::Request& request) {
      asked_ = RequestOf(request);
      has_body = request.has_header("Transfer-Encoding") || request.has_header("Content-Length");
      // Answers are packed before, and come whole.
      for (const char* header : {"Accept-Encoding", "Expect"}) request.headers.erase(header);
      // Where a body that nobody reads would end, nobody could tell.
      if (has_body) request.set_header("Connection", "close");
    });
    Reply reply{.goes_on = is_written && is_answered_ && !closes && !has_body,
                .is_later = is_later_,
                .watch = std::move(watch_)};
    if (reply.watch == nullptr) reply.bytes = bytes.TakeWritten();
    return reply;
  }

 private:
  void Answer(httplib::Response& response) {
    is_answered_ = true;
    WebAnswer answer = asked_.is_reading ? respond_(asked_)
                                         : ErrorAnswer(absl::UnimplementedError("only GET and HEAD are answered here"));
    is_later_ = answer.is_later;
    if (is_later_) return;
    if (answer.watch != nullptr) {
      if (!asked_.is_head) watch_ = std::move(answer.watch);
      response.status = 200;
      response.set_header("Content-Type", "text/event-stream");
      return;
    }
    Fill(asked_, answer, response);
  }

  const Respond respond_;
  // Of the request that is being served.
  WebRequest asked_;
  bool is_answered_ = false;
  bool is_later_ = false;
  std::function<void(std::shared_ptr<Outlet>)> watch_;
};

Exchange::Exchange(Respond respond) {
  const KeptSignals kept;
  server_ = std::make_unique<Server>(std::move(respond));
}

Exchange::~Exchange() = default;

Reply Exchange::Serve(const std::string& head) { return server_->Serve(head); }

}  // namespace flagfall::arena
