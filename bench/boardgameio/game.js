// Caro for two players, as a game of boardgame.io: a match of twenty games. The rules are those of the specification
// without `honour`. Moves read the state as they get it, through immer's drafts; with `plain` they read what is behind
// these, which nobody is told to do, and are quicker.
const { INVALID_MOVE } = require("boardgame.io/core");
const { original } = require("immer");

const GAMES = 20;
const SIDE = 6;
const FIRST_TILE = 10;
const COLOURS = [0, 1, 2, 3]; // red, black, grey, white
const POINTS = [[0, 10, 8, 6], [10, 0, 4, 2], [8, 4, 0, 1], [6, 2, 1, 0]]; // caro.10
const SIDES = [[0, -1], [1, 0], [0, 1], [-1, 0]];
const DIAGONALS = [[1, 1], [1, -1]];

const deal = () => [3, 3, 3, 3];
const empty = () => ({ tiles: {}, extent: [0, 0, 0, 0], hands: [deal(), deal()], roundScores: [0, 0] });
const at = (tiles, x, y) => tiles[`${x},${y}`];
const around = (tiles, x, y) => SIDES.map(([dx, dy]) => at(tiles, x + dx, y + dy)).filter((tile) => tile !== undefined);
const count = (list, colour) => list.filter((each) => each === colour).length;

function grown([left, right, top, bottom], x, y) {
  return [Math.min(left, x), Math.max(right, x), Math.min(top, y), Math.max(bottom, y)];
}

function withinSquare(extent, x, y) {
  const [left, right, top, bottom] = grown(extent, x, y);
  return right - left < SIDE && bottom - top < SIDE;
}

function run(tiles, x, y, dx, dy, colour) {
  let length = 0;
  while (at(tiles, x + dx * (length + 1), y + dy * (length + 1)) === colour) length += 1;
  return length;
}

function faultless(tiles, x, y, colour) {
  const neighbours = around(tiles, x, y);
  if (neighbours.length === 0 || neighbours.includes(colour)) return false;
  if (COLOURS.some((other) => count(neighbours, other) > 2)) return false;
  for (const [dx, dy] of SIDES) {
    if (at(tiles, x + dx, y + dy) !== undefined && count(around(tiles, x + dx, y + dy), colour) > 1) return false;
  }
  return DIAGONALS.every(([dx, dy]) => run(tiles, x, y, dx, dy, colour) + run(tiles, x, y, -dx, -dy, colour) < 3);
}

function mayLay(G, seat, x, y, colour) {
  if (!(G.hands[seat][colour] > 0) || at(G.tiles, x, y) !== undefined) return false;
  if (G.tiles["0,0"] === undefined) return x === 0 && y === 0;
  return withinSquare(G.extent, x, y) && faultless(G.tiles, x, y, colour);
}

function canLay(G, seat) {
  const colours = COLOURS.filter((colour) => G.hands[seat][colour] > 0);
  if (colours.length === 0) return false;
  const [left, right, top, bottom] = G.extent;
  for (let y = top - 1; y <= bottom + 1; y += 1)
    for (let x = left - 1; x <= right + 1; x += 1)
      if (colours.some((colour) => mayLay(G, seat, x, y, colour))) return true;
  return false;
}

function afterTurn(G, seat) {
  if (canLay(G, 0) || canLay(G, 1)) return { ...G, next: 1 - seat };
  const [one, other] = [1 - G.starter, G.starter];
  const starter = G.roundScores[other] < G.roundScores[one] ? other : one;
  const gamesLeft = G.gamesLeft - 1;
  return { ...G, ...(gamesLeft ? empty() : {}), gamesLeft, starter, next: starter };
}

const withOne = (list, index, value) => list.map((each, place) => (place === index ? value : each));

function afterLay(G, seat, colour, x, y) {
  const neighbours = around(G.tiles, x, y);
  const scored = neighbours.length ? neighbours.reduce((sum, other) => sum + POINTS[colour][other], 0) : FIRST_TILE;
  const held = G.hands[seat][colour];
  const gained = held === 1 ? 2 * scored : scored;
  return {
    ...G,
    tiles: { ...G.tiles, [`${x},${y}`]: colour },
    extent: grown(G.extent, x, y),
    hands: withOne(G.hands, seat, withOne(G.hands[seat], colour, held - 1)),
    scores: withOne(G.scores, seat, G.scores[seat] + gained),
    roundScores: withOne(G.roundScores, seat, G.roundScores[seat] + gained),
  };
}

exports.caro = (plain) => {
  const read = plain ? original : (draft) => draft;
  return {
    name: "caro",
    setup: () => ({ ...empty(), scores: [0, 0], starter: 0, next: 0, gamesLeft: GAMES }),
    turn: { minMoves: 1, maxMoves: 1, order: { first: ({ G }) => G.next, next: ({ G }) => G.next } },
    moves: {
      lay: ({ G: draft, playerID }, colour, x, y) => {
        const [G, seat] = [read(draft), Number(playerID)];
        return mayLay(G, seat, x, y, colour) ? afterTurn(afterLay(G, seat, colour, x, y), seat) : INVALID_MOVE;
      },
      pass: ({ G: draft, playerID }) => {
        const [G, seat] = [read(draft), Number(playerID)];
        return canLay(G, seat) ? INVALID_MOVE : afterTurn(G, seat);
      },
    },
    endIf: ({ G }) => (G.gamesLeft === 0 ? { scores: G.scores } : undefined),
  };
};
