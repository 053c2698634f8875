// A part of the page that shows the game.

/** @typedef {import("./game.js").GameOnPage} GameOnPage */

export class GameCard {
    /** @param {HTMLElement} root @param {GameOnPage} game */
    constructor(root, game) {
        this.root = root;
        this.game = game;
    }
}
