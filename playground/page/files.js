// Files that are dropped on the page or chosen.

const MAX_BYTES = 256 * 1024 * 1024;

/** Calls `onFile({ name, bytes })` for a file, or `onProblem(text)`. */
export function setUpFiles({ input, area, onFile, onProblem }) {
  async function take(files) {
    const [file, second] = files;
    if (!file) return;
    if (second) {
      onProblem("One file at a time, please.");
      return;
    }
    if (file.size > MAX_BYTES) {
      onProblem(`${file.name}: ${(file.size / 1e6).toFixed(0)} MB; this page opens files up to 256 MB.`);
      return;
    }
    try {
      onFile({ name: file.name, bytes: await file.arrayBuffer() });
    } catch (error) {
      onProblem(`${file.name}: cannot be read: ${error.message}`);
    }
  }

  input.addEventListener("change", async () => {
    await take([...input.files]);
    // Allow the same file to be chosen again.
    input.value = "";
  });

  const isFile = (event) => event.dataTransfer?.types.includes("Files");
  addEventListener("dragover", (event) => {
    if (!isFile(event)) return;
    event.preventDefault();
    area.hidden = false;
  });
  addEventListener("dragleave", (event) => {
    if (!event.relatedTarget) area.hidden = true;
  });
  addEventListener("drop", (event) => {
    if (!isFile(event)) return;
    event.preventDefault();
    area.hidden = true;
    take([...event.dataTransfer.files]);
  });
}
