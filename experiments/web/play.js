"use strict";
// A table at which somebody plays: actions are chosen by what is drawn or from the list.
class Play {
  constructor(place) {
    this.place = place;
    this.token = document.querySelector("main").dataset.formToken;
    this.find = (what) => place.querySelector(what);
    this.frames = [];
    this.cards = {};
    this.picks = [];
    this.log = this.find(".log");
    this.form = this.find(".actions");
    this.form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.act(Number(event.submitter.value));
    });
    this.find("form.more").addEventListener("submit", (event) => {
      event.preventDefault();
      this.send("take-back", {});
    });
    this.find("[data-does=hint]").addEventListener("click", () => this.hint());
    document.addEventListener("keydown", (event) => {
      if (event.key === "Escape") this.choose([]);
    });
    this.take(JSON.parse(document.getElementById("scene").textContent));
  }
  // --- what has happened ---
  take(scene) {
    const before = this.values?.at(-1) ?? null;
    this.frames = [...this.frames.slice(0, scene.keep), ...scene.frames];
    this.values = framesOf(this.frames);
    Object.assign(this.cards, scene.cards);
    this.scene = scene;
    this.tokens = scene.legal.map((phrase) => phrase.split(" ").slice(1));
    const story = { ...scene, cards: this.cards };
    this.drawing = new TableDrawing(this.find(".table"), story, this.find(".about"), (names) => this.choose([...this.picks, names]));
    this.before = scene.keep ? before : this.values.at(-2) ?? null;
    const fresh = scene.keep ? scene.frames : scene.frames.slice(-1);
    const told = fresh.filter((frame) => frame.phrase).map((frame) => {
      const dice = (frame.rolls ?? []).map((face) => "⚀⚁⚂⚃⚄⚅"[face - 1] ?? `${face}`).join(" ");
      return element("p", {}, element("strong", { text: `p${frame.seat + 1} ${words(frame.phrase)} ` }), dice ? element("span", { class: "dice", role: "img", "aria-label": `dice: ${frame.rolls.join(", ")}`, text: dice }) : null,
        element("span", { class: "marks", text: words((frame.changes ?? []).join("; ")) }));
    });
    this.find(".told").replaceChildren(...told.slice(-8), ...(scene.ending ? [element("p", { text: scene.ending })] : []));
    const lines = this.frames.slice(1).map((frame) => element("li", {}, `p${frame.seat + 1} ${words(frame.phrase)}`));
    this.log.replaceChildren(...lines.slice(-200));
    this.log.scrollTop = this.log.scrollHeight;
    this.find("[data-does=take-back]").disabled = !scene.can_take_back;
    this.find("[data-does=hint]").disabled = !scene.legal.length;
    this.find("[data-over]").hidden = !scene.over;
    this.find(".hint").replaceChildren();
    this.form.elements.decision.value = scene.decision;
    this.choose([]);
  }
  // --- what can be done ---
  // Whether words of an action can be found for all picks, each for one of its own; those that are left, else null.
  left(tokens, picks) {
    let rest = [...tokens];
    for (const names of picks) {
      const at = rest.findIndex((word) => names.includes(word));
      if (at < 0) return null;
      rest.splice(at, 1);
    }
    return rest;
  }
  choose(picks) {
    const fits = (wanted) => this.tokens.map((tokens, index) => [index, this.left(tokens, wanted)]).filter(([, rest]) => rest !== null);
    let found = fits(picks);
    if (!found.length && picks.length > 1) {
      picks = picks.slice(-1);
      found = fits(picks);
    }
    this.picks = picks;
    if (picks.length && found.length === 1) return this.act(found[0][0]);
    const open = new Set(found.flatMap(([, rest]) => rest));
    const again = new Set(this.tokens.flat());
    const can = (names) => names.some((name) => open.has(name) || again.has(name));
    this.drawing.draw(this.values.at(-1), this.before, this.frames.at(-1).active, this.scene.legal.length ? can : null);
    this.list(found.map(([index]) => index));
    if (picks.length) this.form.querySelector("button")?.focus({ preventScroll: true });
  }
  list(indexes) {
    const { scene } = this;
    const buttons = indexes.map((index) => element("li", {}, element("button", { name: "action", value: index, text: words(scene.legal[index]) })));
    const rest = indexes.length < scene.legal.length ? [element("li", {}, element("button", { type: "button", text: "all of them", onclick: () => this.choose([]) }))] : [];
    this.form.querySelector("ul").replaceChildren(...buttons, ...rest);
    const asked = scene.over ? "The game is over." : scene.legal.length ? `p${scene.viewer + 1} decides (${scene.kind}):` : `${scene.next} decides.`;
    const next = !scene.over && !scene.legal.length ? [element("a", { class: "button", href: `?seat=${scene.next}`, text: `${scene.next} is at the screen` })] : [];
    this.form.querySelector(".asked").replaceChildren(asked, " ", ...next);
  }
  act(index) {
    this.send("act", { action: index, decision: this.scene.decision });
  }
  async send(what, facts) {
    if (this.busy) return;
    this.busy = true;
    this.place.setAttribute("aria-busy", "true");
    const body = new URLSearchParams({ ...facts, seat: `p${this.scene.viewer + 1}`, have: this.frames.length, epoch: this.scene.epoch });
    const headers = { accept: "application/json", "x-overnight-form": this.token };
    try {
      const answer = await fetch(`/play/${this.place.dataset.name}/${what}`, { method: "POST", body, headers });
      const text = await answer.text();
      if (!answer.ok) throw new Error(text.startsWith("{") ? JSON.parse(text).error.join(" ") : text);
      this.take(JSON.parse(text));
    } catch (error) {
      this.find(".told").replaceChildren(element("p", { class: "note", role: "alert", text: error.message }));
    } finally {
      this.busy = false;
      this.place.removeAttribute("aria-busy");
    }
  }
  async hint() {
    const place = this.find(".hint");
    place.replaceChildren("thinking ...");
    const answer = await fetch(`/play/${this.place.dataset.name}/hint?seat=p${this.scene.viewer + 1}`, { headers: { accept: "application/json" } });
    const found = await answer.json();
    if (!answer.ok) return place.replaceChildren(found.error.join(" "));
    place.replaceChildren(
      element("p", {}, `${found.agent} would: `, element("strong", { text: words(found.would) })),
      element("ul", { class: "options" }, found.thoughts.map(([phrase, text]) => element("li", { text: `${text} ${words(phrase)}` }))),
    );
  }
}
const playing = document.querySelector(".playing");
if (playing) playing.play = new Play(playing);
