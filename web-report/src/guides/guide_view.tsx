// Turns a guide into elements.
import type { ComponentChildren } from "preact";
import { plainText, type Block, type Inline } from "./tree";
import { hrefOf } from "../ui/route";

// The id of the element at an anchor: it must be none of the page's own.
export const anchorId = (anchor: string) => `guide-${anchor}`;

function InlineView({ of }: { of: Inline }) {
  if (typeof of === "string") return <>{of}</>;
  const inner = <Inlines of={of.inner} />;
  switch (of.tag) {
    case "a":
      return of.href.startsWith("#") ? (
        <a href={of.href}>{inner}</a>
      ) : (
        <a href={of.href} rel="noopener external">
          {inner}
        </a>
      );
    case "br":
      return <br />;
    case "strong":
      return <strong>{inner}</strong>;
    case "em":
      return <em>{inner}</em>;
    case "del":
      return <del>{inner}</del>;
    case "code":
      return <code>{inner}</code>;
  }
}

function Inlines({ of }: { of: readonly Inline[] }) {
  return (
    <>
      {of.map((one, i) => (
        <InlineView key={i} of={one} />
      ))}
    </>
  );
}

// What is wider than the page scrolls by itself, also by the keyboard.
function Scrolling({ label, children }: { label: string; children: ComponentChildren }) {
  return (
    <div class="scroll guide-scroll" role="region" aria-label={label} tabIndex={0}>
      {children}
    </div>
  );
}

function TableView({ of }: { of: Extract<Block, { is: "table" }> }) {
  const titles = of.head.map(plainText);
  return (
    <Scrolling label={`Table: ${titles.filter(Boolean).join(", ") || "without headings"}`}>
      <table>
        <thead>
          <tr>
            {of.head.map((cell, i) =>
              titles[i] ? (
                <th key={i} scope="col">
                  <Inlines of={cell} />
                </th>
              ) : (
                <td key={i} />
              ),
            )}
          </tr>
        </thead>
        <tbody>
          {of.rows.map((row, i) => (
            <tr key={i}>
              {row.map((cell, j) => (
                <td key={j}>
                  <Inlines of={cell} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </Scrolling>
  );
}

// The page's own heading is the guide's first.
function HeadingView({ of, guide }: { of: Extract<Block, { is: "heading" }>; guide: string }) {
  const Tag = `h${Math.min(of.depth, 6)}` as "h2";
  return (
    <Tag id={anchorId(of.anchor)} tabIndex={-1} class="guide-heading">
      <Inlines of={of.inner} />{" "}
      <a class="anchor" href={hrefOf(["guides", guide, of.anchor])} aria-label={`Link to ${plainText(of.inner)}`}>
        #
      </a>
    </Tag>
  );
}

function BlockView({ of, guide }: { of: Block; guide: string }) {
  switch (of.is) {
    case "heading":
      return of.depth === 1 ? null : <HeadingView of={of} guide={guide} />;
    case "paragraph":
      return (
        <p>
          <Inlines of={of.inner} />
        </p>
      );
    case "code":
      return (
        <pre class="command" tabIndex={0}>
          <code>{of.text}</code>
        </pre>
      );
    case "quote":
      return (
        <blockquote>
          <Blocks of={of.inner} guide={guide} />
        </blockquote>
      );
    case "list": {
      const items = of.items.map((item, i) => (
        <li key={i}>
          {item.map((block, j) =>
            block.is === "paragraph" ? (
              <Inlines key={j} of={block.inner} />
            ) : (
              <BlockView key={j} of={block} guide={guide} />
            ),
          )}
        </li>
      ));
      return of.start === undefined ? <ul>{items}</ul> : <ol start={of.start}>{items}</ol>;
    }
    case "table":
      return <TableView of={of} />;
    case "line":
      return <hr />;
  }
}

export function Blocks({ of, guide }: { of: readonly Block[]; guide: string }) {
  return (
    <>
      {of.map((block, i) => (
        <BlockView key={i} of={block} guide={guide} />
      ))}
    </>
  );
}
