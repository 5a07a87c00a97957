// The page: what is asked is in the form (and in the address), what is answered is rendered below it.
import { load, RANKS } from "./skfast.mjs";

const SUITS = [["♦", "diamonds"], ["♣", "clubs"], ["♥", "hearts"], ["♠", "spades"]];
const VARIANTS = { CLASSIC: "经典双扣", JJ: "JJ双扣", BAIBIAN: "百变", KINGS8: "百变, king bomb of 8 stars", QIANBIAN: "千变" };
const KINDS = {
  SINGLE: ["Singles", "单张"], PAIR: ["Pairs", "对子"], TRIPLE: ["Triples", "三张"], STRAIGHT: ["Straights", "顺子"],
  PAIR_RUN: ["Pair runs", "连对"], TRIPLE_RUN: ["Triple runs", "连三张"], BOMB: ["Bombs", "炸弹"],
  CHAIN_BOMB: ["Chain bombs", "连环炸弹"], JOKER_BOMB: ["Joker bombs", "王炸"],
};
const FIRST = 60, MORE = 300; // moves of a group shown at once, and at each "show more"
const MOST_CARDS = 27;

const $ = (id) => document.getElementById(id);
const make = (tag, properties = {}, ...children) => {
  const made = Object.assign(document.createElement(tag), properties);
  made.append(...children);
  return made;
};

// --- the 108 cards: id = copy * 54 + face, face = rank * 4 + suit, 52 and 53 the jokers

const rankOf = (id) => (id % 54 < 52 ? (id % 54) >> 2 : (id % 54) - 39);
const suitOf = (id) => (id % 54 < 52 ? SUITS[(id % 54) % 4] : null);
const isRed = (id) => (id % 54 < 52 ? (id % 54) % 2 === 0 : id % 54 === 53);
const letter = (rank) => (RANKS[rank] === "T" ? "10" : RANKS[rank]);
const spoken = (id) => {
  const suit = suitOf(id), pack = `pack ${id < 54 ? 1 : 2}`;
  return suit ? `${letter(rankOf(id))} of ${suit[1]}, ${pack}` : `${rankOf(id) === 13 ? "small" : "big"} joker, ${pack}`;
};

let skfast;
let held = new Set(); // card ids
const buttons = []; // by row and column of the grid
const buttonOf = [];

function layOutCards() {
  for (let row = 0; row < 8; row++) {
    buttons.push([]);
    for (let column = 0; column < 14; column++) {
      const copy = row >> 2, suit = row % 4;
      if (column === 13 && suit > 1) {
        $("cards").append(make("span"));
        continue;
      }
      const id = copy * 54 + (column < 13 ? column * 4 + suit : 52 + suit);
      const face = column < 13 ? letter(column) + SUITS[suit][0] : suit ? "R ★" : "B ☆";
      const button = make("button", { type: "button", textContent: face, tabIndex: id ? -1 : 0 });
      button.setAttribute("aria-label", spoken(id));
      if (isRed(id)) button.classList.add("red");
      if (row === 4) button.classList.add("second");
      button.addEventListener("click", () => toggle(id));
      button.addEventListener("keydown", (event) => step(event, row, column));
      button.addEventListener("focus", () => {
        for (const other of buttonOf) other.tabIndex = -1;
        button.tabIndex = 0;
      });
      buttons[row][column] = button;
      buttonOf[id] = button;
      $("cards").append(button);
    }
  }
}

function step(event, row, column) {
  const moved = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] }[event.key];
  let to = null;
  if (moved) {
    for ([row, column] = [row + moved[0], column + moved[1]]; buttons[row] && column >= 0 && column < 14; row += moved[0], column += moved[1]) {
      if ((to = buttons[row][column])) break;
    }
  } else if (event.key === "Home") to = buttons[row][0];
  else if (event.key === "End") to = buttons[row][13] ?? buttons[row][12];
  else return;
  event.preventDefault();
  to?.focus();
}

function toggle(id) {
  if (held.has(id)) held.delete(id);
  else if (held.size < MOST_CARDS) held.add(id);
  else {
    $("hand-error").textContent = `A hand has at most ${MOST_CARDS} cards.`;
    return;
  }
  $("hand").value = [...held].map(rankOf).sort((a, b) => a - b).map((rank) => RANKS[rank]).join("");
  answer();
}

/** The cards held become those of a packed hand; those that may stay, stay. */
function hold(hand) {
  const wanted = RANKS.split("").map((_, rank) => Number((hand >> BigInt(4 * rank)) & 15n));
  const kept = new Set();
  const take = (id) => {
    if (wanted[rankOf(id)] > 0 && !kept.has(id)) {
      wanted[rankOf(id)]--;
      kept.add(id);
    }
  };
  held.forEach(take);
  for (let id = 0; id < 108; id++) take(id);
  held = kept;
}

// --- question and answer

const message = (error) => `${error.message[0].toUpperCase()}${error.message.slice(1)}.`;

function answer() {
  const rules = skfast.rules($("variant").value), wilds = document.querySelector("[name=wilds]:checked").value;
  $("hand-error").textContent = $("table-error").textContent = "";
  let moves = null, hand, table = null;
  try {
    hand = skfast.parseHand($("hand").value);
    hold(hand);
  } catch (error) {
    $("hand-error").textContent = message(error);
  }
  try {
    const text = $("table").value.trim();
    if (text) table = skfast.parseMove(text, rules);
    if (table?.category === "PASS") throw new Error("a pass cannot lie on the table: leave it empty to lead");
  } catch (error) {
    const readings = error.code === -25 ? skfast.classify(skfast.parseHand($("table").value), null, rules).join(" or ") : "";
    $("table-error").textContent = readings ? `Several readings: ${readings}` : message(error);
    table = undefined;
  }
  if (hand !== undefined && table !== undefined) moves = skfast.legalMoves(hand, table, rules, wilds);
  $("hand").setAttribute("aria-invalid", String(hand === undefined));
  $("table").setAttribute("aria-invalid", String(table === undefined));
  showCards();
  showMoves(moves, table);
  remember(rules.name, wilds);
}

function showCards() {
  buttonOf.forEach((button, id) => button.setAttribute("aria-pressed", String(held.has(id))));
  $("held").textContent = `${held.size} of ${MOST_CARDS}`;
}

function showMoves(moves, table) {
  $("groups").replaceChildren();
  if (!moves) {
    $("total").textContent = "";
    return;
  }
  $("total").textContent = `${moves.length.toLocaleString("en")}${table ? `, and pass; to beat ${table.text}` : ""}`;
  const places = {};
  for (let i = 0; i < moves.length; i++) (places[moves.at(i).category] ??= []).push(i);
  for (const [kind, [name, chinese]] of Object.entries(KINDS)) {
    if (places[kind]) $("groups").append(group(kind, name, chinese, moves, places[kind]));
  }
  if (!moves.length) $("groups").append(make("p", { textContent: held.size ? "No move: pass." : "No cards, no moves." }));
}

function group(kind, name, chinese, moves, places) {
  const n = places.length.toLocaleString("en");
  const list = make("ul", { id: `list-${kind}` });
  const more = make("button", { type: "button", className: "more" });
  let shown = 0;
  const show = (count) => {
    const from = shown;
    shown = Math.min(places.length, shown + count);
    list.append(...places.slice(from, shown).map((place) => item(moves.at(place))));
    const left = places.length - shown;
    more.textContent = `Show ${Math.min(left, MORE).toLocaleString("en")} more (${shown.toLocaleString("en")} of ${n} shown)`;
    more.hidden = left === 0;
  };
  more.addEventListener("click", () => {
    const first = shown;
    show(MORE);
    list.children[first].tabIndex = -1; // where reading goes on
    list.children[first].focus();
  });
  show(FIRST);
  const summary = make("summary", {}, `${name} `, make("span", { lang: "zh", textContent: chinese }), " ",
    make("span", { className: "count", textContent: n }));
  const details = make("details", { className: "group", open: true }, summary, list, more);
  details.dataset.kind = kind;
  details.dataset.count = places.length;
  return details;
}

/** The cards of a move in the order of its reading: [card id, the rank it counts as, whether it is wild]. */
function laidOut(move) {
  const [cards, reading = cards] = move.text.split("="), free = [...held];
  const rest = reading.split("");
  const wild = [];
  const taken = [];
  for (const card of cards) {
    const id = free.splice(free.findIndex((one) => RANKS[rankOf(one)] === card), 1)[0];
    const place = rest.indexOf(card);
    if (place < 0) wild.push(id);
    else {
      rest.splice(place, 1);
      taken.push([id, RANKS.indexOf(card), false]);
    }
  }
  wild.forEach((id, i) => taken.push([id, RANKS.indexOf(rest[i]), true]));
  return taken.sort((a, b) => a[1] - b[1] || a[2] - b[2]);
}

function item(move) {
  const made = make("li", { title: move.text });
  made.dataset.move = move.text;
  for (const [id, rank, isWild] of laidOut(move)) {
    const suit = isWild ? RANKS[rankOf(id)] : suitOf(id)?.[0] ?? (rankOf(id) === 13 ? "☆" : "★");
    const card = make("span", { className: "card" }, make("b", { textContent: letter(rank) }), make("i", { textContent: suit }));
    if (isWild) {
      card.classList.add("wild");
      card.title = `${rankOf(id) === 13 ? "small" : "big"} joker as ${letter(rank)}`;
    } else if (isRed(id)) card.classList.add("red");
    card.ariaHidden = "true";
    made.append(card);
  }
  if (move.stars) made.append(make("small", { textContent: `${move.stars}★`, ariaHidden: "true" }));
  made.append(make("span", { className: "spoken", textContent: move.text + (move.stars ? `, ${move.stars} stars` : "") }));
  return made;
}

// --- the address

function remember(variant, wilds) {
  const query = new URLSearchParams({ hand: $("hand").value, variant, table: $("table").value, wilds });
  try {
    history.replaceState(null, "", `#${query}`);
  } catch {
    // some browsers refuse it for a page from disk; the page works without
  }
}

function recall() {
  const query = new URLSearchParams(location.hash.slice(1));
  $("hand").value = query.get("hand") ?? "3445566677 8899TTJQQ KA22BRR";
  $("table").value = query.get("table") ?? "";
  const variant = query.get("variant") ?? "BAIBIAN";
  $("variant").value = skfast.presets.includes(variant) ? variant : "BAIBIAN";
  const wilds = query.get("wilds") === "thrifty" ? "thrifty" : "all";
  document.querySelector(`[name=wilds][value=${wilds}]`).checked = true;
}

function deal() {
  const pack = Array.from({ length: 108 }, (_, id) => id);
  for (let i = 0; i < MOST_CARDS; i++) {
    const j = i + Math.floor(Math.random() * (pack.length - i));
    [pack[i], pack[j]] = [pack[j], pack[i]];
  }
  held = new Set(pack.slice(0, MOST_CARDS));
  $("hand").value = [...held].map(rankOf).sort((a, b) => a - b).map((rank) => RANKS[rank]).join("");
  answer();
}

async function start() {
  layOutCards();
  // One file brings the module along; otherwise it lies beside this one.
  const inline = document.getElementById("wasm");
  const bytes = inline ? Uint8Array.from(atob(inline.textContent.trim()), (c) => c.charCodeAt(0)) : null;
  skfast = await load(bytes ?? new URL("skfast.wasm", import.meta.url));
  for (const name of skfast.presets) $("variant").append(make("option", { value: name, textContent: `${name} ${VARIANTS[name] ?? ""}` }));
  recall();
  $("question").addEventListener("input", answer);
  $("question").addEventListener("submit", (event) => event.preventDefault());
  $("deal").addEventListener("click", deal);
  $("clear").addEventListener("click", () => {
    $("hand").value = $("table").value = "";
    answer();
    $("hand").focus();
  });
  window.addEventListener("hashchange", () => {
    recall();
    answer();
  });
  answer();
  document.body.dataset.ready = "true";
}

start().catch((error) => {
  $("hand-error").textContent = `The engine did not start: ${error.message}`;
});
