import { expect, test } from "vitest";
import type { Fields } from "../kit/selection";
import { pointing } from "./pointing";

test("an element that loses the focus while something is rendered is marked no longer", () => {
  const element = document.createElement("li");
  let marked = $state.raw<Fields[]>([]);
  const shown = (): Fields[] => marked;
  const detach = pointing(
    () => [{ x: 1 }],
    (fields) => (marked = fields),
  )(element);
  element.dispatchEvent(new FocusEvent("focusin"));
  expect(shown()).toEqual([{ x: 1 }]);
  const rendered = $derived(element.dispatchEvent(new FocusEvent("focusout")));
  const render = (): boolean => rendered;
  expect(render()).toBe(true);
  expect(shown()).toEqual([]);
  detach();
});
