/**
 * The script inside the page, which runs before anything else is loaded: it sets the theme, and requests everything
 * that the page will need, so that slow connections wait once instead of four times.
 */
import { LEARNING, pageAt, socketAddress, TABLE, type Early, type EarlySocket } from "./lib/early";
import { applyPreferences, darkness, kept } from "./lib/preferences";

/** The files that a part of the client needs beside the page's own, by the name of a game or page; from the build. */
declare const PARTS: Record<string, string[]>;

const root = document.documentElement;
const preferences = kept();
applyPreferences(preferences, darkness().matches);

const { language } = preferences;
const table = TABLE.exec(location.pathname)?.[1];
const learned = LEARNING.exec(location.pathname)?.[2];
const page = pageAt(location.pathname);
const game = learned ?? root.dataset.game; // the server names the game of a table
const texts = `/api/games/${game ?? ""}/texts/${language}`;

/** The requests of each page; those of the front page need no more than the list of games. */
function needed(): string[] {
  if (page === "rules") return [texts, `/api/games/${game ?? ""}?language=${language}`, `/api/games/${game ?? ""}/pictures`];
  if (game) return [texts];
  return page === "home" ? [`/api/games?language=${language}`] : [];
}

function link(file: string): void {
  const found = document.createElement("link");
  found.rel = file.endsWith(".css") ? "preload" : "modulepreload";
  if (file.endsWith(".css")) found.as = "style";
  found.crossOrigin = "";
  found.href = file;
  document.head.append(found);
}

function connected(to: string): EarlySocket {
  const early: EarlySocket = { table: to, socket: new WebSocket(socketAddress(to)), heard: [] };
  early.socket.onmessage = (event) => early.heard.push([String(event.data), performance.now()]);
  return early;
}

const early: Early = {
  answers: new Map(["/api/me", ...needed()].map((path) => [path, fetch(path)])),
  socket: table ? connected(table) : null,
};
for (const answer of early.answers.values()) answer.catch(() => undefined); // the part that takes it sees the failure
window.early = early;
root.dataset.page = page;
const parts = new Map(Object.entries(PARTS)); // an address may name anything, "toString" too
for (const part of [language, page, game]) for (const file of parts.get(part ?? "") ?? []) link(file);
