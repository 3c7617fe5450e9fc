/** Requests that the page made before the client was loaded (early.ts); each answer is taken once. */

/** A socket that was opened early, and what it has said so far, with the time of each message. */
export interface EarlySocket {
  table: string;
  socket: WebSocket;
  heard: [text: string, at: number][];
}

export interface Early {
  answers: Map<string, Promise<Response>>; // by path
  socket: EarlySocket | null;
}

declare global {
  interface Window {
    early?: Early;
  }
}

export const TABLE = /^\/table\/([\w-]+)$/;
export const LEARNING = /^\/(learn|rules)\/([\w-]+)$/;

/** Name the page at an address, for the sketch and for its files. */
export function pageAt(path: string): string {
  if (TABLE.test(path)) return "table";
  return LEARNING.exec(path)?.[1] ?? (path === "/" ? "home" : "other");
}

/** Take the answer to a GET request. */
export function earlyAnswer(path: string): Promise<Response> | undefined {
  const answer = window.early?.answers.get(path);
  window.early?.answers.delete(path);
  return answer;
}

/** Take the socket of a table, unless it has been closed meanwhile. */
export function earlySocket(table: string): EarlySocket | null {
  const found = window.early?.socket;
  if (!found || found.table !== table) return null;
  if (window.early) window.early.socket = null;
  return found.socket.readyState <= WebSocket.OPEN ? found : null;
}

export function socketAddress(table: string): string {
  return `${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/api/tables/${table}/socket`;
}
