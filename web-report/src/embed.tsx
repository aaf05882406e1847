// A game in a frame of another site's page: its board, and what goes through it. Nothing else of the site is here: no
// navigation, no account, and nothing that is kept in the browser.
import { render } from "preact";
import { fileSource } from "./data/files";
import { liveSource } from "./data/live";
import { isGameId } from "./data/source";
import type { Replay } from "./data/messages";
import { ArenaContext, useArena } from "./ui/resource";
import { hrefOf } from "./ui/route";
import { useClocks } from "./game/clocks";
import { PositionControls } from "./game/controls";
import { Panel } from "./game/kind_panel";
import { useLiveReplay } from "./game/live_replay";
import { modelOf, namesPosition, observerIn, positionIn, positionQuery } from "./game/model";
import { useKeys, usePlayback } from "./game/playback";
import { useCallback, useMemo, useState } from "preact/hooks";
import "./style/embed.css";

const meta = (name: string) => document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content;

function Game({ replay, query }: { replay: Replay; query: URLSearchParams }) {
  const { site } = useArena();
  const model = useMemo(() => modelOf(replay), [replay]);
  const observer = observerIn(query, model.isOver);
  const [start] = useState(() => positionIn(query, replay));
  const [asksForStart] = useState(() => namesPosition(query) && start === 0);
  const playback = usePlayback(model.steps, start, asksForStart);
  const { position } = playback;
  const [isFlipped, setFlipped] = useState(false);
  const flip = useCallback(() => setFlipped((old) => !old), []);
  useKeys({ playback, steps: model.steps, flip, view: () => undefined });
  const clocks = useClocks(model, position);
  const id = replay.game?.game_id ?? "";
  const place = { ...positionQuery(replay, position), view: observer === "all" || !model.isOver ? "" : observer };
  return (
    <main class="embedded">
      <h1 class="sr-only">
        {replay.game?.red} against {replay.game?.blue}
      </h1>
      <Panel
        model={model}
        game={model.game}
        position={position}
        observer={observer}
        isFlipped={isFlipped}
        isGliding={false}
        clocks={clocks}
      />
      <PositionControls
        playback={playback}
        steps={model.steps}
        valueText={`step ${position} of ${model.steps}`}
        isFlipped={isFlipped}
        onFlip={flip}
      />
      <p class="embed-source">
        <a href={hrefOf(["games", id], place)} rel="noopener">
          Game {id} at {site.title || "Flagfall"}
        </a>
      </p>
    </main>
  );
}

function Embedded({ id, query }: { id: string; query: URLSearchParams }) {
  const { data, error } = useLiveReplay(id);
  if (data) return <Game replay={data} query={query} />;
  return (
    <p class="note" role="status">
      {error ? error.message : "Loading the game…"}
    </p>
  );
}

async function start(root: HTMLElement): Promise<void> {
  const query = new URLSearchParams(location.search);
  const id = meta("flagfall-game") ?? query.get("game") ?? "";
  const source = meta("flagfall-source") === "static" ? fileSource() : liveSource();
  const site = await source.site().catch(() => ({}));
  render(
    <ArenaContext.Provider value={{ source, site }}>
      {isGameId(id) ? <Embedded id={id} query={query} /> : <p class="note">There is no such game.</p>}
    </ArenaContext.Provider>,
    root,
  );
}

void start(document.getElementById("app")!);
