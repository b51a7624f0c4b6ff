// Checks of arguments.

const TYPES = ["Float32Array", "Float64Array", "Int32Array"];

/** The name of the type of an argument; the same for arrays of other windows. */
export function typeOf(value) {
    if (ArrayBuffer.isView(value)) return value[Symbol.toStringTag] ?? "DataView";
    return value === null ? "null" : Array.isArray(value) ? "Array" : typeof value;
}

/** The name of the method for `using`. Older engines lack the symbol, and never call the method. */
export const dispose = Symbol.dispose ?? Symbol.for("Symbol.dispose");

/** A structure of the module; throws if it was freed. */
export function live(name, structure) {
    if (structure === undefined) throw new Error(`this ${name} was freed`);
    return structure;
}

/** A value as messages show it: its type, unless it is a number. */
export function shown(value) {
    if (typeof value === "string") return JSON.stringify(value);
    return value === null || typeof value !== "object" ? String(value) : typeOf(value);
}

/** Options, checked to have only known names; empty by default. */
export function options(given, names) {
    if (given === undefined) return {};
    if (given === null || typeof given !== "object" || ArrayBuffer.isView(given)) {
        throw new TypeError(`options: expected an object, not ${typeOf(given)}`);
    }
    for (const name in given) {
        if (!names.includes(name)) {
            throw new TypeError(`options: there is no option "${name}" here, only ${names.join(", ")}`);
        }
    }
    return given;
}

/** Yes or no, or a default. */
export function flag(name, value, otherwise = false) {
    if (value !== undefined && typeof value !== "boolean") {
        throw new TypeError(`${name}: expected true or false, not ${shown(value)}`);
    }
    return value ?? otherwise;
}

/** Coordinates in an array of a type whose numbers float64 holds exactly. */
export function coordinates(name, array) {
    const type = typeOf(array);
    if (!TYPES.includes(type)) {
        const hint = type === "Array" ? "; Float64Array.from(list.flat()) makes one" : "";
        throw new TypeError(`${name}: expected one of ${TYPES.join(", ")}, not ${type}${hint}`);
    }
    return array;
}

/** Coordinates in a Float64Array. */
export function float64(numbers) {
    return typeOf(numbers) === "Float64Array" ? numbers : new Float64Array(numbers);
}

/** Throws for rows with a number that is not finite. */
export function checkFinite(name, numbers, width) {
    for (let at = 0; at < numbers.length; at++) {
        if (Number.isFinite(numbers[at])) continue;
        const [row, axis] = [Math.floor(at / width), at % width];
        throw new RangeError(
            `${name}: row ${row}: expected a finite number on axis ${axis}, not ${numbers[at]}`,
        );
    }
}

/** Throws unless the list has `count` numbers. */
function checkNumbers(name, list, count) {
    if (list?.length !== count) {
        throw new TypeError(`${name}: expected ${count} numbers, not ${list?.length ?? typeOf(list)}`);
    }
    for (let at = 0; at < count; at++) {
        if (typeof list[at] === "number") continue;
        throw new TypeError(`${name}: expected ${count} numbers, not ${shown(list[at])} at ${at}`);
    }
}

/** Throws for an invalid box. */
export function checkBox(name, box, dimensions) {
    checkNumbers(name, box, 2 * dimensions);
    const problem = boxProblem(box, 0, dimensions);
    if (problem !== undefined) throw new RangeError(`${name}: ${problem}`);
}

/** Throws for an invalid point. */
export function checkPoint(name, point, dimensions) {
    checkNumbers(name, point, dimensions);
    const problem = pointProblem(point, 0, dimensions);
    if (problem !== undefined) throw new RangeError(`${name}: ${problem}`);
}

/** Throws for an invalid direction or origin of a ray. */
export function checkVector(name, vector, dimensions) {
    checkNumbers(name, vector, dimensions);
    for (let axis = 0; axis < dimensions; axis++) {
        if (Number.isFinite(vector[axis])) continue;
        throw new RangeError(`${name}: expected a finite number on axis ${axis}, not ${vector[axis]}`);
    }
}

/** What is wrong with a box whose numbers are consecutive in a list. */
function boxProblem(list, at, dimensions) {
    for (let axis = 0; axis < dimensions; axis++) {
        const [min, max] = [list[at + axis], list[at + dimensions + axis]];
        if (min > max) return `min ${min} is above max ${max} on axis ${axis}`;
        if (!(min <= max)) return `not a number on axis ${axis}: min ${min}, max ${max}`;
    }
    return undefined;
}

function pointProblem(list, at, dimensions) {
    for (let axis = 0; axis < dimensions; axis++) {
        if (Number.isNaN(list[at + axis])) return `not a number on axis ${axis}`;
    }
    return undefined;
}

/** Throws for a list that does not consist of whole rows. */
export function checkRows(name, list, width) {
    if (list.length % width === 0) return;
    throw new RangeError(`${name}: ${list.length} values are not a whole number of rows of ${width} values`);
}

/** The first problem in a list of rows, some of which may be left out. */
function listProblem(list, width, problemOf, isLeftOut) {
    if (list.length % width) {
        return `${list.length} values are not a whole number of rows of ${width} values`;
    }
    for (let row = 0; row < list.length / width; row++) {
        const problem = isLeftOut(row) ? undefined : problemOf(row * width);
        if (problem !== undefined) return `row ${row}: ${problem}`;
    }
    return "not understood";
}

/**
 * The result of the module for lists of boxes or points. The module rejects a list by its name
 * alone; this function finds out what is wrong with it.
 */
export function explained(lists, dimensions, make, { points = false, isLeftOut = () => false } = {}) {
    try {
        return make();
    } catch (error) {
        const list = lists[error.message];
        if (list !== undefined) {
            const problemOf = points ? pointProblem : boxProblem;
            const at = (start) => problemOf(list, start, dimensions);
            const width = points ? dimensions : 2 * dimensions;
            error.message += `: ${listProblem(list, width, at, (row) => isLeftOut(list, row))}`;
        }
        throw error;
    }
}

/** Whether a number fits into 32 bits, signed or not. */
function isWord(number) {
    return Number.isInteger(number) && number >= -0x8000_0000 && number <= 0xffff_ffff;
}

/** A whole number of 32 bits for each box, from any list. */
export function words(name, list, boxes) {
    if (list?.length !== boxes) {
        throw new TypeError(
            `${name}: expected a number for each of ${boxes} boxes, not ${list?.length ?? typeOf(list)}`,
        );
    }
    if (typeOf(list) === "Uint32Array") return list;
    return Uint32Array.from(list, (number, row) => {
        if (isWord(number)) return number;
        throw new RangeError(`${name}: row ${row}: expected a whole number of 32 bits, not ${shown(number)}`);
    });
}

/** A number, for further checks. */
function number(name, value, expected) {
    if (typeof value === "number") return value;
    throw new TypeError(`${name}: expected ${expected}, not ${shown(value)}`);
}

/** 32 bits: a whole number, signed or not, or a default. */
export function bits(name, value, otherwise) {
    if (value === undefined) return otherwise;
    if (isWord(number(name, value, "a number"))) return value;
    throw new RangeError(`${name}: expected a whole number of 32 bits, not ${value}`);
}

/** A signed whole number of 32 bits, or a default. */
export function int32(name, value, otherwise) {
    if (value === undefined) return otherwise;
    if ((number(name, value, "a number") | 0) === value) return value;
    throw new RangeError(`${name}: expected a whole number from -2147483648 to 2147483647, not ${value}`);
}

/** Throws unless the number of dimensions is 2 or 3. */
export function checkDimensions(dimensions) {
    if (dimensions !== 2 && dimensions !== 3) {
        throw new RangeError(`dimensions: expected 2 or 3, not ${shown(dimensions)}`);
    }
    return dimensions;
}

/** One of several words. */
export function oneOf(name, value, words) {
    if (!words.includes(value)) {
        const expected = words.map((word) => JSON.stringify(word)).join(" or ");
        throw new RangeError(`${name}: expected ${expected}, not ${shown(value)}`);
    }
    return value;
}

/** A number that is not negative, or a default. */
export function atLeast0(name, value, otherwise) {
    if (value === undefined) return otherwise;
    if (number(name, value, "a number of at least 0") >= 0) return value;
    throw new RangeError(`${name}: expected a number of at least 0, not ${value}`);
}

/** A number from 0 up to less than a bound, or a default. */
export function below(name, value, otherwise, bound) {
    const given = atLeast0(name, value, otherwise);
    if (given < bound - 1) return given;
    throw new RangeError(`${name}: expected a number of less than ${bound - 1}, not ${given}`);
}

/** A whole number from 0 up to 2^32 - 1, or a default. */
export function count(name, value, otherwise) {
    if (value === undefined && otherwise !== undefined) return otherwise;
    if (Number.isInteger(number(name, value, "a whole number from 0")) && value >= 0 && value <= 0xffff_ffff) {
        return value;
    }
    throw new RangeError(`${name}: expected a whole number from 0, not ${value}`);
}

/** The largest number of neighbors and their largest distance. */
export function neighborLimits({ k, maxDistance }) {
    // There are no more ids than that.
    const most = k === Infinity ? 0xffff_ffff : count("k", k, 1);
    return [most, atLeast0("maxDistance", maxDistance, Infinity)];
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
