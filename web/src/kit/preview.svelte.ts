/**
 * Previews: the effect of pressing something on the board, shown before it is pressed. Hovering, keyboard focus and a
 * first tap show it. The server computes the effects.
 */
import type { Attachment } from "svelte/attachments";
import { on } from "svelte/events";
import { t } from "../lib/i18n.svelte";
import { effectInWords, named, outcome, PLAYER } from "../lib/sentences";
import { settings } from "../lib/settings.svelte";
import type { EffectShown, Texts } from "../wire";
import { onEscape } from "./escape.svelte";
import type { Fields } from "./selection";

/** The effects of legal actions, by id. Actions without effects are omitted. */
export type Effects = Readonly<Record<string, readonly EffectShown[]>>;

type Legal<Action> = Action & { id: number };

/** The props of a board that a preview needs. */
interface Situation<Action> {
  view: { current: number };
  pov: number;
  names: string[];
  legal: readonly Legal<Action>[];
  texts: Texts;
  previews?: Effects;
  still?: boolean;
}

interface Thing<Action> {
  node: Element;
  /** The legal actions that pressing it leads to. */
  found: () => readonly Legal<Action>[];
  /** Why it leads to none. */
  why: () => string;
}

/** One of the actions that a thing leads to, as displayed and as read out. */
export interface Told {
  id: number;
  what: string;
  outcome: string;
  spoken: string;
}

const MOST = 7; // actions listed one by one
const READ = 4000; // milliseconds that a reason stays visible without a pointer that could leave
const POINTS = "points";

export class Preview<Action extends Fields> {
  #at = $state.raw<Thing<Action> | null>(null);
  #tapped = $state.raw<{ thing: Thing<Action>; legal: readonly Legal<Action>[] } | null>(null);
  #explains = $state(false);
  #timer = 0;

  /**
   * Create during component initialisation. `say` adds the game's own words to an action, for what effects don't cover;
   * it gets null until the effects are known. `always` lists fields to mention even without a choice.
   */
  constructor(
    readonly situation: () => Situation<Action>,
    readonly say: (action: Legal<Action>, effects: readonly EffectShown[] | null) => string = () => "",
    readonly always: readonly string[] = [],
  ) {
    onEscape(() => this.forget());
  }

  /**
   * Attach to a place or piece. If pressing it `acts` once one action is left, the first tap previews what the second
   * does.
   */
  thing(found: () => readonly Legal<Action>[], why: () => string = () => "", acts: () => boolean = () => true): Attachment {
    return this.#attachment(found, why, acts);
  }

  /** Attach to something that only selects, or to a self-explanatory button: one tap is enough. */
  button(found: () => readonly Legal<Action>[], why: () => string = () => ""): Attachment {
    return this.#attachment(found, why, () => false);
  }

  forget(): void {
    this.#at = this.#tapped = null;
    this.#explains = false;
  }

  /** The thing under the pointer, as the bubble's anchor. */
  get node(): Element | null {
    return this.#at?.node ?? null;
  }

  /** The legal actions that the thing under the pointer leads to. */
  get actions(): readonly Legal<Action>[] {
    return this.#at?.found() ?? [];
  }

  /** The action that pressing would perform now, to preview on the board; null while there is a choice. */
  get action(): Legal<Action> | null {
    const [first, ...others] = this.actions;
    return first && !others.length ? first : null;
  }

  /** The effects of an action, if the server has sent them. */
  effects(action: Legal<Action> | null): readonly EffectShown[] {
    return (action && this.situation().previews?.[action.id]) ?? [];
  }

  /** Whether a second tap will perform the previewed action. */
  get waits(): boolean {
    return this.#tapped !== null && this.#tapped.thing === this.#at && this.#tapped.legal === this.situation().legal;
  }

  /** Why the pressed thing does nothing. */
  get reason(): string {
    return this.#explains && this.#at && !this.#at.found().length ? this.#reason(this.#at) : "";
  }

  /** The text about the thing under the pointer. */
  get told(): Told[] {
    return this.tell(this.actions);
  }

  /** Describe actions one by one: how they differ, and what they would do. */
  tell(actions: readonly Legal<Action>[]): Told[] {
    const differing = [...this.always, ...differences(actions).filter((field) => !this.always.includes(field))];
    return actions.slice(0, MOST).map((action) => this.#tellOne(action, differing));
  }

  #tellOne(action: Legal<Action>, fields: string[]): Told {
    const { texts, names, pov, previews } = this.situation();
    const effects = this.effects(action);
    const said = this.say(action, previews ? effects : null);
    const what = fields.map((field) => inWords(texts, names, field, action[field])).join(" ");
    const spoken = effects.map((effect) => this.#speak(effect));
    return {
      id: action.id,
      what,
      outcome: [outcome(texts, effects, pov, names), said].filter(Boolean).join(" · "),
      spoken: [what, ...spoken, said].filter(Boolean).join(", "),
    };
  }

  #speak(effect: EffectShown): string {
    const { texts, names, pov } = this.situation();
    if (effect.kind !== POINTS) return effectInWords(texts, effect, pov, names);
    const [amount, name] = [effect.amount ?? 0, names[effect.seat] ?? ""];
    const key = amount < 0 ? (effect.seat === pov ? "you_lose" : "loses") : effect.seat === pov ? "points_for_you" : "points_for";
    return t(key, { count: Math.abs(amount), name });
  }

  /** The description of a thing for screen readers. */
  #description(thing: Thing<Action>): string {
    const found = thing.found();
    if (!found.length) return this.situation().legal.length ? thing.why() : "";
    return this.tell(found)
      .flatMap((each) => each.spoken || [])
      .join("; ");
  }

  #reason({ why }: Thing<Action>): string {
    const { view, pov, names, legal, still } = this.situation();
    if (legal.length || still) return why();
    if (pov < 0) return t("watching");
    return view.current >= 0 && view.current !== pov ? t("turn_of", { name: names[view.current] ?? "" }) : why();
  }

  #attachment(found: Thing<Action>["found"], why: Thing<Action>["why"], acts: () => boolean): Attachment {
    return (node) => {
      const thing = { node, found, why };
      let touched = false;
      $effect(() => describe(node, this.#description(thing)));
      $effect(() => void node.toggleAttribute("data-previewed", this.waits && this.#at === thing));
      const offs = [
        on(node, "pointerenter", (event) => isMouse(event) && this.#point(thing)),
        on(node, "pointerleave", (event) => isMouse(event) && this.#leave(thing)),
        on(node, "pointerdown", (event) => (touched = event instanceof PointerEvent && event.pointerType === "touch")),
        on(node, "focus", () => !touched && node.matches(":focus-visible") && this.#point(thing)),
        on(node, "blur", () => !this.waits && this.#leave(thing)), // the tapped thing stays selected, as while a tile is turned
        on(node, "keydown", (event) => isPress(event) && !found().length && this.#explain(thing)),
        on(node, "click", (event) => this.#click(event, thing, touched && acts()), { capture: true }),
      ];
      return () => {
        offs.forEach((off) => off());
        this.#leave(thing);
      };
    };
  }

  #point(thing: Thing<Action>): void {
    if (this.#at !== thing) this.#explains = false;
    this.#at = thing;
  }

  #leave(thing: Thing<Action>): void {
    if (this.#at === thing) this.forget();
  }

  #click(event: Event, thing: Thing<Action>, twice: boolean): void {
    const left = thing.found().length;
    if (!left) this.#explain(thing);
    else if (twice && left === 1 && !settings.confirm && !(this.waits && this.#at === thing)) {
      event.stopPropagation();
      this.#point(thing);
      this.#tapped = { thing, legal: this.situation().legal };
    } else this.#tapped = null;
  }

  #explain(thing: Thing<Action>): void {
    this.#point(thing);
    this.#explains = true;
    clearTimeout(this.#timer);
    this.#timer = window.setTimeout(() => (this.#explains = false), READ);
  }
}

const isMouse = (event: Event): boolean => event instanceof PointerEvent && event.pointerType === "mouse";
const isPress = (event: Event): boolean => event instanceof KeyboardEvent && (event.key === "Enter" || event.key === " ");

function describe(node: Element, words: string): void {
  if (words) node.setAttribute("aria-description", words);
  else node.removeAttribute("aria-description");
}

/** List the fields in which actions differ. */
function differences(actions: readonly Fields[]): string[] {
  const [first, ...others] = actions;
  return Object.keys(first ?? {}).filter((field) => field !== "id" && others.some((each) => each[field] !== first?.[field]));
}

function inWords(texts: Texts, names: string[], field: string, value: string | number | undefined): string {
  if (value === undefined) return "";
  if (field === PLAYER) return names[Number(value)] ?? "";
  return field === "do" ? (texts.words?.[value] ?? "") : named(texts, field, value);
}
