// node wasm_answers.mjs DIR < questions > answers: JSON lines, answered by DIR/skfast.mjs and DIR/skfast.wasm.
import { createHash } from "node:crypto";
import { readFileSync, writeSync } from "node:fs";
import { pathToFileURL } from "node:url";

const folder = pathToFileURL(process.argv[2] + "/");
const { load, SkfastError } = await import(new URL("skfast.mjs", folder));
const skfast = await load(new URL("skfast.wasm", folder));
const sha = (bytes) => createHash("sha256").update(bytes).digest("hex").slice(0, 16);

const ANSWER = {
  moves({ hand, table, rules }) {
    const list = skfast.legalMoves(hand, table, rules), thrifty = skfast.legalMoves(hand, table, rules, "thrifty");
    return {
      moves: list.counts(), total: list.length, order: sha(list.bytes), thrifty: thrifty.length, thrifty_order: sha(thrifty.bytes),
      count: skfast.countMoves(hand, table, rules), count_thrifty: skfast.countMoves(hand, table, rules, "thrifty"),
      can_beat: skfast.canBeat(hand, table, rules),
    };
  },
  texts: ({ hand, table, rules, wilds }) => [...skfast.legalMoves(hand, table, rules, wilds)].map(String),
  // Every field of every move, and that its text leads back to it.
  fields: ({ hand, table, rules }) => [...skfast.legalMoves(hand, table, rules)].map((move) => {
    if (!skfast.parseMove(move.text, rules).equals(move)) throw new Error(move.text);
    if (!skfast.isLegal(move, hand, table)) throw new Error(`not legal: ${move.text}`);
    return [String(move.cards), move.category, move.length, move.size, move.rank, move.stars, move.nCards, move.wilds, move.order,
      skfast.isThrifty(move, hand)];
  }),
  classify: ({ cards, table, rules }) => skfast.classify(cards, table, rules).map(String),
  beats: ({ a, b, rules }) => skfast.parseMove(a, rules).beats(skfast.parseMove(b, rules)),
  parse: ({ text, rules, table }) => skfast.parseMove(text, rules, table).text,
  hand: ({ text }) => [String(skfast.parseHand(text)), skfast.handText(skfast.parseHand(text))],
  packed: ({ hand }) => skfast.countMoves(BigInt(hand)),
  variant: ({ name, changes, hand }) => skfast.legalMoves(hand, null, skfast.rules(name, changes)).length,
  presets: () => skfast.presets,
};

const answers = readFileSync(0, "utf8").trimEnd().split("\n").map((line) => {
  const question = JSON.parse(line);
  try {
    return JSON.stringify({ answer: ANSWER[question.op](question) });
  } catch (error) {
    if (!(error instanceof SkfastError)) throw error;
    return JSON.stringify({ code: error.code, position: error.position, message: error.message });
  }
});
const out = Buffer.from(answers.join("\n") + "\n");
for (let done = 0; done < out.length; ) done += writeSync(1, out, done);
