"use strict";
// A game that was played: stepped through, jumped about in, played at a speed.
const DICE = "⚀⚁⚂⚃⚄⚅";
class Replay {
  constructor(place) {
    this.place = place;
    this.story = JSON.parse(document.getElementById("story").textContent);
    this.values = framesOf(this.story.frames);
    this.drawing = new TableDrawing(place.querySelector(".table"), this.story, place.querySelector(".about"), null);
    this.at = 0;
    this.timer = null;
    this.find = (what) => place.querySelector(what);
    this.range = this.find("input[type=range]");
    this.range.max = this.story.frames.length - 1;
    this.list();
    this.turns();
    this.chances();
    const does = {
      first: () => this.show(0), back: () => this.show(this.at - 1), next: () => this.show(this.at + 1),
      last: () => this.show(this.story.frames.length - 1), play: () => this.play(),
    };
    for (const button of place.querySelectorAll("[data-does]")) button.addEventListener("click", does[button.dataset.does]);
    this.range.addEventListener("input", () => this.show(Number(this.range.value)));
    this.find("select[name=turn]").addEventListener("change", (event) => this.show(Number(event.target.value)));
    document.addEventListener("keydown", (event) => {
      if (event.target.matches("input, select, textarea") || event.ctrlKey || event.altKey || event.metaKey) return;
      const key = { ArrowLeft: "back", ArrowRight: "next", Home: "first", End: "last", p: "play" }[event.key];
      if (key) {
        event.preventDefault();
        does[key]();
      }
    });
    const named = location.hash.match(/^#(\d+)$/);
    this.show(named ? Number(named[1]) : 0);
  }
  seat(number) {
    return `p${number + 1} ${this.story.seats[number]}`;
  }
  list() {
    const items = [];
    let turn = 0;
    this.story.frames.forEach((frame, place) => {
      if (frame.turn !== turn && place) items.push(element("li", { class: "turn", text: `Turn ${frame.turn}` }));
      turn = frame.turn;
      const text = place ? `p${frame.seat + 1} ${words(frame.phrase)}` : "the beginning";
      items.push(element("li", { "data-frame": place }, element("button", { type: "button", text, onclick: () => this.show(place) })));
    });
    if (this.story.ending) items.push(element("li", { class: "turn", text: this.story.ending }));
    this.log = this.find(".log");
    this.log.replaceChildren(...items);
    this.items = [...this.log.querySelectorAll("[data-frame]")];
  }
  turns() {
    const select = this.find("select[name=turn]");
    const seen = new Set();
    this.story.frames.forEach((frame, place) => {
      if (seen.has(frame.turn)) return;
      seen.add(frame.turn);
      select.add(new Option(`turn ${frame.turn}`, place));
    });
  }
  // --- chances to win, and where they swing most ---
  chances() {
    const box = this.find(".chance");
    let last = null;
    this.points = this.story.frames.map((frame) => {
      if (frame.chance) last = frame.chance.map((value, seat) => value ?? last?.[seat] ?? null);
      return last;
    });
    const told = this.points.filter(Boolean);
    if (told.length < 2) return;
    const [width, height] = [this.points.length - 1, 100];
    const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
    const put = (tag, facts) => {
      const made = document.createElementNS("http://www.w3.org/2000/svg", tag);
      for (const [name, value] of Object.entries(facts)) made.setAttribute(name, value);
      svg.append(made);
      return made;
    };
    svg.setAttribute("viewBox", `0 0 ${width} ${height}`);
    svg.setAttribute("preserveAspectRatio", "none");
    svg.setAttribute("class", "chances");
    svg.setAttribute("role", "img");
    svg.setAttribute("aria-label", "the chance to win along the game, by seat");
    put("line", { x1: 0, x2: width, y1: 50, y2: 50 });
    told[0].forEach((_, seat) => {
      const d = this.points.map((point, x) => (point && point[seat] !== null ? `${x} ${(1 - point[seat]) * height}` : null)).filter(Boolean);
      put("path", { d: `M${d.join("L")}`, class: `s${seat + 1}` });
    });
    this.now = put("line", { class: "now", y1: 0, y2: height, x1: 0, x2: 0 });
    svg.addEventListener("click", (event) => {
      const area = svg.getBoundingClientRect();
      this.show(Math.round(((event.clientX - area.left) / area.width) * width));
    });
    const swings = this.points.slice(1).map((point, place) => {
      const before = this.points[place];
      const seat = this.story.frames[place + 1].seat ?? 0;
      const own = this.story.team.length ? 0 : seat;
      return { place: place + 1, by: before && point && before[own] !== null ? point[own] - before[own] : 0, own };
    }).sort((a, b) => Math.abs(b.by) - Math.abs(a.by)).slice(0, 5).filter((swing) => Math.abs(swing.by) >= 0.03)
      .sort((a, b) => a.place - b.place);
    const buttons = swings.map(({ place, by, own }) => element("button", {
      type: "button", onclick: () => this.show(place),
      text: `turn ${this.story.frames[place].turn}: ${this.whose(own)} ${by > 0 ? "+" : "−"}${Math.round(Math.abs(by) * 100)}`,
    }));
    box.append(svg, element("p", { class: "marks now-told" }), ...(buttons.length ? [element("p", { class: "marks", text: "greatest swings, in points:" }), element("div", { class: "swings" }, buttons)] : []));
  }
  whose(seat) {
    return this.story.team.length ? this.story.team[0] : `p${seat + 1}`;
  }
  // --- a frame ---
  show(wanted) {
    const place = Math.max(0, Math.min(this.story.frames.length - 1, wanted));
    const frame = this.story.frames[place];
    const before = place ? this.values[place - 1] : null;
    this.at = place;
    this.drawing.draw(this.values[place], before, frame.active);
    this.range.value = place;
    this.range.setAttribute("aria-valuetext", `step ${place} of ${this.story.frames.length - 1}, turn ${frame.turn}`);
    const select = this.find("select[name=turn]");
    const first = this.story.frames.findIndex((one) => one.turn === frame.turn);
    select.value = [...select.options].some((option) => Number(option.value) === first) ? first : select.value;
    const dice = (frame.rolls ?? []).map((face) => DICE[face - 1] ?? `${face}`);
    this.find(".told").replaceChildren(
      element("p", {}, element("strong", { text: place ? `${this.seat(frame.seat)}: ${words(frame.phrase)}` : this.story.about }),
        dice.length ? element("span", { class: "dice", role: "img", "aria-label": `dice: ${frame.rolls.join(", ")}` }, dice) : null),
      ...(frame.changes?.length ? [element("p", { class: "marks", text: words(frame.changes.join("; ")) })] : []),
      ...(place === this.story.frames.length - 1 && this.story.ending ? [element("p", { text: this.story.ending })] : []),
      ...(frame.thoughts?.length ? [element("ul", { class: "options" }, frame.thoughts.map(([taken, text]) => element("li", { class: taken ? "taken" : null, text: words(text) })))] : []),
    );
    for (const item of this.log.querySelectorAll("[aria-current]")) item.removeAttribute("aria-current");
    const item = this.items[place];
    item.setAttribute("aria-current", "step");
    const low = item.offsetTop - this.log.offsetTop;
    if (low < this.log.scrollTop || low > this.log.scrollTop + this.log.clientHeight - 40) this.log.scrollTop = low - this.log.clientHeight / 2;
    if (this.now) {
      this.now.setAttribute("x1", place);
      this.now.setAttribute("x2", place);
      const point = this.points[place] ?? [];
      const told = point.map((value, seat) => (value === null ? null : `${this.whose(seat)} ${Math.round(value * 100)} %`)).filter(Boolean).join(", ");
      const within = frame.within ? `, p${frame.within[0] + 1} ${Math.round(frame.within[1] * 100)} to ${Math.round(frame.within[2] * 100)} %` : "";
      this.find(".now-told").textContent = `chance to win: ${told}${within}`;
    }
    this.place.dispatchEvent(new CustomEvent("shown", { detail: frame }));
  }
  play() {
    const button = this.find("[data-does=play]");
    const stop = () => {
      clearInterval(this.timer);
      this.timer = null;
      button.textContent = "play";
    };
    if (this.timer) return stop();
    if (this.at === this.story.frames.length - 1) this.show(0);
    button.textContent = "pause";
    this.timer = setInterval(() => {
      this.show(this.at + 1);
      if (this.at === this.story.frames.length - 1) stop();
    }, 1000 / Number(this.find("select[name=speed]").value));
  }
}
const replayed = document.querySelector(".replay");
if (replayed) replayed.replay = new Replay(replayed);
