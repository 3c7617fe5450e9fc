/** Floes and explorers that keep their identity from one view to the next, so their moves can be animated. */
import { SLOTS, berth, middle, southOf } from "./view";
import { BANK, EXPLORERS, SHIP, type Action, type FieldName, type View } from "./view.gen";

export interface Floe {
  id: number;
  field: FieldName;
  size: number;
  x: number;
  y: number;
}

export interface Explorer {
  id: string;
  seat: number;
  place: string | number; // the bank, the ship or a floe's id
  slot: number;
  moved: boolean;
  x: number;
  y: number;
}

export interface Scene {
  floes: Floe[];
  explorers: Explorer[];
  splashes: { key: string; x: number; y: number }[]; // where an explorer has just fallen into the water
  next: number;
}

export const EMPTY: Scene = { floes: [], explorers: [], splashes: [], next: 1 };

function floesOf(before: Scene, view: View, action: Action | undefined): Floe[] {
  let next = before.next;
  const drifted = action?.do === "drift" ? action.field : "";
  const known = new Map<string, number>(before.floes.map((floe) => [floe.field === drifted ? southOf(drifted) : floe.field, floe.id]));
  return view.floes
    .map(([field, size]) => {
      const [x, y] = middle(field);
      return { id: known.get(field) ?? next++, field, size, x, y };
    })
    .sort((a, b) => a.id - b.id);
}

/** Assign a seat's explorers to places: as many as possible stay where they are, the others fill the rest. */
function placesOf(before: Explorer[], wanted: (string | number)[]): (string | number)[] {
  const left = [...wanted];
  const places = before.map(({ place }) => {
    const found = left.indexOf(place);
    return found < 0 ? null : (left.splice(found, 1)[0] ?? null);
  });
  return places.map((place) => place ?? left.shift() ?? BANK);
}

export function sceneOf(before: Scene, view: View, action: Action | undefined): Scene {
  const floes = floesOf(before, view, action);
  const idOf = new Map(floes.map((floe) => [floe.field, floe.id]));
  const seats = view.bank.length;
  const moved = new Map(view.floes.map(([field, , , count]) => [idOf.get(field) ?? 0, count]));
  const explorers = view.bank.flatMap((_, seat) => {
    const old = before.explorers.filter((explorer) => explorer.seat === seat);
    const known = old.length
      ? old
      : Array.from({ length: EXPLORERS }, (_, copy) => ({
          id: `${seat}-${copy}`,
          seat,
          place: BANK,
          slot: copy,
          moved: false,
          x: 0,
          y: 0,
        }));
    const wanted = [
      ...view.floes.flatMap(([field, , standing]) => Array<number>(standing[seat] ?? 0).fill(idOf.get(field) ?? 0)),
      ...Array<string>(view.bank[seat] ?? 0).fill(BANK),
      ...Array<string>(view.aboard[seat] ?? 0).fill(SHIP),
    ];
    const places = placesOf(known, wanted);
    return known.map((was, index) => {
      const place = places[index] ?? BANK;
      return { ...was, place, slot: was.place === place ? was.slot : -1, moved: seat === view.turn && (was.moved || was.place !== place) };
    });
  });
  settle(explorers, floes, seats);
  mark(explorers, moved);
  const wet = action?.do === "drop" || action?.do === "drift";
  const splashes = explorers.flatMap((explorer) => {
    const was = before.explorers.find(({ id }) => id === explorer.id);
    return wet && was && explorer.place === BANK && was.place !== BANK
      ? [{ key: `${before.next}-${view.turns}-${was.id}`, x: was.x, y: was.y }]
      : [];
  });
  return { floes, explorers, splashes, next: Math.max(before.next, ...floes.map(({ id }) => id + 1)) };
}

/** Give each explorer a place to stand; explorers that have one keep it. */
function settle(explorers: Explorer[], floes: Floe[], seats: number): void {
  const byId = new Map<string | number, Floe>(floes.map((floe) => [floe.id, floe]));
  const crowdOf = ({ place, seat }: Explorer): string => (byId.has(place) ? String(place) : `${place}${seat}`);
  for (const name of new Set(explorers.map(crowdOf))) {
    const crowd = explorers.filter((each) => crowdOf(each) === name);
    const floe = byId.get(crowd[0]?.place ?? "");
    const room = floe?.size ?? EXPLORERS;
    const taken = new Set<number>();
    for (const each of crowd) {
      if (each.slot >= room || taken.has(each.slot)) each.slot = -1;
      taken.add(each.slot);
    }
    for (const each of crowd) {
      if (each.slot < 0) each.slot = Array.from({ length: room }, (_, slot) => slot).find((slot) => !taken.has(slot)) ?? 0;
      taken.add(each.slot);
      const [x, y] = floe ? [floe.x, floe.y] : berth(String(each.place), each.seat, seats);
      const [dx, dy] = SLOTS[room]?.[each.slot] ?? [0, 0];
      [each.x, each.y] = [x + dx, y + dy];
    }
  }
}

/** Mark as many explorers on each floe as moved as the view says. */
function mark(explorers: Explorer[], moved: Map<number, number>): void {
  const left = new Map<string | number, number>(moved);
  for (const each of [...explorers].sort((a, b) => Number(b.moved) - Number(a.moved))) {
    const count = left.get(each.place) ?? 0;
    each.moved = each.moved && count > 0;
    if (each.moved) left.set(each.place, count - 1);
  }
}
