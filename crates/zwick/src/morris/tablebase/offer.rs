//! What exact values cost on this machine: the builds that can be started, and whether there is room for them.

use std::path::Path;

use super::TablebaseError;
use super::build::Wanted;
use super::file::Contents;
use super::needs::{Needs, needs};
use super::room::{NoRoom, Room};
use crate::morris::Rules;

/// A build that can be started.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Offer {
    /// Which tables.
    pub wanted: Wanted,
    /// Whether those make every position exact that tables can.
    pub is_everything: bool,
    /// What that takes.
    pub needs: Needs,
    /// What there is not enough of for it.
    pub lacks: Option<NoRoom>,
}

/// The fewest men for which a build is offered: smaller tables are built on first use.
const FEWEST: u32 = 9;

/// The builds that would make more positions exact than the tables in this folder do: everything with distances, everything with results
/// only, and, where there is no room for either, as many men as there is room for. Tables take no more than `most_disk` bytes.
///
/// # Errors
/// A file that exists but cannot be read.
pub fn offers<R: Rules>(folder: &Path, most_disk: Option<u64>) -> Result<Vec<Offer>, TablebaseError> {
    let room = Room::of(folder).with_at_most(most_disk, folder);
    let offer = |wanted| -> Result<Offer, TablebaseError> {
        let needs = needs::<R>(folder, wanted)?;
        let is_everything = wanted == Wanted::everything::<R>(wanted.contents);
        Ok(Offer { wanted, is_everything, needs, lacks: room.check(&needs).err() })
    };
    let mut offers = Vec::new();
    for contents in [Contents::Distances, Contents::Results] {
        let offer = offer(Wanted::everything::<R>(contents))?;
        if offer.needs.positions > 0 {
            offers.push(offer);
        }
    }
    if !offers.is_empty() && offers.iter().all(|offer| offer.lacks.is_some()) {
        for men in (FEWEST..=2 * R::MEN as u32).rev() {
            let offer = offer(Wanted::up_to(men))?;
            if offer.needs.positions == 0 {
                break;
            }
            if offer.lacks.is_none() {
                offers.insert(0, offer);
                break;
            }
        }
    }
    Ok(offers)
}
