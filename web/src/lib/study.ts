/** A study: a game with all its variations. The first move after a position continues its line. */
import type { PublicMove, StudyMove, StudyShown } from "../wire";

export interface StudyNode {
  parent: StudyNode | null;
  move: StudyMove | null; // that led here; null at the start
  name: string;
  note: string;
  children: StudyNode[];
}

export interface Study extends Omit<StudyShown, "nodes"> {
  root: StudyNode;
}

export type Bracket = "(" | ")"; // around a variation, which replaces the move before it

const node = (parent: StudyNode | null, move: StudyMove | null, name = "", note = ""): StudyNode => ({
  parent,
  move,
  name,
  note,
  children: [],
});

export function studyOf({ nodes, ...about }: StudyShown): Study {
  const found: StudyNode[] = [];
  for (const { parent, move, name, note } of nodes) {
    const before = found[parent] ?? null;
    const each = node(before, move ?? null, name, note);
    before?.children.push(each);
    found.push(each);
  }
  return { ...about, root: found[0] ?? node(null, null) };
}

/** List the positions from the first move on to this one. */
export function pathTo(end: StudyNode): StudyNode[] {
  const path: StudyNode[] = [];
  for (let each = end; each.parent; each = each.parent) path.unshift(each);
  return path;
}

/** List the moves that lead to a position, as the server reads them. */
export function movesTo(end: StudyNode): [number, number][] {
  return pathTo(end).map(({ move }) => [move?.actor ?? 0, move?.action.id ?? 0]);
}

/** Return the last position of the line that goes on from here. */
export function endOf(from: StudyNode): StudyNode {
  let each = from;
  while (each.children[0]) each = each.children[0];
  return each;
}

/** Return the position after a move, which is added unless the study has it. */
export function add(before: StudyNode, move: StudyMove): StudyNode {
  const known = before.children.find((each) => each.move?.actor === move.actor && each.move.action.id === move.action.id);
  if (known) return known;
  const added = node(before, move);
  before.children.push(added);
  return added;
}

/** Make this the main line, from the start to here. */
export function promote(from: StudyNode): void {
  for (let each = from; each.parent; each = each.parent) {
    const others = each.parent.children.filter((other) => other !== each);
    each.parent.children = [each, ...others];
  }
}

/** Delete a position and all that follow; return the one before. */
export function remove(gone: StudyNode): StudyNode {
  if (!gone.parent) return gone;
  gone.parent.children = gone.parent.children.filter((each) => each !== gone);
  return gone.parent;
}

/** Whether this position belongs to a variation. */
export const isVariation = (each: StudyNode): boolean => pathTo(each).some((step) => step.parent?.children[0] !== step);

/** Return the variation before or after this one, of those that follow the same position. */
export function sibling(each: StudyNode, step: number): StudyNode | undefined {
  const all = each.parent?.children ?? [];
  return all[all.indexOf(each) + step];
}

/** Yield all moves in the order of files and links: a move, its variations in brackets, what follows the move. */
export function* tokens(root: StudyNode): Generator<StudyNode | Bracket> {
  for (let [main, ...others] = root.children; main; [main, ...others] = main.children) {
    yield main;
    for (const other of others) {
      yield "(";
      yield other;
      yield* tokens(other);
      yield ")";
    }
  }
}

/** List all positions in that order, the start first. */
export function ordered(root: StudyNode): StudyNode[] {
  return [root, ...[...tokens(root)].filter((each) => typeof each !== "string")];
}

/** A line of the list of moves: variations are indented. */
export interface Row {
  node: StudyNode;
  depth: number;
}

export function rows(root: StudyNode): Row[] {
  const found: Row[] = [];
  let depth = 0;
  for (const each of tokens(root)) {
    if (each === "(") depth += 1;
    else if (each === ")") depth -= 1;
    else found.push({ node: each, depth });
  }
  return found;
}

/** A move as somebody sees it: without its details if they didn't. */
export function seen({ actor, action, effects = [], unseen = [] }: StudyMove, pov: number): PublicMove {
  const veiled = unseen.includes(pov);
  return veiled ? { actor, action: { do: action.do }, veiled } : { actor, action, veiled, effects };
}

// Links

const BRACKETS = { "(": "-", ")": "_" } as const;

/** Write a study as the part of a link behind the #; docs/study/analysis.md describes it. */
export function linkOf(study: Study): string {
  const { game, seats, options, names, position, root } = study;
  const pairs: [string, string][] = [
    ["game", game],
    ["seats", String(seats)],
    ...Object.entries(options).map(([key, value]): [string, string] => ["option", `${key}.${spelled(value)}`]),
    ...names.map((name): [string, string] => ["name", name]),
  ];
  if (position) pairs.push(["position", position]);
  if (root.children.length) pairs.push(["moves", coded(root)]);
  for (const [number, { name, note }] of ordered(root).entries()) {
    if (name) pairs.push(["label", `${number}.${name}`]);
    if (note) pairs.push(["note", `${number}.${note}`]);
  }
  return new URLSearchParams(pairs).toString();
}

const spelled = (value: boolean | number | string): string => (typeof value === "boolean" ? (value ? "on" : "off") : String(value));

function coded(root: StudyNode): string {
  let point = "";
  let written = "";
  for (const each of tokens(root)) {
    if (typeof each === "string") written += BRACKETS[each];
    else written += `${point}${each.move && each.move.actor >= 0 ? each.move.actor : "*"}${(each.move?.action.id ?? 0).toString(36)}`;
    point = typeof each === "string" ? "" : ".";
  }
  return written;
}
