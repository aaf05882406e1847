import type { Observer } from "../replay/observer";
import type { ClocksNow } from "./clocks";
import type { GameModel, KindModel } from "./model";

// What the panel of one kind of game is told.
export interface PanelProps<Kind extends KindModel> {
  model: GameModel;
  // What the model has of this kind: model.game.
  game: Kind;
  position: number;
  observer: Observer;
  isFlipped: boolean;
  // The position that was shown before is the one before or after this one.
  isGliding: boolean;
  clocks: ClocksNow;
}
