// Connects the page: one game, one analyst, and the parts that show them.

import { Analyst, isExact } from "../analyse/analyst.js";
import { Boards } from "../boards/boards.js";
import { Controls } from "../boards/controls.js";
import { sideName } from "../boards/names.js";
import { hasNumbers, moveText, setNumbers } from "../boards/notation.js";
import { Scoreboard } from "../boards/scoreboard.js";
import { StatusLine } from "../boards/status.js";
import { ValueBar } from "../boards/value-bar.js";
import { AfterCard } from "../play/after.js";
import { ByLinkCard } from "../play/by-link.js";
import { FriendCard } from "../play/friend.js";
import { HintCard } from "../play/hint.js";
import { PlayedCard } from "../play/moves.js";
import { makeNewGame } from "../play/new-game.js";
import { OlderProgramsCard } from "../play/older-programs.js";
import { PerfectPlay } from "../play/perfect-play.js";
import { PlayersCard } from "../play/players.js";
import { StartCard } from "../play/start.js";
import { addTile, addWay } from "../play/tile.js";
import { addressOf, kindOfGame, readAddress } from "./address.js";
import { api, Refusal } from "./api.js";
import { Areas } from "./areas.js";
import { addCard } from "./cards.js";
import { byId, html } from "./dom.js";
import { GameOnPage, other, PERSON } from "./game.js";
import { markIcon } from "./icon.js";
import { KEPT_GAMES, lastUnfinished } from "./kept.js";
import { listen } from "./keyboard.js";
import { complainOfPart, Later } from "./later.js";
import { recall, remember } from "./memory.js";
import { connectMenus } from "./menus.js";
import { announce, complain, offer } from "./notice.js";
import { askWhatIsOffered, offered } from "./offered.js";
import { reasonOf } from "./problem.js";
import { Report } from "./report.js";
import { Route } from "./route.js";
import { hasSound, playSound, setSound } from "./sound.js";
import { addTexts, nextLanguage, setLanguage, t, translated, translatePage } from "./text.js";
import { nextTheme, showTheme } from "./theme.js";

/** The signs of the tiles. */
const FRIENDS = "M8 11a3 3 0 1 0 0-6 3 3 0 0 0 0 6ZM2 20a6 6 0 0 1 12 0M16 5a3 3 0 0 1 0 6M17 14a6 6 0 0 1 5 6";
const BOOK = "M12 6.5C10 5 7 4.5 3 5v13c4-.5 7 0 9 1.5 2-1.5 5-2 9-1.5V5c-4-.5-7 0-9 1.5ZM12 6.5v13";
const ROBOT = "M12 4v3M5 7h14v11H5ZM9 12h.01M15 12h.01M9 15h6M2 11v4M22 11v4";

const analyst = new Analyst();
/** @param {import("./address.js").Place} place */
const stateOf = (place) => (isShowing() ? analyst.state(place) : api.position(place));
const game = new GameOnPage(stateOf);

/** Whether values are always shown: while one plays only if wanted, on the study board unless unwanted. */
const hints = { play: recall("hints.play", false), study: recall("hints", true) };
/** The one place where the values were revealed. */
let revealed = "";
let isFlipped = false;

const areas = new Areas((area, part) => {
    boards.highlight(null);
    followGame();
    showSoon();
    route.write();
    openPart(area, part);
});
const kindOfHints = () => (areas.current === "play" ? "play" : "study");
/** Nobody is told anything while a friend plays too. */
const isSecret = () => game.isWithoutHelp && !game.isWatching;
const isLearning = () => areas.current === "learn";
const isShowing = () => hints[kindOfHints()] && !isSecret() && !isLearning();

const boards = new Boards(byId("board"), {
    move: (move) =>
        isLearning() ? later.learn.part?.play(move) : start.isWaiting ? start.start(move) : game.play(move),
    choice: () => showStatus(),
    refused: (refused) => isLearning() && later.learn.part?.refuse(refused),
});
const bar = new ValueBar(byId("value-bar"));
const scoreboard = new Scoreboard(byId("scoreboard"), game);
const status = new StatusLine(byId("status"), game);
const playPanel = byId("panel-play");
const perfect = new PerfectPlay();
const report = new Report(game);

const after = new AfterCard(addCard(playPanel, "after-card"), game, lookBack);
const friend = new FriendCard(addCard(playPanel, "friend-card"), game);
const start = new StartCard(addCard(playPanel, "start-card"), game, {
    hasHints: () => hints.play,
    toggleHints,
    perfect,
});
const hint = new HintCard(addCard(playPanel, "hint-card"), game, {
    light: (light) => boards.highlight(light),
    begun: () => boards.begun,
});
const played = new PlayedCard(addCard(playPanel, "played-card"), game);
const newGame = makeNewGame(game, start, () => areas.open("play"));

addWay(playPanel, "learn", BOOK);
const friends = addTile(playPanel, "friends", FRIENDS);
const players = addTile(playPanel, "players", ROBOT);
const cards = [
    new PlayersCard(addCard(players, "players-card"), game, perfect),
    new OlderProgramsCard(addCard(players, "older-card"), game),
    new ByLinkCard(addCard(friends, "link-card"), game),
    start,
    friend,
    played,
    hint,
];
const controls = new Controls(game, {
    toggleHints,
    toggleNumbers,
    flip,
    hint: () => hint.next(),
    begin: newGame.ask,
});

/** What is loaded when it is opened. */
const later = {
    study: new Later(byId("panel-study"), async () => {
        const { Analyse } = await import("../analyse/analyse.js");
        const light = (/** @type {import("../boards/lights.js").Light | null} */ light) => boards.highlight(light);
        return (panel) => new Analyse(panel, { game, analyst, report, light, reveal });
    }),
    learn: new Later(byId("panel-learn"), async () => {
        const [{ Learn }] = await Promise.all([import("../learn/learn.js"), addTexts("learn")]);
        const play = (/** @type {string} */ kind) => newGame.first(kind);
        return (panel) => new Learn(byId("lesson"), panel, { onChange: showSoon, onProblem: complain, play });
    }),
    lab: new Later(byId("panel-lab"), async () => {
        const [{ Lab }] = await Promise.all([import("../lab/lab.js"), addTexts("lab")]);
        return (panel) => new Lab(panel, game, () => route.write());
    }),
    databases: new Later(byId("panel-databases"), async () => {
        const [{ Databases }] = await Promise.all([import("../databases/databases.js"), addTexts("databases")]);
        return (panel) => new Databases(panel, game, () => route.write());
    }),
};
/** Solving morris on this computer: loaded once values are only estimates. */
const solving = new Later(byId("solving-card"), async () => {
    const { SolvingCard } = await import("../analyse/solving-card.js");
    const landed = () => {
        analyst.askForExact();
        perfect.forget();
        showSoon();
    };
    return (card) => new SolvingCard(card, { change: showSoon, landed });
});
const route = new Route(game, corner, openCorner);

/** What is open beside the board; null while it is loaded. @returns {import("./address.js").Corner | null} */
function corner() {
    const area = areas.current;
    if (area === "play") return { area, part: null };
    const { part } = later[area];
    return part && { area, part: "part" in part ? part.part : null };
}

/** The tutorial is that of the game on the page. */
function followGame() {
    if (isLearning() && !route.isOpening) later.learn.part?.follow(game.game);
}

/** @param {string} hash @param {import("./address.js").Corner} corner */
async function openCorner(hash, { area, part }) {
    areas.open(area);
    await openPart(area, part);
    const wanted = readAddress(hash);
    if (area === "learn") later.learn.part?.open("game" in wanted ? wanted.game : game.game, part);
    if (area === "lab") later.lab.part?.open(hash);
}

/**
 * Loads what an area shows, unless it is there, and opens a part of it.
 * @param {import("./address.js").Area} area
 * @param {string | null} part
 */
async function openPart(area, part) {
    if (area === "play") return;
    if (!later[area].part) {
        await later[area].open();
        translatePage();
        show();
    }
    if (area === "databases" && part) later.databases.part?.openPart(part);
}

const isRevealed = () => !["play", "learn"].includes(areas.current) && revealed === addressOf(game.place);
const isOpen = () => isShowing() || (isRevealed() && !isSecret());
const visibleAnalysis = () => (isOpen() ? analyst.get(game.place) : null);

function toggleHints() {
    const kind = kindOfHints();
    hints[kind] = !hints[kind];
    revealed = "";
    remember(kind === "play" ? "hints.play" : "hints", hints[kind]);
    show();
}

function toggleNumbers() {
    setNumbers(!hasNumbers());
    show();
}

function reveal() {
    revealed = addressOf(game.place);
    show();
}

function flip() {
    isFlipped = !isFlipped;
    show();
}

async function goToNext() {
    await game.goToNext();
    areas.open("play");
}

/** Through the game that has just ended, move by move. */
function lookBack() {
    areas.open("study");
    byId("tab-study").focus();
}

function showStatus() {
    status.show(visibleAnalysis(), boards.progress);
}

/** The last position drawn, to distinguish a new move from a jump through the game. */
let drawn = { place: "", isOver: false };

function showBoard() {
    const { state } = game;
    const moves = visibleAnalysis()?.moves ?? null;
    if (state) drawBoard(game.place, { state, moves, canMove: game.canMove }, (side) => game.players[side] === PERSON);
}

/** A task of the tutorial, on the same board. */
function showLesson() {
    analyst.look(null);
    const learn = later.learn.part;
    if (!learn) return;
    const { state, place, canMove } = learn;
    learn.show();
    if (!state || !place) return;
    drawBoard(place, { state, moves: null, canMove }, (side) => side === "first");
    boards.highlight(learn.light);
}

/**
 * Draws a position, and tells of the move that has just led to it.
 * @param {import("./address.js").Place} place
 * @param {Pick<import("../boards/boards.js").Shown, "state" | "moves" | "canMove">} shown
 * @param {(side: import("./api.js").Side) => boolean} isPersons
 */
function drawBoard(place, shown, isPersons) {
    const { state } = shown;
    const address = addressOf(place);
    const before = addressOf({ ...place, moves: place.moves.slice(0, -1) });
    const isNew = address !== drawn.place && before === drawn.place;
    if (isNew) tellMove(state);
    if (state.over && !drawn.isOver && (isNew || address === drawn.place)) {
        const { winner } = state.over;
        playSound(winner === null ? "draw" : isPersons(winner) ? "win" : "loss");
    }
    drawn = { place: address, isOver: state.over !== null };
    boards.show({ ...shown, isFlipped, isNew });
}

/** A new move, for those who listen. @param {import("./api.js").State} state */
function tellMove(state) {
    announce(t("announce.move", { side: sideName(state.game, other(state.turn)), move: moveText(state.last ?? "") }));
    const moved = state.last_touched;
    if (!moved) return;
    if (!isLearning() && state.turn === game.ownSide && !state.over) playSound("turn");
    const { shape } = state;
    if (shape.kind === "grid") playSound("drop", shape.height - 1 - Math.floor(moved.to / shape.width));
    else if (moved.take !== null) playSound("take");
    else playSound(moved.from === null ? "place" : "slide");
}

function show() {
    followGame();
    const { state } = game;
    const shown = isLearning() ? later.learn.part?.state : state;
    if (shown) document.body.dataset.shape = shown.shape.kind;
    document.body.classList.toggle("fresh", start.isOpen);
    if (isLearning()) showLesson();
    else showGame();
    showGames();
    showTurn();
    route.write();
}

/** The game on the page and everything beside it. */
function showGame() {
    const { state } = game;
    analyst.look(state && !state.over && isOpen() ? game.place : null);
    const analysis = visibleAnalysis();
    report.makeAtEnd();
    showBoard();
    bar.show(state, analysis);
    // While a change is on its way no other is made.
    byId("board").setAttribute("aria-busy", String(game.busy !== null));
    scoreboard.show();
    showStatus();
    controls.show({ hasHints: hints[kindOfHints()], mayHint: hint.isAllowed, hasHint: hint.isOpen });
    showSolving(analysis);
    after.show(report.current);
    later.study.part?.show({
        analysis,
        isHidden: !isOpen(),
        isChartHidden: !isShowing() || areas.current === "play",
        isStudying: areas.current === "study",
    });
    for (const card of cards) card.show();
    later.databases.part?.show();
    later.lab.part?.show();
    byId("panel-study").classList.toggle("over", Boolean(state?.over));
}

/** What exact values cost, where values are only estimated. @param {import("./api.js").Analysis | null} analysis */
function showSolving(analysis) {
    const isMorris = kindOfGame(game.game) === "morris";
    const isEstimated = isMorris && analysis !== null && !analysis.state.over && !isExact(analysis);
    if (isEstimated && !solving.part) solving.open().then(showSoon);
    solving.part?.show(isMorris && !document.hidden ? game.game : "", isEstimated);
}

/** Whose turn it is in a game with a friend, also for those who look at another tab: in the title, and as a mark on the icon. */
function showTurn() {
    const isTurn = game.ownSide !== null && game.turnAt(game.moves.length) === game.ownSide && !game.isOver;
    document.title = isTurn ? `● ${t("seat.yours")} – ${t("page.title")}` : t("page.title");
    markIcon(isTurn);
}

/** A button for each game that the server offers; those of the first two are there from the start. */
function showGames() {
    const root = byId("games");
    for (const { name } of offered.games) {
        if (!root.querySelector(`#game-${name}`)) root.append(html("button", { type: "button", id: `game-${name}` }));
    }
    for (const button of root.children) {
        const kind = kindOfButton(button);
        button.textContent = translated("game", kind);
        button.setAttribute("aria-pressed", String(kindOfGame(game.game) === kind));
    }
}

/** @param {Element} button */
const kindOfButton = (button) => button.id.replace("game-", "");

/** Redraws once for several changes. */
let isScheduled = false;
function showSoon() {
    if (isScheduled) return;
    isScheduled = true;
    queueMicrotask(() => {
        isScheduled = false;
        show();
    });
}

function showLanguage() {
    translatePage();
    byId("language").lang = nextLanguage();
    showTheme(byId("theme"));
    byId("sound").setAttribute("aria-pressed", String(hasSound()));
    show();
}

/** The other game, where it was left. @param {string} kind */
async function switchGame(kind) {
    if (kindOfGame(game.game) === kind) return;
    const kept = lastUnfinished(kind);
    if (kept) await game.resume(kept);
    else await start.open(recall(`variant.${kind}`, kind), recall(`draws.${kind}`, null));
}

/** Opens the test positions; where they lie below the board, scrolls there. */
async function showTests() {
    areas.open("lab");
    const lab = await later.lab.open();
    lab?.openPart("scenarios");
    const panel = byId("panel-lab");
    const isBelow = panel.getBoundingClientRect().top > innerHeight / 2;
    panel.scrollIntoView({ block: isBelow ? "start" : "nearest" });
    document.getElementById("tab-lab-scenarios")?.focus({ preventScroll: true });
}

const openHelp = () => import("./help.js").then((help) => help.openHelp(), complainOfPart);
const openMyGames = () =>
    import("../play/my-games.js").then(
        (mine) =>
            mine.openMyGames(async (kept) => {
                await game.resume(kept);
                areas.open("play");
            }),
        complainOfPart,
    );

function connectTools() {
    byId("skip").addEventListener("click", (event) => {
        // The address is the game's.
        event.preventDefault();
        byId("board").focus();
    });
    byId("language").addEventListener("click", () => setLanguage(nextLanguage()).then(showLanguage, complain));
    byId("theme").addEventListener("click", () => nextTheme(byId("theme")));
    byId("sound").addEventListener("click", () => {
        setSound(!hasSound());
        byId("sound").setAttribute("aria-pressed", String(hasSound()));
    });
    byId("my-games").addEventListener("click", openMyGames);
    byId("tests").addEventListener("click", showTests);
    byId("help").addEventListener("click", openHelp);
    byId("games").addEventListener("click", ({ target }) => {
        const button = target instanceof Element && target.closest("button");
        if (button) switchGame(kindOfButton(button));
    });
    const { actions } = controls;
    const keys = {
        " ": actions.best,
        u: actions.undo,
        r: actions.redo,
        h: toggleHints,
        t: actions.hint,
        f: flip,
        n: actions.new,
        ArrowLeft: actions.previous,
        ArrowRight: actions.next,
        Home: actions.first,
        End: actions.last,
        "?": openHelp,
        Escape: () => boards.cancel(),
    };
    const learnKeys = () => ({
        ...later.learn.part?.keys,
        "f": flip,
        "?": openHelp,
        "Escape": () => boards.cancel(),
    });
    listen(
        () => (isLearning() ? learnKeys() : keys),
        (column) => {
            if (isLearning()) return later.learn.part?.press(column);
            if (!game.state?.legal.includes(column)) return;
            if (start.isWaiting) start.start(column);
            else game.play(column);
        },
    );
}

/** Resumes the last game; otherwise there are opponents to choose from. */
async function goOn() {
    const kept = lastUnfinished();
    if (kept) await game.resume(kept);
    else await game.open({ game: "connect-four", start: null, moves: [] }, null);
}

game.addEventListener("change", showSoon);
game.addEventListener("problem", (event) => {
    const { detail } = /** @type {CustomEvent} */ (event);
    const isLink = route.isOpening && detail instanceof Refusal && detail.status === 400;
    complain(isLink ? new Error(t("problem.link", { reason: reasonOf(detail) })) : detail);
});
report.addEventListener("change", showSoon);
report.addEventListener("problem", (event) => complain(/** @type {CustomEvent} */ (event).detail));
game.addEventListener("next", () => {
    // Nobody is dragged away from what is being read.
    if (areas.current === "play" && game.isAtEnd) game.goToNext();
    else offer(t("next.begun"), t("next.go"), goToNext);
});
game.addEventListener("gone", () => complain(new Error(t("own.gone"))));
analyst.addEventListener("change", showSoon);
perfect.addEventListener("change", showSoon);
window.addEventListener("storage", ({ key }) => key === KEPT_GAMES && game.hearOtherTab());

connectMenus();
connectTools();
showLanguage();
askWhatIsOffered().then(show, complain);
route.open(goOn);
