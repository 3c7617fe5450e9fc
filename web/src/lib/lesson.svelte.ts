/** A learner's progress through a lesson: the step, its position, and the response to the last try. */
import { isLegal, type AnyAction, type AnyView, type GameName, type Offered } from "../games/board";
import { has } from "../kit/selection";
import type { Frame, Learner, Scene } from "../wire";
import { api, Refusal } from "./api";
import { keepAsking } from "./fetching";
import { Queue } from "./queue.svelte";
import { pace } from "./settings.svelte";
import { lingering, withWays, type NextStep, type Part } from "./steps";

const refusal = (error: unknown): Refusal => (error instanceof Refusal ? error : new Refusal("failed", String(error)));

export class LessonModel {
  scene = $state.raw<Scene | null>(null);
  frame = $state.raw<Frame | null>(null);
  trouble = $state.raw<Refusal | null>(null); // the server can't be reached, or there is no such lesson
  hinted = $state.raw<AnyAction | null>(null); // the right answer, once requested
  over = $state(false);
  nextStep: NextStep<AnyView> = () => null; // the game's own, once its board is loaded
  readonly #stop: () => void;
  #asking = $state(false);
  #queue = new Queue<Part<Frame>>((frame) => this.#show(frame));

  constructor(readonly game: GameName) {
    this.#stop = keepAsking(
      () => this.#start(),
      (scene) => {
        this.trouble = null;
        this.#begin(scene);
      },
    );
  }

  async #start(): Promise<Scene> {
    try {
      return await api.lesson(this.game, { done: [] });
    } catch (error) {
      this.trouble = refusal(error);
      throw error;
    }
  }

  close(): void {
    this.#stop();
    this.#queue.clear();
  }

  /** Whether something is still loading or being shown. */
  get busy(): boolean {
    return this.#asking || this.#queue.behind;
  }

  /** All legal actions, not only those the step asks for. */
  get legal(): Offered[] {
    return this.busy ? [] : (this.scene?.legal ?? []);
  }

  get solved(): boolean {
    return !this.busy && Boolean(this.scene?.solved);
  }

  /** Try an action: a legal one, or any other by its fields, to learn which rule forbids it. */
  act(action: AnyAction | Offered): void {
    if (!this.scene || this.scene.solved || this.busy) return;
    const { done, examples } = this.scene;
    const known = isLegal(action) ? action : examples.find((each) => has(each, action)); // kept under its id
    void this.#ask({ done, action: known?.id ?? action });
  }

  /** Mark a right answer. */
  help(): void {
    this.hinted = this.scene?.examples[0] ?? null;
  }

  next(): void {
    if (!this.scene?.solved) return;
    if (this.scene.done.length === this.scene.steps.length) this.over = true;
    else void this.#ask({ done: this.scene.done });
  }

  /** Go back one step to repeat it. */
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
      this.trouble = refusal(error);
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
