// Which files of the page use which: in one direction, and never in a circle.

import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import { test } from "node:test";

const PAGE = new URL("../../crates/zwick-server/page/", import.meta.url).pathname;
const FILES = readdirSync(PAGE, { recursive: true }).filter((name) => name.endsWith(".js"));

/** What a file imports at run time; types are in comments. */
function importsOf(file) {
    const text = readFileSync(join(PAGE, file), "utf8").replaceAll(/\/\*[\s\S]*?\*\//g, "");
    const paths = [...text.matchAll(/^(?:import|export|\}) [^"\n]*?"(\.[^"]+)";$/gm)].map(([, path]) => path);
    return paths.map((path) => normalize(join(dirname(file), path)));
}

const IMPORTS = new Map(FILES.map((file) => [file, importsOf(file)]));

/** What a folder may use besides itself; main.js alone uses everything. */
const BELOW = {
    "texts": [],
    "app": ["texts"],
    "boards": ["app"],
    "play": ["app", "boards"],
    "learn": ["app", "boards"],
    "analyse": ["app", "boards", "databases"],
    "lab": ["app", "boards"],
    "databases": ["app", "boards"],
};

test("every folder uses only those below it", () => {
    assert.ok(IMPORTS.get("app/main.js").includes("lab/lab.js"), "imports are read");
    for (const [file, imports] of IMPORTS) {
        if (file === "app/main.js") continue;
        const folder = file.split("/")[0];
        for (const path of imports) {
            assert.ok(FILES.includes(path), `${file} imports ${path}`);
            assert.ok([folder, ...BELOW[folder]].includes(path.split("/")[0]), `${file} imports ${path}`);
        }
    }
});

test("no file uses itself by way of others", () => {
    const done = new Set();
    const visit = (file, way) => {
        assert.ok(!way.includes(file), [...way, file].join(" → "));
        if (done.has(file)) return;
        for (const path of IMPORTS.get(file)) visit(path, [...way, file]);
        done.add(file);
    };
    for (const file of FILES) visit(file, []);
});

// The page itself names these two.
test("every file is used", () => {
    const used = new Set([...IMPORTS.values()].flat());
    assert.deepEqual(FILES.filter((file) => !used.has(file)).toSorted(), ["app/main.js", "first.js"]);
});
