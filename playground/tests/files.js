// Files for tests.

/** An `.aabbs` recording of unit squares, given the lower corners of the boxes of each frame. */
export function recording(frames) {
  const bytes = new DataView(new ArrayBuffer(304 + 32 * frames.flat().length));
  const write = (text, at) => [...text].forEach((letter, index) => bytes.setUint8(at + index, letter.charCodeAt(0)));
  write("squares", 0);
  write("aabb2d", 128);
  bytes.setInt32(256, frames[0].length, true);
  bytes.setInt32(260, frames.length - 1, true);
  frames.flat().forEach(([x, y], index) => {
    [x, y, 0, 0, x + 1, y + 1, 1, 0].forEach((number, at) => bytes.setFloat32(304 + 32 * index + 4 * at, number, true));
  });
  return new Uint8Array(bytes.buffer);
}
