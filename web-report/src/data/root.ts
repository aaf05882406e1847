// Where the site lies from the page: nowhere else, but for the page that shows a game in a frame, which the server has below a
// path of its own.
export const ROOT =
  (typeof document !== "undefined" && document.querySelector<HTMLMetaElement>('meta[name="flagfall-root"]')?.content) ||
  "";
