#include "arena/web/http_message.h"
#include "arena/base/host_disk.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sqlite3.h>

#include "absl/strings/str_cat.h"
#include "arena/store/errors.h"
#include "tests/web/wire.h"

namespace flagfall::arena::web {
namespace {

using testing::AllOf;
using testing::EndsWith;
using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

class HttpMessageTest : public testing::Test {
 protected:
  static absl::StatusOr<HttpRequest> Parse(const std::string& line, const std::string& headers = "") {
    return ParseRequestHead(absl::StrCat(line, " HTTP/1.1\r\nHost: x\r\n", headers, "\r\n"));
  }
  // What a request with that line and those headers is sent, as one text.
  std::string Ask(const std::string& line, const std::string& headers = "") {
    const HttpRequest request = Parse(line, headers).value();
    const HttpReply reply = ReplyOf(request.request, answer_, request.keeps_alive);
    return absl::StrCat(reply.head, reply.body);
  }

  WebAnswer answer_{.content = ContentOf("text/plain; charset=utf-8", std::string(5000, 'a'))};
};

void ExpectSafe(const std::string& reply) {
  for (const auto& [name, value] : SecurityHeaders()) {
    EXPECT_THAT(reply, HasSubstr(absl::StrCat(name, ": ", value, "\r\n")));
  }
}

TEST_F(HttpMessageTest, ARequestIsRead) {
  const HttpRequest request =
      Parse("GET /api/v1/%67ames?bot=ann%403&bot=b+c&&x&y=%zz#z", "If-None-Match: \"a\"\r\nif-none-MATCH:\t\"b\" \r\n")
          .value();
  EXPECT_TRUE(request.is_known_method);
  EXPECT_TRUE(request.keeps_alive);
  EXPECT_FALSE(request.request.is_head);
  EXPECT_EQ(request.request.path, "/api/v1/%67ames");
  EXPECT_EQ(request.request.parameters,
            (std::multimap<std::string, std::string>{{"bot", "ann@3"}, {"bot", "b c"}, {"x", ""}, {"y", "%zz"}}));
  EXPECT_EQ(request.request.if_none_match, "\"a\", \"b\"");
  EXPECT_FALSE(request.request.accepts_gzip);
  EXPECT_EQ(Parse("GET /", "Last-Event-ID: 12\r\n")->request.last_event_id, "12");
  EXPECT_EQ(Parse("GET /", "X-Forwarded-For: a, b\r\nX-Forwarded-For: c\r\n")->forwarded_for, "a, b, c");
}

TEST_F(HttpMessageTest, ThreeMethodsAreKnown) {
  EXPECT_TRUE(Parse("HEAD /")->is_known_method);
  EXPECT_TRUE(Parse("HEAD /")->request.is_head);
  EXPECT_FALSE(Parse("GET /")->request.is_post);
  for (const char* method : {"PUT", "DELETE", "OPTIONS", "PATCH", "BREW", "get", "post"}) {
    EXPECT_FALSE(Parse(absl::StrCat(method, " /"))->is_known_method) << method;
  }
}

TEST_F(HttpMessageTest, APostHasABodyOfOneLength) {
  const HttpRequest request =
      Parse("POST /x", "Content-Length: 12\r\nContent-Type: a/b\r\nCookie: c=d\r\nOrigin: http://e\r\n").value();
  EXPECT_TRUE(request.is_known_method);
  EXPECT_TRUE(request.request.is_post);
  EXPECT_TRUE(request.keeps_alive);
  EXPECT_EQ(request.body_bytes, 12u);
  EXPECT_EQ(request.request.content_type, "a/b");
  EXPECT_EQ(request.request.cookies, "c=d");
  EXPECT_EQ(request.request.origin, "http://e");
  for (const char* headers :
       {"", "Content-Length:\r\n", "Content-Length: -1\r\n", "Content-Length: +1\r\n", "Content-Length: 1x\r\n",
        "Content-Length: 1\r\nContent-Length: 1\r\n", "Content-Length: 99999999999999999999\r\n",
        "Transfer-Encoding: chunked\r\n", "Content-Length: 1\r\nTransfer-Encoding: chunked\r\n"}) {
    EXPECT_TRUE(absl::IsInvalidArgument(Parse("POST /", headers).status())) << headers;
  }
}

TEST_F(HttpMessageTest, WhatIsForOneCallerAloneIsKeptNowhere) {
  answer_.is_private = true;
  const std::string reply = Ask("GET /", absl::StrCat("If-None-Match: ", answer_.content->tag, "\r\n"));
  EXPECT_THAT(reply, StartsWith("HTTP/1.1 200 OK\r\n"));
  EXPECT_THAT(reply, HasSubstr("Cache-Control: no-store\r\n"));
  EXPECT_THAT(reply, Not(HasSubstr("ETag")));
}

TEST_F(HttpMessageTest, WhatIsNoRequestIsRefused) {
  for (const char* head :
       {"nonsense\r\n\r\n", "GET\r\n\r\n", "GET / HTTP/9.9\r\n\r\n", "\r\n\r\n", "", "GET / HTTP/1.1\r\n",
        "GET  / HTTP/1.1\r\n\r\n", " GET / HTTP/1.1\r\n\r\n", "GET / http/1.1\r\n\r\n", "GET / HTTP/1.1 \r\n\r\n",
        "G@T / HTTP/1.1\r\n\r\n", "GET /\x01 HTTP/1.1\r\n\r\n", "GET / HTTP/1.1\r\nno colon\r\n\r\n",
        "GET / HTTP/1.1\r\n: x\r\n\r\n", "GET / HTTP/1.1\r\nName : x\r\n\r\n",
        "GET / HTTP/1.1\r\nA: x\r\n folded\r\n\r\n", "GET / HTTP/1.1\r\nA: x\nB: y\r\n\r\n",
        "GET / HTTP/1.1\r\nA: x\rB: y\r\n\r\n"}) {
    EXPECT_TRUE(absl::IsInvalidArgument(ParseRequestHead(head).status())) << head;
  }
}

TEST_F(HttpMessageTest, AConnectionIsKeptUnlessItsNextRequestCouldNotBeFound) {
  EXPECT_TRUE(Parse("GET /")->keeps_alive);
  EXPECT_TRUE(Parse("GET /", "Connection: keep-alive\r\n")->keeps_alive);
  for (const char* header : {"Content-Length: 5", "Content-Length: 0", "Transfer-Encoding: chunked",
                             "Connection: close", "connection: TE, Close"}) {
    EXPECT_FALSE(Parse("GET /", absl::StrCat(header, "\r\n"))->keeps_alive) << header;
  }
  EXPECT_FALSE(ParseRequestHead("GET / HTTP/1.0\r\nConnection: keep-alive\r\n\r\n")->keeps_alive);
  EXPECT_THAT(Ask("GET /", "Connection: close\r\n"), HasSubstr("Connection: close\r\n"));
  EXPECT_THAT(Ask("GET /"), Not(HasSubstr("Connection: ")));
}

TEST_F(HttpMessageTest, AnAnswerHasItsHeadersAndItsBody) {
  const std::string reply = Ask("GET /");
  EXPECT_THAT(reply, StartsWith("HTTP/1.1 200 OK\r\n"));
  EXPECT_THAT(reply, EndsWith("\r\n\r\n" + std::string(5000, 'a')));
  EXPECT_THAT(reply, HasSubstr("Content-Length: 5000\r\n"));
  EXPECT_THAT(reply, HasSubstr("Content-Type: text/plain; charset=utf-8\r\n"));
  EXPECT_THAT(reply, HasSubstr("Cache-Control: no-cache\r\n"));
  EXPECT_THAT(reply, HasSubstr("Vary: Accept-Encoding\r\n"));
  EXPECT_THAT(reply, HasSubstr("ETag: " + answer_.content->tag));
  ExpectSafe(reply);
}

TEST_F(HttpMessageTest, GzipIsSentToClientsThatAcceptIt) {
  for (const char* accepted : {"gzip", "br, GZIP;q=0.5", "deflate,gzip"}) {
    const std::string reply = Ask("GET /", absl::StrCat("Accept-Encoding: ", accepted, "\r\n"));
    EXPECT_THAT(reply, HasSubstr("Content-Encoding: gzip\r\n")) << accepted;
    EXPECT_EQ(Gunzip(reply.substr(reply.find("\r\n\r\n") + 4)), answer_.content->plain);
  }
  for (const char* accepted : {"br", "gzip;q=0", "identity", "xgzip"}) {
    const std::string reply = Ask("GET /", absl::StrCat("Accept-Encoding: ", accepted, "\r\n"));
    EXPECT_THAT(reply, EndsWith(answer_.content->plain)) << accepted;
    EXPECT_THAT(reply, Not(HasSubstr("Content-Encoding"))) << accepted;
  }
}

TEST_F(HttpMessageTest, AClientThatHasThePageIsToldSo) {
  for (const std::string& tags :
       {answer_.content->tag, "\"x\", " + answer_.content->tag, answer_.content->tag.substr(2)}) {
    const std::string reply = Ask("GET /", absl::StrCat("If-None-Match: ", tags, "\r\n"));
    EXPECT_THAT(reply, StartsWith("HTTP/1.1 304 Not Modified\r\n"));
    EXPECT_THAT(reply, HasSubstr("ETag: " + answer_.content->tag));
    EXPECT_THAT(reply, EndsWith("\r\n\r\n"));
    ExpectSafe(reply);
  }
  EXPECT_THAT(Ask("GET /", "If-None-Match: \"x\"\r\n"), StartsWith("HTTP/1.1 200"));
}

TEST_F(HttpMessageTest, WhatNeverChangesMayBeKept) {
  answer_.is_immutable = true;
  EXPECT_THAT(Ask("GET /"), HasSubstr("Cache-Control: public, max-age=31536000, immutable\r\n"));
}

TEST_F(HttpMessageTest, AHeadHasNoBody) {
  const std::string reply = Ask("HEAD /");
  EXPECT_THAT(reply, HasSubstr("Content-Length: 5000\r\n"));
  EXPECT_THAT(reply, EndsWith("\r\n\r\n"));
}

TEST_F(HttpMessageTest, PartsOfAnAnswerAreNotGiven) {
  const std::string reply = Ask("GET /", absl::StrCat("Range: bytes=", std::string(8100, '1'), "-\r\n"));
  EXPECT_THAT(reply, StartsWith("HTTP/1.1 200"));
  EXPECT_THAT(reply, EndsWith(answer_.content->plain));
  EXPECT_THAT(Ask("GET /", "Expect: 100-continue\r\n"), StartsWith("HTTP/1.1 200"));
}

TEST_F(HttpMessageTest, AnErrorIsAnApiError) {
  answer_ = ErrorAnswer(absl::NotFoundError("there is no \"x\" <b>"));
  const std::string reply = Ask("GET /");
  EXPECT_THAT(reply, StartsWith("HTTP/1.1 404"));
  EXPECT_THAT(reply, EndsWith(R"({"code":"NOT_FOUND","message":"there is no \"x\" \u003cb\u003e"})"));
  EXPECT_THAT(reply, HasSubstr("Cache-Control: no-store\r\n"));
}

TEST_F(HttpMessageTest, VisitorsAreToldOfNoCommandsAndOfNoFilesOfTheSourceTree) {
  answer_ = ErrorAnswer(absl::NotFoundError("there is no bot 'x'; known are a; add it with `flagfall bot add`"));
  EXPECT_THAT(Ask("GET /"), EndsWith(R"("message":"there is no bot 'x'; known are a"})"));
  answer_ = ErrorAnswer(absl::NotFoundError("there is nothing at this path; web-report/API.md lists what there is"));
  EXPECT_THAT(Ask("GET /"), EndsWith(R"("message":"there is nothing at this path"})"));
  answer_ = ErrorAnswer(absl::FailedPreconditionError("run `flagfall verify`"));
  EXPECT_THAT(Ask("GET /"), EndsWith(R"("message":"this cannot be had here"})"));
}

TEST_F(HttpMessageTest, WhatIsForTheHostIsNotToldToClients) {
  const absl::Status status = absl::DataLossError("/home/host/flagfall.db is damaged");
  EXPECT_TRUE(IsForHostOnly(status));
  answer_ = ErrorAnswer(status);
  const std::string reply = Ask("GET /");
  EXPECT_THAT(reply, StartsWith("HTTP/1.1 500"));
  EXPECT_THAT(reply, Not(HasSubstr("/home")));
  answer_ = ErrorAnswer(store::ErrorOfCode(SQLITE_BUSY, 0, "database is locked", "/home/host/flagfall.db"));
  const std::string locked = Ask("GET /");
  EXPECT_THAT(locked, StartsWith("HTTP/1.1 503"));
  EXPECT_THAT(locked, HasSubstr("Retry-After"));
  EXPECT_THAT(locked, Not(HasSubstr("/home")));
  for (const absl::Status& full :
       {store::ErrorOfCode(SQLITE_FULL, 0, "", "/home/host/flagfall.db"), HostDiskFullError()}) {
    answer_ = ErrorAnswer(full);
    EXPECT_THAT(
        Ask("GET /"),
        AllOf(StartsWith("HTTP/1.1 507 Insufficient Storage"),
              EndsWith(R"({"code":"RESOURCE_EXHAUSTED","message":"the host's disk is full; try again later"})")));
    EXPECT_EQ(answer_.refusal, "") << "no fault of the caller's";
  }
  answer_ = ErrorAnswer(store::NoDatabaseError("/home/host/flagfall.db"));
  const std::string gone = Ask("GET /");
  EXPECT_THAT(gone, StartsWith("HTTP/1.1 500"));
  EXPECT_THAT(gone, Not(HasSubstr("/home")));
  for (const absl::Status& known :
       {absl::NotFoundError("x"), absl::UnavailableError("x"), absl::FailedPreconditionError("x")}) {
    EXPECT_FALSE(IsForHostOnly(known));
  }
}

TEST_F(HttpMessageTest, AnErrorOfTheServerItselfEndsTheConnection) {
  const std::string reply = ErrorBytes(absl::UnimplementedError("only GET"));
  EXPECT_THAT(reply, StartsWith("HTTP/1.1 405 Method Not Allowed\r\n"));
  EXPECT_THAT(reply, HasSubstr("Allow: GET, HEAD\r\n"));
  EXPECT_THAT(reply, HasSubstr("Connection: close\r\n"));
  EXPECT_THAT(reply, EndsWith(R"({"code":"UNIMPLEMENTED","message":"only GET"})"));
  ExpectSafe(reply);
}

TEST_F(HttpMessageTest, AStreamHasAHeadAlone) {
  answer_ = {.watch = [](const std::shared_ptr<EventStream>&) {}};
  for (const char* line : {"GET /api/v1/status/events", "HEAD /api/v1/status/events"}) {
    const std::string reply = Ask(line);
    EXPECT_THAT(reply, StartsWith("HTTP/1.1 200"));
    EXPECT_THAT(reply, HasSubstr("Content-Type: text/event-stream\r\n"));
    EXPECT_THAT(reply, Not(HasSubstr("Content-Length")));
    EXPECT_THAT(reply, EndsWith("\r\n\r\n"));
    ExpectSafe(reply);
  }
}

}  // namespace
}  // namespace flagfall::arena::web
