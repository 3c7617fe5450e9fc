/** Games to replay: one from a table of this server, or a record from elsewhere. */
import type { Analysis, Replay } from "../wire";
import { api } from "./api";

export const LONGEST = 200_000; // bytes; the server takes no longer record

export interface ReplaySource {
  replay(pov: number, first: number, count: number): Promise<Replay>;
  analysis(): Promise<Analysis>; // asked again until it is done
}

export function atTable(id: string): ReplaySource {
  return {
    replay: (pov, first, count) => api.replay(id, pov, first, count),
    analysis: () => api.analysis(id),
  };
}

/** A record that is in a file. It is kept nowhere but here, so the server is sent it with every question. */
export async function inFile(file: File): Promise<ReplaySource> {
  const record = await file.text();
  const source: ReplaySource = {
    replay: (pov, first, count) => api.upload({ record, pov, first, count }),
    analysis: () => api.analyseUpload({ record }),
  };
  await source.replay(-1, 0, 1); // a damaged one is refused here, with the line
  return source;
}
