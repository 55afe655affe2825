"use strict";
// What else could have been done at a decision: what the agent thought of it, and each other action played on.
const box = document.getElementById("options");
const view = document.querySelector(".replay");
if (box && view) {
  const place = box.querySelector("div");
  const base = box.dataset.at;
  const asked = new URLSearchParams(location.search);
  const ask = async (what, facts) => {
    const query = new URLSearchParams({ variant: asked.get("variant") ?? "", ...facts });
    const answer = await fetch(`${base}/${what}?${query}`, { headers: { accept: "application/json" } });
    const found = await answer.json();
    if (!answer.ok) throw new Error((found.error ?? [answer.statusText]).join(" "));
    return found;
  };
  let step = null;
  const tell = async () => {
    const frames = view.replay.story.frames;
    const last = frames.findLastIndex((frame) => frame.step === frames[view.replay.at].step);
    if (!box.open || last !== view.replay.at || frames[last].step === step) return;
    step = frames[last].step;
    const mine = step;
    if (last === frames.length - 1) return place.replaceChildren("The game is over here.");
    place.replaceChildren("thinking ...");
    try {
      const found = await ask("options", { step });
      if (mine !== step) return;
      const thoughts = new Map(found.thoughts);
      place.replaceChildren(
        element("p", { text: `p${found.seat + 1} decided:` }),
        element("ul", { class: "options" }, found.legal.map((phrase, option) => {
          const result = element("span", { class: "marks" });
          const other = option === found.taken ? element("strong", { text: " (taken)" }) : element("button", {
            type: "button", text: "what if?", "aria-label": `what if: ${phrase}`,
            onclick: async (event) => {
              event.target.disabled = true;
              result.textContent = "playing on ...";
              try {
                const { taken, other, gain, games } = await ask("what-if", { step: mine, option });
                result.textContent = `${gain} against what was taken (worth ${other.worth}; ${words(taken.phrase)} ${taken.worth}; the same ${games} games)`;
              } catch (error) {
                result.textContent = error.message;
              }
            },
          });
          return element("li", { class: option === found.taken ? "taken" : null }, `${words(phrase)} `, thoughts.has(option) ? `${thoughts.get(option)} ` : "", other, result);
        })),
      );
    } catch (error) {
      place.replaceChildren(error.message);
    }
  };
  view.addEventListener("shown", tell);
  box.addEventListener("toggle", () => {
    step = null;
    tell();
  });
}
