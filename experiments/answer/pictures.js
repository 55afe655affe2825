"use strict";
// The parts of a picture that answer a pointer answer arrow keys too: each leads to the next one in its direction.
for (const picture of document.querySelectorAll(".picture")) {
  const spots = [...picture.querySelectorAll(".spot")];
  const middle = (spot) => [spot.offsetLeft + spot.offsetWidth / 2, spot.offsetTop + spot.offsetHeight / 2];
  picture.addEventListener("keydown", (event) => {
    const way = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key];
    const at = document.activeElement;
    if (!way || !spots.includes(at)) return;
    event.preventDefault();
    const [x, y] = middle(at);
    let next = null;
    let least = Infinity;
    for (const spot of spots) {
      const [dx, dy] = [middle(spot)[0] - x, middle(spot)[1] - y];
      const along = dx * way[0] + dy * way[1];
      const far = along + 3 * Math.abs(dx * way[1] + dy * way[0]);
      if (along > 0.5 && far < least) [next, least] = [spot, far];
    }
    if (!next) return;
    at.tabIndex = -1;
    next.tabIndex = 0;
    next.focus();
  });
}
