/** An analysis board: a study, the position shown, and what leads on from there. */
import { isLegal, type AnyAction, type Offered } from "../games/board";
import type { Choices, PlayedShown, PublicMove, StudyBoard, StudyMoveWanted, StudyPosition, StudyShown } from "../wire";
import { api, Refusal } from "./api";
import { Engine } from "./engine.svelte";
import { settings } from "./settings.svelte";
import { add, linkOf, movesTo, ordered, pathTo, promote, remove, rows, seen, studyOf, type Study, type StudyNode } from "./study";

export const FOLLOW = -3; // the point of view of the player to move
export const OPEN = -2; // all seats' points of view at once

export class AnalysisModel {
  study = $state.raw<Study | null>(null);
  at = $state.raw<StudyNode | null>(null);
  pov = $state(FOLLOW);
  position = $state.raw<StudyPosition | null>(null);
  trouble = $state.raw<Refusal | null>(null);
  busy = $state(false);
  draws = $state(true); // roll and draw without being asked
  engineOn = $state(false);
  bots = $state<Record<number, string>>({}); // the levels of bots, by seat
  played = $state.raw<PlayedShown[]>([]); // what others played here
  readonly engine = new Engine();
  #changes = $state(0); // of the tree, which is edited in place
  readonly #known = new WeakMap<StudyNode, StudyPosition>();
  readonly #heard = new WeakMap<StudyNode, PlayedShown[]>();
  #last = 0; // the seat that acted last

  /** Show a study at the position with a number, in the order of links. */
  async open(shown: StudyShown, number = 0, pov = FOLLOW): Promise<void> {
    this.engine.stop();
    this.bots = {};
    const study = studyOf(shown);
    this.study = study;
    this.position = null; // perhaps of another game
    this.pov = pov < shown.seats ? pov : FOLLOW;
    await this.go(ordered(study.root)[number] ?? study.root);
  }

  close(): void {
    this.engine.stop();
  }

  // What is shown

  get rows() {
    return this.#changes >= 0 && this.study ? rows(this.study.root) : [];
  }

  /** The link to this study at this position, without the address before the #. */
  get link(): string {
    if (this.#changes < 0 || !this.study || !this.at) return "";
    const at = ordered(this.study.root).indexOf(this.at);
    return `${linkOf(this.study)}&at=${at}&pov=${this.pov}`;
  }

  get choices(): Choices[] {
    return this.position?.choices ?? [];
  }

  /** The seats that may act. */
  get actors(): number[] {
    return this.choices.map(({ actor }) => actor).filter((actor) => actor >= 0);
  }

  /** The points of view shown: seats, or -1 for a spectator. */
  get povs(): number[] {
    if (this.pov === OPEN) return this.study?.names.map((_, seat) => seat) ?? [];
    if (this.pov !== FOLLOW) return [this.pov];
    return [this.actors.includes(this.#last) ? this.#last : (this.actors[0] ?? this.#last)];
  }

  get boards(): StudyBoard[] {
    return this.povs.flatMap((pov) => this.position?.boards.find((board) => board.pov === pov) ?? []);
  }

  /** The choices that no board shown offers: dice and cards, and what others can do. */
  get others(): Choices[] {
    return this.choices.filter(({ actor }) => !this.povs.includes(actor));
  }

  /** A move as it is told from the point of view shown. */
  told(node: StudyNode): PublicMove | null {
    return node.move && seen(node.move, this.pov >= -1 ? this.pov : (this.study?.seats ?? 0));
  }

  // Stepping

  async go(node: StudyNode | null | undefined): Promise<void> {
    if (!node || !this.study) return;
    this.trouble = null;
    this.#show(node, this.#known.get(node) ?? null);
    if (this.#known.has(node)) return;
    const position = await this.#ask(node);
    if (position && this.at === node) this.#show(node, position);
  }

  #show(node: StudyNode, position: StudyPosition | null): void {
    const acted = pathTo(node).findLast(({ move }) => (move?.actor ?? -1) >= 0)?.move?.actor;
    this.#last = acted ?? 0;
    this.at = node;
    if (position) {
      this.#known.set(node, position);
      this.position = position;
      this.consult();
      void this.#hear(node);
    }
  }

  /** Ask what others played here; without an answer, nothing is shown. */
  async #hear(node: StudyNode): Promise<void> {
    this.played = this.#heard.get(node) ?? [];
    if (this.#heard.has(node)) return;
    try {
      const played = await api.played(this.#path(node));
      this.#heard.set(node, played);
      if (this.at === node) this.played = played;
    } catch {
      // the board works without
    }
  }

  #path(node: StudyNode) {
    const { game, seats, options, position } = this.study ?? { game: "", seats: 2, options: {}, position: "" };
    return { game, seats, options, position, moves: movesTo(node) };
  }

  async #ask(node: StudyNode, play: StudyMoveWanted | null = null, draw = false): Promise<StudyPosition | null> {
    this.busy = true;
    try {
      const povs = [-1, ...(this.study?.names.keys() ?? [])];
      return await api.studyPosition({ ...this.#path(node), povs, play, draw });
    } catch (error) {
      this.trouble = error instanceof Refusal ? error : new Refusal("failed", String(error));
      return null;
    } finally {
      this.busy = false;
    }
  }

  // Playing

  /** Make a move: a legal one, any other to learn which rule forbids it, or null to roll or draw. */
  async act(actor: number, action: AnyAction | Offered | null, draws = this.draws): Promise<void> {
    const before = this.at;
    if (!before || this.busy) return;
    this.trouble = null;
    const play = { actor, action: action && isLegal(action) ? action.id : action };
    if (await this.#play(before, play, draws)) await this.#reply();
  }

  /** Roll and draw until a player has to decide. */
  async draw(): Promise<void> {
    await this.act(-1, null, true);
  }

  async #play(before: StudyNode, play: StudyMoveWanted, draw: boolean): Promise<boolean> {
    const position = await this.#ask(before, play, draw);
    if (!position || this.at !== before) return false;
    const after = position.moves.reduce(add, before);
    this.#changes += 1;
    this.#show(after, position);
    return true;
  }

  /** Let bots decide for their seats. */
  async #reply(): Promise<void> {
    for (let seat = this.#botToAct(); seat !== undefined; seat = this.#botToAct()) {
      const before = this.at;
      if (!before) return;
      const action = await this.#decided(before, seat);
      if (action === null || action < 0 || this.at !== before) return;
      if (!(await this.#play(before, { actor: seat, action }, this.draws))) return;
    }
  }

  #botToAct(): number | undefined {
    return this.actors.find((seat) => this.bots[seat]);
  }

  async #decided(before: StudyNode, seat: number): Promise<number | null> {
    this.busy = true;
    try {
      return (await api.botReply({ ...this.#path(before), seat, level: this.bots[seat] ?? "" })).action;
    } catch (error) {
      this.trouble = error instanceof Refusal ? error : new Refusal("failed", String(error));
      return null;
    } finally {
      this.busy = false;
    }
  }

  /** Let a bot play for a seat, or nobody (""). */
  async setBot(seat: number, level: string): Promise<void> {
    this.bots = { ...this.bots, [seat]: level };
    if (!this.busy) await this.#reply();
  }

  // The engine

  switchEngine(on: boolean): void {
    this.engineOn = on;
    this.consult();
  }

  /** Let the engine search the position shown, for the seat that may act. */
  consult(): void {
    const seat = this.povs.find((pov) => this.actors.includes(pov)) ?? this.actors[0];
    if (!this.engineOn || !this.at || seat === undefined) this.engine.search(null);
    else this.engine.search({ ...this.#path(this.at), seat, language: settings.language, names: this.study?.names ?? [] });
  }

  // Changing the tree

  rename(name: string, note: string): void {
    if (!this.at) return;
    this.at.name = name.trim();
    this.at.note = note.trim();
    this.#changes += 1;
  }

  promote(): void {
    if (!this.at) return;
    promote(this.at);
    this.#changes += 1;
  }

  async remove(): Promise<void> {
    if (!this.at?.parent) return;
    const before = remove(this.at);
    this.#changes += 1;
    await this.go(before);
  }

  /** Return the parts of the position shown, to be changed by hand; or of one that looks the same to a seat. */
  async parts(guess: number | null = null): Promise<Record<string, string>> {
    if (!this.at) return {};
    return (await api.setUp({ ...this.#path(this.at), guess })).parts;
  }
}

/** Write a game that begins with a position as a link. */
export function linkTo(study: Study, parts: Record<string, string>): string {
  const position = `{${Object.entries(parts)
    .map(([name, part]) => `${JSON.stringify(name)}:${part}`)
    .join(",")}}`;
  return linkOf({ ...study, position, root: { parent: null, move: null, name: "", note: "", children: [] } });
}
