import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Drag } from "./drag.svelte";

const SVG = "http://www.w3.org/2000/svg";
const [can, lift, drop, clicked] = [vi.fn(() => true), vi.fn(), vi.fn(), vi.fn()];
let drag: Drag<string>;
let die: SVGGElement;
let goal: SVGGElement;

beforeEach(() => {
  const svg = document.body.appendChild(document.createElementNS(SVG, "svg"));
  die = svg.appendChild(document.createElementNS(SVG, "g"));
  goal = svg.appendChild(document.createElementNS(SVG, "g"));
  goal.dataset.key = "a1";
  die.addEventListener("click", clicked);
  drag = new Drag();
  drag.handle("die", { can, lift, drop })(die);
  vi.spyOn(document, "elementFromPoint").mockImplementation((x) => (x >= 50 ? goal : die)); // elements have no size here
});
afterEach(async () => {
  await later(); // until then, the next click would be swallowed
  document.body.innerHTML = "";
  vi.clearAllMocks();
});

const later = (): Promise<unknown> => new Promise((resolve) => setTimeout(resolve));

function send(type: string, x: number, pointerId = 1, where: EventTarget = window): void {
  where.dispatchEvent(new PointerEvent(type, { clientX: x, clientY: 0, pointerId, bubbles: true }));
}
const grab = (pointerId = 1): void => send("pointerdown", 0, pointerId, die);
const click = (): boolean => die.dispatchEvent(new MouseEvent("click", { bubbles: true }));

test("a thing follows the pointer and is dropped where that lets go", () => {
  grab();
  send("pointermove", 20);
  send("pointermove", 60);
  expect(drag.held).toEqual({ thing: "die", x: 60, y: 0 });
  send("pointerup", 60);
  expect([lift.mock.calls.length, drop.mock.calls, drag.held]).toEqual([1, [[{ x: 60, y: 0 }, "a1"]], null]);
  send("pointermove", 70);
  expect(drag.held).toBeNull();
});

test("a finger that slips a little only taps", () => {
  grab();
  send("pointermove", 5);
  send("pointerup", 5);
  click();
  expect([lift, drop, clicked].map((each) => each.mock.calls.length)).toEqual([0, 0, 1]);
});

test("the click at the end of a drag isn't a tap, the next one is", async () => {
  grab();
  send("pointermove", 20);
  send("pointerup", 3);
  click();
  expect([drop.mock.calls, clicked.mock.calls.length]).toEqual([[[{ x: 3, y: 0 }, undefined]], 0]);
  await later();
  click();
  expect(clicked).toHaveBeenCalledOnce();
});

test("Escape puts it back, and so does a browser that takes the pointer", () => {
  for (const stop of [() => dispatchEvent(new KeyboardEvent("keydown", { key: "Escape" })), () => send("pointercancel", 60)]) {
    grab();
    send("pointermove", 60);
    stop();
    expect(drag.held).toBeNull();
    send("pointerup", 60);
  }
  expect(drop).not.toHaveBeenCalled();
});

test("what can't be dragged stays, and a second finger doesn't disturb the first", () => {
  can.mockReturnValueOnce(false);
  grab();
  send("pointermove", 60);
  expect(drag.held).toBeNull();
  grab();
  grab(2);
  send("pointermove", 90, 2);
  send("pointerup", 90, 2);
  expect([drag.held, drop.mock.calls.length]).toEqual([null, 0]);
  send("pointermove", 60);
  expect(drag.held?.x).toBe(60);
});

test("the page scrolls under a finger only while it drags nothing", () => {
  const scrolls = (): boolean => die.dispatchEvent(new TouchEvent("touchmove", { cancelable: true }));
  expect(scrolls()).toBe(true);
  grab();
  expect(scrolls()).toBe(false);
  send("pointerup", 0);
  expect(scrolls()).toBe(true);
});

test("what is gone when the pointer lets go is not dropped", () => {
  grab();
  send("pointermove", 60);
  die.remove();
  send("pointerup", 60);
  expect([drop.mock.calls.length, drag.held]).toEqual([0, null]);
});
