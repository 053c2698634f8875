//! Moves as the places a player touches, one after the other: a column; a point; from, to and the man taken.

use zwick::morris::Point;
use zwick::{AnyMove, AnyPosition, Diagram, Game, Position};

/// A column counted from 0, or the number of a point.
pub(crate) type Place = usize;

/// The places of a move, in the order in which they are touched.
pub(crate) fn places(mv: AnyMove) -> Vec<Place> {
    match mv {
        AnyMove::Column(column) => vec![column.index()],
        AnyMove::Morris(mv) => [mv.from, Some(mv.to), mv.take].into_iter().flatten().map(Point::index).collect(),
    }
}

/// A place as players write it.
pub(crate) fn name(game: Game, place: Place) -> String {
    match game {
        Game::ConnectFour { .. } => zwick::connect_four::Column::new(place).to_string(),
        Game::Morris(_) => Point::new(place).to_string(),
    }
}

/// The legal moves that begin with these places.
pub(crate) fn continuations(position: &AnyPosition, touched: &[Place]) -> Vec<AnyMove> {
    position.legal_moves().filter(|&mv| places(mv).starts_with(touched)).collect()
}

/// The places that may be touched next.
pub(crate) fn next_places(position: &AnyPosition, touched: &[Place]) -> Vec<Place> {
    let mut next: Vec<Place> =
        continuations(position, touched).into_iter().filter_map(|mv| places(mv).get(touched.len()).copied()).collect();
    next.sort_unstable();
    next.dedup();
    next
}

/// What comes of touching a place.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Touch {
    /// The move is complete.
    Play(AnyMove),
    /// The move has begun: the places touched so far.
    Begun(Vec<Place>),
    /// Nothing; says why.
    Refused(String),
}

/// Touches a place after others. Touching a place again lets it go; another man of one's own is taken up instead.
pub(crate) fn touch(position: &AnyPosition, touched: &[Place], place: Place) -> Touch {
    if touched.last() == Some(&place) {
        return Touch::Begun(touched[..touched.len() - 1].to_vec());
    }
    let is_own = position.cells().get(place).is_some_and(|&man| man == Some(position.turn()));
    let anew = (is_own && matches!(position.game(), Game::Morris(_))).then(|| vec![place]);
    for begun in [Some([touched, &[place]].concat()), anew].into_iter().flatten() {
        let moves = continuations(position, &begun);
        match moves[..] {
            [] => {}
            [mv] if places(mv) == begun => return Touch::Play(mv),
            _ => return Touch::Begun(begun),
        }
    }
    Touch::Refused(refusal(position, touched, place))
}

/// Why a place cannot be touched now, and which can.
fn refusal(position: &AnyPosition, touched: &[Place], place: Place) -> String {
    let game = position.game();
    let name = |place| name(game, place);
    let next: Vec<String> = next_places(position, touched).into_iter().map(name).collect();
    let expected = match next.len() {
        0 => "the game is over".to_owned(),
        _ => format!("expected {}", next.join(" ")),
    };
    let reason = match game {
        Game::ConnectFour { width, .. } if place >= width => format!("there is no column {}", name(place)),
        Game::ConnectFour { .. } => format!("column {} is full", name(place)),
        Game::Morris(_) => morris_reason(position, touched, place),
    };
    if next.is_empty() { format!("{expected}: U takes back, N begins anew") } else { format!("{reason}: {expected}") }
}

fn morris_reason(position: &AnyPosition, touched: &[Place], place: Place) -> String {
    let cells = position.cells();
    let point = Point::new(place);
    let (own, other) = (Some(position.turn()), Some(!position.turn()));
    // On an empty point a man has arrived: all that is left is the man it takes.
    let has_arrived = touched.last().is_some_and(|&last| cells[last].is_none());
    match (touched, cells[place]) {
        (_, man) if has_arrived && man == other => format!("{point} is in a mill"),
        _ if has_arrived => format!("a mill takes a man of the other side, not {point}"),
        ([], man) if man == own => format!("the man on {point} cannot move now"),
        (_, Some(_)) => format!("{point} is taken"),
        ([], None) => format!("there is no man on {point}"),
        ([from, ..], None) => format!("{} cannot go to {point}", Point::new(*from)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn touch_all(game: &str, position: &str, points: &[&str]) -> Touch {
        let position = AnyPosition::read(game.parse().unwrap(), position).unwrap();
        let mut touched = Vec::new();
        let mut last = Touch::Refused(String::new());
        for word in points {
            let place = match position.game() {
                Game::ConnectFour { .. } => word.parse::<usize>().unwrap() - 1,
                Game::Morris(_) => word.parse::<Point>().unwrap().index(),
            };
            last = touch(&position, &touched, place);
            if let Touch::Begun(begun) = &last {
                touched = begun.clone();
            }
        }
        last
    }

    fn played(touch: &Touch) -> String {
        match touch {
            Touch::Play(mv) => mv.to_string(),
            other => panic!("expected a move, found {other:?}"),
        }
    }

    fn refused(touch: &Touch) -> &str {
        match touch {
            Touch::Refused(reason) => reason,
            other => panic!("expected a refusal, found {other:?}"),
        }
    }

    const MILL: &str = "d6 g7 d2 e3 d5 a1 c4 g4";

    #[test]
    fn a_turn_is_touched_place_by_place() {
        assert_eq!(played(&touch_all("connect-four", "44", &["3"])), "3");
        assert_eq!(played(&touch_all("morris", "", &["d6"])), "d6");
        assert_eq!(played(&touch_all("morris", MILL, &["d7", "a1"])), "d7xa1");
        let moving = "W1W1W3/1B1B1B1W/7B W 0 0";
        assert_eq!(played(&touch_all("morris", moving, &["a7", "d7"])), "a7-d7");
        assert_eq!(played(&touch_all("morris", moving, &["g7", "a7", "d7"])), "a7-d7", "another man is taken up");
        assert_eq!(touch_all("morris", moving, &["a7", "a7"]), Touch::Begun(vec![]), "and let go");
    }

    #[test]
    fn what_cannot_be_touched_says_why_and_what_can() {
        assert_eq!(refused(&touch_all("connect-four", "444444", &["4"])), "column 4 is full: expected 1 2 3 5 6 7");
        assert!(refused(&touch_all("connect-four:4x4", "", &["7"])).starts_with("there is no column 7"));
        assert!(refused(&touch_all("connect-four", "1212121", &["7"])).starts_with("the game is over"));
        assert!(refused(&touch_all("morris", "d6", &["d6"])).starts_with("d6 is taken: expected a7 d7"));
        let moving = "W1W1W3/1B1B1B1W/7B W 0 0";
        assert!(refused(&touch_all("morris", moving, &["d7"])).starts_with("there is no man on d7"));
        assert_eq!(refused(&touch_all("morris", moving, &["a7", "d1"])), "a7 cannot go to d1: expected d7 a4");
        assert!(refused(&touch_all("morris", MILL, &["d7", "a7"])).starts_with("a mill takes a man"));
    }
}
