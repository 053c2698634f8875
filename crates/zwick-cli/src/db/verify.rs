//! `zwick db verify`: whether every record in the database is what was saved.

use std::io::Write;

use anyhow::bail;
use serde_json::json;
use zwick_db::Section;

use super::Database;
use crate::progress::bar;
use crate::words::counted;

#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// Write JSON: one object with what was checked and what is wrong.
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    database: Database,
}

pub(super) fn run(arguments: &Arguments, out: &mut dyn Write) -> anyhow::Result<()> {
    let open = arguments.database.open_existing()?;
    let store = &open.store;
    let mut shown: Option<(Section, indicatif::ProgressBar)> = None;
    let found = store.wait(store.store().verify(|section, done, wanted| {
        if shown.as_ref().is_none_or(|(known, _)| *known != section) {
            let things = if section == Section::Positions { "positions" } else { "games" };
            shown.take().inspect(|(_, bar)| bar.finish_and_clear());
            shown = Some((section, bar(wanted, things)));
        }
        shown.iter().for_each(|(_, bar)| bar.set_position(done));
    }));
    shown.inspect(|(_, bar)| bar.finish_and_clear());
    let found = found?;
    if arguments.json {
        let object = json!({
            "database": store.store().place(),
            "ok": found.is_sound(),
            "positions": found.positions,
            "lines": found.lines,
            "games": found.games,
            "events": found.events,
            "occurrences": found.occurrences,
            "jobs": found.jobs,
            "faults": found.faults,
            "told": found.told,
        });
        writeln!(out, "{object}")?;
    } else {
        writeln!(out, "database {}", store.store().place())?;
        found.told.iter().try_for_each(|fault| writeln!(out, "{fault}"))?;
        writeln!(
            out,
            "checked {}, {}, {} with {} and {}, {}",
            counted(found.positions, "evaluated position", "evaluated positions"),
            counted(found.lines, "line of older programs", "lines of older programs"),
            counted(found.games, "game", "games"),
            counted(found.events, "change", "changes"),
            counted(found.occurrences, "position", "positions"),
            counted(found.jobs, "job", "jobs"),
        )?;
    }
    match found.faults {
        0 if arguments.json => Ok(()),
        0 => Ok(writeln!(out, "no errors: every record is as it was saved")?),
        faults => {
            out.flush()?;
            bail!(
                "{faults} {} wrong in {}",
                if faults == 1 { "record is" } else { "records are" },
                store.store().place()
            )
        }
    }
}
