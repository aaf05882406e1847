// A player's two parts of a panel: the strip with name and clock, and the army. They stand apart in the page, since the army
// goes beneath the controls where a screen is too low for everything.
import type { ComponentChildren } from "preact";

// Where the player sits: above the board or below it.
export type Place = "above" | "below";

export function Seat({
  place,
  strip,
  children,
}: {
  place: Place;
  strip: ComponentChildren;
  children: ComponentChildren;
}) {
  return (
    <>
      <div class={`seat ${place}`}>{strip}</div>
      <div class={`forces ${place}`}>{children}</div>
    </>
  );
}
