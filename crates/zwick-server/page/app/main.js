// Connects the page: one game, one analyst, and the parts that show them.

import { Analyst, isExact } from "../analyse/analyst.js";
import { openEditor } from "../analyse/editor.js";
import { ExplainCard } from "../analyse/explain.js";
import { Graph } from "../analyse/graph.js";
import { MovesTable } from "../analyse/moves-table.js";
import { ReportCard } from "../analyse/report.js";
import { ShareCard } from "../analyse/share.js";
import { Solving } from "../analyse/solving.js";
import { SolvingCard } from "../analyse/solving-card.js";
import { StatisticsCard } from "../analyse/statistics.js";
import { StudyCard } from "../analyse/study.js";
import { TreeCard } from "../analyse/tree-card.js";
import { Boards } from "../boards/boards.js";
import { Controls } from "../boards/controls.js";
import { sideName } from "../boards/names.js";
import { hasNumbers, moveText, setNumbers } from "../boards/notation.js";
import { Scoreboard } from "../boards/scoreboard.js";
import { StatusLine } from "../boards/status.js";
import { ValueBar } from "../boards/value-bar.js";
import { Databases } from "../databases/databases.js";
import { Lab } from "../lab/lab.js";
import { Learn } from "../learn/learn.js";
import { AfterCard } from "../play/after.js";
import { ByLinkCard } from "../play/by-link.js";
import { FriendCard } from "../play/friend.js";
import { HintCard } from "../play/hint.js";
import { PlayedCard } from "../play/moves.js";
import { openMyGames } from "../play/my-games.js";
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
import { openHelp } from "./help.js";
import { markIcon } from "./icon.js";
import { KEPT_GAMES, lastUnfinished } from "./kept.js";
import { listen } from "./keyboard.js";
import { recall, remember } from "./memory.js";
import { connectMenus } from "./menus.js";
import { announce, complain, offer } from "./notice.js";
import { askWhatIsOffered, offered } from "./offered.js";
import { reasonOf } from "./problem.js";
import { Route } from "./route.js";
import { hasSound, playSound, setSound } from "./sound.js";
import { nextLanguage, setLanguage, t, translated, translatePage } from "./text.js";
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

const areas = new Areas(() => {
    boards.highlight(null);
    followGame();
    showSoon();
    route.write();
});
const kindOfHints = () => (areas.current === "play" ? "play" : "study");
/** Nobody is told anything while a friend plays too. */
const isSecret = () => game.isWithoutHelp && !game.isWatching;
const isLearning = () => areas.current === "learn";
const isShowing = () => hints[kindOfHints()] && !isSecret() && !isLearning();

const boards = new Boards(byId("board"), {
    move: (move) => (isLearning() ? learn.play(move) : start.isWaiting ? start.start(move) : game.play(move)),
    choice: () => showStatus(),
    refused: (refused) => isLearning() && learn.refuse(refused),
});
const bar = new ValueBar(byId("value-bar"));
const scoreboard = new Scoreboard(byId("scoreboard"), game);
const status = new StatusLine(byId("status"), game);
const [playPanel, studyPanel] = [byId("panel-play"), byId("panel-study")];
const perfect = new PerfectPlay();
const solving = new Solving();

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
const solvingCards = [
    new SolvingCard(addCard(playPanel, "solving-play"), solving),
    new SolvingCard(addCard(studyPanel, "solving-study"), solving),
];
const played = new PlayedCard(addCard(playPanel, "played-card"), game);
const newGame = makeNewGame(game, start, () => areas.open("play"));

const study = new StudyCard(addCard(studyPanel, "study-card"), studyPanel, (place) => analyst.askAnew(place));
const explain = new ExplainCard(addCard(studyPanel, "explain-card"), (light) => boards.highlight(light));
const movesTable = new MovesTable(addCard(studyPanel, "moves-card"), (move) => game.play(move), reveal);
const tree = new TreeCard(addCard(studyPanel, "tree-card"), game);
const graph = new Graph(addCard(studyPanel, "graph-card"), (ply) => game.goTo(ply));
const report = new ReportCard(addCard(studyPanel, "report-card"), game, show, complain);
const statistics = new StatisticsCard(addCard(studyPanel, "statistics-card"), studyPanel, game);
addWay(playPanel, "learn", BOOK);
const friends = addTile(playPanel, "friends", FRIENDS);
const players = addTile(playPanel, "players", ROBOT);
const databases = new Databases(byId("panel-databases"), game, () => route.write());
const cards = [
    new PlayersCard(addCard(players, "players-card"), game, perfect),
    new OlderProgramsCard(addCard(players, "older-card"), game),
    new ByLinkCard(addCard(friends, "link-card"), game),
    databases,
    new ShareCard(addCard(studyPanel, "share-card"), game, () => openEditor(game), complain),
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
const lab = new Lab(byId("panel-lab"), game, () => route.write());
const learn = new Learn(byId("lesson"), byId("panel-learn"), {
    onChange: showSoon,
    onProblem: complain,
    play: (kind) => newGame.first(kind),
});
const route = new Route(game, corner, openCorner);

/** What is open beside the board. @returns {import("./address.js").Corner} */
function corner() {
    const area = areas.current;
    const parts = { play: null, learn: learn.part, study: null, lab: lab.part, databases: databases.part };
    return { area, part: parts[area] };
}

/** The tutorial is that of the game on the page. */
function followGame() {
    if (isLearning() && !route.isOpening) learn.follow(game.game);
}

/** @param {string} hash @param {import("./address.js").Corner} wanted */
function openCorner(hash, { area, part }) {
    const wanted = readAddress(hash);
    if (area === "learn") learn.open("game" in wanted ? wanted.game : game.game, part);
    areas.open(area);
    if (area === "lab") lab.open(hash);
    if (area === "databases" && part) databases.openPart(part);
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
    const { state, place, canMove } = learn;
    analyst.look(null);
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

function showGraph() {
    const places = Array.from({ length: game.moves.length + 1 }, (_, ply) => game.placeAt(ply));
    const isHidden = !isShowing() || areas.current === "play";
    graph.show({
        game: game.game,
        moves: game.moves,
        view: game.view,
        analyses: places.map((place) => (isHidden ? null : analyst.get(place))),
        marks: report.marks,
        isHidden,
        accuracy: report.accuracy,
    });
    // The position shown comes first; after its first estimate the others follow.
    const isAnswered = analyst.get(game.place) !== null || !analyst.isWorking;
    if (!isHidden && isAnswered) analyst.lookAtAll(places);
}

function show() {
    followGame();
    const { state } = game;
    const shown = isLearning() ? learn.state : state;
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
    const isStudying = areas.current === "study";
    showBoard();
    bar.show(state, analysis);
    scoreboard.show();
    showStatus();
    controls.show({ hasHints: hints[kindOfHints()], mayHint: hint.isAllowed, hasHint: hint.isOpen });
    movesTable.show({ analysis, isHidden: !isOpen(), hasFailed: analyst.hasFailed, ply: game.view });
    study.show({ place: game.place, analysis });
    showSolving(analysis);
    explain.show({
        place: game.place,
        analysis: isStudying ? analysis : null,
        isWorking: analyst.isWorking,
        isHidden: !isOpen(),
    });
    statistics.show();
    report.show();
    after.show(report.current);
    tree.show({ marks: report.marks });
    showGraph();
    for (const card of cards) card.show();
    lab.show();
    studyPanel.classList.toggle("over", Boolean(state?.over));
}

/** What exact values cost, where values are only estimated. @param {import("./api.js").Analysis | null} analysis */
function showSolving(analysis) {
    const isMorris = kindOfGame(game.game) === "morris";
    const isEstimated = isMorris && analysis !== null && !analysis.state.over && !isExact(analysis);
    const mayListen = isMorris && !document.hidden && (isEstimated || solving.isAtWork);
    solving.listen(mayListen ? game.game : "");
    for (const card of solvingCards) card.show(isEstimated);
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
    byId("language").textContent = nextLanguage().name;
    byId("language").lang = nextLanguage().code;
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
function showTests() {
    lab.openPart("scenarios");
    areas.open("lab");
    const panel = byId("panel-lab");
    const isBelow = panel.getBoundingClientRect().top > innerHeight / 2;
    panel.scrollIntoView({ block: isBelow ? "start" : "nearest" });
    byId("tab-lab-scenarios").focus({ preventScroll: true });
}

function connectTools() {
    byId("skip").addEventListener("click", (event) => {
        // The address is the game's.
        event.preventDefault();
        byId("board").focus();
    });
    byId("language").addEventListener("click", () => {
        setLanguage(nextLanguage().code);
        showLanguage();
    });
    byId("theme").addEventListener("click", () => nextTheme(byId("theme")));
    byId("sound").addEventListener("click", () => {
        setSound(!hasSound());
        byId("sound").setAttribute("aria-pressed", String(hasSound()));
    });
    byId("my-games").addEventListener("click", () =>
        openMyGames(async (kept) => {
            await game.resume(kept);
            areas.open("play");
        }),
    );
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
    const learnKeys = { ...learn.keys, "f": flip, "?": openHelp, "Escape": () => boards.cancel() };
    listen(
        () => (isLearning() ? learnKeys : keys),
        (column) => {
            if (isLearning()) return learn.press(column);
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
game.addEventListener("next", () => {
    // Nobody is dragged away from what is being read.
    if (areas.current === "play" && game.isAtEnd) game.goToNext();
    else offer(t("next.begun"), t("next.go"), goToNext);
});
game.addEventListener("gone", () => complain(new Error(t("own.gone"))));
analyst.addEventListener("change", showSoon);
perfect.addEventListener("change", showSoon);
solving.addEventListener("change", showSoon);
solving.addEventListener("landed", () => {
    analyst.askForExact();
    perfect.forget();
    showSoon();
});
window.addEventListener("storage", ({ key }) => key === KEPT_GAMES && game.hearOtherTab());

connectMenus();
connectTools();
showLanguage();
askWhatIsOffered().then(show, complain);
route.open(goOn);
