// A list of things that one may do something to. It reads from top to bottom on every screen, where a table would not fit.
import type { ComponentChildren } from "preact";
import { Facts, Note } from "../ui/parts";

export function Entries({
  label,
  none,
  children,
}: {
  label: string;
  none: ComponentChildren;
  children: ComponentChildren[];
}) {
  if (children.length === 0) return <Note>{none}</Note>;
  return (
    <ul class="entries" aria-label={label}>
      {children}
    </ul>
  );
}

export function Entry({
  title,
  marks,
  facts = [],
  actions,
  children,
}: {
  title: ComponentChildren;
  marks?: ComponentChildren;
  facts?: readonly (readonly [string, ComponentChildren])[];
  actions?: ComponentChildren;
  children?: ComponentChildren;
}) {
  return (
    <li tabIndex={-1}>
      <div class="entry-head">
        <h3>{title}</h3>
        {marks}
      </div>
      <Facts of="entry-facts" facts={facts} />
      {actions && <div class="entry-actions">{actions}</div>}
      {children}
    </li>
  );
}

// Those that are over, which few people look for.
export function Folded({ title, children }: { title: string; children: ComponentChildren }) {
  return (
    <details>
      <summary>{title}</summary>
      {children}
    </details>
  );
}
