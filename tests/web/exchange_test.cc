#include "arena/web/exchange.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <pthread.h>
#include <sqlite3.h>

#include <functional>

#include "absl/strings/str_cat.h"
#include "arena/store/errors.h"
#include "tests/web/wire.h"

namespace flagfall::arena {
namespace {

using testing::EndsWith;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::StartsWith;

class ExchangeTest : public testing::Test {
 protected:
  Reply Ask(const std::string& line, const std::string& headers = "") {
    return exchange_.Serve(absl::StrCat(line, " HTTP/1.1\r\nHost: x\r\n", headers, "\r\n"));
  }

  WebAnswer answer_{.content = ContentOf("text/plain; charset=utf-8", std::string(5000, 'a'))};
  WebRequest asked_;
  Exchange exchange_{[this](const WebRequest& request) {
    asked_ = request;
    return answer_;
  }};
};

void ExpectSafe(const Reply& reply) {
  for (const auto& [name, value] : SecurityHeaders())
    EXPECT_THAT(reply.bytes, HasSubstr(absl::StrCat(name, ": ", value, "\r\n")));
}

TEST_F(ExchangeTest, AnAnswerHasItsHeadersAndItsBody) {
  const Reply reply = Ask("GET /api/v1/games?bot=ann%403&bot=b+c");
  EXPECT_THAT(reply.bytes, StartsWith("HTTP/1.1 200 OK\r\n"));
  EXPECT_THAT(reply.bytes, EndsWith("\r\n\r\n" + std::string(5000, 'a')));
  EXPECT_THAT(reply.bytes, HasSubstr("Content-Length: 5000\r\n"));
  EXPECT_THAT(reply.bytes, HasSubstr("Cache-Control: no-cache\r\n"));
  EXPECT_THAT(reply.bytes, HasSubstr("ETag: " + answer_.content->tag));
  EXPECT_TRUE(reply.goes_on);
  ExpectSafe(reply);
  EXPECT_EQ(asked_.path, "/api/v1/games");
  EXPECT_EQ(asked_.parameters, (std::multimap<std::string, std::string>{{"bot", "ann@3"}, {"bot", "b c"}}));
}

TEST_F(ExchangeTest, GzipGoesToWhoTakesIt) {
  for (const char* accepted : {"gzip", "br, GZIP;q=0.5", "deflate,gzip"}) {
    const Reply reply = Ask("GET /", absl::StrCat("Accept-Encoding: ", accepted, "\r\n"));
    EXPECT_THAT(reply.bytes, HasSubstr("Content-Encoding: gzip\r\n")) << accepted;
    EXPECT_EQ(Gunzip(reply.bytes.substr(reply.bytes.find("\r\n\r\n") + 4)), answer_.content->plain);
  }
  for (const char* accepted : {"br", "gzip;q=0", "identity", "xgzip"}) {
    const Reply reply = Ask("GET /", absl::StrCat("Accept-Encoding: ", accepted, "\r\n"));
    EXPECT_THAT(reply.bytes, EndsWith(answer_.content->plain)) << accepted;
    EXPECT_THAT(reply.bytes, Not(HasSubstr("Content-Encoding"))) << accepted;
  }
}

TEST_F(ExchangeTest, WhoHasItIsToldSo) {
  for (const std::string& tags :
       {answer_.content->tag, "\"x\", " + answer_.content->tag, answer_.content->tag.substr(2)}) {
    const Reply reply = Ask("GET /", absl::StrCat("If-None-Match: ", tags, "\r\n"));
    EXPECT_THAT(reply.bytes, StartsWith("HTTP/1.1 304 Not Modified\r\n"));
    EXPECT_THAT(reply.bytes, EndsWith("\r\n\r\n"));
  }
  EXPECT_THAT(Ask("GET /", "If-None-Match: \"x\"\r\n").bytes, StartsWith("HTTP/1.1 200"));
}

TEST_F(ExchangeTest, WhatNeverChangesMayBeKept) {
  answer_.is_immutable = true;
  EXPECT_THAT(Ask("GET /").bytes, HasSubstr("Cache-Control: public, max-age=31536000, immutable\r\n"));
}

TEST_F(ExchangeTest, AHeadHasNoBody) {
  const Reply reply = Ask("HEAD /");
  EXPECT_THAT(reply.bytes, HasSubstr("Content-Length: 5000\r\n"));
  EXPECT_THAT(reply.bytes, EndsWith("\r\n\r\n"));
}

TEST_F(ExchangeTest, OtherMethodsAreNotAllowed) {
  for (const char* method : {"POST", "PUT", "DELETE", "OPTIONS", "PATCH"}) {
    const Reply reply = Ask(absl::StrCat(method, " /"), "Content-Length: 10\r\n");
    EXPECT_THAT(reply.bytes, StartsWith("HTTP/1.1 405")) << method;
    EXPECT_THAT(reply.bytes, HasSubstr("Allow: GET, HEAD\r\n"));
    EXPECT_THAT(reply.bytes, HasSubstr("{\"code\":\"UNIMPLEMENTED\""));
    EXPECT_FALSE(reply.goes_on) << "nobody reads the body";
    ExpectSafe(reply);
  }
}

TEST_F(ExchangeTest, ABodyEndsTheConnection) {
  EXPECT_FALSE(Ask("GET /", "Content-Length: 5\r\n").goes_on);
  EXPECT_FALSE(Ask("GET /", "Transfer-Encoding: chunked\r\n").goes_on);
  EXPECT_FALSE(Ask("GET /", "Connection: close\r\n").goes_on);
}

TEST_F(ExchangeTest, PartsOfAnAnswerAreNotGiven) {
  const Reply reply = Ask("GET /", "Range: bytes=0-1,0-1,0-1\r\n");
  EXPECT_THAT(reply.bytes, StartsWith("HTTP/1.1 200"));
  EXPECT_THAT(reply.bytes, EndsWith(answer_.content->plain));
  EXPECT_THAT(Ask("GET /", "Expect: 100-continue\r\n").bytes, StartsWith("HTTP/1.1 200"));
}

// Takes no stack for each byte: a thread may have less than there are bytes in a head.
TEST_F(ExchangeTest, ALongRangeIsNoMatterForASmallStack) {
  Reply reply;
  std::function<void()> ask = [&] {
    reply = Ask("GET /", absl::StrCat("X: 1\r\nrAnge: bytes=", std::string(8100, '1'), "-\r\n"));
  };
  pthread_attr_t small;
  pthread_attr_init(&small);
  pthread_attr_setstacksize(&small, 512 << 10);
  pthread_t thread{};
  const auto run = [](void* job) -> void* {
    (*static_cast<std::function<void()>*>(job))();
    return nullptr;
  };
  ASSERT_EQ(pthread_create(&thread, &small, run, &ask), 0);
  pthread_join(thread, nullptr);
  pthread_attr_destroy(&small);
  EXPECT_THAT(reply.bytes, StartsWith("HTTP/1.1 200"));
}

TEST_F(ExchangeTest, WhatIsNoRequestIsSaidToBeNone) {
  for (const std::string head :
       {"nonsense\r\n\r\n", "GET\r\n\r\n", "GET / HTTP/9.9\r\n\r\n", "\r\n\r\n", "BREW / HTTP/1.1\r\n\r\n"}) {
    const Reply reply = exchange_.Serve(head);
    EXPECT_THAT(reply.bytes, StartsWith("HTTP/1.1 400")) << head;
    EXPECT_THAT(reply.bytes, HasSubstr("INVALID_ARGUMENT"));
    EXPECT_FALSE(reply.goes_on);
    ExpectSafe(reply);
  }
  EXPECT_THAT(Ask("GET /" + std::string(9000, 'a')).bytes, StartsWith("HTTP/1.1 414"));
  EXPECT_THAT(Ask("GET /", "X: " + std::string(9000, 'a') + "\r\n").bytes, StartsWith("HTTP/1.1 400"));
}

TEST_F(ExchangeTest, AnErrorIsAnApiError) {
  answer_ = ErrorAnswer(absl::NotFoundError("there is no \"x\" <b>"));
  const Reply reply = Ask("GET /");
  EXPECT_THAT(reply.bytes, StartsWith("HTTP/1.1 404"));
  EXPECT_THAT(reply.bytes, EndsWith(R"({"code":"NOT_FOUND","message":"there is no \"x\" \u003cb\u003e"})"));
  EXPECT_THAT(reply.bytes, HasSubstr("Cache-Control: no-store\r\n"));
  EXPECT_TRUE(reply.goes_on);
}

TEST_F(ExchangeTest, WhatIsTheHostsIsNotToldToVisitors) {
  const absl::Status status = absl::DataLossError("/home/host/flagfall.db is damaged");
  EXPECT_TRUE(IsHostsOwn(status));
  answer_ = ErrorAnswer(status);
  const Reply reply = Ask("GET /");
  EXPECT_THAT(reply.bytes, StartsWith("HTTP/1.1 500"));
  EXPECT_THAT(reply.bytes, Not(HasSubstr("/home")));
  answer_ = ErrorAnswer(ErrorOfCode(SQLITE_BUSY, 0, "database is locked", "/home/host/flagfall.db"));
  const Reply locked = Ask("GET /");
  EXPECT_THAT(locked.bytes, StartsWith("HTTP/1.1 503"));
  EXPECT_THAT(locked.bytes, HasSubstr("Retry-After"));
  EXPECT_THAT(locked.bytes, Not(HasSubstr("/home")));
  answer_ = ErrorAnswer(NoDatabaseError("/home/host/flagfall.db"));
  const Reply gone = Ask("GET /");
  EXPECT_THAT(gone.bytes, StartsWith("HTTP/1.1 500"));
  EXPECT_THAT(gone.bytes, Not(HasSubstr("/home")));
  for (const absl::Status& known :
       {absl::NotFoundError("x"), absl::UnavailableError("x"), absl::FailedPreconditionError("x")}) {
    EXPECT_FALSE(IsHostsOwn(known));
  }
}

TEST_F(ExchangeTest, AStreamIsLeftToTheConnection) {
  answer_.watch = [](const std::shared_ptr<Outlet>&) {};
  const Reply reply = Ask("GET /api/v1/status/events", "Last-Event-ID: 12\r\n");
  EXPECT_NE(reply.watch, nullptr);
  EXPECT_THAT(reply.bytes, IsEmpty());
  EXPECT_EQ(asked_.last_event_id, "12");
}

TEST_F(ExchangeTest, TheHeadOfAStreamIsNoStream) {
  answer_.watch = [](const std::shared_ptr<Outlet>&) {};
  const Reply reply = Ask("HEAD /api/v1/status/events");
  EXPECT_EQ(reply.watch, nullptr);
  EXPECT_THAT(reply.bytes, StartsWith("HTTP/1.1 200"));
  EXPECT_THAT(reply.bytes, HasSubstr("Content-Type: text/event-stream\r\n"));
  EXPECT_THAT(reply.bytes, EndsWith("\r\n\r\n"));
  EXPECT_TRUE(reply.goes_on);
}

}  // namespace
}  // namespace flagfall::arena
