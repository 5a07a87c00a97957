// A client of `skfast serve`: one question, many at once, and a deal played to its end.
//
//     node examples/serve_client.mjs [COMMAND ...]     (default: skfast serve)
import { spawn } from "node:child_process";
import { createInterface } from "node:readline";

const [command, ...rest] = process.argv.length > 2 ? process.argv.slice(2) : ["skfast", "serve"];
const server = spawn(command, rest, { stdio: ["pipe", "pipe", "inherit"] });
const lines = createInterface({ input: server.stdout })[Symbol.asyncIterator]();

async function ask(op, fields) {
  server.stdin.write(JSON.stringify({ op, ...fields }) + "\n");
  const answer = JSON.parse((await lines.next()).value);
  if (!answer.ok) throw new Error(answer.error.message);
  return answer;
}

console.log((await ask("legal_moves", { hand: "4567R", table: "34567" })).moves);
console.log((await ask("count", { hands: ["34567", "33334", "4567R"] })).count);
let { state } = await ask("deal", { seed: 7, game: "mine" });
while (!state.is_over) {
  const { moves } = await ask("legal_moves", { game: "mine", wilds: "thrifty" });
  ({ state } = await ask("play", { game: "mine", move: moves[0] ?? "pass" }));
}
console.log(`${state.plies} plies, ${state.result.win} win, scores ${state.result.scores}`);
server.stdin.end(); // the end of its input ends the server
server.on("close", (status) => process.exit(status));
