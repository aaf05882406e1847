// What somebody does on the site who is signed in: the server's paths below `/account`.
import { errorOf } from "./live";
import { parseJson } from "./plain_json";
import { SourceError, type Stop } from "./source";
import type { Account, ApiError, PlayRequest, PlayResponse, SignIn, Submission } from "./messages";

const ROOT = "account";

// Nobody is signed in, or not any more.
export class NotSignedIn extends SourceError {}

async function answerOf<T>(asked: Promise<Response>): Promise<T> {
  let response: Response;
  try {
    response = await asked;
  } catch {
    throw new SourceError("The arena cannot be reached. Please try again later.");
  }
  if (response.ok) return parseJson(await response.text()) as T;
  const error = await errorOf(response);
  throw response.status === 401 ? new NotSignedIn(error.message) : error;
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

export function signedIn(): Promise<Account> {
  return answerOf<Account>(fetch(`${ROOT}/session`, { credentials: "same-origin" }));
}

export function signIn(request: SignIn): Promise<Account> {
  return post<Account>("session", request);
}

export function signOut(): Promise<Account> {
  return post<Account>("session/end", {});
}

// A method of ArenaService with one request and one response.
export function call<Response>(method: string, request: object): Promise<Response> {
  return post<Response>(`call/${method}`, request);
}

// What a remote bot of the caller's does.
export function play(bot: string, request: PlayRequest): Promise<object> {
  return post<object>(`play/${encodeURIComponent(bot)}`, request);
}

export interface PlayWatch {
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
