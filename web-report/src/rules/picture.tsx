// One picture of an example, drawn by the parts of the game's page.
import { useContext } from "preact/hooks";
import { BoardView } from "../game/board_view";
import { Contest, plyShown } from "../game/board_panel";
import { CardRow, FrontLine } from "../game/cards_panel";
import { Field, marksOf, timeText } from "../game/field_view";
import type { BoardModel, CardsModel, GameModel, GogoModel } from "../game/model";
import { barredAt, piecesAt } from "../replay/board";
import { armySeen } from "../replay/cards";
import { teamSeen } from "../replay/gogo";
import { colorText, type Color, type Observer } from "../replay/observer";
import { RanksContext } from "../ui/ranks";
import type { Frame } from "./frames";

interface PictureProps<Game> {
  game: Game;
  frame: Frame;
  observer: Observer;
  isGliding: boolean;
  // The picture in words.
  label: string;
}

// The plies that are marked as barred: the one that is refused here, else those that the rules bar now.
function BoardPicture({ game, frame, observer, isGliding, label }: PictureProps<BoardModel>) {
  const { board } = game;
  const pieces = piecesAt(board, frame.position, observer);
  const bluffing = game.bluffing(frame.position);
  const refused = frame.refusedPly;
  return (
    <>
      <BoardView
        pieces={pieces}
        observer={observer}
        isFlipped={false}
        isGliding={isGliding}
        ply={plyShown(bluffing, board.plies[frame.position - 1])}
        threatened={[]}
        barred={
          refused
            ? [{ from: Math.floor(refused / 100), to: refused % 100, bar: 0 }]
            : barredAt(board, frame.position, pieces)
        }
        claims={bluffing?.claims}
        selected={-1}
        onSelect={() => undefined}
        label={label}
      />
      {bluffing && <Contest bluffing={bluffing} pieces={pieces} />}
    </>
  );
}

function CardsSide({ side, props }: { side: Color; props: PictureProps<CardsModel> }) {
  const { game, frame, observer } = props;
  const seen = armySeen(game.view(frame.position), side, observer, game.replay.army ?? []);
  const rows = (
    <div class="card-rows">
      <CardRow title={`${colorText(side)}'s hand`} types={seen.hand} side={side} />
      {seen.lost.length > 0 && <CardRow title={`${colorText(side)}'s losses`} types={seen.lost} side={side} />}
    </div>
  );
  // The two front lines face each other.
  return (
    <div class="picture-cards" role="group" aria-label={colorText(side)}>
      {side === "blue" && rows}
      <FrontLine front={seen.front} side={side} marked={[]} />
      {side === "red" && rows}
    </div>
  );
}

function CardsPicture(props: PictureProps<CardsModel>) {
  return (
    <>
      <CardsSide side="blue" props={props} />
      <CardsSide side="red" props={props} />
    </>
  );
}

function FieldPicture({ game, frame, observer, label }: PictureProps<GogoModel>) {
  const { position } = frame;
  const view = game.view(position);
  const before = position > 0 ? game.view(position - 1) : null;
  const team = (side: Color) => teamSeen(view, before, side, observer);
  return (
    <>
      <Field
        gogo={game.replay}
        view={view}
        marks={marksOf(team("red"), team("blue"))}
        observer={observer}
        label={label}
      />
      <p class="hint">{timeText(view.situation)}.</p>
    </>
  );
}

export function Picture({ model, ...rest }: { model: GameModel } & Omit<PictureProps<never>, "game">) {
  const ranks = useContext(RanksContext);
  const { game } = model;
  switch (game.kind) {
    case "board":
      return <BoardPicture {...rest} game={game} />;
    case "cards":
      // Cards have their ranks printed on them, whatever is chosen for boards.
      return (
        <RanksContext.Provider value={ranks === "high-is-1" ? "high-is-10" : ranks}>
          <CardsPicture {...rest} game={game} />
        </RanksContext.Provider>
      );
    case "gogo":
      return <FieldPicture {...rest} game={game} />;
    case "unknown":
      return null;
  }
}
