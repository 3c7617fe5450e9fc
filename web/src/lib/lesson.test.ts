import { beforeEach, expect, test, vi } from "vitest";
import type { AnyAction } from "../games/board";
import { offered, viewAt } from "../testing/messages";
import type { Learner, Scene } from "../wire";
import { Refusal } from "./api";
import { LessonModel } from "./lesson.svelte";
import { settings } from "./settings.svelte";

const asked: Learner[] = [];
let answer: (learner: Learner) => Partial<Scene>;

vi.mock("./api", async (original) => ({
  ...(await original<typeof import("./api")>()),
  api: {
    lesson: (_: string, learner: Learner) => {
      asked.push(learner);
      return Promise.resolve().then(() => ({ ...scene(learner.done?.length ?? 0), ...answer(learner) }));
    },
  },
}));

const forbidden: AnyAction = { do: "lay", x: 1, y: 0, colour: "red" };
const frame = (number: number) => ({ event: null, view: viewAt(number) });

function scene(step: number): Scene {
  const legal = [offered(7)];
  return {
    steps: ["a", "b"],
    step,
    done: [null].slice(0, step),
    seat: 0,
    names: [],
    options: {},
    clauses: [],
    frames: [frame(step)],
    legal,
    examples: legal,
    solved: false,
    verdict: "",
    clause: "",
  };
}

async function lesson(): Promise<LessonModel> {
  const model = new LessonModel("caro");
  await vi.advanceTimersByTimeAsync(0);
  return model;
}

beforeEach(() => {
  vi.useFakeTimers();
  settings.speed = "normal";
  asked.length = 0;
  answer = () => ({});
});

test("what is tried is sent with what was done before; a refusal leaves the step as it was", async () => {
  const model = await lesson();
  answer = () => ({ verdict: "illegal", clause: "caro.7" });
  model.act(forbidden);
  expect(model.legal).toEqual([]);
  await vi.advanceTimersByTimeAsync(0);
  expect(asked).toEqual([{ done: [] }, { done: [], action: forbidden }]);
  expect([model.scene?.clause, model.solved, model.legal.length]).toEqual(["caro.7", false, 1]);
});

test("the answers of the others are seen one after the other before the step is solved", async () => {
  const model = await lesson();
  answer = () => ({ solved: true, done: [7], legal: [], frames: [frame(1), frame(2)], verdict: "right" });
  model.act(offered(7));
  await vi.advanceTimersByTimeAsync(0);
  expect([model.frame?.view, model.solved]).toEqual([viewAt(1), false]);
  await vi.advanceTimersByTimeAsync(1000);
  expect([model.frame?.view, model.solved]).toEqual([viewAt(2), true]);
  answer = () => ({});
  model.next();
  expect(asked.at(-1)).toEqual({ done: [7] });
});

test("after the last step the lesson is over, and one can go back into it", async () => {
  const model = await lesson();
  answer = (learner) => (learner.done?.length === 1 ? { step: 1, done: [7, null], solved: true } : {});
  model.scene = { ...scene(0), solved: true, done: [7] };
  model.next();
  await vi.advanceTimersByTimeAsync(0);
  model.next();
  expect(model.over).toBe(true);
  model.back();
  await vi.advanceTimersByTimeAsync(0);
  expect([asked.at(-1), model.over]).toEqual([{ done: [7] }, false]);
});

test("an example is marked when it is asked for, and until something right was done", async () => {
  const model = await lesson();
  model.help();
  expect(model.hinted).toEqual(offered(7));
  answer = () => ({ verdict: "not_asked" });
  model.act(offered(8));
  await vi.advanceTimersByTimeAsync(0);
  expect(model.hinted).toEqual(offered(7));
  answer = () => ({ solved: true, verdict: "right" });
  model.act(offered(7));
  await vi.advanceTimersByTimeAsync(0);
  expect(model.hinted).toBeNull();
});

test("a server that can't be asked is told of, and the step stays", async () => {
  const model = await lesson();
  answer = () => {
    throw new Refusal("offline", "offline");
  };
  model.act(offered(7));
  await vi.advanceTimersByTimeAsync(0);
  expect([model.trouble?.code, model.legal.length]).toEqual(["offline", 1]);
});
