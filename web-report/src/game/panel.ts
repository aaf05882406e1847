import type { Observer } from "../replay/observer";
import type { ClocksNow } from "./clocks";
import type { GameModel, KindModel } from "./model";

// The properties of the panel for one kind of game.
export interface PanelProps<Kind extends KindModel> {
  model: GameModel;
  // The same as model.game, with its kind known.
  game: Kind;
  position: number;
  observer: Observer;
  isFlipped: boolean;
  // The position that was shown before is the one before or after this one.
  isGliding: boolean;
  clocks: ClocksNow;
}
