// Which kind of boxes an array has: the type of its numbers and the dimensions.

const TYPES = ["Float32Array", "Float64Array", "Int32Array"];

/** The name of the type of an array, such as "Float64Array". Arrays of other windows have it, too. */
function typeOf(array) {
    return ArrayBuffer.isView(array) ? array[Symbol.toStringTag] : array === null ? "null" : typeof array;
}

/** The number of the kind of boxes with coordinates of this type. */
export function kindOf(type, dimensions) {
    const at = TYPES.indexOf(type);
    if (at < 0) {
        throw new TypeError(`coordinates of type ${type}, expected one of ${TYPES.join(", ")}`);
    }
    if (dimensions !== 2 && dimensions !== 3) {
        throw new RangeError(`dimensions: expected 2 or 3, not ${String(dimensions)}`);
    }
    return 2 * at + dimensions - 2;
}

/** The type of the coordinates of a kind. */
export function typeOfKind(kind) {
    return TYPES[kind >> 1];
}

/** The number of dimensions of a kind. */
export function dimensionsOfKind(kind) {
    return (kind & 1) + 2;
}

/** The kind of an argument with boxes. */
export function kindOfBoxes(name, boxes, dimensions) {
    const type = typeOf(boxes);
    if (!TYPES.includes(type)) {
        throw new TypeError(`${name}: expected one of ${TYPES.join(", ")}, not ${type}`);
    }
    return kindOf(type, dimensions);
}

/** Refuses an array whose numbers have another type than a kind's. */
export function checkType(name, array, kind) {
    const type = typeOf(array);
    if (type !== typeOfKind(kind)) {
        throw new TypeError(`${name}: expected ${typeOfKind(kind)}, not ${type}`);
    }
}
