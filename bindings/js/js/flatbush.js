// Flatbush files of other numbers than float64.

const MAGIC = 0xfb;
const VERSION = 3;
const HEADER = 8;
const FLOAT64 = 8;
/** The types of the format that float64 holds, by their numbers. */
const TYPES = [
    Int8Array,
    Uint8Array,
    Uint8ClampedArray,
    Int16Array,
    Uint16Array,
    Int32Array,
    Uint32Array,
    Float32Array,
];

/** A flatbush file of other numbers as one of float64; everything else as it is. */
export function widened(bytes) {
    const Type = bytes[0] === MAGIC && bytes[1] >> 4 === VERSION ? TYPES[bytes[1] & 15] : null;
    if (!Type || bytes.length < HEADER) return bytes;
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    const end = HEADER + 4 * boxesOf(view) * Type.BYTES_PER_ELEMENT;
    // A file of another length is refused later, by its own length.
    if (end > bytes.length) return bytes;
    const narrow = new Type(bytes.slice(HEADER, end).buffer);
    const wide = new Uint8Array(HEADER + 8 * narrow.length + bytes.length - end);
    wide.set(bytes.subarray(0, HEADER));
    wide[1] = (VERSION << 4) | FLOAT64;
    new Float64Array(wide.buffer, HEADER, narrow.length).set(narrow);
    wide.set(bytes.subarray(end), HEADER + 8 * narrow.length);
    return wide;
}

/** The number of boxes in a file, of items and of nodes. */
function boxesOf(view) {
    const children = Math.max(view.getUint16(2, true), 2);
    let level = view.getUint32(4, true);
    let boxes = level;
    do {
        level = Math.ceil(level / children);
        boxes += level;
    } while (level > 1);
    return boxes;
}
