//! Was der Befehl auf Deutsch sagt, mit den Worten der Seite (`page/texts/de`).

use std::time::Duration;

use zwick::scenarios::ALL;
use zwick::search::{Bound, Stop};
use zwick::{Ending, Game, Imperfect, Reason, RuleSet, Source, Statistics, Value, Wdl};

use super::{Refusal, Row, Words, counted};

pub(crate) struct German;

const LINES_HELP: &str = "\
ein Zug     4, oder d6, a4-a7, a4-a7xb6; mehrere auf einmal, wenn kein Computer spielt
show        das Brett, und wer am Zug ist
values      was jeder Zug wert ist, der beste zuerst
hints       dasselbe nach jedem Zug, ein und aus
best        den besten Zug spielen
undo, redo  zurücknehmen, wiederholen
players     first SPIELER, second SPIELER: person, level 1 bis level 10, perfect, random, alpha-beta:depth=8 …
new SPIEL   connect-four, connect-four:8x7, morris, morris:lasker …
moves       die Züge bisher
save DATEI  die Partie dort speichern, was immer dort war
load DATEI  mit einer Partie weitermachen
help        diese Hilfe
quit";

impl Words for German {
    texts! {
        decimal_sign: ",";
        none: "keiner";
        test_position: "Ausgangssituation:";
        log_is_full: "… die Höchstzahl der Zeilen ist erreicht";
        ask_move: "Zug (d6, a4-a7):";
        game_over: "Spiel beendet: undo nimmt einen Zug zurück, new beginnt ein Spiel";
        game_over_keys: "Spiel beendet: U zurücknehmen, N neues Spiel";
        nothing_to_undo: "nichts zurückzunehmen: das ist der Anfang";
        nothing_to_redo: "nichts zu wiederholen: kein Zug wurde zurückgenommen";
        previous_game: "das vorige Spiel ist wieder da";
        taken_back: "Zug zurückgenommen; R wiederholt ihn";
        replayed: "Zug wiederholt; U nimmt ihn zurück";
        new_game_begun: "ein neues Spiel; U bringt das alte zurück";
        letter_first: "zuerst ein Buchstabe von a bis g, wie in d6";
        ask_game: "Neues Spiel (connect-four, morris, …):";
        ask_save: "Speichern als:";
        ask_replace: "Die Datei gibt es schon; Enter ersetzt sie:";
        ask_load: "Laden:";
        ask_quit: "Nicht gespeichert. Q beendet, S speichert, Esc bleibt";
        no_room: "Das Brett hat keinen Platz. Mach das Fenster größer; die Tasten gehen weiter.";
        keys: "? Hilfe  Q Ende  Leertaste bester Zug  H Werte  U R zurück, wieder  P Spieler  N neu";
        short_keys: "? Hilfe  Q Ende  H Werte  U zurück";
        page_keys: "Esc zurück zum Brett  ↑ ↓ blättern";
        moves_title: "Gespielte Züge";
        values_title: "Werte";
        keys_title: "Tasten";
        looking: "wird berechnet …";
    }

    sentences! {
        wins(side: &str, reason: &str): "{side} gewinnt: {reason}";
        draw(reason: &str): "Unentschieden: {reason}";
        to_move(side: &str): "{side} ist am Zug";
        estimate(number: &str): "Schätzung {number}";
        points(number: &str): "Schätzung: {number} Punkte";
        mean(per_cent: &str): "Zufallspartien: {per_cent} (Siege minus Niederlagen)";
        won(per_cent: &str): "Zufallspartien: {per_cent} gewonnen";
        result_for(result: &str, side: &str, source: &str): "{side} {result}, {source}";
        search_to(depth: u32): "Alpha-Beta bis Tiefe {depth}";
        test_start(number: usize): "- Test {number}: Start -";
        test_end(number: usize): "- Test {number}: Ende -";
        test_choice(side: &str, player: &str, moves: &str): "{side} am Zug, {player}: {moves}";
        calculated(mv: &str): "Berechneter bester Zug: {mv}";
        test_reason(reason: &str, time: &str): "Grund: {reason}; {time}";
        test_right(moves: &str): "Richtig: {moves}";
        test_line(moves: &str): "Weitergespielt: {moves}";
        test_won(side: &str, is_won: bool): "Gewonnen {side}: {is_won}";
        tests_passed(passed: usize, all: usize): "{passed} von {all} bestanden";
        contest_result(wins: u32, draws: u32, losses: u32, per_cent: &str):
            "gewonnen {wins}, unentschieden {draws}, verloren {losses}: {per_cent} %";
        in_column(column: &str): "In der Spalte {column}";
        last_score(points: i32): "Bewertung: {points}";
        maximum(depth: u32, points: i32): "Maximum in Tiefe {depth}: {points}";
        scores(array: &str): "Bewertungen: {array}";
        choice(column: &str): "Wahl: Spalte {column}";
        time_taken(time: &str): "Zeit: {time}";
        ask_column(last: usize): "Spalte (1-{last}):";
        expected(refusal: &str, next: &str): "{refusal}: möglich sind {next}";
        see_help(reason: &str): "{reason}; help zeigt die Befehle";
        one_move_only(found: &str): "nur ein Zug auf einmal, der Computer antwortet selbst; gefunden: {found}";
        did_you_mean(reason: &str, word: &str): "{reason}; meinst du {word}?";
        error(reason: &str): "Fehler: {reason}";
        plays(side: &str, mv: &str, time: &str): "{side} spielt {mv} in {time}";
        best(mv: &str, worth: &str): "bester Zug {mv}: {worth}";
        best_was(mv: &str, worth: &str): "bester Zug war {mv}: {worth}";
        no_values(reason: &str): "keine Werte: {reason}";
        file_missing(command: &str): "nach {command} fehlt der Name einer Datei";
        saved(file: &str): "gespeichert als {file}";
        loaded(file: &str): "geladen: {file}";
        over_then(standing: &str): "{standing}. N neues Spiel, U zurücknehmen";
        thinking(standing: &str, player: &str, seconds: &str): "{standing}: {player} überlegt, {seconds} s. Esc hält an";
        is_thinking(player: &str): "{player} überlegt: Esc hält an";
        paused(standing: &str): "{standing}: pausiert. Enter setzt fort, oder zieh selbst";
        found_no_move(player: &str): "{player} fand keinen Zug: Enter versucht es noch einmal, oder zieh selbst";
        finding_best(seconds: &str): "bester Zug wird gesucht, {seconds} s. Esc hält an";
        file_then_rank(standing: &str, file: char): "{standing}: {file}, dann eine Zahl von 1 bis 7";
        closes_mill(standing: &str, point: &str): "{standing}: {point} schließt eine Mühle: Welchen Stein nimmst du weg?";
        where_to(standing: &str, point: &str): "{standing}: {point} wohin? Esc bricht ab";
        unknown_key(key: char): "{key} tut hier nichts: ? zeigt die Tasten";
        ask_player(side: &str): "{side} ist (person, 1-10, perfect, …):";
        values_for(side: &str, source: &str): "für {side}: {source}";
        still_searching(source: &str, seconds: &str): "{source}, sucht noch, {seconds} s";
    }

    fn side(&self, name: &'static str) -> &'static str {
        match name {
            "White" => "Weiß",
            "Black" => "Schwarz",
            letter => letter,
        }
    }

    fn player(&self, spec: &str) -> String {
        match (spec, spec.strip_prefix("level ")) {
            ("person", _) => "Mensch".to_owned(),
            ("perfect", _) => "Perfekt".to_owned(),
            ("random", _) => "Zufall".to_owned(),
            (_, Some(level)) => format!("Stufe {level}"),
            (spec, None) => spec.to_owned(),
        }
    }

    fn reason(&self, ending: Ending, loser: &str) -> String {
        match ending.reason {
            Reason::FourInLine => "vier in einer Reihe".to_owned(),
            Reason::BoardFull => "das Brett ist voll".to_owned(),
            Reason::TooFewMen => format!("{loser} hat nur noch zwei Steine"),
            Reason::NoMove => format!("{loser} kann nicht mehr ziehen"),
            Reason::Repetition => "dreimal dieselbe Stellung".to_owned(),
            Reason::QuietMoves => "zu viele Züge ohne Mühle".to_owned(),
            Reason::Resignation => format!("{loser} hat aufgegeben"),
            Reason::Agreement => "vereinbart".to_owned(),
            Reason::Time => format!("{loser} hat die Zeit überschritten"),
            Reason::Other(code) => code.to_owned(),
        }
    }

    fn in_hand(&self, [first, second]: [(&str, u8); 2]) -> String {
        format!("in der Hand: {} {}, {} {}", first.0, first.1, second.0, second.1)
    }

    fn about(&self, time: Duration) -> String {
        let minutes = (time.as_secs_f64() / 60.0).round();
        if minutes < 2.0 { "höchstens etwa eine Minute".to_owned() } else { format!("etwa {minutes:.0} Minuten") }
    }

    fn probably(&self, wins: bool) -> String {
        if wins { "gewinnt wohl" } else { "verliert wohl" }.to_owned()
    }

    fn at_least(&self, value: Value) -> String {
        match value.moves() {
            Some(moves) => format!("gewinnt in höchstens {moves} Zügen"),
            None => "mindestens unentschieden".to_owned(),
        }
    }

    fn exactness(&self, command: &str, time: &str, disk: &str) -> String {
        format!("Exakte Werte: `{command}` löst das Spiel auf diesem Rechner, {time}, {disk}")
    }

    fn outcome(&self, wdl: Wdl, moves: Option<u32>) -> String {
        let result = match wdl {
            Wdl::Win => "gewinnt",
            Wdl::Draw => return "unentschieden".to_owned(),
            Wdl::Loss => "verliert",
        };
        moves.map_or_else(|| result.to_owned(), |moves| format!("{result} in {}", counted(moves, "Zug", "Zügen")))
    }

    fn exact(&self, wdl: Wdl, distance: Option<[u32; 2]>) -> String {
        let outcome = self.outcome(wdl, distance.map(|[moves, _]| moves));
        match distance {
            Some([_, plies]) => format!("{outcome} ({})", counted(plies, "Halbzug", "Halbzüge")),
            None => outcome,
        }
    }

    fn over(&self, wdl: Wdl) -> String {
        match wdl {
            Wdl::Win => "gewonnen, Spiel beendet",
            Wdl::Draw => "unentschieden, Spiel beendet",
            Wdl::Loss => "verloren, Spiel beendet",
        }
        .to_owned()
    }

    fn bounded(&self, bound: Bound, words: &str) -> String {
        match bound {
            Bound::Exact => words.to_owned(),
            Bound::AtMost => format!("höchstens: {words}"),
            Bound::AtLeast => format!("mindestens: {words}"),
        }
    }

    fn source(&self, source: Source) -> String {
        match source {
            Source::Rules => "Regeln".to_owned(),
            Source::Book => "Buch".to_owned(),
            Source::Solver => "Solver".to_owned(),
            Source::Tablebase => "Tabelle".to_owned(),
            Source::Depth { plies } => format!("Tiefe {plies}"),
            Source::Sampled { plies } => format!("Tiefe {plies}, Zufallspartien"),
            Source::Playouts { games } => counted(games, "Zufallspartie", "Zufallspartien"),
            Source::Database { plies: None } => "Datenbank, exakt".to_owned(),
            Source::Database { plies: Some(0) } => "Datenbank, Zufallspartien".to_owned(),
            Source::Database { plies: Some(plies) } => format!("Datenbank, Tiefe {plies}"),
            Source::Chance => "Zufall".to_owned(),
        }
    }

    fn stop(&self, stop: Stop) -> &'static str {
        match stop {
            Stop::Solved => "gelöst",
            Stop::Done => "fertig",
            Stop::Nodes => "Knoten aufgebraucht",
            Stop::Time => "Zeit abgelaufen",
            Stop::Asked => "angehalten",
        }
    }

    fn row(&self, row: Row) -> &'static str {
        match row {
            Row::Position => "Stellung",
            Row::Result => "Ergebnis",
            Row::Moves => "Züge",
            Row::Line => "Zugfolge",
            Row::Time => "Zeit",
            Row::Chosen => "gewählt",
            Row::Source => "Quelle",
            Row::Nodes => "Knoten",
            Row::CutOffs => "Cut-offs",
            Row::TableHits => "Treffer",
            Row::Stored => "Datenbank",
            Row::Array => "Array",
        }
    }

    fn stored_positions(&self, used: u64) -> String {
        format!("{} genutzt", counted(used, "Stellung", "Stellungen"))
    }

    fn men(&self, statistics: &Statistics, sides: [&str; 2], points: Option<&str>) -> Vec<String> {
        let [first, second] = statistics.men;
        let mut lines = vec![
            format!("am Zug: {}", sides[statistics.turn as usize]),
            format!("Steine: {} {first}, {} {second}", sides[0], sides[1]),
        ];
        lines.extend(points.map(|points| format!("Bewertung: {points} für {}", sides[0])));
        lines
    }

    fn criteria(&self, player: i32, phase: u8, available: u8, evaluation: i32, rows: [u8; 3]) -> Vec<String> {
        let [ones, twos, threes] = rows;
        vec![
            format!("am Zug: {player}"),
            format!("Phase: {phase}"),
            format!("verfügbar: {available}"),
            format!("Bewertung (Kriterien): {evaluation:>8}"),
            format!("Dreierreihen: {threes}"),
            format!("Zweierreihen: {twos}"),
            format!("Einerreihen: {ones}"),
        ]
    }

    fn scenario_titles(&self) -> [&'static str; ALL.len()] {
        [
            "O gewinnt sofort",
            "O gewinnt mit dem zweiten Zug",
            "O gewinnt mit dem dritten Zug",
            "O muss jetzt abwehren",
            "X muss einen Gewinn in zwei Zügen abwehren",
            "Schwarz gewinnt sofort",
            "Schwarz bildet mit einem Zug zwei offene Zweierreihen; Weiß kann nur eine blockieren",
            "Keine Zweierreihe auf dem Brett; Schwarz gewinnt mit dem dritten Zug",
            "Schwarz springt auf Punkt 15 und verhindert eine Mühle",
            "Schwarz verhindert eine Niederlage in zwei Zügen, nur auf 9 oder 10, und 10 ist besser",
        ]
    }

    fn test_result(&self, is_passed: bool) -> &'static str {
        if is_passed { "Bestanden" } else { "Nicht bestanden" }
    }

    fn contest(&self, first: &str, second: &str, games: u32, game: &str) -> String {
        format!("{first} gegen {second}, {} {game}", counted(games, "Partie", "Partien"))
    }

    fn elo(&self, [difference, low, high]: [&str; 3]) -> String {
        format!("Elo-Unterschied {difference} ({low} bis {high}), 95-%-Intervall")
    }

    fn method(&self, plies: u32, playouts: u32) -> String {
        let (plies, games) =
            (counted(plies, "Halbzug", "Halbzüge"), counted(playouts, "Zufallspartie", "Zufallspartien"));
        format!("Methode: Negamax, {plies}, {games} an jedem Ende")
    }

    fn refusal(&self, refusal: &Refusal) -> String {
        match refusal {
            Refusal::NoColumn(column) => format!("es gibt keine Spalte {column}"),
            Refusal::FullColumn(column) => format!("Spalte {column} ist voll"),
            Refusal::NoPoint(point) => format!("es gibt keinen Punkt {point}"),
            Refusal::InMill(point) => format!("{point} steht in einer Mühle"),
            Refusal::NotToTake(point) => format!("eine Mühle nimmt einen Stein der anderen Seite, nicht {point}"),
            Refusal::Stuck(point) => format!("der Stein auf {point} kann jetzt nicht ziehen"),
            Refusal::Occupied(point) => format!("{point} ist besetzt"),
            Refusal::NoMan(point) => format!("auf {point} steht kein Stein"),
            Refusal::TooFar { from, to } => format!("{from} kann nicht nach {to}"),
        }
    }

    fn no_such_move(&self, found: &str, legal: &str, _: &str) -> String {
        if legal.is_empty() {
            return self.game_over().to_owned();
        }
        format!("„{found}“ ist hier kein erlaubter Zug. Erlaubt: {legal}")
    }

    fn lines_help(&self) -> &'static str {
        LINES_HELP
    }

    fn hints_are(&self, on: bool) -> &'static str {
        if on { "Hinweise ein" } else { "Hinweise aus" }
    }

    fn imperfect(&self, reason: &Imperfect) -> String {
        let build = |game: &Game| match game.rules().filter(|rules| *rules != RuleSet::Standard) {
            Some(rules) => format!("`zwick tablebase build --rules {}`", rules.name()),
            None => "`zwick tablebase build`".to_owned(),
        };
        match reason {
            Imperfect::NoTables { game } => {
                format!("perfektes Spiel von {game} braucht die Tabellen; {} erstellt sie", build(game))
            }
            Imperfect::NoDistances { game } => {
                format!("perfektes Spiel von {game} braucht Tabellen mit Zugzahlen; {} erstellt sie", build(game))
            }
            Imperfect::MenInHand { game } => format!(
                "perfektes Spiel von {game} beginnt, sobald alle Steine gesetzt sind: für Steine in der Hand gibt es keine Tabellen"
            ),
            Imperfect::OutOfReach { game, empty } => format!(
                "perfektes Spiel von {game} ist mit {empty} leeren Feldern noch nicht möglich: Das Lösen dauert zu lange"
            ),
            Imperfect::TimeUp { time } => format!(
                "nicht gelöst in {} s: `perfect:time=MILLISEKUNDEN` sagt, wie lange es versucht wird",
                (self as &dyn Words).seconds(*time)
            ),
            Imperfect::Stopped => "angehalten, bevor der perfekte Zug gefunden war".to_owned(),
            other => other.to_string(),
        }
    }

    fn key_help(&self) -> [(&'static str, &'static str); 18] {
        [
            ("1-9, a …", "in diese Spalte werfen"),
            ("a1 bis g7", "von, nach, Stein weg"),
            ("← → ↑ ↓", "Cursor; ↓ wirft den Stein"),
            ("Pos1 Ende", "erste und letzte Spalte"),
            ("Enter", "hier ziehen; fortsetzen"),
            ("Maus", "Spalte oder Punkt anklicken"),
            ("Esc", "abbrechen, anhalten, zurück"),
            ("Leertaste", "besten Zug spielen"),
            ("H", "Werte der Züge ein oder aus"),
            ("U R", "zurücknehmen, wiederholen"),
            ("P", "Spieler: person, 1-10, …"),
            ("N", "neues Spiel: morris, …"),
            ("S L", "Partie speichern und laden"),
            ("M", "gespielte Züge"),
            ("V", "Tabelle und Kurve der Werte"),
            ("F", "drehen (groß bei Mühle)"),
            ("?", "diese Hilfe"),
            ("Q", "beenden"),
        ]
    }
}
