// The texts: every language says the same things.

import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";
import * as languages from "../../crates/zwick-server/page/texts/languages.js";

const PAGE = new URL("../../crates/zwick-server/page/", import.meta.url);
const { en, ...others } = languages;
const filled = (text) => [...new Set(text.match(/\{\w+\}/g))].sort();

test("every folder of texts is a language of the page, with a name and the same files", () => {
    const folders = readdirSync(new URL("texts/", PAGE), { withFileTypes: true }).filter((entry) =>
        entry.isDirectory(),
    );
    assert.deepEqual(folders.map(({ name }) => name).sort(), Object.keys(languages).sort());
    const names = Object.values(languages).map(({ name }) => name);
    assert.equal(new Set(names).size, names.length);
    for (const { name } of folders) {
        assert.deepEqual(readdirSync(new URL(`texts/${name}`, PAGE)), readdirSync(new URL("texts/en", PAGE)), name);
    }
});

for (const [code, language] of Object.entries(others)) {
    test(`${code} has the keys of the English texts, and fills in the same`, () => {
        assert.deepEqual(Object.keys(language.texts).sort(), Object.keys(en.texts).sort());
        for (const [key, text] of Object.entries(en.texts)) {
            assert.deepEqual(filled(language.texts[key]), filled(text), key);
            assert.equal(language.texts[key] === "", text === "", key);
        }
    });

    test(`${code} explains the same kinds of facts`, () => {
        assert.deepEqual(Object.keys(language.explain.sentences).sort(), Object.keys(en.explain.sentences).sort());
    });
}

test("no key is in the files of two areas", async () => {
    const seen = new Map();
    for (const area of ["app", "boards", "play", "learn", "analyse", "lab", "databases"]) {
        const texts = (await import(new URL(`texts/en/${area}.js`, PAGE)))[area];
        for (const key of Object.keys(texts)) {
            assert.equal(seen.get(key), undefined, `${key} is in ${area} too`);
            seen.set(key, area);
        }
    }
    assert.equal(seen.size, Object.keys(en.texts).length);
});

test("what is always on the page has its texts", () => {
    const keys = [...readFileSync(new URL("index.html", PAGE), "utf8").matchAll(/data-(?:text|label)="([^"]+)"/g)];
    assert.ok(keys.length > 20);
    for (const [, key] of keys) assert.ok(key in en.texts, key);
});
