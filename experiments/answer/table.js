"use strict";
// A table of any game, drawn from what its paths tell and a layout; what the layout does not name is drawn as lists.
const element = (tag, facts = {}, ...children) => {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(facts)) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith("on")) made.addEventListener(name.slice(2), value);
    else if (name === "text") made.textContent = value;
    else made.setAttribute(name, value === true ? "" : value);
  }
  made.append(...children.flat(Infinity).filter((child) => child !== null && child !== undefined));
  return made;
};
const words = (name) => name.replace(/_|(?<=[a-z_])\.(?=[a-z])/g, " ");
const UNKNOWN = "?";
const BACKS = 12; // hidden cards that are drawn one by one
const MANY = 24; // cards of a row that are drawn unfolded

class TableDrawing {
  // place: an element; story: see experiments/answer/story.py; about: where a card is told; pick: called with the names
  // of what was clicked, if something can be chosen.
  constructor(place, story, about, pick) {
    Object.assign(this, { place, story, about, pick, layout: story.layout ?? {} });
    this.seats = story.seats.map((_, seat) => `p${seat + 1}`);
    const team = story.team.length > 0;
    const own = story.viewer ?? 0;
    this.order = team ? this.seats : [...this.seats.slice(own + 1), ...this.seats.slice(0, own), this.seats[own]];
  }
  // values: by path; before: what they were in the frame before, or null; can: tells of names whether they can be chosen
  draw(values, before, active, can) {
    Object.assign(this, { values, before, active, can: can ?? (() => false) });
    const focused = this.place.contains(document.activeElement) ? document.activeElement.dataset.key : null;
    const open = new Set([...this.place.querySelectorAll("details[open]")].map((one) => one.dataset.key));
    this.used = new Set();
    const shared = this.area("", this.layout.table ?? {}, "the table");
    const sides = this.order.map((seat) => this.side(seat));
    const board = this.layout.board ? this.board(this.layout.board) : null;
    const middle = [shared, board];
    const above = this.story.team.length ? [] : sides.slice(0, -1);
    const drawn = this.story.team.length ? [...middle, ...sides] : [...above, ...middle, ...sides.slice(-1)];
    this.place.replaceChildren(...drawn.filter(Boolean), ...[this.rest()].filter(Boolean));
    for (const one of this.place.querySelectorAll("details")) if (open.has(one.dataset.key)) one.open = true;
    if (focused) this.place.querySelector(`[data-key="${CSS.escape(focused)}"]`)?.focus({ preventScroll: true });
  }
  has(path) {
    return path in this.values || `${path}.count` in this.values;
  }
  names(prefix, listed = []) {
    return listed.flatMap((name) => {
      if (!name.endsWith("*")) return this.has(prefix + name) ? [prefix + name] : [];
      return Object.keys(this.values).filter((path) => path.startsWith(prefix + name.slice(0, -1)));
    });
  }
  use(path) {
    this.used.add(path).add(`${path}.count`);
    return path;
  }
  was(path) {
    return this.before === null ? this.values[path] : this.before[path];
  }
  // --- areas ---
  side(seat) {
    const number = this.seats.indexOf(seat);
    const acts = this.active === number;
    const choosable = this.can([seat]);
    const name = `${seat} ${this.story.seats[number]}`;
    const head = choosable
      ? element("button", { type: "button", class: "can", "data-key": seat, onclick: () => this.pick([seat]), text: name })
      : element("span", { text: name });
    const title = element("h2", {}, head, acts ? element("span", { class: "acts", text: " has the turn" }) : null);
    return this.area(`${seat}.`, this.layout.seat ?? {}, name, title, acts);
  }
  area(prefix, listed, label, title = null, acts = false) {
    const numbers = this.names(prefix, listed.numbers).map((path) => this.number(this.use(path), prefix));
    const stacks = this.names(prefix, listed.stacks).map((path) => this.stack(this.use(path)));
    const slots = (listed.slots ?? []).filter(([first]) => this.has(prefix + first)).map((slot) => this.slot(prefix, slot));
    const chains = this.names(prefix, listed.chains).map((path) => this.row(this.use(path), prefix, "chain"));
    const rows = this.names(prefix, listed.rows).map((path) => this.row(this.use(path), prefix));
    const piles = this.names(prefix, listed.piles).map((path) => this.pile(this.use(path), prefix));
    if (!title && ![numbers, stacks, slots, chains, rows, piles].some((some) => some.length)) return null;
    return element(
      "section", { class: `area${acts ? " active" : ""}`, "aria-label": label }, title,
      numbers.length ? element("dl", { class: "numbers" }, numbers) : null,
      stacks.length ? element("ul", { class: "cards" }, stacks.map((one) => element("li", {}, one))) : null,
      slots.length ? element("div", { class: "slots" }, slots) : null,
      chains, rows, piles.length ? element("div", { class: "piles" }, piles) : null,
    );
  }
  rest() {
    const left = Object.keys(this.values).filter((path) => !this.used.has(path));
    if (!left.length) return null;
    const folded = Object.keys(this.layout).length > 0;
    const list = element("dl", { class: "rest" }, left.map((path) => [
      element("dt", { text: words(path) }),
      element("dd", { class: this.changed(path) ? "changed" : null }, this.plain(this.values[path], path)),
    ]));
    if (!folded) return element("section", { class: "area", "aria-label": "all" }, list);
    return element("details", { class: "area", "data-key": "rest" }, element("summary", { text: "everything else" }), list);
  }
  plain(value, path) {
    if (!Array.isArray(value)) return [document.createTextNode(typeof value === "boolean" ? (value ? "yes" : "no") : `${value}`)];
    if (!value.length) return [document.createTextNode("none")];
    return [element("ul", { class: "cards" }, this.cards(path, value, ""))];
  }
  changed(path) {
    return JSON.stringify(this.was(path)) !== JSON.stringify(this.values[path]);
  }
  // --- parts of an area ---
  number(path, prefix) {
    const value = this.values[path];
    const was = this.was(path);
    const gain = typeof value === "number" && typeof was === "number" && value !== was ? value - was : null;
    if (value === false && !this.changed(path)) return null;
    const text = typeof value === "boolean" ? (value ? "yes" : "no") : Array.isArray(value) ? value.map(words).join(", ") : `${value}`;
    return element(
      "div", { class: this.changed(path) ? "changed" : null },
      element("dt", { text: words(path.slice(prefix.length)) }),
      element("dd", { text: gain === null ? text : `${text} (${gain > 0 ? "+" : ""}${gain})` }),
    );
  }
  stack(path) {
    const card = path.split(".").at(-1);
    return this.card({ id: card, left: this.values[path] }, path, [card], this.changed(path), this.values[path] === 0);
  }
  slot(prefix, [state, zone]) {
    const number = state.match(/\d+$/)?.[0] ?? state;
    const value = this.values[this.use(prefix + state)];
    const seat = prefix.slice(0, -1);
    const can = this.can([number]) && (this.seats[this.story.viewer] === seat || this.can([seat]));
    const facts = { class: `slot${this.changed(prefix + state) ? " changed" : ""}` };
    const title = `${words(state)}: ${value}`;
    const head = can
      ? element("button", { type: "button", class: "can", "data-key": prefix + state, text: title, onclick: () => this.pick([number]) })
      : element("p", { class: "zone", text: title });
    return element("div", facts, head, zone && this.has(prefix + zone) ? this.row(this.use(prefix + zone), prefix, "inside") : null);
  }
  row(path, prefix, kind = "") {
    const hidden = !(path in this.values);
    const value = hidden ? [] : this.values[path];
    const list = Array.isArray(value) ? value : value && value !== "none" ? [value] : [];
    const count = hidden ? this.values[`${path}.count`] : list.length;
    if (!count && !this.changed(hidden ? `${path}.count` : path)) return null;
    const title = element("p", { class: "zone" }, `${words(path.slice(prefix.length))} `, element("span", { text: count }));
    const cards = hidden ? this.backs(path, count) : this.cards(path, list, prefix);
    const shown = element(kind === "chain" ? "ol" : "ul", { class: "cards" }, cards);
    const inside = count > MANY ? element("details", { "data-key": path }, element("summary", { text: "all of them" }), shown) : shown;
    return element("div", { class: `row ${kind}` }, kind === "inside" ? null : title, inside);
  }
  pile(path, prefix) {
    const hidden = !(path in this.values);
    const list = hidden ? [] : this.values[path];
    const count = hidden ? this.values[`${path}.count`] : list.length;
    const name = `${words(path.slice(prefix.length))}: ${count}`;
    const changed = this.changed(hidden ? `${path}.count` : path) ? " changed" : "";
    if (hidden || !count) return element("p", { class: `pile${changed}`, text: name });
    return element(
      "details", { class: `pile${changed}`, "data-key": path }, element("summary", { text: name }),
      element("ul", { class: "cards" }, this.cards(path, list, prefix)),
    );
  }
  backs(path, count) {
    const before = this.was(`${path}.count`) ?? count;
    const shown = Math.min(count, BACKS);
    return Array.from({ length: shown }, (_, i) =>
      element("li", {}, element("span", { class: `card back${i >= before ? " changed" : ""}`, "aria-label": "a hidden card", role: "img" })));
  }
  // --- cards ---
  cards(path, list, prefix) {
    const before = this.was(path);
    const old = [before ?? []].flat().map((entry) => JSON.stringify(entry));
    const copies = {};
    return list.map((entry, place) => {
      const text = JSON.stringify(entry);
      const at = old.indexOf(text);
      if (at >= 0) old.splice(at, 1);
      const [names, record] = this.named(entry, path, copies);
      return element("li", {}, this.card(record, `${path}#${place}`, names, at < 0, false, typeof entry === "object"));
    });
  }
  // what a card may be called in a phrase, and the card as a record
  named(entry, path, copies) {
    let record = entry;
    if (typeof entry !== "object" || entry === null) {
      const [id, ...marks] = `${entry}`.split(" ");
      record = id in this.story.cards ? { id, text: marks.join(" ") } : { id: `${entry}` };
    }
    const seat = path.split(".")[0];
    const copy = (copies[record.id] = (copies[record.id] ?? 0) + 1);
    const base = copy > 1 ? `${record.id}#${copy}` : record.id;
    const names = [base, `${seat}:${base}`];
    if (copy > 1) names.push(...(this.can(names) ? [] : [record.id, `${seat}:${record.id}`]));
    if (record.id === UNKNOWN) names.splice(0, names.length, record[this.layout.board?.place] ?? UNKNOWN);
    return [names, record];
  }
  isTurned(record) {
    const rule = this.layout.turned;
    if (!rule || record.id === UNKNOWN) return false;
    return rule.startsWith("not ") ? !record[rule.slice(4)] : Boolean(record[rule]);
  }
  card(record, key, names, changed, gone, isRecord = false) {
    const about = this.story.cards[record.id];
    const marks = Object.entries(record).filter(([name, value]) =>
      !["id", "text", this.layout.board?.place].includes(name) && value !== "none" && !(name === "owner" && key.startsWith(`${value}.`)));
    const told = marks.map(([name, value]) => name === "left" ? `${value} left` : value === true ? words(name)
      : `${words(name)} ${Array.isArray(value) ? value.map(words).join(", ") : words(`${value}`)}`);
    if (record.text) told.push(words(record.text));
    const name = about?.name ?? (record.id === UNKNOWN ? "hidden" : words(`${record.id}`));
    const can = this.can(names);
    const look = ["card", changed ? "changed" : "", isRecord && this.isTurned(record) ? "turned" : "", can ? "can" : "", gone ? "gone" : "",
      record.id === UNKNOWN ? "back" : ""].filter(Boolean).join(" ");
    const tell = () => this.tell(record.id, name, told);
    return element(
      "button", {
        type: "button", class: look, "data-key": key, "data-card": record.id, onmouseenter: tell, onfocus: tell,
        onclick: () => (can ? this.pick(names) : tell()),
      },
      element("span", { class: "name", text: name }),
      told.length ? element("span", { class: "marks", text: told.join(", ") }) : null,
    );
  }
  tell(id, name, marks) {
    if (!this.about) return;
    const about = this.story.cards[id];
    this.about.replaceChildren(
      element("strong", { text: about?.lines[0] ?? name }),
      ...(marks.length ? [element("p", { class: "marks", text: marks.join(", ") })] : []),
      ...(about?.lines ?? []).slice(1).filter(Boolean).map((line) => element("p", { text: line.trim() })),
    );
  }
  // --- a field of cells ---
  board(layout) {
    const cards = this.seats.flatMap((seat, side) => {
      const path = `${seat}.${layout.zone}`;
      if (!this.has(path)) return [];
      const copies = {};
      const old = (this.was(path) ?? []).map((entry) => JSON.stringify(entry));
      return (this.values[this.use(path)] ?? []).map((entry, place) => {
        const text = JSON.stringify(entry);
        const at = old.indexOf(text);
        if (at >= 0) old.splice(at, 1);
        const [names, record] = this.named(entry, path, copies);
        return { record, side, place, drawn: this.card(record, `${path}#${place}`, names, at < 0, false, typeof entry === "object") };
      });
    });
    for (const card of cards) card.drawn.classList.add(`of${card.side + 1}`);
    const blocked = this.values[this.use(layout.blocked)] ?? [];
    const rows = layout.rows.map((row) => element(
      "tr", {}, element("th", { scope: "row", text: row }),
      layout.columns.map((column) => {
        const cell = column + row;
        const here = cards.filter((card) => card.record[layout.place] === cell && !card.record.host);
        const borne = cards.filter((card) => card.record[layout.place] === cell && card.record.host);
        const inside = [...here, ...borne].map((card) => card.drawn);
        if (blocked.includes(cell)) inside.push(element("span", { class: "marks", text: "fire" }));
        if (!here.length && this.can([cell])) {
          inside.push(element("button", {
            type: "button", class: "cell can", "data-key": cell, "aria-label": `cell ${cell}`, text: cell, onclick: () => this.pick([cell]),
          }));
        }
        return element("td", {}, inside);
      }),
    ));
    const head = element("tr", {}, element("td"), layout.columns.map((column) => element("th", { scope: "col", text: column })));
    const known = new Set(layout.rows.flatMap((row) => layout.columns.map((column) => column + row)));
    const beside = cards.filter((card) => !known.has(card.record[layout.place]));
    return element(
      "section", { class: "area", "aria-label": "the board" },
      element("div", { class: "wide", tabindex: 0, role: "region", "aria-label": "the field" },
        element("table", { class: "board" }, element("thead", {}, head), element("tbody", {}, rows))),
      beside.length ? element("ul", { class: "cards" }, beside.map((card) => element("li", {}, card.drawn))) : null,
    );
  }
}
// The values of all paths in each frame.
const framesOf = (frames, start = {}) => {
  const found = [];
  let values = start;
  for (const frame of frames) {
    values = { ...values, ...frame.set };
    found.push(values);
  }
  return found;
};
