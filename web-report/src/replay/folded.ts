// States each of which follows from the one before by a step. The function that is returned gives the state at any position:
// it keeps one in 64, and makes the others from the nearest one before.
const KEPT_EVERY = 64;

export function folded<State extends object>(
  start: State,
  apply: (state: State, step: number) => State,
): (position: number) => State {
  const kept = new Map<number, State>([[0, start]]);
  let last = { position: 0, state: start };
  return (position) => {
    let at = Math.floor(position / KEPT_EVERY) * KEPT_EVERY;
    while (!kept.has(at)) at -= KEPT_EVERY;
    let state = kept.get(at)!;
    if (last.position > at && last.position <= position) ({ position: at, state } = last);
    while (at < position) {
      state = apply(state, ++at);
      if (at % KEPT_EVERY === 0) kept.set(at, state);
    }
    last = { position, state };
    return state;
  };
}
