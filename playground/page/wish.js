// What the page wants from an engine.

/** Up to this many boxes, every frame can be rewound to. Above, only with the events. */
const REWOUND = 5000;

/** The picture that settings ask for, of a frame of a scene. */
export function wishOf(settings, scene, frame) {
  const { boxes, compare, k, level, query: numbers, race, show, structure, tool } = settings;
  return {
    scene,
    structure,
    frame,
    events: show.has("events") || boxes <= REWOUND,
    showsEvents: show.has("events"),
    // Structures side by side are timed alone.
    race: race && compare === null,
    times: race || compare !== null,
    pairs: show.has("pairs"),
    level: show.has("nodes") ? level : undefined,
    query: numbers.length > 0 ? { tool, numbers, k } : undefined,
  };
}
