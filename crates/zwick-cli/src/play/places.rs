//! Moves as the places a player touches in order: a column; a point; from, to and the man taken.

use zwick::{AnyMove, AnyPosition, Diagram, Position, Shape, Touched};

/// A column counted from 0, or the number of a point.
pub(crate) type Place = usize;

/// The places of a legal move, in the order they are touched.
pub(crate) fn places(position: &AnyPosition, mv: AnyMove) -> Vec<Place> {
    let Touched { from, to, take } = position.touched(mv);
    match position.shape() {
        Shape::Grid { width, .. } => vec![to % width],
        Shape::Points { .. } => [from, Some(to), take].into_iter().flatten().collect(),
    }
}

/// How many places there are.
pub(crate) fn count(position: &AnyPosition) -> usize {
    match position.shape() {
        Shape::Grid { width, .. } => width,
        Shape::Points { points, .. } => points.len(),
    }
}

/// A place in the players' notation.
pub(crate) fn name(position: &AnyPosition, place: Place) -> String {
    match position.shape() {
        Shape::Grid { .. } => (place + 1).to_string(),
        Shape::Points { points, .. } => points.get(place).map_or_else(String::new, |point| point.name.clone()),
    }
}

/// The legal moves that start with these places.
pub(crate) fn continuations(position: &AnyPosition, touched: &[Place]) -> Vec<AnyMove> {
    position.legal_moves().filter(|&mv| places(position, mv).starts_with(touched)).collect()
}

/// The places that may be touched next.
pub(crate) fn next_places(position: &AnyPosition, touched: &[Place]) -> Vec<Place> {
    let next = continuations(position, touched).into_iter();
    let mut next: Vec<Place> = next.filter_map(|mv| places(position, mv).get(touched.len()).copied()).collect();
    next.sort_unstable();
    next.dedup();
    next
}

/// The result of touching a place.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Touch {
    /// The move is complete.
    Play(AnyMove),
    /// The move has begun: the places touched so far.
    Begun(Vec<Place>),
    /// Refused, with the reason.
    Refused(String),
}

/// Touches a place after others. Touching a place again cancels it; touching another own man selects that one.
pub(crate) fn touch(position: &AnyPosition, touched: &[Place], place: Place) -> Touch {
    if touched.last() == Some(&place) {
        return Touch::Begun(touched[..touched.len() - 1].to_vec());
    }
    let is_own = position.cells().get(place).is_some_and(|&man| man == Some(position.turn()));
    let anew = (is_own && matches!(position.shape(), Shape::Points { .. })).then(|| vec![place]);
    for begun in [Some([touched, &[place]].concat()), anew].into_iter().flatten() {
        let moves = continuations(position, &begun);
        match moves[..] {
            [] => {}
            [mv] if places(position, mv) == begun => return Touch::Play(mv),
            _ => return Touch::Begun(begun),
        }
    }
    Touch::Refused(refusal(position, touched, place))
}

/// Why a place cannot be touched now, and which can.
fn refusal(position: &AnyPosition, touched: &[Place], place: Place) -> String {
    let name = |place| name(position, place);
    let next: Vec<String> = next_places(position, touched).into_iter().map(name).collect();
    let expected = match next.len() {
        0 => "the game is over".to_owned(),
        _ => format!("expected {}", next.join(" ")),
    };
    let reason = match position.shape() {
        Shape::Grid { width, .. } if place >= width => format!("there is no column {}", name(place)),
        Shape::Grid { .. } => format!("column {} is full", name(place)),
        Shape::Points { .. } => reason_at_point(position, touched, place),
    };
    if next.is_empty() { format!("{expected}: U undo, N new game") } else { format!("{reason}: {expected}") }
}

fn reason_at_point(position: &AnyPosition, touched: &[Place], place: Place) -> String {
    let cells = position.cells();
    let point = name(position, place);
    let (own, other) = (Some(position.turn()), Some(!position.turn()));
    // If the last place is an empty point, the man has arrived, and only the man it takes is missing.
    let has_arrived = touched.last().is_some_and(|&last| cells[last].is_none());
    match (touched, cells[place]) {
        (_, man) if has_arrived && man == other => format!("{point} is in a mill"),
        _ if has_arrived => format!("a mill takes a man of the other side, not {point}"),
        ([], man) if man == own => format!("the man on {point} cannot move now"),
        (_, Some(_)) => format!("{point} is occupied"),
        ([], None) => format!("there is no man on {point}"),
        ([from, ..], None) => format!("{} cannot go to {point}", name(position, *from)),
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
            let named = (0..count(&position)).find(|&place| name(&position, place) == *word);
            let place = named.unwrap_or_else(|| word.parse::<usize>().unwrap() - 1);
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
        assert!(refused(&touch_all("morris", "d6", &["d6"])).starts_with("d6 is occupied: expected a7 d7"));
        let moving = "W1W1W3/1B1B1B1W/7B W 0 0";
        assert!(refused(&touch_all("morris", moving, &["d7"])).starts_with("there is no man on d7"));
        assert_eq!(refused(&touch_all("morris", moving, &["a7", "d1"])), "a7 cannot go to d1: expected d7 a4");
        assert!(refused(&touch_all("morris", MILL, &["d7", "a7"])).starts_with("a mill takes a man"));
    }
}
