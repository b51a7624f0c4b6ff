// What the page wants from an engine.

import { STRUCTURES } from "./texts.js";

/** Up to this many boxes, every frame can be rewound to. Above, only with the events. */
const REWOUND = 5000;

/** The picture that settings ask for, of a frame of a scene. */
export function wishOf(settings, scene, frame) {
  const { boxes, k, level, query: numbers, show, structure, tool } = settings;
  return {
    scene,
    structure,
    frame,
    events: show.has("events") || boxes <= REWOUND,
    showsEvents: show.has("events"),
    race: raced(settings),
    isTimed: settings.race || settings.compare !== null,
    pairs: show.has("pairs"),
    level: show.has("nodes") ? level : undefined,
    query: numbers.length > 0 ? { tool, numbers, k } : undefined,
  };
}

/** The structures to time beside the chosen one, in turns with it. */
function raced({ compare, race, structure }) {
  const all = STRUCTURES.map(({ name }) => name);
  const wanted = compare ? [compare] : race ? all : [];
  return wanted.filter((name) => name !== structure);
}
