// The load of bench/load.py on boardgame.io: two of its own clients at each table.
//
//     npm ci && node load.js [--tables 1000] [--every 2] [--seconds 20] [--hasty 50]
//
// The time of a move is from making it until it has arrived at the other player's client.
const { spawn } = require("node:child_process");
const { parseArgs } = require("node:util");
const { Client } = require("boardgame.io/client");
const { SocketIO } = require("boardgame.io/multiplayer");
const { Laying, MOVES } = require("./game");

const PORT = 18431;
const AT_ONCE = 20; // tables that are put up together
const number = (value) => ({ type: "string", default: String(value) });
const { values } = parseArgs({
  options: { tables: number(1000), every: number(2), seconds: number(20), hasty: number(50) },
});

class Player {
  constructor(matchID, playerID) {
    const multiplayer = SocketIO({ server: `http://localhost:${PORT}`, socketOpts: { transports: ["websocket"] } });
    this.client = Client({ game: Laying, multiplayer, matchID, playerID, debug: false, numPlayers: 2 });
    this.number = -1;
    this.waiting = () => {};
    this.client.subscribe((state) => {
      if (state && state._stateID > this.number) {
        this.number = state._stateID;
        this.at = performance.now();
        this.waiting();
      }
    });
    this.client.start();
  }

  async beyond(number) {
    while (this.number <= number) await new Promise((resolve) => (this.waiting = resolve));
  }
}

const sleep = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));

let free = AT_ONCE;
const line = [];
async function putUp(matchID) {
  if (free === 0) await new Promise((resolve) => line.push(resolve));
  else free -= 1;
  const players = [new Player(matchID, "0"), new Player(matchID, "1")];
  for (const player of players) await player.beyond(-1);
  if (line.length) line.shift()();
  else free += 1;
  return players;
}

async function pair(name, ready, every, seconds, taken) {
  let end = 0;
  for (let round = 0; !end || performance.now() < end; round += 1) {
    const players = await putUp(`${name}-${round}`);
    if (!end) {
      await ready();
      await sleep(Math.random() * every * 1000);
      end = performance.now() + seconds * 1000;
    }
    let due = performance.now();
    for (let move = 0; move < MOVES && Math.max(due, performance.now()) < end; move += 1) {
      if (due > performance.now()) await sleep(due - performance.now());
      due += every * 1000;
      const [mover, other] = [players[move % 2], players[1 - (move % 2)]];
      const seen = other.number;
      const sent = performance.now();
      mover.client.moves.lay(Math.floor(Math.random() * 64));
      await other.beyond(seen);
      taken.push(other.at - sent);
      await mover.beyond(seen);
    }
    for (const player of players) player.client.stop();
  }
}

async function run(shape, tables, every, seconds) {
  const taken = [];
  let missing = tables;
  let go;
  const all = new Promise((resolve) => (go = resolve));
  const ready = () => {
    missing -= 1;
    if (missing === 0) go();
    return all;
  };
  await Promise.all(Array.from({ length: tables }, (_, n) => pair(`${shape}-${n}`, ready, every, seconds, taken)));
  taken.sort((a, b) => a - b);
  const at = (share) => taken[Math.min(taken.length - 1, Math.floor(taken.length * share))].toFixed(1);
  console.log(
    `${shape}: ${tables} tables, ${taken.length} moves, ${(taken.length / seconds).toFixed(0)} moves/s, ` +
      `p50 ${at(0.5)} ms, p99 ${at(0.99)} ms, worst ${at(1)} ms`,
  );
}

async function main() {
  const server = spawn(process.execPath, ["server.js", String(PORT)], { cwd: __dirname });
  try {
    await new Promise((resolve, reject) => {
      server.stdout.on("data", (text) => String(text).includes("ready") && resolve());
      server.on("exit", () => reject(new Error("the server ended")));
    });
    const [tables, every, seconds, hasty] = ["tables", "every", "seconds", "hasty"].map((name) => Number(values[name]));
    if (tables) await run(`a move every ${every} s`, tables, every, seconds);
    if (hasty) await run("hasty", hasty, 0, seconds);
  } finally {
    server.kill();
  }
}

main().then(
  () => process.exit(0),
  (error) => {
    console.error(error);
    process.exit(1);
  },
);
