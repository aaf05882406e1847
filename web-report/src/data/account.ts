// What somebody does on the site who is signed in: the server's paths below `/account`.
import { messageOf } from "./live";
import { parseJson } from "./plain_json";
import type { Stop } from "./source";
import type { Account, ApiError, PlayRequest, PlayResponse, Registration, SignIn, Submission } from "./messages";

const ROOT = "account";

// Who is signed in, as the server has last said; absent before it was asked. The header and the pages share it.
let account: Account | undefined;
let asked: Promise<Account> | undefined;
const listeners = new Set<() => void>();

function know(next: Account): Account {
  const isNew = account === undefined || account.user !== next.user || account.role !== next.role;
  if (isNew) {
    account = next;
    for (const listener of [...listeners]) listener();
  }
  return account!;
}

export function knownAccount(): Account | undefined {
  return account;
}

// Calls `listener` whenever somebody has signed in or out, or the server has said that a session is over.
export function watchAccount(listener: () => void): Stop {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

function answerOf<T>(asked: Promise<Response>): Promise<T> {
  return messageOf<T>(asked, (status) => {
    // Nobody is signed in, or not any more.
    if (status === 401) know({});
  });
}

function post<T>(path: string, message: object): Promise<T> {
  return answerOf<T>(
    fetch(`${ROOT}/${path}`, {
      method: "POST",
      credentials: "same-origin",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(message),
    }),
  );
}

// The server is asked once; later answers of its own tell what changes. A question that failed is asked again.
export async function signedIn(): Promise<Account> {
  if (account) return account;
  asked ??= answerOf<Account>(fetch(`${ROOT}/session`, { credentials: "same-origin" }));
  try {
    const answer = await asked;
    return account ?? know(answer);
  } finally {
    asked = undefined;
  }
}

// Whether no network carries in the clear what is sent: by https, or to this machine. The server refuses a secret that
// came otherwise, when it has crossed the network.
export const isPrivate = () => globalThis.isSecureContext;

export async function signIn(request: SignIn): Promise<Account> {
  return know(await post<Account>("session", request));
}

// The answer alone has the user's first token.
export async function register(request: Registration): Promise<Account> {
  const account = await post<Account>("registration", request);
  know({ user: account.user!, role: account.role! });
  return account;
}

export async function signOut(): Promise<Account> {
  return know(await post<Account>("session/end", {}));
}

// A method of ArenaService with one request and one response.
export function call<Response>(method: string, request: object): Promise<Response> {
  return post<Response>(`call/${method}`, request);
}

// What a remote bot of the caller's does.
export function play(bot: string, request: PlayRequest): Promise<object> {
  return post<object>(`play/${encodeURIComponent(bot)}`, request);
}

interface PlayWatch {
  // The stream is open. What follows is all that the bot was told since it came, or what is new since the stream broke.
  onOpen: () => void;
  onMessage: (message: PlayResponse) => void;
  // The browser tries to open the stream again.
  onBroken: () => void;
  // The bot plays here no more; the text is for people.
  onEnd: (why: string) => void;
}

// Has the bot play here, and tells what the referee says to it.
export function watchPlay(bot: string, watch: PlayWatch): Stop {
  const stream = new EventSource(`${ROOT}/play/${encodeURIComponent(bot)}/events`);
  stream.onopen = watch.onOpen;
  stream.addEventListener("play", (event) =>
    watch.onMessage(parseJson((event as MessageEvent<string>).data) as PlayResponse),
  );
  stream.addEventListener("end", (event) => {
    stream.close();
    watch.onEnd((parseJson((event as MessageEvent<string>).data) as ApiError).message ?? "");
  });
  stream.onerror = () => {
    // A browser does not open a stream again that was refused, and does not say why it was.
    if (stream.readyState === EventSource.CLOSED) watch.onEnd("");
    else watch.onBroken();
  };
  return () => stream.close();
}

// Sends a bot's packed files; `onProgress` is told which part of them has gone, from 0 to 1.
export function submitBot(files: Blob, onProgress: (part: number) => void): Promise<Submission> {
  // fetch does not tell how much of a body has gone.
  const request = new XMLHttpRequest();
  const answer = new Promise<Response>((done, failed) => {
    request.onload = () => done(new Response(request.responseText, { status: request.status }));
    request.onerror = failed;
  });
  request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0);
  request.open("POST", `${ROOT}/submissions`);
  request.setRequestHeader("Content-Type", "application/octet-stream");
  request.send(files);
  return answerOf<Submission>(answer);
}
