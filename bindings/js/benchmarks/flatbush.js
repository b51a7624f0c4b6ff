// An index of flatbush, as its users build one.

import Flatbush from "flatbush";

export function flatbushOf(boxes) {
    const index = new Flatbush(boxes.length / 4);
    for (let i = 0; i < boxes.length; i += 4) {
        index.add(boxes[i], boxes[i + 1], boxes[i + 2], boxes[i + 3]);
    }
    index.finish();
    return index;
}
