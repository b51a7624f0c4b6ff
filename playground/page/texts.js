// The texts of the page about scenes and structures.

/**
 * Scenes by group: the engine's name, a description, and the number of dimensions if it is fixed.
 */
export const SCENES = [
  ["Live", [["pile", "Pile: boxes fall and come to rest"]]],
  [
    "Evenly spread",
    [
      ["uniform-sparse", "Uniform, sparse: half a pair per box"],
      ["uniform", "Uniform: 3 pairs per box"],
      ["uniform-dense", "Uniform, dense: 20 pairs per box"],
      ["static-world", "Static world: one box in twenty moves"],
      ["brownian", "Brownian: every box takes random steps"],
      ["tiles", "Tiles: a window over an endless world"],
      ["lattice", "Lattice: neighbors touch"],
      ["spiral", "Spiral: a sunflower"],
    ],
  ],
  [
    "Uneven",
    [
      ["clustered", "Clustered: twenty clusters"],
      ["log-normal", "Log-normal sizes"],
      ["pareto", "Pareto sizes: few are large"],
      ["pareto-heavy", "Pareto sizes, heavy: some are huge"],
      ["two-populations", "Two populations: ten huge boxes"],
      ["walls", "Walls: long and thin among small"],
    ],
  ],
  [
    "Maps and meshes",
    [
      ["polylines", "Polylines: coasts, streets, roads", 2],
      ["footprints", "Footprints: buildings along streets", 2],
      ["cloth", "Cloth: a waving sheet or rope"],
      ["surface", "Surface: triangles of a mesh", 3],
      ["surface-edges", "Surface edges", 3],
      ["point-cloud", "Point cloud of a laser scanner", 3],
      ["box-pruning", "Box pruning: a classic test scene", 3],
    ],
  ],
  [
    "Hard cases",
    [
      ["line", "Line: all boxes in a row"],
      ["giant", "Giant: one box around all"],
      ["infinite", "Infinite: one box in a hundred"],
      ["identical", "Identical: all boxes overlap"],
    ],
  ],
];

/**
 * Structures: the engine's name, the title, the heading of the levels, the same in the legend if it
 * is shorter there, and three sentences about what is visible.
 */
export const STRUCTURES = [
  {
    name: "dynamic-tree",
    title: "Dynamic tree",
    nodes: "Tree levels",
    text: [
      "Every outline is a node of a binary tree and the smallest box around everything below it.",
      "Nodes of one level may overlap; the less they do, the better the tree.",
      "When boxes move, the tree refits its nodes, and rebuilds them once they overlap too much.",
    ],
  },
  {
    name: "orthtree",
    title: "Quadtree / octree",
    nodes: "Cells by level",
    text: [
      "Space is halved along every axis wherever a cell holds too many boxes, so crowded places have small cells.",
      "A box belongs to the deepest cell that it fits into, and may overhang that cell by half its width.",
      "Cells stay where they are when boxes move, so moving a single box costs much less than in the dynamic tree.",
    ],
  },
  {
    name: "kd-sweep",
    title: "KD sweep",
    nodes: "Cuts by level",
    text: [
      "Each cut runs through the start of a median box and divides the boxes into those before, behind and across it.",
      "Boxes that cross a cut are cut again along the other axis, and small groups are swept in order.",
      "It is rebuilt when many boxes have moved, so it suits scenes in which everything moves.",
    ],
  },
  {
    name: "pencil-sweep",
    title: "Pencil sweep",
    nodes: "Pencils, and a block with its candidates",
    short: "Pencils (a sketch)",
    text: [
      "Each search for all pairs sorts the boxes into long cells, the pencils, which the outlines sketch.",
      "Along each pencil, sixteen boxes at a time are compared with the boxes that begin before they end: the lines.",
      "It is made for all pairs from scratch; every other query compares all boxes.",
    ],
  },
  {
    name: "settled-tree",
    title: "Settled tree",
    nodes: "Tree levels",
    text: [
      "Resting boxes are in a packed tree, whose nodes have up to sixteen children, so it has few levels.",
      "Boxes that have moved are in a dynamic tree beside it, whose binary nodes are the finer outlines.",
      "Watch the pile come to rest: after enough changes, everything is packed again.",
    ],
  },
  {
    name: "packed-tree",
    title: "Packed tree",
    nodes: "Tree levels",
    text: [
      "Every node has up to sixteen children, cut at medians, so 500 boxes need three levels, and 100,000 five.",
      "It has no pointers and no room for changes, so this page rebuilds it in each frame in which a box moves.",
      "It answers rays, windows and nearest boxes faster than the structures that can change.",
    ],
  },
  {
    name: "brute-force",
    title: "Brute force",
    nodes: "Comparisons of one box",
    text: [
      "There is no structure: the lines lead from one box to those it is compared with, and every box has its turn.",
      "Its answers define those of all other structures, down to the last tie.",
      "Twice the boxes take four times as long, so the page finds no pairs with it above 10,000 boxes.",
    ],
  },
];

/** The numbers of dimensions that a scene supports. */
export function dimensionsOf(scene) {
  const [, , only] = SCENES.flatMap(([, scenes]) => scenes).find(([name]) => name === scene) ?? [];
  return only ? [only] : [2, 3];
}

export function structureNamed(name) {
  return STRUCTURES.find((structure) => structure.name === name);
}
