// Arguments: their types, and the kind of boxes that they hold.

const TYPES = ["Float32Array", "Float64Array", "Int32Array"];

/** The name of the type of an argument; arrays of other windows have the same. */
function typeOf(value) {
    if (ArrayBuffer.isView(value)) return value[Symbol.toStringTag] ?? "DataView";
    return value === null ? "null" : Array.isArray(value) ? "Array" : typeof value;
}

/** The same coordinates in a Float32Array or a Float64Array, which holds every int32. */
export function coordinates(name, array) {
    const type = typeOf(array);
    if (!TYPES.includes(type)) {
        throw new TypeError(`${name}: expected one of ${TYPES.join(", ")}, not ${type}`);
    }
    return type === "Int32Array" ? Float64Array.from(array) : array;
}

/** The number of the kind of boxes with coordinates of this type. */
export function kindOf(type, dimensions) {
    if (type !== "float32" && type !== "float64") {
        throw new TypeError(`type: expected "float32" or "float64", not ${String(type)}`);
    }
    if (dimensions !== 2 && dimensions !== 3) {
        throw new RangeError(`dimensions: expected 2 or 3, not ${String(dimensions)}`);
    }
    return (type === "float32" ? 0 : 2) + dimensions - 2;
}

/** The kind of boxes with these coordinates. */
export function kindOfBoxes(numbers, dimensions) {
    return kindOf(typeOf(numbers) === "Float32Array" ? "float32" : "float64", dimensions);
}

/** The type of the coordinates of a kind. */
export function typeOfKind(kind) {
    return kind < 2 ? "float32" : "float64";
}

/** The number of dimensions of a kind. */
export function dimensionsOfKind(kind) {
    return (kind % 2) + 2;
}

/** An array of many coordinates, as an array of the type of a kind if that holds all of them. */
export function many(name, array, kind) {
    const numbers = coordinates(name, array);
    const isFloat32 = typeOf(numbers) === "Float32Array";
    if (typeOfKind(kind) === "float32" && !isFloat32) {
        throw new TypeError(`${name}: expected Float32Array, not ${typeOf(array)}`);
    }
    return typeOfKind(kind) === "float64" && isFloat32 ? Float64Array.from(numbers) : numbers;
}

/** A few numbers, in any list, as an array of the type of a kind. */
export function few(name, list, count, kind) {
    if (list?.length !== count) {
        throw new TypeError(`${name}: expected ${count} numbers, not ${list?.length ?? typeOf(list)}`);
    }
    return kind < 2 ? Float32Array.from(list) : Float64Array.from(list);
}

/** A number that is not negative, or a default. */
export function atLeast0(name, value, otherwise) {
    const number = value ?? otherwise;
    if (typeof number !== "number" || !(number >= 0)) {
        throw new RangeError(`${name}: expected a number of at least 0, not ${String(number)}`);
    }
    return number;
}

/** A whole number from 0 up to 2^32 - 1, or a default. */
export function count(name, value, otherwise) {
    const number = value ?? otherwise;
    if (!Number.isInteger(number) || number < 0 || number > 0xffff_ffff) {
        throw new RangeError(`${name}: expected a whole number from 0, not ${String(number)}`);
    }
    return number;
}

/** The bytes of a buffer, or of a view of one. */
export function bytesOf(name, source) {
    if (ArrayBuffer.isView(source)) {
        return new Uint8Array(source.buffer, source.byteOffset, source.byteLength);
    }
    const tag = Object.prototype.toString.call(source);
    if (tag === "[object ArrayBuffer]" || tag === "[object SharedArrayBuffer]") {
        return new Uint8Array(source);
    }
    throw new TypeError(`${name}: expected an ArrayBuffer or a view of one, not ${typeOf(source)}`);
}
