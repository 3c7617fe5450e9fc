/** A lesson as somebody goes through it: the step, what is seen of it, and what was said to the last try. */
import { isLegal, type AnyAction, type AnyView, type GameName, type Offered } from "../games/board";
import type { Frame, Learner, Scene } from "../wire";
import { api, Refusal } from "./api";
import { Queue } from "./queue.svelte";
import { pace } from "./settings.svelte";
import { lingering, withWays, type NextStep, type Part } from "./steps";

export class LessonModel {
  scene = $state.raw<Scene | null>(null);
  frame = $state.raw<Frame | null>(null);
  trouble = $state.raw<Refusal | null>(null); // the server can't be asked, or there is no such lesson
  hinted = $state.raw<AnyAction | null>(null); // what would be right, once it was asked for
  over = $state(false);
  nextStep: NextStep<AnyView> = () => null; // the game's own, once its board is here
  #asking = $state(false);
  #queue = new Queue<Part<Frame>>((frame) => this.#show(frame));

  constructor(readonly game: GameName) {
    void this.#ask({ done: [] });
  }

  close(): void {
    this.#queue.clear();
  }

  /** Whether something is still on its way or being shown. */
  get busy(): boolean {
    return this.#asking || this.#queue.behind;
  }

  /** The legal actions, not only those that the step asks for. */
  get legal(): Offered[] {
    return this.busy ? [] : (this.scene?.legal ?? []);
  }

  get solved(): boolean {
    return !this.busy && Boolean(this.scene?.solved);
  }

  /** Try an action: a legal one, or any other by its fields, to be told which rule is against it. */
  act(action: AnyAction | Offered): void {
    if (!this.scene || this.scene.solved || this.busy) return;
    const done = this.scene.done;
    void this.#ask({ done, action: isLegal(action) ? action.id : action });
  }

  /** Mark something that would be right. */
  help(): void {
    this.hinted = this.scene?.examples[0] ?? null;
  }

  next(): void {
    if (!this.scene?.solved) return;
    if (this.scene.done.length === this.scene.steps.length) this.over = true;
    else void this.#ask({ done: this.scene.done });
  }

  /** To the step before, to do it once more. */
  back(): void {
    if (!this.scene) return;
    const step = this.over ? this.scene.step : this.scene.step - 1;
    void this.#ask({ done: this.scene.done.slice(0, step) });
  }

  again(): void {
    void this.#ask({ done: [] });
  }

  async #ask(learner: Learner): Promise<void> {
    if (this.#asking) return;
    this.#asking = true;
    this.trouble = null;
    try {
      this.#begin(await api.lesson(this.game, learner));
    } catch (error) {
      this.trouble = error instanceof Refusal ? error : new Refusal("failed", String(error));
    }
    this.#asking = false;
  }

  #begin(scene: Scene): void {
    this.#queue.clear();
    this.over = false;
    if (scene.solved || scene.verdict === "") this.hinted = null;
    this.scene = scene;
    for (const frame of withWays(scene.frames, this.nextStep)) this.#queue.push(frame);
  }

  #show(frame: Part<Frame>): number {
    this.frame = frame;
    return frame.onTheWay ? lingering() : pace();
  }
}
