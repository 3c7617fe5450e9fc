import { describe, expect, it } from "vitest";
import { ASIDE, cell, certain } from "./notebook";
import type { Question, View } from "./view.gen";

const question = (fields: Partial<Question>): Question => ({
  asker: 0,
  asked: 1,
  value: 5,
  given: 0,
  returned: 0,
  given_cards: null,
  returned_cards: null,
  ...fields,
});
const view = (questions: Question[], hand = [1, 1, 2, 5]): View => ({
  seat: 0,
  highest: 6,
  target: 5,
  question_limit: 60,
  tempo: "race",
  stage: "asking",
  current: -3,
  deal: 1,
  voids: 0,
  starter: 0,
  asker: 0,
  turn: 0,
  chips: [0, 0, 0],
  revealed: [],
  hand,
  held: [4, 4, 3],
  deck: 0,
  aside: null,
  questions,
  pending: null,
});

describe("the notebook", () => {
  it("knows one's own cards, and where both of a value are", () => {
    const page = certain(view([]));
    expect(page.get(cell(0, 5))).toBe("has");
    expect(page.get(cell(0, 6))).toBe("not");
    expect(page.get(cell(2, 1))).toBe("not");
    expect(page.get(cell(ASIDE, 1))).toBe("not");
    expect(page.has(cell(ASIDE, 5))).toBe(false);
  });
  it("strikes out what was denied, until unseen cards come in", () => {
    const no = question({});
    expect(certain(view([no])).get(cell(1, 5))).toBe("not");
    const swap = question({ asker: 2, asked: 1, value: 6, given: 2, returned: 2 });
    expect(certain(view([no, swap])).has(cell(1, 5))).toBe(false);
  });
  it("takes one unseen card for what was asked for", () => {
    const swap = question({ asker: 2, asked: 1, value: 6, given: 1, returned: 2 });
    expect(certain(view([swap])).get(cell(2, 6))).toBe("has");
  });
  it("follows cards that were seen, as long as they can't have gone on", () => {
    const seen = question({ value: 6, given: 1, returned: 2, given_cards: [6], returned_cards: [2, 4] });
    expect(certain(view([seen])).get(cell(1, 4))).toBe("has");
    const small = question({ asker: 1, asked: 2, value: 3, given: 2, returned: 2 });
    const page = certain(view([seen, small]));
    expect(page.get(cell(1, 4))).toBe("has");
    expect(page.has(cell(1, 2))).toBe(false);
  });
});
