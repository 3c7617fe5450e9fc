// boardgame.io's own server with its in-memory storage, on the port that is given; with "plain" the game
// is written so that it is quick there.
const { Server, Origins } = require("boardgame.io/server");
const { caro } = require("./game");

const [port, how] = process.argv.slice(2);

Server({ games: [caro(how === "plain")], origins: [Origins.LOCALHOST] }).run(Number(port), () => console.log("ready"));
