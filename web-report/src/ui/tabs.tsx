// Parts of which one is shown, in a row: links where each has an address of its own, and buttons where they change the query
// of the page's address.
import type { ComponentChildren } from "preact";
import { setQuery } from "./route";

// What a link says that leads to where one is.
export const markOf = (isCurrent: boolean) => (isCurrent ? { "aria-current": "page" as const } : {});

interface TabsProps {
  label: string;
  tabs: readonly (readonly [id: string, title: ComponentChildren])[];
  current: string;
  href?: (id: string) => string;
  onChoose?: (id: string) => void;
}

export function Tabs({ label, tabs, current, href, onChoose }: TabsProps) {
  return (
    <nav class="tabs" aria-label={label}>
      {tabs.map(([id, title]) =>
        href ? (
          <a key={id} href={href(id)} {...markOf(id === current)}>
            {title}
          </a>
        ) : (
          <button key={id} type="button" aria-pressed={id === current} onClick={() => onChoose?.(id)}>
            {title}
          </button>
        ),
      )}
    </nav>
  );
}

// The rulesets that a page has a part for. What is chosen within one is no choice for another.
export function RulesetTabs({ ids, current }: { ids: readonly string[]; current: string }) {
  return (
    <Tabs
      label="Rulesets"
      tabs={ids.map((id) => [id, id])}
      current={current}
      onChoose={(ruleset) => setQuery({ ruleset, piece: "", page: "", sort: "" })}
    />
  );
}
