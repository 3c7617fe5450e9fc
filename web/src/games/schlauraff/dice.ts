/** The view has dice as multisets; here each die has a life of its own, so that it can be seen moving. */
import { ALL_DICE, type View } from "./view.gen";

export interface Die {
  id: number;
  face: number;
  place: "free" | "on" | "used";
  thrown: number; // how often it was thrown, so that every throw is seen
  moved: boolean; // came to lie on a chip just now
}

function fresh(): Die[] {
  return Array.from({ length: ALL_DICE }, (_, id) => ({ id, face: id + 1, place: "free" as const, thrown: 0, moved: false }));
}

/** The six dice as a view has them, each as near as possible to what it was before. */
export function settled(before: Die[], view: View, thrown: boolean): Die[] {
  const left = before.length ? [...before] : fresh();
  const take = (fits: (die: Die) => boolean): Die | undefined => {
    const index = left.findIndex(fits);
    return index < 0 ? undefined : left.splice(index, 1)[0];
  };
  const after: Die[] = [];
  for (const face of view.on) {
    const die =
      take((each) => each.place === "on" && each.face === face) ??
      take((each) => each.place === "free" && each.face === face) ??
      take(() => true);
    if (die) after.push({ ...die, face, place: "on", moved: before.length > 0 && die.place !== "on" });
  }
  const faces = view.dice.length ? view.dice : Array.from({ length: view.to_roll }, () => 0);
  for (const face of faces) {
    const die = take((each) => each.place === "free" && each.face === face) ?? take((each) => each.place === "free") ?? take(() => true);
    if (die) after.push({ ...die, face: face || die.face, place: "free", moved: false, thrown: die.thrown + (thrown ? 1 : 0) });
  }
  after.push(...left.map((die) => ({ ...die, place: "used" as const, moved: false })));
  return after.sort((a, b) => a.id - b.id);
}
