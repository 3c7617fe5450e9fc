import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { settings } from "./settings.svelte";
import { sound } from "./speaker";

let started: number[] = [];

/** An audio context that only records when sounds start. */
class Silent {
  currentTime = 10;
  sampleRate = 8000;
  destination = {};
  resume = vi.fn(() => Promise.resolve());
  #node = () => ({ frequency: { value: 0 }, connect: (to: unknown) => to, start: (at: number) => started.push(at), stop: vi.fn() });
  createOscillator = this.#node;
  createBufferSource = this.#node;
  createBiquadFilter = this.#node;
  createBuffer = () => ({ getChannelData: () => new Float32Array(8) });
  createGain = () => ({ ...this.#node(), gain: { setValueAtTime: vi.fn(), exponentialRampToValueAtTime: vi.fn() } });
}

beforeEach(() => {
  started = [];
  vi.stubGlobal("AudioContext", Silent);
});
afterEach(() => {
  settings.sound = false;
  vi.unstubAllGlobals();
});

test("nothing is heard unless it was asked for", () => {
  sound(["win"]);
  expect(started).toEqual([]);
});

test("two sounds come one after the other", () => {
  settings.sound = true;
  sound(["refusal", "turn"]);
  expect(started.map((at) => at.toFixed(5))).toEqual(["10.00000", "10.10000", "10.14000", "10.26000"]);
});
