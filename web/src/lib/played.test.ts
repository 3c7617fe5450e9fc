import { afterEach, expect, test, vi } from "vitest";
import { inFile } from "./played";
import { settings } from "./settings.svelte";
import { why } from "./trouble";

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
  server(200, { game: "caro" });
  const played = await inFile(file(RECORD));
  sent.length = 0;
  expect(await played.replay(1, 60, 20)).toEqual({ game: "caro" });
  await played.analysis();
  expect(sent).toEqual([
    { path: "/api/records", body: { record: RECORD, look: 1, first: 60, count: 20 } },
    { path: "/api/records/analysis", body: { record: RECORD } },
  ]);
});

test("a damaged record is refused at once, in the server's words", async () => {
  server(400, { code: "wrong", text: "line 3: expected 'rules: …'", clause: "" });
  const refused = await inFile(file(RECORD)).catch(why);
  expect(refused).toBe("line 3: expected 'rules: …'");
});

test("a server that is away is told of in one's own language", async () => {
  vi.stubGlobal("fetch", () => Promise.reject(new TypeError("Failed to fetch")));
  settings.language = "de";
  expect(await inFile(file(RECORD)).catch(why)).toBe("Der Server ist nicht erreichbar.");
});
