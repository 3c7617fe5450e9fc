/** Games to replay: one from a table of this server, or a record from elsewhere. */
import type { Analysis, Judged, Replay } from "../wire";
import { api } from "./api";

export const LONGEST = 200_000; // bytes; the server accepts no longer record

export interface ReplaySource {
  replay(pov: number, first: number, count: number, variation?: string): Promise<Replay>;
  analysis(): Promise<Analysis>; // polled until it is done
  record(): Promise<string>;
}

export function atTable(id: string): ReplaySource {
  return {
    replay: (pov, first, count, variation) => api.replay(id, pov, first, count, variation),
    analysis: () => api.analysis(id),
    record: () => api.record(id),
  };
}

/** A record from a file. Only this page has it, so it is sent to the server with every request. */
export async function inFile(file: File): Promise<ReplaySource> {
  const record = await file.text();
  const source: ReplaySource = {
    replay: (pov, first, count, variation = "") => api.upload({ record, pov, first, count, variation }),
    analysis: () => api.analyseUpload({ record }),
    record: () => Promise.resolve(record),
  };
  await source.replay(-1, 0, 1); // a damaged one is refused here, naming the line
  return source;
}

/** Write the continuation of a judged decision as the server reads it: other moves from its number on. */
export function variationOf({ index, line }: Judged): string {
  return `${index}:${line.map(({ actor, action }) => `${actor}.${action}`).join(",")}`;
}
