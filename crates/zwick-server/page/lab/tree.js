// The tree of a search, opened level by level: the path to a node, its board, and the moves tried. Fetched in
// pieces.

import { cardHead } from "../app/cards.js";
import { fill, html } from "../app/dom.js";
import { recallHere, rememberHere } from "../app/memory.js";
import { complain } from "../app/notice.js";
import { number, t } from "../app/text.js";
import { sideName } from "../boards/names.js";
import { moveText } from "../boards/notation.js";
import { scoreCell, scoreText } from "../boards/scores.js";
import { thumbnail } from "../boards/thumbnail.js";
import { labApi } from "./api.js";
import { boundOf, kindMark, nameOfNode, nodeRow, reasonText, windowText } from "./node.js";

/** @typedef {import("./api.js").Branch} Branch */
/** @typedef {import("./api.js").Trace} Trace */

const PIECE = 24;
const ROOT = 0;
/** The current node, kept across reloads. */
const PLACE = "lab.tree";

export class TreeCard {
    /** @type {Trace | null} */
    #trace = null;
    /** @type {Branch | null} */
    #branch = null;
    /** The node requested last; older answers are ignored. */
    #asked = -1;

    /** @param {HTMLElement} root */
    constructor(root) {
        this.root = root;
    }

    /** Shows the tree of this search; null hides the card. @param {Trace | null} trace */
    show(trace) {
        const isNew = trace?.id !== this.#trace?.id;
        this.#trace = trace;
        if (isNew) this.#branch = null;
        const last = recallHere(PLACE, null);
        if (trace && isNew) this.open(last?.trace === trace.id ? last.node : ROOT);
        this.#draw();
    }

    /** @param {number} node */
    async open(node) {
        const trace = this.#trace;
        if (!trace) return;
        this.#asked = node;
        await this.#attempt(async () => {
            const branch = await labApi.branch(trace.id, node, null, PIECE);
            if (this.#trace?.id !== trace.id || this.#asked !== node) return;
            this.#branch = branch;
            rememberHere(PLACE, { trace: trace.id, node });
            this.#draw();
        });
    }

    async #more() {
        const [trace, branch] = [this.#trace, this.#branch];
        if (!trace || !branch) return;
        await this.#attempt(async () => {
            const { children } = await labApi.branch(trace.id, branch.node.node, branch.children.next, PIECE);
            if (this.#branch !== branch) return;
            this.#branch = {
                ...branch,
                children: { ...children, items: [...branch.children.items, ...children.items] },
            };
            this.#draw();
        });
    }

    /** @param {() => Promise<void>} run */
    async #attempt(run) {
        try {
            await run();
        } catch (error) {
            complain(error);
        }
    }

    #draw() {
        const [trace, branch] = [this.#trace, this.#branch];
        this.root.toggleAttribute("hidden", !trace);
        if (!trace) return;
        const head = cardHead(
            t("lab.tree.title"),
            branch && html("span", {}, t("lab.tree.nodes", { count: number(trace.nodes) })),
        );
        if (!branch) return fill(this.root, head, html("p", { class: "quiet" }, t("moves.computing")));
        fill(this.root, head, this.#path(branch), this.#node(trace, branch), this.#children(trace, branch));
    }

    /** The path from the root, each step a button. @param {Branch} branch */
    #path({ path }) {
        const steps = path.map(({ node, move }, i) => {
            const name = i === 0 ? t("lab.node.root") : move === null ? `↻ ${this.#roundDepth(node)}` : moveText(move);
            const isHere = i === path.length - 1;
            return html(
                "li",
                {},
                html(
                    "button",
                    {
                        type: "button",
                        class: "ply",
                        "data-key": `path-${i}`,
                        "data-path": node,
                        "aria-current": isHere ? "step" : undefined,
                        onclick: () => this.open(node),
                    },
                    name,
                ),
            );
        });
        return html("ol", { class: "tree-path", "aria-label": t("lab.tree.path") }, ...steps);
    }

    /** @param {number} node */
    #roundDepth(node) {
        return this.#trace?.rounds.find((round) => round.node === node)?.depth ?? "";
    }

    /** @param {Trace} trace @param {Branch} branch */
    #node(trace, { node, state }) {
        const score =
            node.score !== null &&
            html(
                "span",
                { id: "tree-score", "data-score": scoreText(node.score) },
                scoreCell(node.score, boundOf(node)),
            );
        return html(
            "div",
            { class: "node here", id: "tree-node", "data-node": node.node },
            thumbnail(trace.shape, node.cells, node.to),
            html(
                "div",
                {},
                html("p", { class: "node-line" }, html("strong", {}, nameOfNode(node)), score, kindMark(node)),
                node.kind !== "root" && html("p", { class: "quiet" }, windowText(node)),
                html("p", { class: "quiet" }, reasonText(node)),
                !state.over &&
                    html("p", { class: "quiet" }, t("status.turn", { side: sideName(trace.game, state.turn) })),
            ),
        );
    }

    /** @param {Trace} trace @param {Branch} branch */
    #children(trace, { node, children: { items } }) {
        const rows = items.map((child) => nodeRow(trace.shape, child, (wanted) => this.open(wanted)));
        const left = node.children - items.length;
        const more =
            left > 0 &&
            html(
                "button",
                { type: "button", class: "link", "data-key": "tree-more", onclick: () => this.#more() },
                t("lab.tree.more", { count: number(Math.min(left, PIECE)), left: number(left) }),
            );
        const title =
            node.children === 0
                ? t("lab.tree.none")
                : t(node.kind === "root" ? "lab.tree.rounds" : "lab.tree.children", { count: number(node.children) });
        return html("div", { class: "tree-children" }, html("h3", {}, title), html("ol", {}, ...rows), more);
    }
}
