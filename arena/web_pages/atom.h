#ifndef ARENA_WEB_PAGES_ATOM_H_
#define ARENA_WEB_PAGES_ATOM_H_

#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "referee/base/micros.h"

namespace flagfall::arena::web_pages {

// Feeds of news in Atom (RFC 4287), as feed readers take them. All texts are plain: names and notices come from bots
// and their authors, and no reader is given HTML of theirs.

inline constexpr absl::string_view kAtomType = "application/atom+xml; charset=utf-8";

// Where a page of the site is found.
struct AtomLink {
  std::string address;
  // What it is, for people.
  std::string title = {};
};

struct AtomEntry {
  // As AtomId returns it.
  std::string id;
  std::string title;
  // When what it tells last changed, since 1970.
  Micros updated{};
  // The page that the entry is about.
  std::string address;
  // May have several lines.
  std::string text = {};
  // Further pages.
  std::vector<AtomLink> related = {};
};

struct AtomFeed {
  // As AtomId returns it.
  std::string id;
  std::string title;
  // The page that the feed is about, and the feed itself.
  std::string address;
  std::string own_address;
  // In any order. A feed has the newest kAtomEntriesMax of them.
  std::vector<AtomEntry> entries = {};
};

inline constexpr std::size_t kAtomEntriesMax = 50;

// The number of a thing that never changes and that nothing else has, as in "urn:uuid:...": made of facts that never
// change and together belong to this thing alone.
std::string AtomId(absl::Span<const std::string> facts);

// The feed as a document, with its entries ordered by time, the newest first.
std::string AtomText(AtomFeed feed);

// The text as a part of an address.
std::string PercentEncoded(absl::string_view text);

// The text as it may stand in XML, between tags and in attributes. Characters that XML cannot hold, and marks that turn
// the direction of writing, are written as their numbers, as in "\u202e"; bytes that are not UTF-8 as `?`.
std::string XmlText(absl::string_view text);

}  // namespace flagfall::arena::web_pages

#endif  // ARENA_WEB_PAGES_ATOM_H_
