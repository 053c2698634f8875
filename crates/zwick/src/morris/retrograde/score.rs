//! Two one-byte forms of a result, always for the side to move.
//!
//! A *code* is what tables hold: 0 for a draw, otherwise one more than the plies to the end of the game. The loser is to move at the end,
//! so losses have even and wins odd distances, and the parity distinguishes them.
//!
//! A *score* is used while solving: better results are larger numbers, so the best of several is their maximum.
//!
//! ```text
//! 0 nothing known · 1 lost at once … 127 lost in 252 · 128 draw · 129 won in 253 … 255 won in 1
//! ```

/// Nothing known yet.
pub(crate) const NOTHING: u8 = 0;
/// A draw.
pub(crate) const DRAW: u8 = 128;
/// Won with the next move.
pub(crate) const WIN_NOW: u8 = 255;
/// Lost already: no legal move.
pub(crate) const LOST_NOW: u8 = 1;
/// The longest distance that both forms can hold.
pub(crate) const LONGEST: u32 = 251;

/// The score of a game that ends in `plies`: a loss if even, a win if odd.
pub(crate) const fn score_in(plies: u32) -> u8 {
    debug_assert!(plies <= LONGEST);
    if plies.is_multiple_of(2) { LOST_NOW + (plies / 2) as u8 } else { WIN_NOW - (plies / 2) as u8 }
}

/// The plies to the end of the game in a score; `None` for a draw or an unknown result.
pub(crate) fn plies_of(score: u8) -> Option<u32> {
    match score {
        NOTHING | DRAW => None,
        win if win > DRAW => Some(2 * u32::from(WIN_NOW - win) + 1),
        loss => Some(2 * u32::from(loss - LOST_NOW)),
    }
}

/// The code of a result.
pub(crate) fn code_of(score: u8) -> u8 {
    plies_of(score).map_or(0, |plies| plies as u8 + 1)
}

/// The value of a move that leads to a position with this code for the opponent.
pub(crate) const fn score_before(code: u8) -> u8 {
    if code == 0 { DRAW } else { score_in(code as u32) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn better_results_have_larger_scores() {
        let order = [0, 2, 100, 250].map(score_in).into_iter().chain([DRAW]).chain([251, 99, 3, 1].map(score_in));
        let order: Vec<u8> = order.collect();
        assert!(order.is_sorted_by(|a, b| a < b), "{order:?}");
        assert!(order[0] > NOTHING);
    }

    #[test]
    fn scores_and_codes_tell_the_same_plies() {
        for plies in 0..=LONGEST {
            assert_eq!(plies_of(score_in(plies)), Some(plies));
            assert_eq!(u32::from(code_of(score_in(plies))), plies + 1);
        }
        assert_eq!(plies_of(score_before(1)), Some(1));
        assert_eq!(score_before(0), DRAW);
    }
}
