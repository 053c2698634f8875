// The study board: what is known of the position, of the whole game, and what can be done with it.

import { addCard } from "../app/cards.js";
import { complainOfPart, Later } from "../app/later.js";
import { complain } from "../app/notice.js";
import { addTexts } from "../app/text.js";
import { ExplainCard } from "./explain.js";
import { Graph } from "./graph.js";
import { isHard } from "./hard.js";
import { MovesTable } from "./moves-table.js";
import { ReportCard } from "./report.js";
import { ShareCard } from "./share.js";
import { StatisticsCard } from "./statistics.js";
import { TreeCard } from "./tree-card.js";

/** @typedef {import("../app/api.js").Analysis} Analysis */
/** @typedef {import("../app/game.js").GameOnPage} GameOnPage */

/**
 * What the page has for the study board.
 * @typedef {object} Page
 * @property {GameOnPage} game
 * @property {import("./analyst.js").Analyst} analyst
 * @property {import("../app/report.js").Report} report
 * @property {(light: import("../boards/lights.js").Light | null) => void} light
 * @property {() => void} reveal
 */

/**
 * What is shown now.
 * @typedef {object} Shown
 * @property {Analysis | null} analysis of the position, if it may be seen
 * @property {boolean} isHidden whether the answers are hidden here
 * @property {boolean} isChartHidden whether those of the whole game are
 * @property {boolean} isStudying whether the study board is the area that is open
 */

export class Analyse {
    /** @param {HTMLElement} panel @param {Page} page */
    constructor(panel, { game, analyst, report, light, reveal }) {
        this.game = game;
        this.analyst = analyst;
        this.report = report;
        const openEditor = () => import("./editor.js").then((editor) => editor.openEditor(game), complainOfPart);
        const study = addCard(panel, "study-card");
        study.hidden = true;
        this.study = new Later(study, async () => {
            const [{ StudyCard }] = await Promise.all([import("./study.js"), addTexts("databases")]);
            return (card) => new StudyCard(card, panel, (place) => analyst.askAnew(place));
        });
        this.explain = new ExplainCard(addCard(panel, "explain-card"), light);
        this.moves = new MovesTable(addCard(panel, "moves-card"), (move) => game.play(move), reveal);
        this.tree = new TreeCard(addCard(panel, "tree-card"), game);
        this.graph = new Graph(addCard(panel, "graph-card"), (ply) => game.goTo(ply));
        this.results = new ReportCard(addCard(panel, "report-card"), game, report);
        this.statistics = new StatisticsCard(addCard(panel, "statistics-card"), panel, game);
        this.share = new ShareCard(addCard(panel, "share-card"), game, openEditor, complain);
    }

    /** @param {Shown} shown */
    show({ analysis, isHidden, isChartHidden, isStudying }) {
        const { game, analyst } = this;
        const { place } = game;
        this.moves.show({ analysis, isHidden, hasFailed: analyst.hasFailed, ply: game.view });
        if (isHard({ place, analysis })) this.study.open().then((card) => card?.show({ place, analysis }));
        else this.study.part?.show({ place, analysis });
        this.explain.show({ place, analysis: isStudying ? analysis : null, isWorking: analyst.isWorking, isHidden });
        this.statistics.show();
        this.results.show();
        this.tree.show({ marks: this.report.marks });
        this.#showGraph(isChartHidden);
        this.share.show();
    }

    /** @param {boolean} isHidden */
    #showGraph(isHidden) {
        const { game, analyst } = this;
        const places = Array.from({ length: game.moves.length + 1 }, (_, ply) => game.placeAt(ply));
        this.graph.show({
            game: game.game,
            moves: game.moves,
            view: game.view,
            analyses: places.map((place) => (isHidden ? null : analyst.get(place))),
            marks: this.report.marks,
            isHidden,
            accuracy: this.results.accuracy,
        });
        // The position shown comes first; after its first estimate the others follow.
        const isAnswered = analyst.get(game.place) !== null || !analyst.isWorking;
        if (!isHidden && isAnswered) analyst.lookAtAll(places);
    }
}
