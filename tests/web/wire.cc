#include "tests/web/wire.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <zlib.h>

#include <cerrno>

#include "absl/strings/ascii.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "referee/base/check.h"

namespace flagfall::arena::web {
namespace {

// A server that sends nothing fails a test after this, and does not hang it.
constexpr timeval kPatience{.tv_sec = 60, .tv_usec = 0};

}  // namespace

Wire::Wire(const std::string& address) : socket_(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)) {
  sockaddr_in name{};
  name.sin_family = AF_INET;
  int port = 0;
  FLAGFALL_CHECK(absl::SimpleAtoi(address.substr(address.rfind(':') + 1), &port));
  name.sin_port = htons(static_cast<std::uint16_t>(port));
  name.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  ::setsockopt(socket_.get(), SOL_SOCKET, SO_RCVTIMEO, &kPatience, sizeof kPatience);
  FLAGFALL_CHECK(::connect(socket_.get(), reinterpret_cast<sockaddr*>(&name), sizeof name) == 0);
}

bool Wire::Send(const std::string& bytes) {
  return ::send(socket_.get(), bytes.data(), bytes.size(), MSG_NOSIGNAL) == static_cast<ssize_t>(bytes.size());
}

bool Wire::Get(const std::string& path, const std::string& headers) {
  return Send(absl::StrCat("GET ", path, " HTTP/1.1\r\nHost: localhost\r\n", headers, "\r\n"));
}

bool Wire::ReadMore() {
  char bytes[64 * 1024];
  const ssize_t count = ::recv(socket_.get(), bytes, sizeof bytes, 0);
  if (count <= 0) return false;
  read_.append(bytes, static_cast<std::size_t>(count));
  return true;
}

std::optional<std::string> Wire::ReadUntil(const std::string& end) {
  std::size_t found = read_.find(end);
  while (found == std::string::npos) {
    if (!ReadMore()) return std::nullopt;
    found = read_.find(end);
  }
  std::string text = read_.substr(0, found);
  read_.erase(0, found + end.size());
  return text;
}

WireAnswer Wire::ReadAnswer(bool has_body) {
  WireAnswer answer;
  const std::optional<std::string> head = ReadUntil("\r\n\r\n");
  if (!head.has_value()) return answer;
  for (const absl::string_view one : absl::StrSplit(*head, "\r\n")) {
    const std::string line(one);
    if (answer.status == 0) {
      FLAGFALL_CHECK(absl::SimpleAtoi(line.substr(9, 3), &answer.status));
      continue;
    }
    const std::size_t colon = line.find(": ");
    FLAGFALL_CHECK(colon != std::string::npos);
    answer.headers[absl::AsciiStrToLower(line.substr(0, colon))] = line.substr(colon + 2);
  }
  const auto length = answer.headers.find("content-length");
  std::size_t size = 0;
  if (!has_body || length == answer.headers.end()) return answer;
  FLAGFALL_CHECK(absl::SimpleAtoi(length->second, &size));
  while (read_.size() < size && ReadMore()) continue;
  answer.body = read_.substr(0, size);
  read_.erase(0, size);
  return answer;
}

std::optional<WireEvent> Wire::ReadEvent() {
  for (;;) {
    const std::optional<std::string> text = ReadUntil("\n\n");
    if (!text.has_value()) return std::nullopt;
    WireEvent event;
    for (const absl::string_view line : absl::StrSplit(*text, '\n')) {
      const std::pair<std::string, std::string> field = absl::StrSplit(line, absl::MaxSplits(": ", 1));
      if (field.first == "event") event.name = field.second;
      if (field.first == "id") event.id = field.second;
      if (field.first == "data") event.data = field.second;
    }
    if (!event.name.empty()) return event;
  }
}

bool Wire::WaitForEnd() {
  // An orderly end leaves errno alone.
  errno = 0;
  while (ReadMore()) read_.clear();
  return errno != EAGAIN;
}

WireAnswer Ask(const std::string& address, const std::string& path, const std::string& headers) {
  Wire wire(address);
  wire.Get(path, headers);
  return wire.ReadAnswer();
}

std::string Gunzip(const std::string& packed) {
  z_stream stream{};
  FLAGFALL_CHECK(inflateInit2(&stream, 15 + 16) == Z_OK);
  std::string plain;
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(packed.data()));
  stream.avail_in = static_cast<uInt>(packed.size());
  for (int code = Z_OK; code == Z_OK;) {
    char part[64 * 1024];
    stream.next_out = reinterpret_cast<Bytef*>(part);
    stream.avail_out = sizeof part;
    code = inflate(&stream, Z_NO_FLUSH);
    FLAGFALL_CHECK(code == Z_OK || code == Z_STREAM_END);
    plain.append(part, sizeof part - stream.avail_out);
  }
  inflateEnd(&stream);
  return plain;
}

}  // namespace flagfall::arena::web
