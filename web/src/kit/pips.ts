/** The pips on the faces of a die, relative to its centre: -1 is left or above, 1 is right or below. */
type Pip = [x: number, y: number];

const M: Pip = [0, 0];
const [NW, NE, W, E, SW, SE]: [Pip, Pip, Pip, Pip, Pip, Pip] = [
  [-1, -1],
  [1, -1],
  [-1, 0],
  [1, 0],
  [-1, 1],
  [1, 1],
];

export const PIPS: Record<number, Pip[]> = {
  1: [M],
  2: [NW, SE],
  3: [NW, M, SE],
  4: [NW, NE, SW, SE],
  5: [NW, NE, M, SW, SE],
  6: [NW, NE, W, E, SW, SE],
};
