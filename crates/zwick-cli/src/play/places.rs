//! Moves as the places a player touches in order: a column; a point; from, to and the man taken.

use zwick::{AnyMove, AnyPosition, Diagram, Position, Shape, Touched};

use crate::words::{Refusal, Words};

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

/// Asks for a move: a column by its number, or points.
pub(crate) fn request(position: &AnyPosition, words: &dyn Words) -> String {
    match position.shape() {
        Shape::Grid { width, .. } => words.ask_column(width),
        Shape::Points { .. } => words.ask_move().to_owned(),
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
    /// Refused, with the reason; `None` once the game is over.
    Refused(Option<Refusal>),
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

/// Why a place cannot be touched now; `None` once the game is over.
fn refusal(position: &AnyPosition, touched: &[Place], place: Place) -> Option<Refusal> {
    let refusal = match position.shape() {
        Shape::Grid { width, .. } if place >= width => Refusal::NoColumn(name(position, place)),
        Shape::Grid { .. } => Refusal::FullColumn(name(position, place)),
        Shape::Points { .. } => refusal_at_point(position, touched, place),
    };
    (!next_places(position, touched).is_empty()).then_some(refusal)
}

fn refusal_at_point(position: &AnyPosition, touched: &[Place], place: Place) -> Refusal {
    let cells = position.cells();
    let point = name(position, place);
    let (own, other) = (Some(position.turn()), Some(!position.turn()));
    // If the last place is an empty point, the man has arrived, and only the man it takes is missing.
    let has_arrived = touched.last().is_some_and(|&last| cells[last].is_none());
    match (touched, cells[place]) {
        (_, man) if has_arrived && man == other => Refusal::InMill(point),
        _ if has_arrived => Refusal::NotToTake(point),
        ([], man) if man == own => Refusal::Stuck(point),
        (_, Some(_)) => Refusal::Occupied(point),
        ([], None) => Refusal::NoMan(point),
        ([from, ..], None) => Refusal::TooFar { from: name(position, *from), to: point },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn touch_all(game: &str, position: &str, points: &[&str]) -> Touch {
        let position = AnyPosition::read(game.parse().unwrap(), position).unwrap();
        let mut touched = Vec::new();
        let mut last = Touch::Refused(None);
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

    fn refused(touch: Touch) -> Option<Refusal> {
        match touch {
            Touch::Refused(refusal) => refusal,
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
    fn what_cannot_be_touched_says_why() {
        let refusal = |game, position, points: &[&str]| refused(touch_all(game, position, points));
        let named = |name: &str| name.to_owned();
        assert_eq!(refusal("connect-four", "444444", &["4"]), Some(Refusal::FullColumn(named("4"))));
        assert_eq!(refusal("connect-four:4x4", "", &["7"]), Some(Refusal::NoColumn(named("7"))));
        assert_eq!(refusal("connect-four", "1212121", &["7"]), None);
        assert_eq!(refusal("morris", "d6", &["d6"]), Some(Refusal::Occupied(named("d6"))));
        let moving = "W1W1W3/1B1B1B1W/7B W 0 0";
        assert_eq!(refusal("morris", moving, &["d7"]), Some(Refusal::NoMan(named("d7"))));
        let too_far = Refusal::TooFar { from: named("a7"), to: named("d1") };
        assert_eq!(refusal("morris", moving, &["a7", "d1"]), Some(too_far));
        assert_eq!(refusal("morris", MILL, &["d7", "a7"]), Some(Refusal::NotToTake(named("a7"))));
    }
}
