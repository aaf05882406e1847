// A page's name stands after the `#`, as in #/games/1-7?ply=12, so that any file host can serve the site.
import { useEffect, useState } from "preact/hooks";
import { ROOT } from "../data/root";

export interface Route {
  path: string[];
  query: URLSearchParams;
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

export function routeOf(hash: string): Route {
  const [path = "", query = ""] = hash.replace(/^#\/?/, "").split(/\?(.*)/s);
  return { path: path.split("/").filter(Boolean).map(decoded), query: new URLSearchParams(query) };
}

// The address of a page. Empty values are left out of the query.
export function hrefOf(path: readonly string[], query: Record<string, string> = {}): string {
  const kept = new URLSearchParams(Object.entries(query).filter(([, value]) => value !== ""));
  const text = kept.toString();
  return `${ROOT}#/${path.map(encodeURIComponent).join("/")}${text ? `?${text}` : ""}`;
}

export function useRoute(): Route {
  const [hash, setHash] = useState(location.hash);
  useEffect(() => {
    const changed = () => setHash(location.hash);
    addEventListener("hashchange", changed);
    addEventListener("flagfall-route", changed);
    return () => {
      removeEventListener("hashchange", changed);
      removeEventListener("flagfall-route", changed);
    };
  }, []);
  return routeOf(hash);
}

// Changes some values of this page's query without a new entry in the browser's history.
export function setQuery(changes: Record<string, string>): void {
  const route = routeOf(location.hash);
  const query = { ...Object.fromEntries(route.query), ...changes };
  history.replaceState(history.state, "", hrefOf(route.path, query));
  dispatchEvent(new Event("flagfall-route"));
}
