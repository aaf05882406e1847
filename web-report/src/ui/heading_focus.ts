// The focus of whoever comes to another page belongs on its heading. It may come later than the page, with its code or data.

const ID = "page-heading";

let isAwaited = false;

// What the visitor does meanwhile is not broken into.
function giveUp(): void {
  isAwaited = false;
  for (const event of ["keydown", "pointerdown"]) removeEventListener(event, giveUp, true);
}

// Puts the focus on the heading of the page that is shown, as soon as there is one.
export function focusHeading(): void {
  giveUp();
  const heading = document.getElementById(ID);
  if (heading) return heading.focus({ preventScroll: true });
  isAwaited = true;
  for (const event of ["keydown", "pointerdown"]) addEventListener(event, giveUp, true);
}

// To be called by each heading of a page when it is there.
export function headingIsThere(): void {
  if (isAwaited) focusHeading();
}
