// Connects the page: one game, one analyst, and the parts that show them.

import { Analyst } from "../analyse/analyst.js";
import { openEditor } from "../analyse/editor.js";
import { ExplainCard } from "../analyse/explain.js";
import { Graph } from "../analyse/graph.js";
import { MovesTable } from "../analyse/moves-table.js";
import { ReportCard } from "../analyse/report.js";
import { ShareCard } from "../analyse/share.js";
import { StudyCard } from "../analyse/study.js";
import { Boards } from "../boards/boards.js";
import { Controls } from "../boards/controls.js";
import { DueLine } from "../boards/due.js";
import { sideName } from "../boards/names.js";
import { hasNumbers, moveText, setNumbers } from "../boards/notation.js";
import { Scoreboard } from "../boards/scoreboard.js";
import { headline, StatusLine } from "../boards/status.js";
import { ValueBar } from "../boards/value-bar.js";
import { Databases } from "../databases/databases.js";
import { Lab } from "../lab/lab.js";
import { ByLinkCard } from "../play/by-link.js";
import { NewGameCard } from "../play/new-game.js";
import { OlderProgramsCard } from "../play/older-programs.js";
import { PlayersCard } from "../play/players.js";
import { addressOf, kindOfGame } from "./address.js";
import { api } from "./api.js";
import { addCard } from "./cards.js";
import { byId, html } from "./dom.js";
import { GameOnPage, other, PERSON } from "./game.js";
import { openHelp } from "./help.js";
import { listen } from "./keyboard.js";
import { recall, remember } from "./memory.js";
import { announce, complain } from "./notice.js";
import { askWhatIsOffered, offered } from "./offered.js";
import { makeTabs } from "./tabs.js";
import { nextLanguage, setLanguage, t, translated, translatePage } from "./text.js";
import { nextTheme, showTheme } from "./theme.js";

const analyst = new Analyst();
/** @param {import("./address.js").Place} place */
const stateOf = (place) => (hasHints ? analyst.state(place) : api.position(place.game, place.start, place.moves));
const game = new GameOnPage(stateOf);

/** Whether answers are always shown, and the one place where they were revealed. */
let hasHints = recall("hints", true);
let revealed = "";
let isFlipped = false;

const boards = new Boards(
    byId("board"),
    (move) => game.play(move),
    () => showStatus(),
);
const bar = new ValueBar(byId("value-bar"));
const scoreboard = new Scoreboard(byId("scoreboard"), game);
const due = new DueLine(byId("due"), game);
const status = new StatusLine(byId("status"), game);
const controls = new Controls(game, { toggleHints, toggleNumbers, flip });
const [playPanel, analysePanel] = [byId("panel-play"), byId("panel-analyse")];
const movesTable = new MovesTable(addCard(analysePanel, "moves-card"), (move) => game.play(move), reveal);
const study = new StudyCard(addCard(analysePanel, "study-card"), analysePanel, (place) => analyst.askAnew(place));
const explain = new ExplainCard(addCard(analysePanel, "explain-card"), (light) => boards.highlight(light), reveal);
const graph = new Graph(addCard(analysePanel, "graph-card"), (ply) => game.goTo(ply));
const report = new ReportCard(addCard(analysePanel, "report-card"), game, show, complain);
const cards = [
    new NewGameCard(addCard(playPanel, "new-card"), game),
    new PlayersCard(addCard(playPanel, "players-card"), game),
    new OlderProgramsCard(addCard(playPanel, "older-card"), game),
    new ByLinkCard(addCard(playPanel, "link-card"), game),
    new Databases(byId("panel-databases"), game),
    new ShareCard(addCard(analysePanel, "share-card"), game, () => openEditor(game), complain),
];

const lab = new Lab(byId("panel-lab"), game);

const isOpen = () => hasHints || revealed === addressOf(game.place);
const visibleAnalysis = () => (isOpen() ? analyst.get(game.place) : null);

function toggleHints() {
    hasHints = !hasHints;
    revealed = "";
    remember("hints", hasHints);
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

function showStatus() {
    status.show(visibleAnalysis());
    due.show(boards.progress);
}

/** The last position drawn, to distinguish a new move from a jump through the game. */
let drawn = { place: "", ply: 0 };

function showBoard() {
    const { state } = game;
    if (!state) return;
    const place = addressOf(game.place);
    const isNew =
        place !== drawn.place && game.view === drawn.ply + 1 && addressOf(game.placeAt(drawn.ply)) === drawn.place;
    if (isNew)
        announce(
            [
                t("announce.move", {
                    side: sideName(game.game, other(state.turn)),
                    move: moveText(state.last ?? ""),
                }),
                headline(state),
            ].join(" "),
        );
    drawn = { place, ply: game.view };
    boards.show({ state, moves: visibleAnalysis()?.moves ?? null, canMove: game.canMove, isFlipped, isNew });
}

function showGraph() {
    const places = Array.from({ length: game.moves.length + 1 }, (_, ply) => game.placeAt(ply));
    const isHidden = !hasHints;
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
    const { state } = game;
    analyst.look(state && !state.over && isOpen() ? game.place : null);
    const analysis = visibleAnalysis();
    showBoard();
    bar.show(state, analysis);
    scoreboard.show();
    showStatus();
    controls.show(hasHints);
    movesTable.show({ analysis, isHidden: !isOpen(), hasFailed: analyst.hasFailed, ply: game.view });
    study.show({ place: game.place, analysis });
    explain.show({ place: game.place, analysis, isWorking: analyst.isWorking, isHidden: !isOpen() });
    report.show();
    showGraph();
    for (const card of cards) card.show();
    lab.show();
    showGames();
    analysePanel.classList.toggle("over", Boolean(state?.over));
    if (state) document.body.dataset.shape = state.shape.kind;
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
    document.title = t("page.title");
    byId("language").textContent = nextLanguage().name;
    showTheme(byId("theme"));
    show();
}

/** @param {string} kind */
function switchGame(kind) {
    if (kindOfGame(game.game) === kind) return;
    const players = game.isShared ? { first: PERSON, second: PERSON } : game.players;
    game.begin({ game: recall(`variant.${kind}`, kind), start: null, moves: [] }, players);
}

/** Opens the test positions; where they lie below the board, scrolls there. */
function showTests() {
    lab.openPart("scenarios");
    chooseArea("tab-lab");
    const areas = byId("areas");
    const isBelow = areas.getBoundingClientRect().top > innerHeight / 2;
    areas.scrollIntoView({ block: isBelow ? "start" : "nearest" });
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
        f: flip,
        n: actions.new,
        ArrowLeft: actions.previous,
        ArrowRight: actions.next,
        Home: actions.first,
        End: actions.last,
        "?": openHelp,
        Escape: () => boards.cancel(),
    };
    listen(keys, (column) => game.state?.legal.includes(column) && game.play(column));
}

/** Opens the address, before the game writes its own address there. */
function openAddress() {
    if (lab.open(location.hash)) chooseArea("tab-lab");
    return game.open(location.hash);
}

game.addEventListener("change", showSoon);
game.addEventListener("problem", (event) => complain(/** @type {CustomEvent} */ (event).detail));
game.addEventListener("gone", () => complain(new Error(t("own.gone"))));
analyst.addEventListener("change", showSoon);
window.addEventListener("hashchange", () => openAddress());

const chooseArea = makeTabs(byId("areas"), "area", () => lab.show());
connectTools();
showLanguage();
askWhatIsOffered().then(show, complain);
openAddress();
