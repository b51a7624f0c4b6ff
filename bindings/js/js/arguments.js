// Checks of arguments.

const TYPES = ["Float32Array", "Float64Array", "Int32Array"];

/** The name of the type of an argument; arrays of other windows have the same. */
function typeOf(value) {
    if (ArrayBuffer.isView(value)) return value[Symbol.toStringTag] ?? "DataView";
    return value === null ? "null" : Array.isArray(value) ? "Array" : typeof value;
}

/** Coordinates in a Float64Array, which holds every float32 and int32. */
export function float64(name, array) {
    const type = typeOf(array);
    if (!TYPES.includes(type)) {
        throw new TypeError(`${name}: expected one of ${TYPES.join(", ")}, not ${type}`);
    }
    return type === "Float64Array" ? array : new Float64Array(array);
}

/** Refuses a list of another length. */
export function checkLength(name, list, count) {
    if (list?.length !== count) {
        throw new TypeError(`${name}: expected ${count} numbers, not ${list?.length ?? typeOf(list)}`);
    }
}

/** A few coordinates, in any list. */
export function few(name, list, count) {
    checkLength(name, list, count);
    return new Float64Array(list);
}

/** A whole number of 32 bits for each of some boxes, in any list. */
export function words(name, list, boxes) {
    if (list?.length !== boxes) {
        throw new TypeError(
            `${name}: expected a number for each of ${boxes} boxes, not ${list?.length ?? typeOf(list)}`,
        );
    }
    if (typeOf(list) === "Uint32Array") return list;
    return Uint32Array.from(list, (number, row) => {
        if (Number.isInteger(number) && number >= -0x8000_0000 && number <= 0xffff_ffff) return number;
        throw new RangeError(`${name}: row ${row}: expected a whole number of 32 bits, not ${String(number)}`);
    });
}

/** Refuses another number of dimensions than 2 and 3. */
export function checkDimensions(dimensions) {
    if (dimensions !== 2 && dimensions !== 3) {
        throw new RangeError(`dimensions: expected 2 or 3, not ${String(dimensions)}`);
    }
    return dimensions;
}

/** One of some words. */
export function oneOf(name, value, words) {
    if (!words.includes(value)) {
        const expected = words.map((word) => JSON.stringify(word)).join(" or ");
        throw new RangeError(`${name}: expected ${expected}, not ${String(value)}`);
    }
    return value;
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
