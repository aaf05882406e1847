#include "arena/web_pages/atom.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "absl/strings/str_cat.h"

namespace flagfall::arena::web_pages {
namespace {

using testing::HasSubstr;
using testing::Not;

TEST(AtomTest, NoTextLeavesItsPlace) {
  EXPECT_EQ(XmlText("a & b < c > \"d\""), "a &amp; b &lt; c &gt; &quot;d&quot;");
  EXPECT_EQ(XmlText("]]><script>"), "]]&gt;&lt;script&gt;");
  EXPECT_EQ(XmlText("Zoë ½–½ 将棋"), "Zoë ½–½ 将棋");
}

TEST(AtomTest, WhatXmlCannotHoldIsWrittenAsItsNumber) {
  EXPECT_EQ(XmlText("line\nline\ttab"), "line\nline\ttab");
  EXPECT_EQ(XmlText(absl::string_view("a\0b\x07"
                                      "c\r",
                                      6)),
            "a\\u0000b\\u0007c\\u000d");
  EXPECT_EQ(XmlText("\xef\xbf\xbe\xef\xbf\xbf"), "\\ufffe\\uffff");
  EXPECT_EQ(XmlText("\xc2\x85"), "\\u0085") << "a line's end to some readers";
  EXPECT_EQ(XmlText("a\xff\xc3"), "a??");
}

TEST(AtomTest, MarksThatTurnTheDirectionOfWritingAreShown) {
  EXPECT_EQ(XmlText("ann \u202e0-1\u2069"), "ann \\u202e0-1\\u2069");
  EXPECT_EQ(XmlText("\u200f\u061c"), "\\u200f\\u061c");
}

TEST(AtomTest, AnAddressHoldsAnyName) { EXPECT_EQ(PercentEncoded("my bot@2#2/.."), "my%20bot%402%232%2f.."); }

TEST(AtomTest, AnIdIsThatOfItsFactsAlone) {
  const std::string id = AtomId({"bot", "ann", "1"});
  EXPECT_THAT(id, testing::MatchesRegex("urn:uuid:[0-9a-f-]{36}"));
  EXPECT_EQ(id, AtomId({"bot", "ann", "1"}));
  EXPECT_NE(id, AtomId({"bot", "an", "n1"}));
  EXPECT_NE(id, AtomId({"bot", "ann", "1", ""}));
}

TEST(AtomTest, TheNewestEntriesComeFirstAndAreBounded) {
  AtomFeed feed{.id = "urn:uuid:1", .title = "a", .address = "../", .own_address = "feed"};
  for (int i = 1; i <= 60; ++i) {
    feed.entries.push_back({.id = AtomId({absl::StrCat(i)}),
                            .title = absl::StrCat("entry ", i, "."),
                            .updated = Micros(i * 1'000'000),
                            .address = "../"});
  }
  const std::string text = AtomText(feed);
  EXPECT_LT(text.find("entry 60."), text.find("entry 59."));
  EXPECT_THAT(text, HasSubstr("entry 11."));
  EXPECT_THAT(text, Not(HasSubstr("entry 10.")));
  EXPECT_THAT(text, HasSubstr("<updated>1970-01-01T00:01:00Z</updated>\n<author>"));
}

}  // namespace
}  // namespace flagfall::arena::web_pages
