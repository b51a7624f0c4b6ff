// The page's side of the engine.

/** Calls `onPicture`, `onProblem` and `onProgress` with messages from the engine. */
export class Engine {
  #handlers;
  #worker;
  #asked = 0;
  #answered = 0;

  constructor(handlers) {
    this.#handlers = handlers;
    this.#start();
  }

  /** Whether a requested picture is outstanding. */
  get isBusy() {
    return this.#answered < this.#asked;
  }

  /** Requests a picture. The engine drops an unfulfilled request for a newer one. */
  want(wish) {
    this.#asked += 1;
    this.#worker.postMessage({ ...wish, serial: this.#asked });
  }

  /** Sends the bytes of a file. */
  give(file) {
    this.#worker.postMessage({ file }, [file.bytes]);
  }

  /** Restarts after a failure from which the engine cannot recover. */
  restart() {
    this.#worker.terminate();
    this.#answered = this.#asked;
    this.#start();
  }

  /** Ends the thread. */
  stop() {
    this.#worker.terminate();
  }

  #start() {
    this.#worker = new Worker(new URL("./worker.js", import.meta.url), { type: "module" });
    this.#worker.addEventListener("message", ({ data }) => this.#receive(data));
    this.#worker.addEventListener("error", (event) => {
      this.#handlers.onProblem({ problem: event.message || "it cannot start", isFatal: true });
    });
  }

  #receive({ serial, picture, progress, ...problem }) {
    if (progress) {
      this.#handlers.onProgress(progress);
      return;
    }
    this.#answered = Math.max(this.#answered, serial);
    if (picture) this.#handlers.onPicture(picture);
    else this.#handlers.onProblem(problem);
  }
}
