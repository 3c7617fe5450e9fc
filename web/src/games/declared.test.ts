import { fireEvent, render } from "@testing-library/svelte";
import { expect, test, vi } from "vitest";
import type { Fields } from "../kit/selection";
import type { Texts } from "../wire";
import type { Offered } from "./board";
import Declared from "./Declared.svelte";
import { cells, type DeclaredPart } from "./declared";

const texts: Texts = {
  title: "",
  tagline: "",
  rules: { goal: "" },
  clauses: {},
  actions: {},
  values: { suit: { hearts: "Herz", spades: "Pik" } },
  words: { hands: "Karten" },
  buttons: { pass: "Passen" },
};
const names = ["Ada", "Bo"];
const part = (name: string, form: string, by: string[] = [], labels: string[][] = [], of = ""): DeclaredPart => ({
  name,
  form,
  by,
  labels,
  of,
});
const HANDS = part("hands", "set", ["seat"], [[]], "suit");

test.each([
  [part("top", "number"), 7, ["7"]],
  [part("open", "flag"), true, ["✓"]],
  [part("winner", "seat"), -1, []],
  [part("winner", "seat"), 1, ["Bo"]],
  [part("out", "seats"), [0, 1], ["Ada", "Bo"]],
  [part("trump", "name", [], [], "suit"), "hearts", ["Herz"]],
  [part("seen", "set", [], [], "suit"), ["hearts", "spades"], ["Herz", "Pik"]],
])("a part is shown in words: %j", (declared, value, words) => {
  expect(cells(texts, declared, value, names)).toEqual([{ label: "", words }]);
});

test("each value along an axis has its label", () => {
  const held = part("held", "number", ["seat", "suit"], [[], ["hearts", "spades"]]);
  expect(
    cells(
      texts,
      held,
      [
        [1, 2],
        [3, 4],
      ],
      names,
    ).map((cell) => `${cell.label} ${cell.words[0]}`),
  ).toEqual(["Ada Herz 1", "Ada Pik 2", "Bo Herz 3", "Bo Pik 4"]);
});

function table(legal: Offered<Fields>[]) {
  const act = vi.fn();
  const view = { current: 0, hands: [["hearts"], []] };
  const { container } = render(Declared, { view, pov: 0, names, options: {}, legal, texts, fresh: [], hinted: null, act, parts: [HANDS] });
  return { container, act };
}

test("every player has what the view shows of them", () => {
  const rows = [...table([]).container.querySelectorAll("li")].map((row) => row.textContent.replace(/\s+/g, " ").trim());
  expect(rows).toEqual(["Ada Karten Herz", "Bo Karten –"]);
});

test("an action with several fields is chosen field by field", async () => {
  const legal: Offered<Fields>[] = [
    { id: 1, do: "lay", suit: "hearts", pile: 1 },
    { id: 2, do: "lay", suit: "hearts", pile: 2 },
    { id: 3, do: "lay", suit: "spades", pile: 2 },
    { id: 4, do: "pass" },
  ];
  const { container, act } = table(legal);
  const button = (text: string): Element => [...container.querySelectorAll("button")].find((each) => each.textContent === text)!;
  await fireEvent.click(button("Herz"));
  expect(act).not.toHaveBeenCalled();
  await fireEvent.click(button("2"));
  expect(act).toHaveBeenLastCalledWith(legal[1]);
  await fireEvent.click(button("Pik"));
  expect(act).toHaveBeenLastCalledWith(legal[2]);
  await fireEvent.click(button("Passen"));
  expect(act).toHaveBeenLastCalledWith(legal[3]);
});
