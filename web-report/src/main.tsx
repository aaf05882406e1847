import { render } from "preact";
import { askedAhead } from "./data/asked_ahead";
import { fileSource } from "./data/files";
import { liveSource } from "./data/live";
import { Shell } from "./shell";
import { ArenaContext } from "./ui/resource";
import { routeOf } from "./ui/route";
import { applyTheme, printInLight, storedTheme } from "./ui/theme";
import "./style/colors.css";
import "./style/base.css";
import "./style/controls.css";
import "./style/forms.css";
import "./style/parts.css";
import "./style/plots.css";
import "./style/home.css";
import "./style/tables.css";
import "./style/narrow_tables.css";
import "./style/board.css";
import "./style/kinds.css";
import "./style/game.css";
import "./style/ways.css";
import "./style/rules.css";
import "./style/game_layout.css";
import "./style/print.css";

// Whether the page lies among files: `flagfall report` writes "static" into it in the place of "live".
function isStatic(): boolean {
  return document.querySelector<HTMLMetaElement>('meta[name="flagfall-source"]')?.content === "static";
}

function Problem({ error, retry }: { error: Error; retry: () => void }) {
  return (
    <main class="problem" role="alert">
      <h1>Flagfall</h1>
      <p>{error.message}</p>
      <button type="button" onClick={retry}>
        Try again
      </button>
    </main>
  );
}

async function start(root: HTMLElement): Promise<void> {
  const source = askedAhead(isStatic() ? fileSource() : liveSource(), routeOf(location.hash).path);
  try {
    const site = await source.site();
    render(
      <ArenaContext.Provider value={{ source, site }}>
        <Shell />
      </ArenaContext.Provider>,
      root,
    );
  } catch (error) {
    render(<Problem error={error as Error} retry={() => void start(root)} />, root);
  }
}

applyTheme(storedTheme());
printInLight();
void start(document.getElementById("app")!);
