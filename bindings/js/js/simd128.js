// Whether the engine has the vector instructions of WebAssembly.

/** A module whose only function splats and counts bits; an engine without simd128 rejects it. */
const MODULE = Uint8Array.of(
    ...[0, 97, 115, 109, 1, 0, 0, 0], // its magic number and version
    ...[1, 5, 1, 96, 0, 1, 123], // a type: a function that returns a vector
    ...[3, 2, 1, 0], // a function of that type
    ...[10, 10, 1, 8, 0, 65, 0, 253, 15, 253, 98, 11], // i8x16.popcnt(i8x16.splat(0))
);

export const hasSimd128 = WebAssembly.validate(MODULE);
