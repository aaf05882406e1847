#include "arena/web_pages/atom.h"

#include <google/protobuf/util/time_util.h>

#include <algorithm>
#include <cstdint>

#include "absl/strings/ascii.h"
#include "absl/strings/escaping.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "arena/base/timestamps.h"
#include "arena/base/utf8.h"
#include "referee/base/sha256.h"

namespace flagfall::arena::web_pages {
namespace {

// Whether XML 1.0 can hold the character (production 2), and a reader shows it as nothing else than itself.
bool IsShown(std::uint32_t code) {
  if (code < 0x20) return code == '\t' || code == '\n';
  if (code >= 0x7f && code < 0xa0) return false;
  return code != 0xfffe && code != 0xffff && !IsHiddenMark(code);
}

void AppendCharacter(std::uint32_t code, absl::string_view bytes, std::string& xml) {
  switch (code) {
    case '&':
      xml += "&amp;";
      return;
    case '<':
      xml += "&lt;";
      return;
    case '>':
      xml += "&gt;";
      return;
    case '"':
      xml += "&quot;";
      return;
    default:
      break;
  }
  if (IsShown(code)) {
    absl::StrAppend(&xml, bytes);
  } else {
    absl::StrAppendFormat(&xml, "\\u%04x", code);
  }
}

std::string TimeText(Micros time) {
  return google::protobuf::util::TimeUtil::ToString(TimestampOf(std::max(time, Micros(0))));
}

void AppendElement(absl::string_view name, absl::string_view text, std::string& xml) {
  absl::StrAppend(&xml, "<", name, ">", XmlText(text), "</", name, ">\n");
}

void AppendLink(absl::string_view relation, absl::string_view type, const AtomLink& link, std::string& xml) {
  absl::StrAppend(&xml, "<link rel=\"", relation, "\" type=\"", type, "\" href=\"", XmlText(link.address), "\"");
  if (!link.title.empty()) absl::StrAppend(&xml, " title=\"", XmlText(link.title), "\"");
  xml += "/>\n";
}

void AppendEntry(const AtomEntry& entry, std::string& xml) {
  xml += "<entry>\n";
  AppendElement("id", entry.id, xml);
  AppendElement("title", entry.title, xml);
  AppendElement("updated", TimeText(entry.updated), xml);
  AppendLink("alternate", "text/html", {.address = entry.address}, xml);
  for (const AtomLink& link : entry.related) AppendLink("related", "text/html", link, xml);
  if (!entry.text.empty()) AppendElement("content", entry.text, xml);
  xml += "</entry>\n";
}

}  // namespace

std::string AtomId(absl::Span<const std::string> facts) {
  Sha256 sha256;
  for (const std::string& fact : facts) sha256.Update(absl::StrCat(fact.size(), ":", fact));
  std::string bytes = sha256.Digest().substr(0, 16);
  // Version 8 and the variant of RFC 9562: a UUID whose other bits are the maker's own.
  bytes[6] = static_cast<char>((bytes[6] & 0x0f) | 0x80);
  bytes[8] = static_cast<char>((bytes[8] & 0x3f) | 0x80);
  const std::string hex = absl::BytesToHexString(bytes);
  return absl::StrCat("urn:uuid:", hex.substr(0, 8), "-", hex.substr(8, 4), "-", hex.substr(12, 4), "-",
                      hex.substr(16, 4), "-", hex.substr(20));
}

std::string AtomText(AtomFeed feed) {
  std::stable_sort(feed.entries.begin(), feed.entries.end(),
                   [](const AtomEntry& a, const AtomEntry& b) { return a.updated > b.updated; });
  if (feed.entries.size() > kAtomEntriesMax) feed.entries.resize(kAtomEntriesMax);
  std::string xml = "<?xml version=\"1.0\" encoding=\"utf-8\"?>\n<feed xmlns=\"http://www.w3.org/2005/Atom\">\n";
  AppendElement("id", feed.id, xml);
  AppendElement("title", feed.title, xml);
  AppendElement("updated", TimeText(feed.entries.empty() ? Micros(0) : feed.entries.front().updated), xml);
  xml += "<author><name>Flagfall</name></author>\n<generator>Flagfall</generator>\n";
  AppendLink("self", kAtomType.substr(0, kAtomType.find(';')), {.address = feed.own_address}, xml);
  AppendLink("alternate", "text/html", {.address = feed.address}, xml);
  for (const AtomEntry& entry : feed.entries) AppendEntry(entry, xml);
  xml += "</feed>\n";
  return xml;
}

std::string PercentEncoded(absl::string_view text) {
  std::string encoded;
  for (const char c : text) {
    if (absl::ascii_isalnum(c) || absl::string_view("-_.").find(c) != absl::string_view::npos) {
      encoded.push_back(c);
    } else {
      absl::StrAppend(&encoded, "%", absl::Hex(static_cast<unsigned char>(c), absl::kZeroPad2));
    }
  }
  return encoded;
}

std::string XmlText(absl::string_view text) {
  std::string xml;
  while (!text.empty()) {
    const Utf8Character character = FirstUtf8(text);
    if (character.is_valid) {
      AppendCharacter(character.code, text.substr(0, character.length), xml);
    } else {
      xml += '?';
    }
    text.remove_prefix(character.length);
  }
  return xml;
}

}  // namespace flagfall::arena::web_pages
