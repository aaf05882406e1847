// The answers that the site's first script has asked a server for (first_code.ts), before this code was there.
declare global {
  var flagfallAnswers: Map<string, Promise<Response | undefined>> | undefined;
}

// Asks for `path` of the API by `ask`. The first question for it gets the early answer, if there is one and it was reached.
export async function answerFor(path: string, ask: () => Promise<Response>): Promise<Response> {
  const early = globalThis.flagfallAnswers?.get(path);
  globalThis.flagfallAnswers?.delete(path);
  return (await early) ?? (await ask());
}
