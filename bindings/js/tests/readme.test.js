// The examples of the README and of the guide.

import assert from "node:assert/strict";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { test } from "node:test";

/**
 * The module of an example, in which a comment after an arrow is the expected value of its line.
 */
function moduleOf(example) {
    const checked = example.replace(
        /^(?:(const \w+ = )?)(.*); \/\/ → (.*)$/gm,
        (_, name, value, expected) =>
            name
                ? `${name}${value}; assert.deepEqual(${name.slice(6, -3)}, ${expected});`
                : `assert.deepEqual(${value}, ${expected});`,
    );
    return `import assert from "node:assert/strict";\n${checked}`;
}

for (const page of ["../README.md", "../../../docs/guide/javascript.md"]) {
    test(`the examples of ${page} work`, async () => {
        const text = await readFile(new URL(page, import.meta.url), "utf8");
        const examples = [...text.matchAll(/^```js\n(.*?)^```$/gms)].map(([, code]) => code);
        assert.ok(examples.length >= 2);
        // In this folder, so that the imports of the examples resolve.
        const folder = await mkdtemp(new URL("example-", import.meta.url).pathname);
        try {
            for (const [at, example] of examples.entries()) {
                assert.match(example, /→/);
                await writeFile(`${folder}/${at}.mjs`, moduleOf(example));
                await import(`${folder}/${at}.mjs`);
            }
        } finally {
            await rm(folder, { recursive: true });
        }
    });
}
