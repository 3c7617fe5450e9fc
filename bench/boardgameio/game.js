// A game with as many moves as twenty games of Caro have for two players, and no rules: what is measured is the server.
const MOVES = 20 * 24;

exports.Laying = {
  name: "laying",
  setup: () => ({ cells: Array(64).fill(null), laid: 0 }),
  turn: { minMoves: 1, maxMoves: 1 },
  moves: {
    lay: ({ G, playerID }, cell) => {
      G.cells[cell] = playerID;
      G.laid += 1;
    },
  },
  endIf: ({ G }) => (G.laid >= MOVES ? { draw: true } : undefined),
};
