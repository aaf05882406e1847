#include "arena/web/account_site.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "arena/base/json.h"
#include "flagfall/v1/web.pb.h"
#include "tests/support/status_matchers.h"

namespace flagfall::arena::web {
namespace {

using std::chrono::hours;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

constexpr char kOwnOrigin[] = "http://127.0.0.1:8080";

class AccountSiteTest : public testing::Test {
 protected:
  AccountSiteTest() { EXPECT_THAT(names_.AddUrl("https://arena.example/"), IsOk()); }

  static WebRequest Post(const std::string& path, const std::string& body, const std::string& cookies = "") {
    WebRequest request;
    request.is_post = true;
    request.path = path;
    request.host = "127.0.0.1:8080";
    request.content_type = "application/json";
    request.cookies = cookies;
    request.origin = kOwnOrigin;
    request.body = body;
    return request;
  }
  static WebRequest Who(const std::string& cookies) {
    WebRequest request;
    request.path = "/account/session";
    request.cookies = cookies;
    return request;
  }

  // The cookie as the browser sends it from then on.
  std::string SignIn(const std::string& token) {
    const absl::StatusOr<WebAnswer> answer = site_.Respond(Post("/account/session", R"({"token":")" + token + "\"}"));
    EXPECT_THAT(answer, IsOk());
    if (!answer.ok()) return "";
    EXPECT_TRUE(answer->is_private);
    const std::string& cookie = answer->headers.at(0).second;
    return cookie.substr(0, cookie.find(';'));
  }
  std::string UserOf(const std::string& cookies) {
    v1::Account account;
    const absl::StatusOr<WebAnswer> answer = site_.Respond(Who(cookies));
    EXPECT_THAT(answer, IsOk());
    EXPECT_THAT(FromJson(answer->content->plain, "the answer", account), IsOk());
    return account.user();
  }
  void ExpectTakesOnly(const std::string& methods, const WebRequest& request) {
    const WebAnswer answer = site_.Respond(request).value();
    EXPECT_EQ(answer.status, 405);
    EXPECT_THAT(answer.headers, ElementsAre(testing::Pair("Allow", methods)));
  }
  absl::Status Call(const std::string& cookies) {
    return site_.Respond(Post("/account/call/ListBots", "{}", cookies)).status();
  }

  Micros now_ = hours(1);
  std::set<std::string> tokens_ = {"anns", "bens", "a bot's"};
  // What was called, with whose token.
  std::vector<std::string> calls_;
  int secrets_ = 0;
  HostNames names_;
  WebAccounts accounts_{
      .who = [this](const std::string& token) -> absl::StatusOr<v1::Account> {
        v1::Account account;
        if (!tokens_.contains(token)) return absl::UnauthenticatedError("unknown");
        if (token == "anns") account.set_user("ann");
        if (token == "bens") account.set_user("ben");
        return account;
      },
      .use_link = [this](const std::string& link, const std::string& client) -> absl::StatusOr<std::string> {
        calls_.push_back(absl::StrCat("link ", link, " of ", client));
        if (link != "good") return absl::UnauthenticatedError("signs nobody in");
        return "anns";
      },
      .register_user = [this](const v1::RegisterRequest& request,
                              const std::string& client) -> absl::StatusOr<v1::RegisterResponse> {
        calls_.push_back(absl::StrCat("register ", request.code(), " ", request.name(), " of ", client));
        if (request.code() != "good") return absl::NotFoundError("no invitation has this code");
        v1::RegisterResponse response;
        response.mutable_token()->set_secret("bens");
        return response;
      },
      .call = [this](const std::string& method, const std::string& request,
                     const std::string& token) -> absl::StatusOr<std::string> {
        if (!tokens_.contains(token)) return absl::UnauthenticatedError("unknown");
        calls_.push_back(absl::StrCat(method, request, token));
        return "{}";
      },
      .submit = [this](const std::string& archive, const std::string& owner,
                       const std::string& token) -> absl::StatusOr<std::string> {
        calls_.push_back(absl::StrCat("submit ", archive, " of ", owner, " by ", token));
        return "{}";
      },
      .watch_play = [this](const std::string& bot, std::uint64_t seen, const std::string& token)
          -> absl::StatusOr<std::function<void(std::shared_ptr<EventStream>)>> {
        if (bot != "far") return absl::PermissionDeniedError("not yours");
        calls_.push_back(absl::StrCat("watch ", bot, seen, token));
        return [](const std::shared_ptr<EventStream>&) {};
      },
      .play = [this](const std::string& bot, const std::string& request, const std::string& token) -> absl::Status {
        if (!tokens_.contains(token)) return absl::UnauthenticatedError("unknown");
        calls_.push_back(absl::StrCat("play ", bot, request, token));
        return absl::OkStatus();
      },
      .new_secret = [this] { return absl::StrCat("secret", ++secrets_); },
      .now = [this] { return now_; }};
  AccountSite site_{accounts_, names_};
};

TEST_F(AccountSiteTest, WhoSignsInCallsWithTheTokenUntilSigningOut) {
  EXPECT_EQ(UserOf(""), "");
  const std::string ann = SignIn("anns");
  const std::string ben = SignIn("bens");
  EXPECT_EQ(UserOf(absl::StrCat("other=1; ", ann, "; x")), "ann");
  EXPECT_EQ(UserOf(ben), "ben");
  EXPECT_THAT(Call(ann), IsOk());
  EXPECT_THAT(Call(ben), IsOk());
  EXPECT_THAT(calls_, ElementsAre("ListBots{}anns", "ListBots{}bens"));
  const absl::StatusOr<WebAnswer> out = site_.Respond(Post("/account/session/end", "{}", ann));
  ASSERT_THAT(out, IsOk());
  EXPECT_THAT(out->headers.at(0).second, HasSubstr("flagfall_session=; Path=/; HttpOnly; SameSite=Strict; Max-Age=0"));
  EXPECT_EQ(UserOf(ann), "");
  EXPECT_THAT(Call(ann), IsError(absl::StatusCode::kUnauthenticated, "nobody is signed in"));
  EXPECT_THAT(Call(ben), IsOk());
}

TEST_F(AccountSiteTest, ASessionIsNewAndItsSecretIsTheBrowsersAlone) {
  // Somebody else may know the cookie that the browser had before.
  const std::string known = SignIn("anns");
  const absl::StatusOr<WebAnswer> answer = site_.Respond(Post("/account/session", R"({"token":"bens"})", known));
  ASSERT_THAT(answer, IsOk());
  EXPECT_THAT(answer->headers.at(0).second,
              HasSubstr("flagfall_session=secret2; Path=/; HttpOnly; SameSite=Strict; Max-Age=43200"));
  EXPECT_THAT(answer->content->plain, Not(HasSubstr("secret")));
  EXPECT_THAT(answer->content->plain, Not(HasSubstr("bens")));
  EXPECT_EQ(UserOf(known), "");
  EXPECT_EQ(UserOf("flagfall_session="), "");
  EXPECT_EQ(UserOf("flagfall_session=secret1; flagfall_session=secret2"), "");
}

TEST_F(AccountSiteTest, TheCookieIsForHttpsWhereTheSiteHasIt) {
  WebRequest request = Post("/account/session", R"({"token":"anns"})");
  request.host = "arena.example";
  request.origin = "https://arena.example";
  const absl::StatusOr<WebAnswer> answer = site_.Respond(request);
  ASSERT_THAT(answer, IsOk());
  EXPECT_THAT(answer->headers.at(0).second, HasSubstr("; Secure"));
}

TEST_F(AccountSiteTest, ASessionEndsWithItsTokenAndWithTime) {
  const std::string ann = SignIn("anns");
  tokens_.erase("anns");
  EXPECT_THAT(Call(ann), IsError(absl::StatusCode::kUnauthenticated, "nobody is signed in"));
  tokens_.insert("anns");
  EXPECT_THAT(Call(ann), IsError(absl::StatusCode::kUnauthenticated, "nobody is signed in")) << "it has ended for good";
  const std::string again = SignIn("anns");
  now_ += hours(12);
  EXPECT_THAT(Call(again), IsOk()) << "it counts from the last use";
  now_ += hours(12);
  EXPECT_EQ(UserOf(again), "ann");
  now_ += hours(12) + Micros(1);
  EXPECT_EQ(UserOf(again), "");
  const std::string third = SignIn("anns");
  tokens_.erase("anns");
  EXPECT_EQ(UserOf(third), "");
}

TEST_F(AccountSiteTest, WhoIsSignedInPlaysAsABot) {
  WebRequest watch = Who("");
  watch.path = "/account/play/far/events";
  EXPECT_THAT(site_.Respond(watch), IsError(absl::StatusCode::kUnauthenticated, "nobody is signed in"));
  watch.cookies = SignIn("anns");
  watch.last_event_id = "12";
  const absl::StatusOr<WebAnswer> answer = site_.Respond(watch);
  ASSERT_THAT(answer, IsOk());
  EXPECT_NE(answer->watch, nullptr);
  watch.last_event_id = "-1x";
  EXPECT_THAT(site_.Respond(watch), IsOk());
  EXPECT_THAT(site_.Respond(Post("/account/play/far", R"({"resign":{}})", watch.cookies)), IsOk());
  ExpectTakesOnly("GET, HEAD", Post(watch.path, "{}", watch.cookies));
  EXPECT_THAT(calls_, ElementsAre("watch far12anns", "watch far0anns", R"(play far{"resign":{}}anns)"));
  watch.path = "/account/play/other/events";
  EXPECT_THAT(site_.Respond(watch), IsError(absl::StatusCode::kPermissionDenied, "not yours"));
  for (const char* path : {"/account/play", "/account/play/far/", "/account/play/far/events/x", "/account/play/%zz"}) {
    EXPECT_FALSE(site_.Respond(Post(path, "{}", watch.cookies)).ok()) << path;
  }
}

TEST_F(AccountSiteTest, ABotsFilesAreTakenOfWhoIsSignedIn) {
  WebRequest request = Post("/account/submissions", "the files");
  request.content_type = "application/octet-stream";
  EXPECT_FALSE(site_.MayUpload(request));
  EXPECT_THAT(site_.Respond(request), IsError(absl::StatusCode::kUnauthenticated, "nobody is signed in"));
  request.cookies = SignIn("anns");
  EXPECT_TRUE(site_.MayUpload(request));
  EXPECT_THAT(site_.Respond(request), IsOk());
  request.parameters = {{"owner", "ben"}};
  EXPECT_THAT(site_.Respond(request), IsOk());
  EXPECT_THAT(calls_, ElementsAre("submit the files of  by anns", "submit the files of ben by anns"));
  request.parameters = {{"for", "ben"}};
  EXPECT_THAT(site_.Respond(request), IsError(absl::StatusCode::kInvalidArgument, "for"));
  request.parameters = {};
  request.content_type = "multipart/form-data";
  EXPECT_FALSE(site_.MayUpload(request));
  EXPECT_THAT(site_.Respond(request), IsError(absl::StatusCode::kInvalidArgument, "application/octet-stream"));
  request.content_type = "application/octet-stream";
  request.origin = "http://evil.example";
  EXPECT_FALSE(site_.MayUpload(request));
  request.origin = kOwnOrigin;
  request.path = "/account/call/ListBots";
  EXPECT_FALSE(site_.MayUpload(request)) << "other requests are short";
}

TEST_F(AccountSiteTest, AnUploadMayGoOnForAsLongAsItsTokenIsGood) {
  WebRequest request = Post("/account/submissions", "");
  request.content_type = "application/octet-stream";
  request.cookies = SignIn("anns");
  EXPECT_THAT(site_.CheckUpload(request), IsOk());
  tokens_.erase("anns");
  EXPECT_THAT(site_.CheckUpload(request), IsError(absl::StatusCode::kUnauthenticated, "nobody is signed in"));
  tokens_.insert("anns");
  EXPECT_FALSE(site_.MayUpload(request)) << "the session has ended with its token, so that no other upload begins";
}

TEST_F(AccountSiteTest, OtherSitesCannotAsk) {
  const std::string ann = SignIn("anns");
  for (const char* origin : {"http://evil.example", "null", "http://127.0.0.1:8081", "https://127.0.0.1"}) {
    for (const char* path : {"/account/session", "/account/session/end", "/account/call/ListBots"}) {
      WebRequest request = Post(path, R"({"token":"bens"})", ann);
      request.origin = origin;
      EXPECT_THAT(site_.Respond(request), IsError(absl::StatusCode::kPermissionDenied, "another site")) << origin;
    }
  }
  // What a form of another site can send where a browser does not say from where.
  for (const char* type : {"", "text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x",
                           "text/plain; application/json"}) {
    WebRequest request = Post("/account/call/ListBots", "{}", ann);
    request.origin = "";
    request.content_type = type;
    EXPECT_THAT(site_.Respond(request), IsError(absl::StatusCode::kInvalidArgument, "application/json")) << type;
  }
  WebRequest program = Post("/account/call/ListBots", "{}", ann);
  program.origin = "";
  EXPECT_THAT(site_.Respond(program), IsOk());
  WebRequest read = program;
  read.is_post = false;
  ExpectTakesOnly("POST", read);
  EXPECT_THAT(calls_, ElementsAre("ListBots{}anns"));
}

TEST_F(AccountSiteTest, NoSecretCrossesANetworkInTheClear) {
  WebRequest request = Post("/account/session", R"({"token":"anns"})");
  request.host = "192.168.1.9:8080";
  request.origin = "http://192.168.1.9:8080";
  EXPECT_THAT(site_.Respond(request), IsError(absl::StatusCode::kFailedPrecondition, "in the clear"));
}

TEST_F(AccountSiteTest, OnlyAUsersTokenSignsIn) {
  EXPECT_THAT(site_.Respond(Post("/account/session", R"({"token":"a bot's"})")),
              IsError(absl::StatusCode::kUnauthenticated, "bot's token"));
  EXPECT_THAT(site_.Respond(Post("/account/session", R"({"token":"wrong"})")),
              IsError(absl::StatusCode::kUnauthenticated, "unknown"));
  for (const char* body : {"", "{", "[]", R"({"tokens":"anns"})"}) {
    EXPECT_THAT(site_.Respond(Post("/account/session", body)), IsError(absl::StatusCode::kInvalidArgument, "request"))
        << body;
  }
  EXPECT_THAT(site_.Respond(Post("/account/nothing", "{}")), IsError(absl::StatusCode::kNotFound, "nothing"));
  EXPECT_THAT(calls_, IsEmpty());
}

TEST_F(AccountSiteTest, ALinkSignsIn) {
  WebRequest request = Post("/account/session", R"({"link":"good"})", "flagfall_session=planted");
  request.client = "10.0.0.7";
  const absl::StatusOr<WebAnswer> answer = site_.Respond(request);
  ASSERT_THAT(answer, IsOk());
  EXPECT_THAT(answer->headers.at(0).second, HasSubstr("flagfall_session=secret1; Path=/; HttpOnly; SameSite=Strict"));
  EXPECT_EQ(UserOf("flagfall_session=secret1"), "ann");
  EXPECT_THAT(answer->content->plain, Not(HasSubstr("anns")));
  EXPECT_THAT(site_.Respond(Post("/account/session", R"({"link":"bad"})")),
              IsError(absl::StatusCode::kUnauthenticated, "signs nobody in"));
  EXPECT_THAT(site_.Respond(Post("/account/session", R"({"link":"good","token":"bens"})")),
              IsError(absl::StatusCode::kInvalidArgument, "not with both"));
  EXPECT_THAT(calls_, ElementsAre("link good of 10.0.0.7", "link bad of "));
}

TEST_F(AccountSiteTest, WhoRegistersIsSignedInAndToldTheFirstToken) {
  const absl::StatusOr<WebAnswer> answer =
      site_.Respond(Post("/account/registration", R"({"code":"good","name":"ben"})"));
  ASSERT_THAT(answer, IsOk());
  EXPECT_TRUE(answer->is_private);
  EXPECT_THAT(answer->content->plain, HasSubstr(R"("first_token":"bens")"));
  EXPECT_EQ(UserOf("flagfall_session=secret1"), "ben");
  EXPECT_THAT(site_.Respond(Who("flagfall_session=secret1"))->content->plain, Not(HasSubstr("bens")));
  EXPECT_THAT(site_.Respond(Post("/account/registration", R"({"code":"bad","name":"ben"})")),
              IsError(absl::StatusCode::kNotFound, "no invitation"));
  WebRequest far = Post("/account/registration", R"({"code":"good","name":"eve"})");
  far.host = "192.168.1.9:8080";
  far.origin = "http://192.168.1.9:8080";
  EXPECT_THAT(site_.Respond(far), IsError(absl::StatusCode::kFailedPrecondition, "in the clear"));
  far = Post("/account/registration", R"({"code":"good","name":"eve"})");
  far.origin = "http://evil.example";
  EXPECT_THAT(site_.Respond(far), IsError(absl::StatusCode::kPermissionDenied, "another site"));
  EXPECT_THAT(calls_, ElementsAre("register good ben of ", "register bad ben of "));
}

}  // namespace
}  // namespace flagfall::arena::web
