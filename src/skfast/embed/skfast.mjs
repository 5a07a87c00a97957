// skfast in JavaScript: the legal moves of Shuangkou, from the WebAssembly module skfast.wasm.
//
//     import { load } from "./skfast.mjs";
//     const skfast = await load(new URL("skfast.wasm", import.meta.url)); // or its bytes
//     for (const move of skfast.legalMoves("34567R", "34567", "BAIBIAN")) console.log(move.text);
//
// Hands are text or BigInts (nibble r counts rank r, as in skfast.h); `rules` is a name or what rules() returned; a table
// is text, a Move or null for a lead.  What is no hand, move or variant throws a SkfastError.

const ABI = 1;
const RULES_SIZE = 632, MOVE_SIZE = 16, TEXT_SIZE = 64, READINGS = 16, MAX_TEXT = 4096;

export const CATEGORIES = Object.freeze(["PASS", "SINGLE", "PAIR", "TRIPLE", "STRAIGHT", "PAIR_RUN", "TRIPLE_RUN", "BOMB",
  "CHAIN_BOMB", "JOKER_BOMB"]);
export const RANKS = "3456789TJQKA2BR";

// The flags at the start of skfast_rules: a list of words, or null for a number or a boolean.
const FLAGS = Object.entries({
  wild_jokers: ["none", "big", "all"], mixed_joker_pair: ["never", "wild"], chain_sizes: ["none", "equal", "mixed"],
  chain_min_groups: null, chain_max_groups: null, chain_star: ["largest", "smallest"], max_bomb_size: null,
  three_jokers: null, four_jokers: ["top7", "bottom7", "top8", "above_all"], bomb_order: ["count", "stars"],
});

/** Something was asked that is not a question: `code` as in skfast.h, `position` the character of a text to blame or -1. */
export class SkfastError extends Error {
  constructor(code, message, position = -1) {
    super(position < 0 ? message : `${message}, at character ${position}`);
    this.name = "SkfastError";
    this.code = code;
    this.position = position;
  }
}

/** The flags of one variant; made by `rules`. */
class Rules {
  constructor(name, bytes) {
    this.name = name;
    this.bytes = bytes;
    Object.freeze(this);
  }

  /** One of the flags by its name, e.g. rules.flag("wild_jokers"). */
  flag(name) {
    const place = FLAGS.findIndex(([flag]) => flag === name);
    if (place < 0) throw new SkfastError(-1, `no flag ${name}`);
    const words = FLAGS[place][1], value = this.bytes[place];
    return words ? words[value] : name === "three_jokers" ? value === 1 : value;
  }
}

/** The cards of a play and their reading: 16 bytes, as skfast_move. */
class Move {
  #engine;
  constructor(engine, rules, bytes) {
    this.#engine = engine;
    this.rules = rules;
    this.bytes = bytes;
    Object.freeze(this);
  }
  get cards() { return new DataView(this.bytes.buffer, this.bytes.byteOffset).getBigUint64(0, true); }
  get category() { return CATEGORIES[this.bytes[8]]; }
  get length() { return this.bytes[9]; }
  get size() { return this.bytes[10]; }
  get rank() { return this.bytes[11]; }
  get stars() { return this.bytes[12]; }
  get nCards() { return this.bytes[13]; }
  get wilds() { return this.bytes[14]; }
  get order() { return this.bytes[15]; }
  get text() { return this.#engine.moveText(this); }
  beats(other) { return this.#engine.beats(this, other); }
  equals(other) { return other instanceof Move && this.bytes.every((byte, i) => byte === other.bytes[i]); }
  toString() { return this.text; }
}

/** Moves, made as they are asked for; `bytes` holds their records one after another. */
class MoveList {
  #engine;
  constructor(engine, rules, bytes) {
    this.#engine = engine;
    this.rules = rules;
    this.bytes = bytes;
    this.length = bytes.length / MOVE_SIZE;
  }
  at(i) {
    if (i < 0) i += this.length;
    if (!(i >= 0 && i < this.length)) return undefined;
    return new Move(this.#engine, this.rules, this.bytes.subarray(i * MOVE_SIZE, (i + 1) * MOVE_SIZE));
  }
  /** How many there are of each category: an object, in the order of the list. */
  counts() {
    const found = new Array(CATEGORIES.length).fill(0);
    for (let i = 8; i < this.bytes.length; i += MOVE_SIZE) found[this.bytes[i]]++;
    return Object.fromEntries(CATEGORIES.map((name, i) => [name, found[i]]).filter(([, n]) => n));
  }
  *[Symbol.iterator]() { for (let i = 0; i < this.length; i++) yield this.at(i); }
}

class Engine {
  #c;
  #memory;
  #at; // where things lie in the module's memory
  #named = new Map();
  #current = null; // the rules that lie there

  constructor(instance) {
    this.#c = instance.exports;
    this.#memory = this.#c.memory;
    if (this.#c.skfast_abi_version() !== ABI) throw new SkfastError(-1, "skfast.wasm is of another version than skfast.mjs");
    let next = (Number(this.#c.__heap_base.value) + 15) & ~15;
    const take = (size) => (next += (size + 15) & ~15) - ((size + 15) & ~15);
    this.#at = { rules: take(RULES_SIZE), table: take(MOVE_SIZE), move: take(MOVE_SIZE), position: take(8),
      out: take(TEXT_SIZE), text: take(MAX_TEXT + 1), moves: next };
    this.#room(READINGS);
    this.presets = Object.freeze(this.#presets());
  }

  #presets() {
    const names = [];
    for (let pointer; (pointer = this.#c.skfast_preset_name(names.length)); ) names.push(this.#string(pointer));
    return names;
  }

  // Views are made anew, for memory that grows takes away the old ones.
  #bytes() { return new Uint8Array(this.#memory.buffer); }

  /** Room for n records at #at.moves. */
  #room(n) {
    const missing = this.#at.moves + n * MOVE_SIZE - this.#memory.buffer.byteLength;
    if (missing > 0) this.#memory.grow(Math.ceil(missing / 65536));
  }

  #string(pointer) {
    const bytes = this.#bytes();
    return new TextDecoder().decode(bytes.slice(pointer, bytes.indexOf(0, pointer)));
  }

  #check(status, text = null) {
    if (status >= 0) return status;
    let position = -1;
    if (text !== null && status <= -21 && status >= -23) { // a byte of the UTF-8 is to blame
      const offset = new DataView(this.#memory.buffer).getInt32(this.#at.position, true);
      position = new TextDecoder().decode(new TextEncoder().encode(text).subarray(0, offset)).length;
    }
    throw new SkfastError(status, this.#string(this.#c.skfast_error_message(status)), position);
  }

  #write(text) {
    const bytes = new TextEncoder().encode(text);
    if (bytes.length > MAX_TEXT) throw new SkfastError(-1, `a text of more than ${MAX_TEXT} bytes`);
    const zero = text.indexOf("\0");
    if (zero >= 0) throw new SkfastError(-21, "no card", zero);
    const all = this.#bytes();
    all.set(bytes, this.#at.text);
    all[this.#at.text + bytes.length] = 0;
    return this.#at.text;
  }

  #use(rules) {
    const used = rules instanceof Rules ? rules : this.rules(rules);
    if (used !== this.#current) this.#bytes().set(used.bytes, this.#at.rules);
    this.#current = used;
    return used;
  }

  #hand(hand) {
    if (typeof hand === "string") return this.parseHand(hand);
    if (typeof hand !== "bigint") throw new TypeError("a hand is text or a BigInt");
    if (hand < 0n || hand >> 60n) throw new SkfastError(-2, this.#string(this.#c.skfast_error_message(-2)));
    this.#check(this.#c.skfast_hand_check(hand));
    return hand;
  }

  #put(move, where) {
    if (!(move instanceof Move)) throw new TypeError("a move is text or a Move");
    this.#bytes().set(move.bytes, where);
    return where;
  }

  /** Write the table, and then the rules, which reading it may have changed. */
  #question(table, rules) {
    const used = this.#use(rules);
    if (table === null || table === undefined) return [0, used];
    return [this.#put(typeof table === "string" ? this.parseMove(table, used) : table, this.#at.table), used];
  }

  #wilds(wilds) {
    const place = ["all", "thrifty"].indexOf(wilds);
    if (place < 0) throw new SkfastError(-4, 'wilds are "all" or "thrifty"');
    return place;
  }

  #move(where, rules) { return new Move(this, rules, this.#bytes().slice(where, where + MOVE_SIZE)); }

  /**
   * The rules of a preset by its English or Chinese name; with `changes`, e.g. { wild_jokers: "all" }, or with the same in
   * text, "BAIBIAN,wild_jokers=all", a variant of one's own.
   */
  rules(name, changes = null) {
    if (name instanceof Rules && !changes) return name;
    if (typeof name === "string" && !changes && name.includes(",")) {
      if (!this.#named.has(name)) {
        const [preset, ...words] = name.split(",");
        this.#named.set(name, this.rules(preset, Object.fromEntries(words.map((word) => word.split("=")))));
      }
      return this.#named.get(name);
    }
    let rules = name instanceof Rules ? name : this.#named.get(name);
    if (!rules) {
      this.#current = null;
      this.#check(this.#c.skfast_rules_named(this.#write(String(name)), this.#at.rules));
      rules = new Rules(name, this.#bytes().slice(this.#at.rules, this.#at.rules + RULES_SIZE));
      this.#named.set(name, rules);
    }
    if (!changes) return rules;
    const bytes = rules.bytes.slice();
    for (const [flag, value] of Object.entries(changes)) {
      const place = FLAGS.findIndex(([known]) => known === flag);
      if (place < 0) throw new SkfastError(-1, `no flag ${flag}`);
      const words = FLAGS[place][1], number = words ? words.indexOf(value) : Number({ true: 1, false: 0 }[value] ?? value);
      if (!(Number.isInteger(number) && number >= 0 && number < 256)) throw new SkfastError(-101 - place, `${flag} cannot be ${value}`);
      bytes[place] = number;
    }
    this.#current = null;
    this.#bytes().set(bytes, this.#at.rules);
    this.#check(this.#c.skfast_rules_check(this.#at.rules));
    return new Rules("", bytes);
  }

  parseHand(text) {
    this.#check(this.#c.skfast_parse_hand(this.#write(text), this.#at.out, this.#at.position), text);
    return new DataView(this.#memory.buffer).getBigUint64(this.#at.out, true);
  }

  handText(hand) {
    this.#check(this.#c.skfast_hand_text(this.#hand(hand), this.#at.out));
    return this.#string(this.#at.out);
  }

  /** The move of a text; one without `=` needs a single legal reading, or with a table a single one that beats it. */
  parseMove(text, rules = "BAIBIAN", table = null) {
    const [beaten, used] = this.#question(table, rules);
    this.#check(this.#c.skfast_parse_move(this.#write(text), beaten, this.#at.rules, this.#at.move, this.#at.position), text);
    return this.#move(this.#at.move, used);
  }

  moveText(move) {
    this.#use(move.rules);
    this.#check(this.#c.skfast_move_text(this.#put(move, this.#at.move), this.#at.rules, this.#at.out));
    return this.#string(this.#at.out);
  }

  /** Every legal play, each once, in skfast's order; never a pass.  wilds: "all", or "thrifty". */
  legalMoves(hand, table = null, rules = "BAIBIAN", wilds = "all") {
    const cards = this.#hand(hand), [beaten, used] = this.#question(table, rules), which = this.#wilds(wilds);
    for (;;) {
      const capacity = Math.floor((this.#memory.buffer.byteLength - this.#at.moves) / MOVE_SIZE);
      const n = this.#check(Number(this.#c.skfast_legal_moves(cards, beaten, this.#at.rules, which, this.#at.moves, BigInt(capacity))));
      if (n <= capacity) return new MoveList(this, used, this.#bytes().slice(this.#at.moves, this.#at.moves + n * MOVE_SIZE));
      this.#room(n);
    }
  }

  /** How many they are, without making them. */
  countMoves(hand, table = null, rules = "BAIBIAN", wilds = "all") {
    const cards = this.#hand(hand), [beaten] = this.#question(table, rules);
    return this.#check(Number(this.#c.skfast_count_moves(cards, beaten, this.#at.rules, this.#wilds(wilds))));
  }

  /** Whether there are any. */
  canBeat(hand, table, rules = "BAIBIAN") {
    const cards = this.#hand(hand), [beaten] = this.#question(table, rules);
    return this.#check(this.#c.skfast_can_beat(cards, beaten, this.#at.rules)) === 1;
  }

  /** The legal readings of exactly these cards, those that beat the table. */
  classify(cards, table = null, rules = "BAIBIAN") {
    const all = this.#hand(cards), [beaten, used] = this.#question(table, rules);
    const n = this.#check(this.#c.skfast_classify(all, beaten, this.#at.rules, this.#at.moves, READINGS));
    return Array.from({ length: n }, (_, i) => this.#move(this.#at.moves + i * MOVE_SIZE, used));
  }

  /** Whether a move is a play out of this hand that beats the table. */
  isLegal(move, hand, table = null, rules = move.rules) {
    const cards = this.#hand(hand), [beaten] = this.#question(table, rules);
    return this.#check(this.#c.skfast_is_legal(this.#put(move, this.#at.move), cards, beaten, this.#at.rules)) === 1;
  }

  /** Whether a legal move is one that "thrifty" lists. */
  isThrifty(move, hand) {
    const cards = this.#hand(hand);
    this.#use(move.rules);
    return this.#check(this.#c.skfast_is_thrifty(this.#put(move, this.#at.move), cards, this.#at.rules)) === 1;
  }

  beats(a, b) {
    return this.#c.skfast_beats(this.#put(a, this.#at.move), this.#put(b, this.#at.table)) === 1;
  }
}

/** The engine from skfast.wasm: its bytes, a compiled module, a Response, or its address (http, https, or in Node a file). */
export async function load(source) {
  if (source instanceof WebAssembly.Module) return new Engine(await WebAssembly.instantiate(source, {}));
  let bytes = source;
  if (typeof source === "string" || source instanceof URL) {
    const address = String(source);
    if (address.startsWith("file:") && globalThis.process?.versions?.node) {
      bytes = await (await import("node:fs/promises")).readFile(new URL(address));
    } else {
      bytes = await fetch(address);
    }
  }
  if (typeof Response !== "undefined" && bytes instanceof Response) {
    if (!bytes.ok) throw new SkfastError(-1, `no ${bytes.url}: HTTP ${bytes.status}`);
    bytes = await bytes.arrayBuffer(); // not streamed: that needs a host that knows the type application/wasm
  }
  return new Engine((await WebAssembly.instantiate(bytes, {})).instance);
}
