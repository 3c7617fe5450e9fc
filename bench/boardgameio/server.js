// boardgame.io's own server with its in-memory storage, on the port that is given.
const { Server, Origins } = require("boardgame.io/server");
const { Laying } = require("./game");

Server({ games: [Laying], origins: [Origins.LOCALHOST] }).run(Number(process.argv[2]), () => console.log("ready"));
