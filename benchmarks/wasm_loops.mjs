// node wasm_loops.mjs DIR < hands: leads of the hands (packed integers, a JSON array of texts) by DIR/skfast.mjs, in 百变.
// Prints how many moves, and the least ns a hand of several rounds: to list and to count, and of the module's own function
// of lists, without a MoveList of the wrapper.
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const folder = pathToFileURL(process.argv[2] + "/");
const { load } = await import(new URL("skfast.mjs", folder));
const skfast = await load(new URL("skfast.wasm", folder));
const hands = JSON.parse(readFileSync(0, "utf8")).map(BigInt);
const rules = skfast.rules("BAIBIAN");

const CHUNK = 250, ROUNDS = 30;

function least(question) {
  let total = 0, ns = 0;
  for (let at = 0; at < hands.length; at += CHUNK) {
    const part = hands.slice(at, at + CHUNK);
    let best = Infinity, moves = 0;
    for (let round = 0; round < ROUNDS; round++) {
      moves = 0;
      const start = process.hrtime.bigint();
      for (const hand of part) moves += question(hand);
      const took = Number(process.hrtime.bigint() - start);
      if (took < best) best = took;
    }
    total += moves;
    ns += best;
  }
  return [total, ns / hands.length];
}

const [listed, list] = least((hand) => skfast.legalMoves(hand, null, rules).length);
const [counted, count] = least((hand) => skfast.countMoves(hand, null, rules));
const { instance } = await WebAssembly.instantiate(readFileSync(new URL("skfast.wasm", folder)));
const c = instance.exports, at = (c.__heap_base.value + 15) & ~15, flags = at + 16, out = at + 4096, ROOM = 32768;
c.memory.grow(Math.ceil((out + 16 * ROOM - c.memory.buffer.byteLength) / 65536) + 1);
new Uint8Array(c.memory.buffer).set(new TextEncoder().encode("BAIBIAN\0"), at);
if (c.skfast_rules_named(at, flags) < 0) throw new Error("no rules");
const [called, call] = least((hand) => Number(c.skfast_legal_moves(hand, 0, flags, 0, out, BigInt(ROOM))));
if (called !== listed) throw new Error(`${called} moves, not ${listed}`);
console.log(JSON.stringify({ listed, list, call, counted, count }));
