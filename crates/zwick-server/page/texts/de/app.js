// Die Texte, die jeder Bereich braucht, auf Deutsch.

/** @type {typeof import("../en/app.js").app} */
export const app = {
    "page.title": "Zwickmühle · Vier gewinnt und Mühle",
    "game.choice": "Spiel",
    "area.play": "Spielen",
    "area.analyse": "Analyse",
    "area.lab": "Labor",
    "area.databases": "Datenbanken",
    "tests": "Teststellungen",
    "tests.short": "Tests",
    "area.choice": "Bereich",
    "theme.auto": "Farben: System",
    "theme.light": "Farben: hell",
    "theme.dark": "Farben: dunkel",
    "help.open": "Hilfe und Tasten",
    "skip": "Zum Brett springen",
    "close": "Schließen",
    "cancel": "Abbrechen",
    "copy": "Kopieren",
    "copied": "Kopiert",

    "setting.depth": "Tiefe (Halbzüge)",
    "setting.nodes": "Knoten",
    "setting.time": "Zeit (ms)",
    "setting.playouts": "Zufallspartien",
    "setting.eval": "Bewertung",
    "setting.pruning": "Pruning",
    "setting.ordering": "Zugsortierung",
    "setting.deepening": "Iterative Vertiefung",
    "setting.symmetry": "Symmetrie",
    "setting.table": "Tabelleneinträge",
    "setting.threads": "Threads",
    "setting.spread": "Streuung (interne Punkte)",
    "setting.all-scores": "Jeden Zug bewerten",

    "help.title": "Tasten und Hilfe",
    "help.keys": "Tasten",
    "help.drop": "Stein in diese Spalte werfen",
    "help.through": "durch die Partie blättern",
    "help.ends": "zum Anfang, zum Ende",
    "help.best": "bester Zug",
    "help.undo": "zurücknehmen bis zu deinem letzten Zug",
    "help.redo": "wiederholen",
    "help.hints": "Hinweise ein oder aus (wird gemerkt)",
    "help.flip": "Brett drehen",
    "help.new": "neues Spiel",
    "help.help": "diese Hilfe",
    "help.values": "Werte",
    "help.values.note":
        "Werte gelten für die Seite am Zug, mit der Zahl ihrer eigenen Züge bis zum Spielende. Was nicht " +
        "bewiesen ist, steht als Schätzung da, in Punkten: +1,0 entspricht bei Mühle etwa einem Spielstein " +
        "mehr, bei Vier gewinnt etwa einem offenen Dreier (drei in einer Reihe, das vierte Feld frei).",
    "help.book": "Woher die Antworten kommen",
    "help.book.note":
        "Das Eröffnungsbuch für Vier gewinnt enthält den genauen Wert jeder Stellung mit bis zu acht Steinen " +
        "auf dem Standardbrett (Spiegelbilder nur einmal), jede bis zum Spielende gelöst. Andere Stellungen und " +
        "Bretter werden gelöst, während du wartest. Bei Mühle antworten Endspieltabellen, sofern sie erstellt " +
        "sind, sonst eine Suche.",

    "problem.offline": "Der Server ist nicht erreichbar. Es wurde nichts geändert.",
    "announce.move": "{side}: {move}.",

    "amount.bytes": "{count} Byte",
    "amount.kilobytes": "{count} kB",
    "amount.megabytes": "{count} MB",
    "amount.gigabytes": "{count} GB",
    "amount.less": "weniger als eine Sekunde",
    "amount.seconds": "{seconds} s",
    "amount.minutes": "{minutes} min {seconds} s",
    "amount.hours": "{hours} h {minutes} min",
    "amount.days": "{days} T {hours} h",
};
