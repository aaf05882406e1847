// Ways from a position: to moments of the game, to the other games of its players, and to whom it is shown.
import { useCallback, useEffect, useMemo, useRef, useState } from "preact/hooks";
import type { GameNeighbours } from "../data/messages";
import { copyFrom } from "../ui/copy";
import { durationText } from "../ui/format";
import { GameLink } from "../ui/parts";
import { useArena } from "../ui/resource";
import type { Observer } from "../replay/observer";
import { positionQuery, type GameModel } from "./model";
import { capturesOf, firstRevelation, longestThink, materialOf } from "./moments";

const COPIED_SHOWN_MS = 3000;

function Jump({ text, to, at, onGo }: { text: string; to: number; at: number; onGo: (position: number) => void }) {
  return (
    <button type="button" disabled={to === 0 || to === at} onClick={() => onGo(to)}>
      {text}
    </button>
  );
}

function Jumps({ model, position, onGo }: { model: GameModel; position: number; onGo: (position: number) => void }) {
  const captures = useMemo(() => capturesOf(materialOf(model), model.steps), [model.replay]);
  const revelation = useMemo(() => firstRevelation(model), [model.replay]);
  const think = useMemo(() => longestThink(model), [model.replay]);
  const { red, blue } = model.times.used;
  const longest = think > 0 ? Math.max(red[think] || 0, blue[think] || 0) : 0;
  const next = captures.find((each) => each > position) ?? 0;
  return (
    <div class="jumps" role="group" aria-label="Go to">
      <Jump
        text={model.game.kind === "gogo" ? "Next player beaten" : "Next capture"}
        to={next}
        at={position}
        onGo={onGo}
      />
      <Jump text="First revelation" to={revelation} at={position} onGo={onGo} />
      <Jump
        text={`Longest think${longest > 0 ? ` (${durationText(longest)})` : ""}`}
        to={think}
        at={position}
        onGo={onGo}
      />
    </div>
  );
}

// The element around the stage, and what goes to a position and brings the board into sight: on a telephone the buttons that
// lead to a moment are far below it.
export function useShow(go: (position: number) => void) {
  const board = useRef<HTMLDivElement>(null);
  const show = useCallback(
    (position: number) => {
      go(position);
      board.current?.querySelector(".stage")?.scrollIntoView({ block: "nearest" });
    },
    [go],
  );
  return { board, show };
}

// What names a position and a view in an address.
function shareQuery(model: GameModel, position: number, observer: Observer): string {
  const query = new URLSearchParams(
    Object.entries(positionQuery(model.replay, position)).filter(([, value]) => value !== ""),
  );
  if (observer !== "all" && model.isOver) query.set("view", observer);
  return query.toString();
}

// The address of the page at a position and a view, whatever its address is just now.
export function shareUrl(page: string, model: GameModel, position: number, observer: Observer): string {
  const id = encodeURIComponent(model.replay.game?.game_id ?? "");
  return `${page.replace(/#.*$/, "")}#/games/${id}?${shareQuery(model, position, observer)}`;
}

const attribute = (text: string) => text.replace(/&/g, "&amp;").replace(/"/g, "&quot;").replace(/</g, "&lt;");

// What another page holds to show the game in a frame.
export function embedCode(address: string, title: string): string {
  return `<iframe src="${attribute(address)}" title="${attribute(title)}" width="480" height="640" loading="lazy"></iframe>`;
}

// A text to be copied.
function Copied({ label, text }: { label: string; text: string }) {
  const field = useRef<HTMLInputElement>(null);
  const [said, say] = useState("");
  useEffect(() => {
    if (!said) return undefined;
    const timer = setTimeout(() => say(""), COPIED_SHOWN_MS);
    return () => clearTimeout(timer);
  }, [said]);
  const copy = () =>
    void copyFrom(field.current!).then((done) => say(done ? "Copied" : "Please copy it from the field."));
  return (
    <div class="share">
      <label>
        <span>{label}</span>
        <input ref={field} type="text" readOnly value={text} onFocus={(event) => event.currentTarget.select()} />
      </label>
      <button type="button" onClick={copy} aria-label={`Copy: ${label}`}>
        Copy
      </button>
      <span role="status" class="muted">
        {said}
      </span>
    </div>
  );
}

function Share({ model, position, observer }: { model: GameModel; position: number; observer: Observer }) {
  const { source } = useArena();
  const { game } = model.replay;
  const id = game?.game_id ?? "";
  const query = shareQuery(model, position, observer);
  const whole = (address: string) => new URL(address, location.href.replace(/#.*$/, "")).href;
  const picture = model.game.kind === "board" ? source.pictureUrl(id, query) : "";
  return (
    <>
      <Copied label="Link to this position" text={shareUrl(location.href, model, position, observer)} />
      <details class="share-parts">
        <summary>Share in another page</summary>
        <Copied
          label="Code for a page"
          text={embedCode(whole(source.embedUrl(id, query)), `${game?.red ?? ""} against ${game?.blue ?? ""}`)}
        />
        {picture && (
          <p>
            <a href={picture}>Picture of this position (SVG)</a>
          </p>
        )}
      </details>
    </>
  );
}

function OtherGames({ model }: { model: GameModel }) {
  const { source } = useArena();
  const { game } = model.replay;
  const [found, setFound] = useState<GameNeighbours>();
  const id = game?.game_id ?? "";
  useEffect(() => {
    if (!game?.tournament_id || game.is_imported) return undefined;
    let isWanted = true;
    // Without an answer the page is what it was.
    source.neighbours(game).then(
      (answer) => isWanted && setFound(answer),
      () => undefined,
    );
    return () => void (isWanted = false);
  }, [id, model.isOver]);
  if (!game?.tournament_id) return null;
  return (
    <nav class="other-games" aria-label="Other games of these two">
      {found?.previous && <GameLink id={found.previous}>← Game before, {found.previous}</GameLink>}
      {found?.next && <GameLink id={found.next}>Game after, {found.next} →</GameLink>}
      {found?.partner && <GameLink id={found.partner}>With sides changed, {found.partner}</GameLink>}
      {found && !found.previous && !found.next && <span class="muted">These two have no other game here.</span>}
    </nav>
  );
}

export function Ways({
  model,
  position,
  observer,
  onGo,
}: {
  model: GameModel;
  position: number;
  observer: Observer;
  onGo: (position: number) => void;
}) {
  return (
    <div class="ways">
      <Jumps model={model} position={position} onGo={onGo} />
      <OtherGames model={model} />
      <Share model={model} position={position} observer={observer} />
    </div>
  );
}
