// The panel for the kind of a game.
import { lazily } from "../ui/lazy";
import { Note } from "../ui/parts";
import { BoardPanel } from "./board_panel";
import { CardsPanel } from "./cards_panel";
import type { GogoModel, KindModel } from "./model";
import type { PanelProps } from "./panel";

// Its code is fetched for games of `gogo` alone.
const FieldPanel = lazily<PanelProps<GogoModel>>(
  async () => (await import("./field_panel")).FieldPanel,
  () => (
    <div class="panel">
      <div class="field-box stage loading" role="status">
        Loading the field…
      </div>
    </div>
  ),
);

export function Panel(props: PanelProps<KindModel>) {
  const { game } = props;
  switch (game.kind) {
    case "board":
      return <BoardPanel {...props} game={game} />;
    case "cards":
      return <CardsPanel {...props} game={game} />;
    case "gogo":
      return <FieldPanel {...props} game={game} />;
    case "unknown":
      return <Note>This kind of game cannot be shown here.</Note>;
  }
}
