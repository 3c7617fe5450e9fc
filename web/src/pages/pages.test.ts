import { fireEvent, render, screen } from "@testing-library/svelte";
import { flushSync } from "svelte";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import Analysis from "../components/Analysis.svelte";
import NewTable from "../components/NewTable.svelte";
import Playback from "../components/Playback.svelte";
import { Refusal } from "../lib/api";
import type { ReplaySource } from "../lib/replay";
import { settings } from "../lib/settings.svelte";
import type { GameShown, Replay, Scene, Texts } from "../wire";
import Home from "./Home.svelte";
import LessonPage from "./LessonPage.svelte";
import RulesPage from "./RulesPage.svelte";
import TablePage from "./TablePage.svelte";

const game: GameShown = {
  name: "caro",
  title: "Caro",
  tagline: "",
  seats: [2],
  options: [],
  lesson: true,
  minutes: [5],
  estimated: false,
  credits: { authors: "Ada" },
  age: null,
  decides: "skill",
  hidden: false,
};
const texts: Texts = {
  title: "Caro",
  tagline: "",
  rules: { goal: "Win.", turn: "Lay one **block**.\n\n- Red\n- Grey" },
  clauses: { "caro.1": ["Blocks", "of wood"], "caro.2": ["Moves", "in turn"] },
  actions: {},
  pictures: { first: "How blocks lie" },
};
const picture = { key: "first", section: "turn", seat: 0, names: [], options: {}, clauses: ["caro.2"], view: {}, marked: [] };
const scene: Scene = {
  steps: [],
  step: 0,
  done: [],
  seat: 0,
  names: ["A", "B"],
  options: {},
  clauses: [],
  frames: [],
  legal: [],
  examples: [],
  solved: true,
  verdict: "",
  clause: "",
};

const server = vi.hoisted(() => ({ games: vi.fn(), game: vi.fn(), texts: vi.fn(), create: vi.fn(), lesson: vi.fn(), pictures: vi.fn() }));
vi.mock("../lib/api", async (original) => {
  const real = await original<typeof import("../lib/api")>();
  const others = {
    me: () => Promise.resolve({ name: "Ada" }),
    site: () => Promise.resolve({}),
    tables: () => Promise.resolve({ open: [], yours: [] }),
  };
  Object.assign(real.api, server, others); // playBots and putUp use the same API
  return real;
});
vi.mock("../games", () => ({
  PICTURES: {},
  bring: (_: string, take: (client: object) => void) => take({ Board: () => {}, score: () => null }),
}));

vi.mock("../lib/model.svelte", () => ({
  TableModel: class {
    table = { game: "caro", status: "open", waiting: [] };
    seats = [];
    arriving = true;
    close(): void {}
  },
}));

const replay: Replay = {
  game: "caro",
  rules: 1,
  seats: 2,
  options: {},
  names: ["A", "B"],
  pov: -1,
  events: [],
  first: 0,
  views: [],
  outcome: null,
};
const source: ReplaySource = {
  replay: () => Promise.resolve(replay),
  analysis: () => new Promise<never>(() => undefined),
  record: () => Promise.resolve(""),
};
const PAGES: [string, () => unknown][] = [
  ["a table", () => render(TablePage, { id: "t" })],
  ["a replay", () => render(Playback, { source, back: "/" })],
  ["rules", () => render(RulesPage, { game: "caro" })],
  ["a lesson", () => render(LessonPage, { game: "caro" })],
];
const inLanguage = (language: string) => ({ ...texts, title: `Caro ${language}` });
const soon = (milliseconds = 0) => vi.advanceTimersByTimeAsync(milliseconds);

beforeEach(() => {
  vi.useFakeTimers();
  settings.language = "en";
  document.title = "";
  server.games.mockReset().mockResolvedValue([game]);
  server.game.mockReset().mockResolvedValue(game);
  server.texts.mockReset().mockImplementation((_, language: string) => Promise.resolve(inLanguage(language)));
  server.create.mockReset().mockReturnValue(new Promise(() => {}));
  server.lesson.mockReset().mockResolvedValue(scene);
  server.pictures.mockReset().mockResolvedValue([]);
});
afterEach(() => void vi.useRealTimers());

test("the games are there, though they could not be fetched at first", async () => {
  server.games.mockRejectedValueOnce(new Refusal("offline", ""));
  render(Home);
  await soon(10_000);
  expect(screen.getByRole("heading", { name: "Caro" })).toBeTruthy();
});

test.each(PAGES)("the texts of %s are there, though they could not be fetched at first", async (_, page) => {
  server.texts.mockRejectedValueOnce(new Refusal("offline", ""));
  page();
  await soon(10_000);
  expect(document.title).toContain("Caro en");
});

test.each(PAGES)("of two languages that were chosen the second counts: %s", async (_, page) => {
  const late: Record<string, number> = { de: 900 };
  server.texts.mockImplementation(
    (_, language: string) => new Promise((answer) => setTimeout(() => answer(inLanguage(language)), late[language] ?? 100)),
  );
  page();
  await soon();
  flushSync(() => (settings.language = "de"));
  flushSync(() => (settings.language = "fr"));
  await soon(2000);
  expect(document.title).toContain("Caro fr");
});

test.each([
  ["the front page", async () => (render(Home), await soon(), screen.getByRole("button", { name: "Play a bot" }))],
  ["the dialog", async () => (render(NewTable, { game, close: () => {} }), await soon(), screen.getByText("Create table"))],
  [
    "a lesson",
    async () => {
      render(LessonPage, { game: "caro" });
      await soon();
      await fireEvent.click(screen.getByRole("button", { name: "Continue" }));
      return screen.getByRole("button", { name: "Play a bot now" });
    },
  ],
])("a double click on %s puts up one table, and after a failure it can be tried again", async (_, button) => {
  let refuse: (error: Refusal) => void = () => {};
  server.create.mockReturnValue(new Promise((_, reject) => (refuse = reject)));
  const pressed = await button();
  await fireEvent.click(pressed);
  await fireEvent.click(pressed);
  expect(server.create).toHaveBeenCalledTimes(1);
  refuse(new Refusal("offline", ""));
  await soon();
  await fireEvent.click(pressed);
  expect(server.create).toHaveBeenCalledTimes(2);
});

test("bots are not asked any more about a game when its page was left", async () => {
  const found = { decisions: 9, judged: [], done: false };
  const analysis = vi.fn(() => new Promise<typeof found>((answer) => setTimeout(() => answer(found), 700)));
  const page = render(Analysis, {
    source: { ...source, analysis },
    game: replay,
    texts,
    event: () => undefined,
    at: 0,
    jump: () => {},
  });
  await fireEvent.click(screen.getByRole("button"));
  page.unmount();
  await soon(10_000);
  expect(analysis).toHaveBeenCalledTimes(1);
});

test("a rule is read section by section, with pictures, and who made the game", async () => {
  server.pictures.mockResolvedValue([picture]);
  render(RulesPage, { game: "caro" });
  await soon();
  const turn = screen.getByRole("region", { name: "A turn" });
  expect([...turn.querySelectorAll("strong, li, figcaption p")].map((each) => each.textContent)).toEqual([
    "block",
    "Red",
    "Grey",
    "How blocks lie",
  ]);
  expect(screen.getByRole("region", { name: "Goal" }).textContent).toContain("Win.");
  expect(screen.getByRole("region", { name: "Credits" }).textContent).toContain("Design: Ada");
});

test("the search leaves the sections, pictures and clauses in which it finds something", async () => {
  server.pictures.mockResolvedValue([picture]);
  render(RulesPage, { game: "caro" });
  await soon();
  const search = (value: string) => fireEvent.input(screen.getByRole("searchbox"), { target: { value } });
  const left = () => screen.queryAllByRole("region").map((each) => each.querySelector("h2")?.textContent);
  await search("win");
  expect(left()).toEqual(["Goal"]);
  await search("in turn");
  expect(left()).toEqual(["A turn", "Rule by rule"]); // its picture illustrates that clause
  expect(screen.queryByText("Red")).toBe(null);
  await search("zebra");
  expect(left()).toEqual([]);
  expect(screen.getByRole("status").textContent).toBe("No rule found.");
});

test("a picture leads to its rule, though the search has hidden that", async () => {
  server.pictures.mockResolvedValue([picture]);
  render(RulesPage, { game: "caro" });
  await soon();
  await fireEvent.input(screen.getByRole("searchbox"), { target: { value: "blocks" } });
  expect(document.getElementById("caro.2")).toBe(null);
  await fireEvent.click(screen.getByRole("button", { name: "Moves" }));
  await soon();
  expect(document.activeElement?.id).toBe("caro.2");
});
