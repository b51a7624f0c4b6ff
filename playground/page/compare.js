// The picture of a second structure beside the first.

import { Engine } from "./engine/engine.js";
import { Renderer } from "./picture/renderer.js";
import { addSketch } from "./picture/sketches.js";

export class Compare {
  picture;
  #app;
  #renderer;
  #engine;
  #file;
  #isReady = false;
  #wish;

  constructor(app) {
    this.#app = app;
  }

  get isOn() {
    return this.#app.settings.compare !== null;
  }

  /** Whether the picture is outstanding. */
  get isBusy() {
    return this.isOn && (!this.#isReady || this.#engine.isBusy);
  }

  /** Remembers a file for the engine. */
  give({ token, name, bytes }) {
    this.#file = { token, name, bytes: new Blob([bytes]) };
    if (this.#engine) this.#start();
  }

  /** Requests the picture that belongs to a picture of the app, which times both structures. */
  want(wish) {
    this.#wish = wish;
    const { compare } = this.#app.settings;
    if (!this.isOn) this.#stop();
    else if (!this.#engine) this.#start();
    else if (this.#isReady) this.#engine.want({ ...wish, structure: compare, race: [], isTimed: false });
  }

  async #start() {
    this.#engine?.stop();
    this.#isReady = false;
    const engine = new Engine({
      onPicture: (picture) => this.#onPicture(picture),
      onProblem: ({ problem }) => this.#app.alert(problem),
      onProgress: () => {},
    });
    this.#engine = engine;
    this.#renderer ??= new Renderer(document.getElementById("canvas-b"));
    const bytes = await this.#file?.bytes.arrayBuffer();
    if (this.#engine !== engine) return;
    if (bytes) engine.give({ ...this.#file, bytes });
    this.#isReady = true;
    this.want(this.#wish);
  }

  #stop() {
    this.#engine?.stop();
    this.#engine = undefined;
    this.picture = undefined;
  }

  #onPicture(picture) {
    if (picture.scene.key !== this.#wish.scene.key) return;
    picture.boxes ??= this.picture?.boxes;
    addSketch(picture, this.#wish.level !== undefined);
    this.picture = picture;
    this.#renderer.load(picture);
    this.#app.repaint();
  }

  /** Draws with the view of the first picture. */
  draw(camera, palette, options) {
    if (this.picture && this.isOn) this.#renderer.draw(camera, palette, options);
  }
}
