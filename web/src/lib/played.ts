/** Games to watch again: one that was played at a table here, or a record from elsewhere. */
import type { Analysis, Replay } from "../wire";
import { api } from "./api";

export const LONGEST = 200_000; // bytes; the server takes no longer record

export interface Played {
  replay(look: number, first: number, count: number): Promise<Replay>;
  analysis(): Promise<Analysis>; // asked again until it is done
}

export function atTable(id: string): Played {
  return {
    replay: (look, first, count) => api.replay(id, look, first, count),
    analysis: () => api.analysis(id),
  };
}

/** A record that is in a file. It is kept nowhere but here, so the server is sent it with every question. */
export async function inFile(file: File): Promise<Played> {
  const record = await file.text();
  const played: Played = {
    replay: (look, first, count) => api.upload({ record, look, first, count }),
    analysis: () => api.analyseUpload({ record }),
  };
  await played.replay(-1, 0, 1); // a damaged one is refused here, with the line
  return played;
}
