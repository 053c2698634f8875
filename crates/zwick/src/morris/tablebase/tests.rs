//! Tables compared with an independent solver and published counts, and handling of damage.

use std::collections::HashMap;
use std::fs;
use std::path::PathBuf;
use std::sync::atomic::AtomicU64;

use super::file::TableFile;
use super::plain_solver::PlainSolver;
use super::*;
use crate::game::Side;
use crate::morris::index::subsets;
use crate::morris::placement::RowName;
use crate::morris::{Lasker, Morabaraba, NoFlying, Points, Setup};
use crate::plane::Plane;
use crate::symmetry::Symmetric;

static NEVER: AtomicBool = AtomicBool::new(false);

/// A folder that is removed with the test.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("zwick-tables-{name}-{}", std::process::id()));
        fs::create_dir_all(&path).unwrap();
        Self(path)
    }

    fn with_tables<R: Rules>(name: &str, total_men: u32) -> Self {
        let folder = Self::new(name);
        build::<R>(&folder.0, Wanted::up_to(total_men), &NEVER, |_| ()).unwrap();
        folder
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

fn placed<R: Rules>(own: u32, other: u32) -> Morris<R> {
    let setup = Setup { men: [own, other].map(Points::from_bits), hands: [0, 0], turn: Side::First };
    Morris::from_setup(&setup).unwrap()
}

/// Compares every position of these pairs, each of which must come after those it leads to.
fn compare_with_plain_solver<R: Rules>(pairs: &[(u32, u32)]) {
    let most_men = pairs.iter().map(|pair| pair.0 + pair.1).max().unwrap();
    let folder = Folder::with_tables::<R>(&format!("plain-{}-{most_men}", R::NAME), most_men);
    let mut tables = Tablebase::<R>::open(&folder.0).unwrap();
    let mut plain = PlainSolver::<R>::new();
    for &(larger, smaller) in pairs {
        plain.solve(larger, smaller);
        let pair = PairIndex::new(larger, smaller);
        for smaller_to_move in [false, true] {
            let codes = codes::<R>(&folder, [larger, smaller], smaller_to_move && larger > smaller);
            for (number, a) in subsets(24, larger).enumerate() {
                for b in subsets(24, smaller).filter(|b| a & b == 0) {
                    let (own, other) = if smaller_to_move { (b, a) } else { (a, b) };
                    let value = plain.value(own, other);
                    let index = if larger == smaller { pair.index(own, other) } else { pair.index(a, b) };
                    assert_eq!(value_of(codes[index]), value, "{own:06x} {other:06x}");
                    if (number + index).is_multiple_of(1009) {
                        let position = placed(own, other);
                        assert_eq!(tables.value(&position).unwrap(), value, "{position}");
                        assert_eq!(tables.wdl(&position).unwrap(), value.wdl(), "{position}");
                    }
                }
            }
        }
    }
}

fn codes<R: Rules>(folder: &Folder, men: [u32; 2], smaller_to_move: bool) -> Plane {
    let geometry = Geometry::of::<R>();
    build::load_codes(&folder.0, &geometry, men, smaller_to_move, Contents::Distances, &NEVER).unwrap()
}

#[test]
fn three_and_four_against_three_equal_a_plain_solver_in_every_position() {
    compare_with_plain_solver::<Standard>(&[(3, 3), (4, 3)]);
}

#[test]
fn three_against_three_equals_a_plain_solver_with_other_rules_too() {
    compare_with_plain_solver::<NoFlying>(&[(3, 3)]);
    compare_with_plain_solver::<Morabaraba>(&[(3, 3)]);
}

#[test]
fn ten_men_in_hand_change_nothing_once_all_are_placed() {
    let [standard, lasker] = [Folder::with_tables::<Standard>("nine", 7), Folder::with_tables::<Lasker>("ten", 7)];
    for half in [false, true] {
        assert_eq!(codes::<Standard>(&standard, [4, 3], half)[..], codes::<Lasker>(&lasker, [4, 3], half)[..]);
    }
}

#[test]
fn small_pairs_have_the_published_counts_and_positions() {
    let folder = Folder::with_tables::<Standard>("published", 9);
    let mut tables = Tablebase::<Standard>::open(&folder.0).unwrap();
    let pairs = tables.pairs().unwrap();
    let mut compared = 0;
    for line in include_str!("../../../tests/data/morris-wdl.csv").lines() {
        let Ok(row) = line.split(',').map(str::parse).collect::<Result<Vec<u64>, _>>() else { continue };
        if row[0] + row[1] <= 9 {
            let pair = pairs.iter().find(|pair| [pair.own, pair.other].map(u64::from) == row[..2]).unwrap();
            let counts = pair.counts;
            let longest = [counts.longest_win, counts.longest_loss].map(|plies| u64::from(plies.unwrap()));
            let found = [counts.positions(), counts.wins, counts.draws, counts.losses, longest[0], longest[1]];
            assert_eq!(found, row[2..], "{line}");
            compared += 1;
        }
    }
    assert_eq!(compared, 10);
    for line in
        include_str!("../../../tests/data/morris-positions.csv").lines().filter(|line| !line.starts_with(['#', 'o']))
    {
        let fields: Vec<&str> = line.split(',').collect();
        let set = |text: &str| {
            text.split(' ').map(|point| point.parse::<crate::morris::Point>().unwrap()).collect::<Points>()
        };
        let [own, other] = [set(fields[0]), set(fields[1])];
        if own.len() + other.len() <= 9 {
            let value = tables.value(&placed(own.bits(), other.bits())).unwrap();
            assert_eq!(value.wdl().to_string()[..1], fields[2].to_lowercase(), "{line}");
            assert_eq!(value.plies().map_or(-1, i32::from).to_string(), fields[3], "{line}");
        }
    }
}

fn check_all<R: Rules>(folder: &Folder, men: u32) {
    for (larger, smaller) in (3..men).flat_map(|larger| (3..=larger).map(move |smaller| (larger, smaller))) {
        if larger + smaller <= men {
            let compared = AtomicU64::new(0);
            let checked = check_pair::<R>(&folder.0, larger, smaller, None, &NEVER, &compared).unwrap();
            let halves = if larger == smaller { 1 } else { 2 };
            assert_eq!(checked.compared, halves * PairIndex::length_of(larger, smaller) as u64);
            assert_eq!(checked.contradiction, None);
        }
    }
}

#[test]
fn every_value_up_to_eight_men_follows_from_its_successors() {
    check_all::<Standard>(&Folder::with_tables::<Standard>("check", 8), 8);
}

#[test]
fn every_value_up_to_seven_men_follows_from_its_successors_with_other_rules_too() {
    check_all::<NoFlying>(&Folder::with_tables::<NoFlying>("check-no-flying", 7), 7);
    check_all::<Lasker>(&Folder::with_tables::<Lasker>("check-lasker", 7), 7);
    check_all::<Morabaraba>(&Folder::with_tables::<Morabaraba>("check-morabaraba", 7), 7);
}

#[test]
fn a_changed_value_is_found() {
    let folder = Folder::with_tables::<Standard>("changed", 7);
    let geometry = Geometry::of::<Standard>();
    let table = Table::Pair { larger: 4, smaller: 3, contents: Contents::Distances };
    let length = table.values_length(&geometry);
    let mut content = TableFile::needed(&folder.0, &geometry, table).unwrap().read(0..length + 80, &NEVER).unwrap();
    content[500_000] ^= 2;
    let fill = |range: std::ops::Range<u64>, part: &mut Vec<u8>| {
        part.extend_from_slice(&content[range.start as usize..range.end as usize]);
    };
    build::write(&folder.0, &geometry, table, fill, &NEVER).unwrap();
    let checked = check_pair::<Standard>(&folder.0, 4, 3, None, &NEVER, &AtomicU64::new(0)).unwrap();
    assert!(checked.contradiction.unwrap().to_string().contains("its successors"));
}

#[test]
fn results_alone_are_those_of_the_tables_with_distances() {
    let [exact, short] = [Folder::with_tables::<Standard>("exact", 8), Folder::new("short")];
    let results = Wanted { contents: Contents::Results, ..Wanted::up_to(8) };
    build::<Standard>(&short.0, results, &NEVER, |_| ()).unwrap();
    let counts = |folder: &Folder| {
        let pairs = Tablebase::<Standard>::open(&folder.0).unwrap().pairs().unwrap();
        pairs.iter().map(|pair| (pair.own, pair.other, pair.counts.without_distances())).collect::<Vec<_>>()
    };
    assert_eq!(counts(&exact), counts(&short));
    let mut tables = [&exact, &short].map(|folder| Tablebase::<Standard>::open(&folder.0).unwrap());
    let mut random = fastrand::Rng::with_seed(1);
    for _ in 0..2000 {
        let mut points: Vec<u32> = (0..24).collect();
        random.shuffle(&mut points);
        let set = |points: &[u32]| points.iter().fold(0, |set, point| set | 1 << point);
        let position = placed(set(&points[..random.usize(3..=4)]), set(&points[4..8]));
        let value = tables[0].value(&position).unwrap();
        assert_eq!(tables[1].wdl(&position).unwrap(), value.wdl());
        let short = tables[1].value(&position);
        assert!(matches!(short, Ok(Value::DRAW) | Err(TablebaseError::OnlyResult { .. })), "{short:?}");
    }
    build::<Standard>(&short.0, Wanted::up_to(8), &NEVER, |_| ()).unwrap();
    assert_eq!(fs::read_dir(&short.0).unwrap().count(), fs::read_dir(&exact.0).unwrap().count());
}

/// Twelve men per side fill the board, and then nobody can move.
#[test]
fn a_full_board_is_drawn() {
    let pair = PairIndex::new(12, 12);
    let captures = retrograde::Captures { by_larger: None, by_smaller: None };
    let solved = retrograde::solve(&Geometry::of::<Morabaraba>(), &pair, captures, &NEVER, |_, _| ()).unwrap();
    assert_eq!(solved.larger_to_move.len(), pair.len());
    assert!(solved.larger_to_move.iter().chain(&solved.smaller_to_move[..]).all(|&code| value_of(code) == Value::DRAW));
}

#[test]
fn men_moved_while_placing_are_refused() {
    let folder = Folder::new("lasker-placing");
    let wanted = Wanted { placing: true, ..Wanted::up_to(6) };
    let refused = build::<Lasker>(&folder.0, wanted, &NEVER, |_| ()).unwrap_err().to_string();
    assert!(refused.contains("no tables with men in hand for the rules lasker"), "{refused}");
    assert!(!Wanted::everything::<Lasker>(Contents::Distances).placing);
    let mut tables = Tablebase::<Lasker>::open(&folder.0).unwrap();
    let refused = tables.wdl(&Morris::new()).unwrap_err().to_string();
    assert!(refused.contains("no tables with men in hand"), "{refused}");
}

#[test]
fn all_forty_nine_pairs_have_as_many_classes_as_others_counted() {
    let classes = |own: u32, other: u32| {
        let fixed = |symmetry: crate::morris::Symmetry| {
            let mut ways = vec![vec![0u64; other as usize + 1]; own as usize + 1];
            ways[0][0] = 1;
            for cycle in crate::morris::index::cycles(symmetry) {
                for a in (0..ways.len()).rev() {
                    for b in (0..ways[0].len()).rev() {
                        let from_own = if a >= cycle { ways[a - cycle][b] } else { 0 };
                        let from_other = if b >= cycle { ways[a][b - cycle] } else { 0 };
                        ways[a][b] += from_own + from_other;
                    }
                }
            }
            ways[own as usize][other as usize]
        };
        crate::morris::Symmetry::of_board().map(fixed).sum::<u64>() / 16
    };
    let pairs = (3..=9).flat_map(|own| (3..=9).map(move |other| classes(own, other)));
    assert_eq!(pairs.sum::<u64>(), 8_904_593_601);
}

#[test]
fn any_number_of_threads_gives_the_same_bytes() {
    let folders = [1, 3].map(|threads| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        pool.install(|| Folder::with_tables::<Standard>(&format!("threads-{threads}"), 8))
    });
    for entry in fs::read_dir(&folders[0].0).unwrap() {
        let name = entry.unwrap().file_name();
        assert_eq!(
            fs::read(folders[0].0.join(&name)).unwrap(),
            fs::read(folders[1].0.join(&name)).unwrap(),
            "{name:?}"
        );
    }
}

#[test]
fn a_stopped_build_goes_on_where_it_was() {
    let folder = Folder::new("resume");
    let stop = AtomicBool::new(false);
    let mut finished = 0;
    let stopped = build::<Standard>(&folder.0, Wanted::up_to(7), &stop, |progress| {
        if matches!(progress, Progress::Finished { .. }) {
            finished += 1;
            stop.store(true, std::sync::atomic::Ordering::Relaxed);
        }
    });
    assert!(matches!(stopped, Err(TablebaseError::Unsolved(retrograde::Error::Stopped))));
    fs::write(folder.0.join("standard-4-3.distances.1.unfinished"), b"left by a killed process").unwrap();
    build::<Standard>(&folder.0, Wanted::up_to(7), &NEVER, |progress| {
        finished += usize::from(matches!(progress, Progress::Finished { .. }));
    })
    .unwrap();
    assert_eq!(finished, 2);
    assert_eq!(fs::read_dir(&folder.0).unwrap().count(), 3, "two tables and a lock");
}

#[test]
fn damaged_and_missing_tables_are_errors_with_reasons() {
    let folder = Folder::with_tables::<Standard>("damage", 6);
    let mut tables = Tablebase::<Standard>::open(&folder.0).unwrap();
    tables.verify(&NEVER).unwrap();
    let missing = tables.value(&placed(0b1111, 0b111 << 8)).unwrap_err().to_string();
    assert!(missing.starts_with("no table with distances for 4 men against 3 (looked in "), "{missing}");
    let path = folder.0.join("standard-3-3.distances");
    let bytes = fs::read(&path).unwrap();
    for place in (0..bytes.len()).step_by(997).chain([bytes.len() - 1]) {
        let mut damaged = bytes.clone();
        damaged[place] ^= 1 << (place % 8);
        fs::write(&path, &damaged).unwrap();
        let found =
            Tablebase::<Standard>::open(&folder.0).and_then(|tables| tables.verify(&NEVER)).unwrap_err().to_string();
        assert!(found.contains("standard-3-3.distances"), "byte {place}: {found}");
    }
    // The last part holds the values of the last blocks.
    let mut tables = Tablebase::<Standard>::open(&folder.0).unwrap();
    let pair = PairIndex::new(3, 3);
    let (own, other) = pair.position(pair.len() - 1);
    let found = tables.value(&placed(own, other)).unwrap_err().to_string();
    assert!(found.contains("standard-3-3.distances: damaged file"), "{found}");
    fs::write(folder.0.join("no-flying-3-3.distances"), &bytes).unwrap();
    let foreign = Tablebase::<NoFlying>::open(&folder.0).unwrap_err().to_string();
    assert!(foreign.contains("standard") && foreign.contains("expected") && foreign.contains("no-flying"), "{foreign}");
}

#[test]
fn two_builds_in_one_folder_do_not_meet() {
    let folder = Folder::new("busy");
    build::<Standard>(&folder.0, Wanted::up_to(6), &NEVER, |_| {
        let second = build::<Standard>(&folder.0, Wanted::up_to(6), &NEVER, |_| ());
        assert!(matches!(second, Err(TablebaseError::Busy { .. })), "{second:?}");
    })
    .unwrap();
}

/// Four men per side: small enough to search the whole game plainly.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
struct FourMen;

impl Rules for FourMen {
    const NAME: &'static str = "four-men";
    const MEN: u8 = 4;
}

/// Three men per side: every position can be searched plainly.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
struct ThreeMen;

impl Rules for ThreeMen {
    const NAME: &'static str = "three-men";
    const MEN: u8 = 3;
}

fn everything<R: Rules>(name: &str, contents: Contents) -> Folder {
    let folder = Folder::new(name);
    build::<R>(&folder.0, Wanted::everything::<R>(contents), &NEVER, |_| ()).unwrap();
    folder
}

#[test]
fn placing_stopped_at_any_table_goes_on_and_ends_with_the_same_bytes() {
    let wanted = Wanted::everything::<ThreeMen>(Contents::Distances);
    let files = |folder: &Folder| {
        let names = fs::read_dir(&folder.0).unwrap().map(|entry| entry.unwrap().path());
        let tables = names.filter(|path| path.extension().is_some());
        tables.map(|path| (path.file_name().unwrap().to_owned(), fs::read(path).unwrap())).collect::<HashMap<_, _>>()
    };
    let whole = files(&everything::<ThreeMen>("placing-whole", Contents::Distances));
    let folder = Folder::new("placing-stopped");
    let mut stops = 0;
    loop {
        let stop = AtomicBool::new(false);
        let built = build::<ThreeMen>(&folder.0, wanted, &stop, |progress| {
            let is_written = matches!(progress, Progress::Finished { size, .. } if size > 0);
            stop.fetch_or(is_written, std::sync::atomic::Ordering::Relaxed);
        });
        match built {
            Ok(()) => break,
            Err(TablebaseError::Unsolved(retrograde::Error::Stopped)) => stops += 1,
            Err(error) => panic!("{error}"),
        }
    }
    assert!(files(&folder) == whole);
    // The last table leaves nothing to stop.
    assert_eq!(stops, whole.len() - 1);
}

#[test]
fn placing_goes_on_with_the_rows_on_disk_and_ends_with_the_same_bytes() {
    for contents in Contents::BOTH {
        let folder = everything::<FourMen>(&format!("placing-resume-{contents:?}"), contents);
        let ending = if contents == Contents::Distances { "distances" } else { "results" };
        let path = |row: &str| folder.0.join(format!("four-men-ply-{row}.{ending}"));
        let removed = ["0-0", "3-1"];
        let bytes = removed.map(|row| fs::read(path(row)).unwrap());
        removed.iter().for_each(|row| fs::remove_file(path(row)).unwrap());
        fs::write(folder.0.join("four-men-ply-3.results"), b"of an earlier version").unwrap();
        let wanted = Wanted::everything::<FourMen>(contents);
        let positions = needs::<FourMen>(&folder.0, wanted).unwrap().positions;
        let mut solved = Vec::new();
        let mut count = 0;
        build::<FourMen>(&folder.0, wanted, &NEVER, |progress| {
            if let Progress::Finished { name, positions, .. } = progress {
                solved.push(name);
                count += positions;
            }
        })
        .unwrap();
        assert_eq!(count, positions, "as announced");
        solved.sort();
        let expected = ["ply-0-0", "ply-1-1", "ply-2-0", "ply-2-1", "ply-3-1", "ply-4-0", "ply-4-1", "ply-5-2"];
        assert_eq!(solved, expected);
        assert!(removed.map(|row| fs::read(path(row)).unwrap()) == bytes);
        assert!(!folder.0.join("four-men-ply-3.results").exists());
    }
}

/// The value of every position from which play is not over yet, by the rules alone: men in hand from later ones, the others from `placed`.
fn search<R: Rules>(
    position: &Morris<R>,
    placed: &mut impl FnMut(&Morris<R>) -> Value,
    seen: &mut HashMap<u64, Value>,
) -> Value {
    if position.ending().is_some() {
        return Value::loss_in(0);
    }
    if position.mover_hand() + position.other_hand() == 0 {
        return placed(position);
    }
    let key = position.canonical().0.key();
    if let Some(&value) = seen.get(&key) {
        return value;
    }
    let values = position.legal_moves().map(|mv| search(&position.after(mv), placed, seen).one_ply_earlier());
    let value = values.max().unwrap();
    seen.insert(key, value);
    value
}

#[test]
fn three_men_in_hand_equal_a_plain_solver_in_every_position() {
    let folder = everything::<ThreeMen>("three-men", Contents::Distances);
    let mut tables = Tablebase::<ThreeMen>::open(&folder.0).unwrap();
    let mut plain = PlainSolver::<ThreeMen>::new();
    plain.solve(3, 3);
    let mut placed = |position: &Morris<ThreeMen>| plain.value(position.mover().bits(), position.other().bits());
    let mut seen = HashMap::new();
    let geometry = Geometry::of::<ThreeMen>();
    let mut compared = 0;
    for ply in (0..6).rev() {
        for row in RowName::of_ply(&geometry, ply) {
            for (second, positions) in row.sections(&geometry) {
                let pair = PairIndex::new(row.first, second);
                for index in 0..positions as usize {
                    let position = layer::position_of::<ThreeMen>(ply, pair.position(index));
                    let value = search(&position, &mut placed, &mut seen);
                    assert_eq!(tables.value(&position).unwrap(), value, "{position}");
                    compared += 1;
                }
            }
        }
    }
    let rows = (0..6).flat_map(|ply| RowName::of_ply(&geometry, ply));
    assert_eq!(compared, rows.map(|row| row.entries(&geometry)).sum::<u64>());
}

#[test]
fn four_men_in_hand_equal_a_plain_search_to_the_finished_tables() {
    let folder = everything::<FourMen>("placing", Contents::Distances);
    let short = everything::<FourMen>("placing-short", Contents::Results);
    let mut tables = Tablebase::<FourMen>::open(&folder.0).unwrap();
    let mut results = Tablebase::<FourMen>::open(&short.0).unwrap();
    let mut finished = Tablebase::<FourMen>::open(&folder.0).unwrap();
    let mut placed = |position: &Morris<FourMen>| finished.value(position).unwrap();
    let mut seen = HashMap::new();
    let mut random = fastrand::Rng::with_seed(4);
    for _ in 0..60 {
        let mut position = Morris::<FourMen>::new();
        let mut line = vec![position];
        while position.mover_hand() > 0 && position.ending().is_none() {
            let moves: Vec<_> = position.legal_moves().collect();
            position.play_unchecked(moves[random.usize(..moves.len())]);
            line.push(position);
        }
        // The late positions only: the early ones lead to too many.
        for position in line.iter().rev().take(5) {
            let value = search(position, &mut placed, &mut seen);
            assert_eq!(tables.value(position).unwrap(), value, "{position}");
            assert_eq!(tables.wdl(position).unwrap(), value.wdl(), "{position}");
            assert_eq!(results.wdl(position).unwrap(), value.wdl(), "{position}");
            let short = results.value(position);
            assert!(matches!(short, Ok(Value::DRAW) | Err(TablebaseError::OnlyResult { .. })), "{short:?}");
        }
    }
    let compared = AtomicU64::new(0);
    for ply in 0..8 {
        for folder in [&folder, &short] {
            let checked = check_ply::<FourMen>(&folder.0, ply, 100, &NEVER, &compared).unwrap();
            assert_eq!(checked.contradiction, None);
        }
    }
    assert!(compared.into_inner() > 1000);
    for folder in [&folder, &short] {
        let checked = check_plies::<FourMen>(&folder.0, 4, &NEVER, &AtomicU64::new(0)).unwrap();
        assert_eq!(checked.contradiction, None);
        assert!(checked.compared > 50_000, "{}", checked.compared);
    }
    a_book_has_the_values_of_its_tables_and_damage_is_found(&folder);
    damage_with_men_in_hand_is_found_with_the_name_of_the_file(&folder);
    a_changed_value_with_men_in_hand_is_found(&folder);
}

fn a_book_has_the_values_of_its_tables_and_damage_is_found(folder: &Folder) {
    let mut tables = Tablebase::<FourMen>::open(&folder.0).unwrap();
    let path = folder.0.join("four-men.book");
    let done = AtomicU64::new(0);
    let book = Book::build(&mut tables, 4, &path, &NEVER, &done).unwrap();
    assert!(book.verify(Some(&mut tables), 7, &NEVER, &done).unwrap() > 1_000);
    let bytes = fs::read(&path).unwrap();
    let read = Book::read::<FourMen>(&bytes).unwrap();
    assert_eq!((read.plies(), read.entries()), (4, book.entries()));
    let start = Morris::<FourMen>::new();
    let replies = start.legal_moves().map(|mv| start.after(mv));
    let later = |next: Morris<FourMen>| next.legal_moves().map(|mv| next.after(mv)).collect::<Vec<_>>();
    let positions: Vec<_> = replies.flat_map(later).collect();
    for position in &positions {
        assert_eq!(read.value(position), Some(tables.value(position).unwrap()), "{position}");
    }
    assert_eq!(read.value(&Morris::<ThreeMen>::new()), None, "a book of other rules");
    for place in (0..bytes.len()).step_by(bytes.len() / 50) {
        let mut damaged = bytes.clone();
        damaged[place] ^= 1;
        assert!(Book::read::<FourMen>(&damaged).is_err(), "byte {place}");
    }
    assert!(Book::read::<ThreeMen>(&bytes).unwrap_err().to_string().contains("expected"));
}

fn damage_with_men_in_hand_is_found_with_the_name_of_the_file(folder: &Folder) {
    let path = folder.0.join("four-men-ply-3-2.distances");
    let whole = fs::read(&path).unwrap();
    let position: Morris<FourMen> = "d6 f4 d2".parse().unwrap();
    let mut damaged = whole.clone();
    // Behind the header.
    damaged[120..].iter_mut().step_by(10).for_each(|byte| *byte ^= 4);
    fs::write(&path, damaged).unwrap();
    let mut tables = Tablebase::<FourMen>::open(&folder.0).unwrap();
    for found in [tables.verify(&NEVER).unwrap_err(), tables.value(&position).unwrap_err()] {
        assert!(found.to_string().contains("four-men-ply-3-2.distances: damaged file"), "{found}");
    }
    fs::write(&path, whole).unwrap();
    assert!(tables.value(&position).is_ok());
}

fn a_changed_value_with_men_in_hand_is_found(folder: &Folder) {
    let geometry = Geometry::of::<FourMen>();
    let table = Table::Placing { row: RowName { ply: 3, first: 2 }, contents: Contents::Distances };
    let length = table.values_length(&geometry);
    let mut content = TableFile::needed(&folder.0, &geometry, table).unwrap().read(0..length, &NEVER).unwrap();
    content[20] ^= 2;
    let fill = |range: std::ops::Range<u64>, part: &mut Vec<u8>| {
        part.extend_from_slice(&content[range.start as usize..range.end as usize]);
    };
    build::write(&folder.0, &geometry, table, fill, &NEVER).unwrap();
    let checked = check_plies::<FourMen>(&folder.0, 4, &NEVER, &AtomicU64::new(0)).unwrap();
    assert!(checked.contradiction.unwrap().to_string().contains("its successors"));
}

#[test]
fn the_longest_win_is_won_in_as_many_plies_as_the_table_says() {
    let folder = Folder::with_tables::<Standard>("longest", 7);
    let mut tables = Tablebase::<Standard>::open(&folder.0).unwrap();
    for pair in tables.pairs().unwrap() {
        let position = tables.longest_win(pair.own, pair.other, &NEVER).unwrap().unwrap();
        assert_eq!((position.mover().len(), position.other().len()), (pair.own, pair.other));
        assert_eq!(tables.value(&position).unwrap(), Value::win_in(pair.counts.longest_win.unwrap()));
    }
    assert!(matches!(tables.longest_win(5, 4, &NEVER), Err(TablebaseError::Missing { .. })));
}
