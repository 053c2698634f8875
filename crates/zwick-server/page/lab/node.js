// A node of a search in words: its window, its result, and why.

import { html } from "../app/dom.js";
import { number, t } from "../app/text.js";
import { moveText } from "../boards/notation.js";
import { alphaText, betaText, scoreCell, scoreText, shortScore } from "../boards/scores.js";
import { thumbnail } from "../boards/thumbnail.js";

/** @typedef {import("./api.js").TreeNode} TreeNode */

/** One symbol per kind, besides the word. */
const SIGNS = { root: "◉", round: "↻", leaf: "◦", table: "▦", cut: "✂", searched: "•", open: "…" };

/** @param {TreeNode} node */
export function nameOfNode({ kind, move, depth }) {
    if (kind === "root") return t("lab.node.root");
    return kind === "round" ? t("lab.node.round", { depth }) : moveText(move ?? "");
}

/** The kind of a node as a small mark. @param {TreeNode} node */
export function kindMark({ kind }) {
    return html("span", { class: `node-kind ${kind}` }, `${SIGNS[kind]} ${t(`lab.node.kind.${kind}`)}`);
}

/** What the move had to exceed, and from where on it is too good to be allowed. @param {TreeNode} node */
export const windowText = ({ alpha, beta }) => t("lab.node.window", { alpha: alphaText(alpha), beta: betaText(beta) });

/** The same in few words, for a row among many. @param {TreeNode} node */
function shortReason(node) {
    const { kind, cut_by: cut, children, size } = node;
    if (kind === "cut" && cut)
        return t("lab.node.cut.short", {
            move: moveText(cut.move),
            score: cut.score === null ? "?" : shortScore(cut.score),
            beta: betaText(cut.beta),
        });
    return kind === "searched" || kind === "round"
        ? t("lab.node.searched", { children: number(children), size: number(size) })
        : "";
}

/** Why the search did what it did here. @param {TreeNode} node */
export function reasonText({ kind, bound, cut_by: cut, children, size }) {
    if (kind === "cut" && cut)
        return t("lab.node.cut", {
            move: moveText(cut.move),
            score: cut.score === null ? "?" : shortScore(cut.score),
            beta: betaText(cut.beta),
            children: number(children),
        });
    if (kind === "table")
        return t(
            bound === "at-most"
                ? "lab.node.table.most"
                : bound === "at-least"
                  ? "lab.node.table.least"
                  : "lab.node.table.exact",
        );
    if (kind === "leaf") return t("lab.node.leaf");
    if (kind === "open") return t("lab.node.unfinished");
    return t("lab.node.searched", { children: number(children), size: number(size) });
}

/**
 * What a score says of the true one: a move that was refuted may be worse still.
 * @param {TreeNode} node
 * @returns {import("../boards/scores.js").Bound}
 */
export function boundOf({ kind, bound }) {
    if (kind === "table") return bound ?? "exact";
    return kind === "cut" ? "at-most" : "exact";
}

/**
 * A node as a row that can be opened.
 * @param {import("../app/api.js").Shape} shape
 * @param {TreeNode} node
 * @param {(node: number) => void} onOpen
 */
export function nodeRow(shape, node, onOpen) {
    const name = nameOfNode(node);
    const open = html(
        "button",
        {
            type: "button",
            class: "plain",
            "data-key": `node-${node.node}`,
            "data-node": node.node,
            disabled: node.children === 0,
            "aria-label": node.children === 0 ? name : t("lab.node.open", { name }),
            onclick: () => onOpen(node.node),
        },
        name,
    );
    return html(
        "li",
        {
            class: `node ${node.kind}`,
            "data-node-row": node.node,
            "data-score": node.score && scoreText(node.score),
            "data-size": node.size,
        },
        thumbnail(shape, node.cells, node.to),
        html(
            "div",
            {},
            html(
                "p",
                { class: "node-line" },
                open,
                node.score === null ? "–" : scoreCell(node.score, boundOf(node)),
                kindMark(node),
                node.is_best && html("span", { class: "best-mark" }, `★ ${t("lab.node.best")}`),
            ),
            html("p", { class: "quiet" }, windowText(node)),
            html("p", { class: "quiet", title: reasonText(node) }, shortReason(node)),
        ),
    );
}
