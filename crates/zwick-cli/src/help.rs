//! `zwick --help`: all commands on one screen, grouped by purpose.

use std::fmt::Write;

use clap::Command;

const GROUPS: [(&str, &[&str]); 4] = [
    ("Play", &["play", "serve", "engine", "match"]),
    ("Analyse", &["show", "analyze", "solve", "score", "search", "scenarios", "convert"]),
    ("Store and solve", &["book", "tablebase", "db", "worker", "jobs"]),
    ("The program itself", &["perft", "bench", "completions", "man", "openapi"]),
];

/// The command with its help in groups.
pub(crate) fn grouped(command: Command) -> Command {
    let mut text = String::from("{about}\n\nUsage: zwick [COMMAND]    (zwick COMMAND --help explains a command)\n");
    for (title, names) in GROUPS {
        let _ = write!(text, "\n{title}:\n");
        for name in names {
            let about = command.find_subcommand(name).and_then(Command::get_about).map(ToString::to_string);
            let _ = writeln!(text, "  {name:<12} {}", brief(&about.unwrap_or_default()));
        }
    }
    text.push_str("{after-help}\n");
    command.help_template(text)
}

/// The first clause, which is enough in a list.
fn brief(about: &str) -> &str {
    about.split([':', ';', '.']).next().unwrap_or(about)
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use super::*;
    use crate::Arguments;

    #[test]
    fn every_command_is_in_one_group() {
        let command = Arguments::command();
        let mut grouped: Vec<&str> = GROUPS.iter().flat_map(|(_, names)| names.iter().copied()).collect();
        let mut all: Vec<&str> = command.get_subcommands().map(Command::get_name).collect();
        grouped.sort_unstable();
        all.sort_unstable();
        assert_eq!(grouped, all);
    }

    #[test]
    fn the_help_fits_a_screen() {
        let help = super::grouped(Arguments::command()).render_help().to_string();
        assert!(help.lines().count() <= 40 && help.lines().all(|line| line.chars().count() <= 100), "{help}");
    }
}
