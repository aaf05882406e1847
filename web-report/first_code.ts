// A small script that asks for the code and the data of the page that a visitor came for, beside the code that all pages share.
// Without it the browser learns of them when the shared code has come and has run, which on a telephone takes half a second.
import { createHash } from "node:crypto";
import type { Plugin, Rollup } from "vite";

// Pages with code of their own to which links are followed for the first time, by the first part of their address, with the
// modules that they begin with. Of all others with code of their own a first visit waits for the shared code first. Which kind a game is of is known when its data has come;
// the field's code is so small that every game asks for it, rather than that `gogo` waits once more.
export const FIRST_MODULES: Readonly<Record<string, readonly string[]>> = {
  "": ["/src/game/front_board.tsx"],
  games: ["/src/game/game_page.tsx", "/src/game/field_panel.tsx"],
  rules: ["/src/pages/rules_page.tsx"],
  tournaments: ["/src/pages/tournament_page.tsx"],
};

type Chunks = Readonly<Record<string, Rollup.OutputChunk>>;

// The files that the browser has to fetch for a chunk, itself among them, without those in `known`.
export function filesOf(chunks: Chunks, file: string, known: Set<string>): string[] {
  if (known.has(file) || !chunks[file]) return [];
  known.add(file);
  return [file, ...chunks[file].imports.flatMap((imported) => filesOf(chunks, imported, known))];
}

// The file of the chunk that begins with a module.
function chunkOf(chunks: Chunks, module: string): string {
  const first = Object.values(chunks).find((chunk) => chunk.facadeModuleId?.endsWith(module));
  if (!first) throw new Error(`no chunk begins with ${module}`);
  return first.fileName;
}

// The script, which stays plain: it runs before anything else. `files` are those of each page, from the page's folder. The
// answers of a server wait in `flagfallAnswers`, by what was asked for, until src/data/early_answers.ts takes them.
export function scriptOf(files: Readonly<Record<string, string[]>>): string {
  return `const files = new Map(${JSON.stringify(Object.entries(files))});
const [, page, of] = /^#?\\/?(\\w*)\\/?([\\w-]*)/.exec(location.hash);
for (const file of files.get(page) ?? []) {
  const link = document.createElement("link");
  link.rel = "modulepreload";
  link.href = file;
  document.head.append(link);
}
if (document.querySelector('meta[name="flagfall-source"][content="live"]')) {
  const paths = ["site"];
  if (page === "rules") paths.push("rulesets");
  if (page === "rules" && of) paths.push("rulesets/" + of);
  if (page === "games" && /^(import-)?[0-9]+-[0-9]+$/.test(of)) paths.push("games/" + of);
  const ask = (path) => fetch("api/v1/" + path, { credentials: "omit" }).catch(() => undefined);
  globalThis.flagfallAnswers = new Map(paths.map((path) => [path, ask(path)]));
}
`;
}

export function firstCode(): Plugin {
  return {
    name: "flagfall-first-code",
    apply: "build",
    generateBundle: {
      // After the HTML is made.
      order: "post",
      handler(_, bundle) {
        const html = bundle["index.html"];
        if (html?.type !== "asset") throw new Error("the build has no index.html");
        const chunks = Object.fromEntries(
          Object.values(bundle).flatMap((made) => (made.type === "chunk" ? [[made.fileName, made]] : [])),
        );
        const files = Object.entries(FIRST_MODULES).map(([page, modules]) => {
          const known = new Set(Object.keys(chunks).filter((file) => String(html.source).includes(`"./${file}"`)));
          const own = modules.flatMap((module) => filesOf(chunks, chunkOf(chunks, module), known));
          return [page, own.map((file) => `./${file}`)];
        });
        const script = scriptOf(Object.fromEntries(files));
        const fileName = `assets/first-${createHash("sha256").update(script).digest("base64url").slice(0, 8)}.js`;
        this.emitFile({ type: "asset", fileName, source: script });
        const before = '<script type="module"';
        html.source = String(html.source).replace(before, `<script async src="./${fileName}"></script>\n    ${before}`);
      },
    },
  };
}
