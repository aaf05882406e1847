// The guides, and their list.
import { useEffect } from "preact/hooks";
import { Heading, Loaded, Note, Section } from "../ui/parts";
import { useArena, useResource } from "../ui/resource";
import { hrefOf } from "../ui/route";
import { useTitle } from "../ui/title";
import { GUIDES, type GuideEntry } from "./guide_list";
import { anchorId, Blocks } from "./guide_view";
import { plainText, type Block, type Guide } from "./tree";
import "../style/guides.css";

type HeadingBlock = Extract<Block, { is: "heading" }>;

// A list with more sections than this would be longer than what it leads to.
const SECTIONS_MAX = 30;

function Contents({ guide, name }: { guide: Guide; name: string }) {
  const sections = guide.filter((block): block is HeadingBlock => block.is === "heading" && block.depth === 2);
  if (sections.length < 3 || sections.length > SECTIONS_MAX) return null;
  return (
    <nav class="guide-contents" aria-label="Sections">
      <ul>
        {sections.map(({ anchor, inner }) => (
          <li key={anchor}>
            <a href={hrefOf(["guides", name, anchor])}>{plainText(inner)}</a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

function Text({ guide, name, anchor }: { guide: Guide; name: string; anchor: string }) {
  const section = guide.find((block): block is HeadingBlock => block.is === "heading" && block.anchor === anchor);
  const title = GUIDES.find((entry) => entry.name === name)?.title ?? "";
  useTitle(section ? plainText(section.inner) : title, section ? title : "");
  useEffect(() => {
    if (!anchor) return;
    const heading = document.getElementById(anchorId(anchor));
    heading?.scrollIntoView();
    heading?.focus({ preventScroll: true });
  }, [anchor]);
  return (
    <article class="guide">
      <Contents guide={guide} name={name} />
      <Blocks of={guide} guide={name} />
    </article>
  );
}

function GuidePage({ entry, anchor }: { entry: GuideEntry; anchor: string }) {
  const guide = useResource(entry.name, entry.fetch);
  return (
    <>
      <Heading>{entry.title}</Heading>
      <p class="guide-up">
        <a href={hrefOf(["guides"])}>All guides</a>
      </p>
      {entry.note && <Note>{entry.note}</Note>}
      <Loaded resource={guide} what="the guide">
        {(blocks) => <Text guide={blocks} name={entry.name} anchor={anchor} />}
      </Loaded>
    </>
  );
}

const ARCHIVES = [
  ["python", "Python", "a bot to begin with, and all that it needs"],
  ["node", "JavaScript and TypeScript", "a bot to begin with, and all that it needs"],
  ["cpp", "C++", "a bot to begin with, and the sources of the library"],
] as const;

function List() {
  const { site } = useArena();
  return (
    <>
      <Heading>Guides</Heading>
      <ul class="guide-list">
        {GUIDES.map(({ name, title, about }) => (
          <li key={name}>
            <a href={hrefOf(["guides", name])}>{title}</a>
            <span class="muted">{about}</span>
          </li>
        ))}
        <li>
          <a href={hrefOf(["rules"])}>The rules in pictures</a>
          <span class="muted">Each ruleset, stepped through on the board, and the clauses in full.</span>
        </li>
      </ul>
      {(site.archives ?? []).length > 0 && (
        <Section title="Bots to begin with">
          <ul class="guide-list">
            {ARCHIVES.filter(([file]) => site.archives?.includes(file)).map(([file, language, about]) => (
              <li key={file}>
                <a href={`archives/flagfall-${file}.tar.gz`} download={`flagfall-${file}.tar.gz`}>
                  {language}
                </a>
                <span class="muted">{about}</span>
              </li>
            ))}
          </ul>
        </Section>
      )}
    </>
  );
}

export function GuidesPage({ name, anchor }: { name: string; anchor: string }) {
  if (!name) return <List />;
  const entry = GUIDES.find((one) => one.name === name);
  if (entry) return <GuidePage key={name} entry={entry} anchor={anchor} />;
  return (
    <>
      <Heading>No such guide</Heading>
      <Note>
        <a href={hrefOf(["guides"])}>All guides</a>
      </Note>
    </>
  );
}
