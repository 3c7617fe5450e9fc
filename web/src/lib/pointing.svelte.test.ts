import { expect, test } from "vitest";
import type { Fields } from "../kit/selection";
import { pointing } from "./pointing";

test("an element that loses the focus while something is rendered is marked no longer", () => {
  const element = document.createElement("li");
  let marked = $state.raw<Fields[]>([]);
  const detach = pointing(
    () => [{ x: 1 }],
    (fields) => (marked = fields),
  )(element);
  element.dispatchEvent(new FocusEvent("focusin"));
  expect(marked).toEqual([{ x: 1 }]);
  const rendered = $derived(element.dispatchEvent(new FocusEvent("focusout")));
  expect(rendered).toBe(true);
  expect(marked).toEqual([]);
  detach();
});
