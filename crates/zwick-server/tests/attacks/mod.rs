//! What strangers may try: each file is one attack, and what the server promises against it. SECURITY.md lists the promises.

mod burner;
mod clocks;
mod counting_games;
mod cut_table;
mod databases_counted;
mod endless_scenarios;
mod foreign_page;
mod forgotten_games;
#[cfg(unix)]
mod full_disk;
mod greedy_players;
mod host_names;
mod imports;
mod long_changes;
mod long_imports;
mod long_texts;
#[cfg(unix)]
mod lost_directory;
mod metric_labels;
mod operator;
mod paths;
mod rematches;
mod resting_players;
mod running;
mod slow_readers;
mod streams;
mod talk;
mod traces;
mod wrong_bytes;
mod wrong_rows;

pub(crate) use traces::until_done;
