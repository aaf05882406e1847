// What each side could know of the opponent's pieces: a sentence on the model beside its plot, and its numbers in words.
import { useState } from "preact/hooks";
import { colorText } from "../replay/observer";
import type { Told, Uncertainty } from "../replay/uncertainty";
import { countText, realText } from "../ui/format";
import { Table, type Column } from "../ui/table";
import { pliesAt, type GameModel } from "./model";

// Less would be shown as 0.0.
const BITS_SHOWN_MIN = 0.05;

// Bits at a scale, whose lines are mostly whole.
export const scaleText = (bits: number) => `${Math.round(10 * bits) / 10} bits`;

export function uncertaintyIn({ game }: GameModel): Uncertainty | null {
  return game.kind === "board" ? game.uncertainty : null;
}

// How many bits about its own pieces the side that moved gave away by the step; 0 where it is not shown.
export function givenAt(model: GameModel, step: number): number {
  const given = uncertaintyIn(model)?.told.get(step)?.given ?? 0;
  return given >= BITS_SHOWN_MIN ? given : 0;
}

// The steps after which a side knew so much more that it can be shown.
export function toldIn({ told }: Uncertainty): Told[] {
  return [...told.values()].filter(({ given, learnt }) => Math.max(given, learnt) >= BITS_SHOWN_MIN);
}

function columnsOf(model: GameModel, { bits }: Uncertainty, onGo: (step: number) => void): Column<Told>[] {
  const shown = (value: number) => (value >= BITS_SHOWN_MIN ? realText(value) : "");
  return [
    {
      title: "Ply",
      cell: ({ step }) => (
        <button type="button" class="link" onClick={() => onGo(step)}>
          {countText(pliesAt(model.replay, step))}
        </button>
      ),
    },
    { title: "By", cell: ({ mover }) => colorText(mover) },
    { title: "Move", cell: ({ step }) => model.text(step) },
    { title: "Gave away", isNumber: true, cell: ({ given }) => shown(given) },
    { title: "Learnt", isNumber: true, cell: ({ learnt }) => shown(learnt) },
    { title: "Unknown to Red", isNumber: true, cell: ({ step }) => realText(bits.red[step]) },
    { title: "Unknown to Blue", isNumber: true, cell: ({ step }) => realText(bits.blue[step]) },
  ];
}

// For those who do not see the plot, and those who want its numbers. It is made only while it is open.
function InWords({
  model,
  uncertainty,
  onGo,
}: {
  model: GameModel;
  uncertainty: Uncertainty;
  onGo: (step: number) => void;
}) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>Bits given away and learnt, ply by ply</summary>
      {isOpen && (
        <Table
          label="Bits given away and learnt, ply by ply"
          columns={columnsOf(model, uncertainty, onGo)}
          rows={toldIn(uncertainty)}
          rowKey={({ step }) => step}
          isNarrow
        />
      )}
    </details>
  );
}

export function UncertaintyNotes({ model, onGo }: { model: GameModel; onGo: (step: number) => void }) {
  const uncertainty = uncertaintyIn(model);
  if (!uncertainty) return null;
  return (
    <div class="uncertainty">
      <p class="hint">
        What is unknown to a side, in bits, is log2 of the number of ways in which the opponent's pieces that it does
        not know can still be distributed: all ways that agree with what it has seen count alike, and nothing is guessed
        from how bots play.
      </p>
      <InWords model={model} uncertainty={uncertainty} onGo={onGo} />
    </div>
  );
}
