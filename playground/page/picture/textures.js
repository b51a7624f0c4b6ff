// Lists of numbers as textures for the vertex shaders.

/** The texels of a row; the shaders use the same number. */
const WIDTH = 2048;

/** A list that is replaced as a whole: of floats, four in a texel, or of bytes. */
export class ListTexture {
  #gl;
  #texture;
  #format;
  #rows = 0;

  constructor(gl, Type) {
    this.#gl = gl;
    this.#format =
      Type === Float32Array
        ? { inside: gl.RGBA32F, outside: gl.RGBA, type: gl.FLOAT, per: 4 }
        : { inside: gl.R8UI, outside: gl.RED_INTEGER, type: gl.UNSIGNED_BYTE, per: 1 };
    this.#texture = gl.createTexture();
    this.bind();
    gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MIN_FILTER, gl.NEAREST);
    gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MAG_FILTER, gl.NEAREST);
    this.#reserve(1);
  }

  bind() {
    this.#gl.bindTexture(this.#gl.TEXTURE_2D, this.#texture);
  }

  /** Uploads a list: whole rows at once, then the rest of the last row. */
  fill(list) {
    const { per } = this.#format;
    const texels = Math.ceil(list.length / per);
    const rows = Math.floor(texels / WIDTH);
    const rest = texels - rows * WIDTH;
    this.#gl.pixelStorei(this.#gl.UNPACK_ALIGNMENT, 1);
    this.bind();
    this.#reserve(rows + 1);
    if (rows > 0) this.#write(0, WIDTH, rows, list);
    if (rest > 0) {
      const tail = new list.constructor(rest * per);
      tail.set(list.subarray(rows * WIDTH * per));
      this.#write(rows, rest, 1, tail);
    }
  }

  #write(row, width, height, list) {
    const { outside, type } = this.#format;
    this.#gl.texSubImage2D(this.#gl.TEXTURE_2D, 0, 0, row, width, height, outside, type, list, 0);
  }

  #reserve(rows) {
    if (rows <= this.#rows) return;
    const { inside, outside, type } = this.#format;
    this.#rows = Math.max(rows, Math.min(2 * this.#rows, WIDTH));
    this.#gl.texImage2D(this.#gl.TEXTURE_2D, 0, inside, WIDTH, this.#rows, 0, outside, type, null);
  }
}
