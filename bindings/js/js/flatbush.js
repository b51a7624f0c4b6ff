// Flatbush files with number types other than float64.

const MAGIC = 0xfb;
const VERSION = 3;
const HEADER = 8;
const FLOAT64 = 8;
/** The number types of the format that float64 holds exactly, by their numbers. */
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

/** Converts a flatbush file of another number type to float64; returns other bytes unchanged. */
export function widened(bytes) {
    const Type = bytes[0] === MAGIC && bytes[1] >> 4 === VERSION ? TYPES[bytes[1] & 15] : null;
    if (!Type || bytes.length < HEADER) return bytes;
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    const end = HEADER + 4 * boxesOf(view) * Type.BYTES_PER_ELEMENT;
    // A file of the wrong length is rejected later, with its original length in the message.
    if (end > bytes.length) return bytes;
    const narrow = new Type(bytes.slice(HEADER, end).buffer);
    const wide = new Uint8Array(HEADER + 8 * narrow.length + bytes.length - end);
    wide.set(bytes.subarray(0, HEADER));
    wide[1] = (VERSION << 4) | FLOAT64;
    new Float64Array(wide.buffer, HEADER, narrow.length).set(narrow);
    wide.set(bytes.subarray(end), HEADER + 8 * narrow.length);
    return wide;
}

/** The number of boxes in a file, items and nodes together. */
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
