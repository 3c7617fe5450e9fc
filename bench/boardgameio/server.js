// boardgame.io's own server with its in-memory storage, on the port that is given.
const { Server, Origins } = require("boardgame.io/server");
const { Caro } = require("./game");

Server({ games: [Caro], origins: [Origins.LOCALHOST] }).run(Number(process.argv[2]), () => console.log("ready"));
