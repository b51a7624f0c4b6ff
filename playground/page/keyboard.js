// Keys of the whole page, and keys of the picture while it has the focus.

const MOVES = { w: [0, -1], a: [-1, 0], s: [0, 1], d: [1, 0] };
/** CSS pixels per key. */
const STEP = 24;

/** Connects keys to actions. The help in the page lists them. */
export function setUpKeys(canvas, actions) {
  addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || document.querySelector("dialog[open]")) return;
    const act = pageAction(event, actions) ?? (event.target === canvas ? canvasAction(event, actions) : undefined);
    if (!act) return;
    event.preventDefault();
    act();
  });
}

function pageAction(event, actions) {
  const { target } = event;
  // A focused control keeps its own keys.
  if (target.closest("select, input:not([type='checkbox'], [type='file']), #answers")) return undefined;
  const isButton = target.closest("button, input, label, summary") !== null;
  switch (event.key) {
    case " ":
      return isButton ? undefined : actions.togglePlay;
    case "ArrowLeft":
      return actions.back;
    case "ArrowRight":
      return actions.forward;
    case "Home":
      return actions.earliest;
    case "End":
      return actions.latest;
    default:
      return undefined;
  }
}

function canvasAction(event, actions) {
  const key = event.key.toLowerCase();
  const move = MOVES[key]?.map((x) => x * STEP);
  if (move) return () => (event.shiftKey ? actions.turn : actions.move)(...move);
  if (/^[1-4]$/.test(key)) return () => actions.chooseTool(Number(key) - 1);
  switch (key) {
    case "[":
      return () => actions.change(-1);
    case "]":
      return () => actions.change(1);
    case "+":
    case "=":
      return () => actions.zoom(1.25);
    case "-":
      return () => actions.zoom(0.8);
    case "0":
      return actions.fit;
    default:
      return undefined;
  }
}
