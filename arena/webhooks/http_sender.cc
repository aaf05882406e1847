#include "arena/webhooks/http_sender.h"

#include <curl/curl.h>
#include <sys/socket.h>
#include <unistd.h>

#include <memory>
#include <utility>

#include "absl/strings/str_cat.h"

namespace flagfall::arena::webhooks {
namespace {

constexpr std::size_t kAnswerBytesMax = 64 * 1024;
constexpr long kConnectWithinMs = 5000;
constexpr long kStatusOkFrom = 200;
constexpr long kStatusOkEnd = 300;

// What the library's callbacks need of one request.
struct Request {
  const AddressRule& rule;
  const std::function<bool()>& is_stopping;
  std::size_t answered = 0;
  bool is_forbidden = false;
};

curl_socket_t OpenSocket(void* user, curlsocktype /*purpose*/, curl_sockaddr* address) {
  auto& request = *static_cast<Request*>(user);
  if (!MayConnect(request.rule, address->addr)) {
    request.is_forbidden = true;
    return CURL_SOCKET_BAD;
  }
  return ::socket(address->family, address->socktype | SOCK_CLOEXEC, address->protocol);
}

// Drops what is answered. Less than was given ends the request.
std::size_t TakeAnswer(char* /*bytes*/, std::size_t size, std::size_t count, void* user) {
  auto& request = *static_cast<Request*>(user);
  request.answered += size * count;
  return request.answered > kAnswerBytesMax ? 0 : size * count;
}

int IsOver(void* user, curl_off_t, curl_off_t, curl_off_t, curl_off_t) {
  return static_cast<Request*>(user)->is_stopping() ? 1 : 0;
}

void SetOptions(CURL* curl, const SenderOptions& options, const Post& post, curl_slist* headers, Request& request) {
  curl_easy_setopt(curl, CURLOPT_URL, post.url.c_str());
  curl_easy_setopt(curl, CURLOPT_PROTOCOLS_STR, options.rule.allows_private ? "https,http" : "https");
  curl_easy_setopt(curl, CURLOPT_HTTPHEADER, headers);
  curl_easy_setopt(curl, CURLOPT_POSTFIELDS, post.body.data());
  curl_easy_setopt(curl, CURLOPT_POSTFIELDSIZE_LARGE, static_cast<curl_off_t>(post.body.size()));
  curl_easy_setopt(curl, CURLOPT_USERAGENT, "Flagfall-Webhook/1");
  curl_easy_setopt(curl, CURLOPT_HTTP_VERSION, static_cast<long>(CURL_HTTP_VERSION_1_1));
  curl_easy_setopt(curl, CURLOPT_FOLLOWLOCATION, 0L);
  // The environment may name a proxy, which would connect wherever it is told.
  curl_easy_setopt(curl, CURLOPT_PROXY, "");
  curl_easy_setopt(curl, CURLOPT_NETRC, static_cast<long>(CURL_NETRC_IGNORED));
  curl_easy_setopt(curl, CURLOPT_FRESH_CONNECT, 1L);
  curl_easy_setopt(curl, CURLOPT_FORBID_REUSE, 1L);
  curl_easy_setopt(curl, CURLOPT_OPENSOCKETFUNCTION, OpenSocket);
  curl_easy_setopt(curl, CURLOPT_OPENSOCKETDATA, &request);
  curl_easy_setopt(curl, CURLOPT_WRITEFUNCTION, TakeAnswer);
  curl_easy_setopt(curl, CURLOPT_WRITEDATA, &request);
  curl_easy_setopt(curl, CURLOPT_NOPROGRESS, 0L);
  curl_easy_setopt(curl, CURLOPT_XFERINFOFUNCTION, IsOver);
  curl_easy_setopt(curl, CURLOPT_XFERINFODATA, &request);
  // Without it the library would time name look-ups out by a signal, of which the process has one handler.
  curl_easy_setopt(curl, CURLOPT_NOSIGNAL, 1L);
  // A look-up that takes too long is left to end by itself.
  curl_easy_setopt(curl, CURLOPT_QUICK_EXIT, 1L);
  curl_easy_setopt(curl, CURLOPT_TIMEOUT_MS, static_cast<long>(options.within.count()));
  curl_easy_setopt(curl, CURLOPT_CONNECTTIMEOUT_MS, kConnectWithinMs);
  curl_easy_setopt(curl, CURLOPT_SSLVERSION, static_cast<long>(CURL_SSLVERSION_TLSv1_2));
  curl_easy_setopt(curl, CURLOPT_SSL_VERIFYPEER, 1L);
  curl_easy_setopt(curl, CURLOPT_SSL_VERIFYHOST, 2L);
  if (options.tls_roots.empty()) return;
  curl_blob roots{
      .data = const_cast<char*>(options.tls_roots.data()), .len = options.tls_roots.size(), .flags = CURL_BLOB_NOCOPY};
  curl_easy_setopt(curl, CURLOPT_CAINFO_BLOB, &roots);
  curl_easy_setopt(curl, CURLOPT_CAPATH, nullptr);
}

}  // namespace

HttpSender::HttpSender(SenderOptions options) : options_(std::move(options)) {
  // Counted by the library, and never given back: others in the process may use it.
  static const CURLcode kBegun = curl_global_init(CURL_GLOBAL_DEFAULT);
  static_cast<void>(kBegun);
}

PostResult HttpSender::Send(const Post& post, const std::function<bool()>& is_stopping) const {
  const std::unique_ptr<CURL, decltype(&curl_easy_cleanup)> curl(curl_easy_init(), curl_easy_cleanup);
  if (curl == nullptr) return {.trouble = "the host has too little memory"};
  std::unique_ptr<curl_slist, decltype(&curl_slist_free_all)> headers(nullptr, curl_slist_free_all);
  for (const std::string& header : post.headers) {
    headers.reset(curl_slist_append(headers.release(), header.c_str()));
  }
  Request request{.rule = options_.rule, .is_stopping = is_stopping};
  SetOptions(curl.get(), options_, post, headers.get(), request);
  const CURLcode code = curl_easy_perform(curl.get());
  long status = 0;
  curl_easy_getinfo(curl.get(), CURLINFO_RESPONSE_CODE, &status);
  PostResult result{.status = static_cast<std::uint32_t>(status)};
  // What is behind a private name is not told apart by any error of the connection.
  if (request.is_forbidden && status == 0) {
    result.trouble = "its name leads to an address that the internet does not reach, where this arena does not connect";
  } else if (code != CURLE_OK && !(status != 0 && request.answered > kAnswerBytesMax)) {
    result.trouble = curl_easy_strerror(code);
  } else if (status < kStatusOkFrom || status >= kStatusOkEnd) {
    result.trouble = absl::StrCat("it answered with the status ", status, "; 200 to 299 is right");
  }
  return result;
}

}  // namespace flagfall::arena::webhooks
