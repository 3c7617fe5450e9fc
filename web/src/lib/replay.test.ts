import { afterEach, expect, test, vi } from "vitest";
import { precisely, why } from "./errors";
import { inFile } from "./replay";
import { settings } from "./settings.svelte";

const RECORD = "carreau record 1\ngame: caro\n";
const sent: { path: string; body: unknown }[] = [];

function server(status: number, answer: unknown): void {
  vi.stubGlobal("fetch", (path: string, { body }: { body: string }) => {
    sent.push({ path, body: JSON.parse(body) });
    return Promise.resolve(new Response(JSON.stringify(answer), { status }));
  });
}

const file = (text: string): File => new File([text], "game.carreau");

afterEach(() => {
  vi.unstubAllGlobals();
  sent.length = 0;
});

test("a record goes with every question, for nobody keeps it", async () => {
  const replay = { game: "caro", rules: 1, seats: 2, options: {}, names: [], pov: 1, events: [], first: 60, views: [], outcome: null };
  const analysis = { decisions: 0, judged: [] };
  server(200, { ...replay, ...analysis });
  const source = await inFile(file(RECORD));
  sent.length = 0;
  expect(await source.replay(1, 60, 20)).toMatchObject(replay);
  expect(await source.analysis()).toMatchObject(analysis);
  expect(sent).toEqual([
    { path: "/api/records", body: { record: RECORD, pov: 1, first: 60, count: 20, variation: "" } },
    { path: "/api/records/analysis", body: { record: RECORD } },
  ]);
});

test("a damaged record is refused at once, in one's own language and precisely in the server's words", async () => {
  settings.language = "de";
  server(400, { code: "record_spelling", text: "line 3: expected 'rules: …'", clause: "", line: 3 });
  const refused = await inFile(file(RECORD)).catch((error: unknown) => [why(error), precisely(error)]);
  expect(refused).toEqual(["Zeile 3 ist nicht lesbar.", "line 3: expected 'rules: …'"]);
});

test("what else is refused is told in the server's words, once", async () => {
  server(400, { code: "wrong", text: "timeout: 5 is not in 10..600", clause: "" });
  const refused = await inFile(file(RECORD)).catch((error: unknown) => [why(error), precisely(error)]);
  expect(refused).toEqual(["timeout: 5 is not in 10..600", ""]);
});

test("a server that is away is told of in one's own language", async () => {
  vi.stubGlobal("fetch", () => Promise.reject(new TypeError("Failed to fetch")));
  settings.language = "de";
  expect(await inFile(file(RECORD)).catch(why)).toBe("Der Server ist nicht erreichbar.");
});

test("an answer that this page can't read is told of in one's own language, and where it doesn't fit in the console", async () => {
  const report = vi.spyOn(console, "error").mockReturnValue();
  settings.language = "de";
  server(200, { game: "caro", rules: "newest" });
  expect(await inFile(file(RECORD)).catch(why)).toContain("Lade die Seite neu.");
  expect(report.mock.calls[0]?.[0]).toBe("POST /api/records.rules is not as expected");
  report.mockRestore();
});
