/** Individual dice, so their movements can be animated: the view only has multisets. */
import { ALL_DICE, type View } from "./view.gen";

export interface Die {
  id: number;
  face: number;
  place: "free" | "on" | "used";
  thrown: number; // number of rolls, so every roll is animated
  moved: boolean; // just placed on a chip
}

function fresh(): Die[] {
  return Array.from({ length: ALL_DICE }, (_, id) => ({ id, face: id + 1, place: "free" as const, thrown: 0, moved: false }));
}

/** Update the six dice to match a view, changing each as little as possible. */
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
