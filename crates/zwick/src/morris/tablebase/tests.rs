//! Tables against an independent solver, against published counts, and against damage.

use std::collections::HashMap;
use std::fs;
use std::path::PathBuf;
use std::sync::LazyLock;

use super::*;
use crate::game::Side;
use crate::morris::index::{choose, subsets};
use crate::morris::{Lasker, NoFlying, Points, Setup};

static NEVER: AtomicBool = AtomicBool::new(false);

/// A folder of its own that vanishes with the test.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("zwick-tables-{name}-{}", std::process::id()));
        fs::create_dir_all(&path).unwrap();
        Self(path)
    }

    fn with_tables<R: Rules>(name: &str, total_men: u32) -> Self {
        let folder = Self::new(name);
        build::<R>(&folder.0, total_men, &NEVER, |_| ()).unwrap();
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

/// A plain solver: every position of both sides in an array, no symmetry, forward again and again until nothing changes.
struct Plain<R> {
    /// By own and other men: a value for every two sets, also for those that overlap.
    values: HashMap<(u32, u32), Vec<Value>>,
    rules: std::marker::PhantomData<R>,
}

impl<R: Rules> Plain<R> {
    fn new() -> Self {
        Self { values: HashMap::new(), rules: std::marker::PhantomData }
    }

    fn place(own: u32, other: u32) -> usize {
        // The number of a set among those of its size: its men from the lowest, the i-th on point p, stand for C(p, i).
        static NUMBERS: LazyLock<Vec<u32>> = LazyLock::new(|| {
            let number = |set| (1..).zip(crate::bits::ones(set)).map(|(i, point)| choose(point, i)).sum::<usize>();
            (0..1 << 24).map(|set| number(set) as u32).collect()
        });
        let number = |set: u32| NUMBERS[set as usize] as usize;
        number(own) * choose(24, other.count_ones()) + number(other)
    }

    fn value(&self, own: u32, other: u32) -> Value {
        let men = (own.count_ones(), other.count_ones());
        if men.0 < 3 { Value::loss_in(0) } else { self.values[&men][Self::place(own, other)] }
    }

    /// In round n everything that ends in n plies is found, because all that ends sooner is known. Draws stand as such until then.
    fn solve(&mut self, men: u32, others: u32) {
        let sets = |men| (0..1u32 << 24).filter(move |set| set.count_ones() == men);
        let mut open = Vec::new();
        for (own, other) in if men == others { vec![(men, others)] } else { vec![(men, others), (others, men)] } {
            open.extend(sets(own).flat_map(|a| sets(other).collect::<Vec<_>>().into_iter().map(move |b| (a, b))));
            self.values.insert((own, other), vec![Value::DRAW; choose(24, own) * choose(24, other)]);
        }
        open.retain(|(own, other)| own & other == 0);
        let known = self.values.values().flatten().filter_map(|value| value.plies()).max().unwrap_or(0);
        let mut last_change = known;
        let mut round = 0;
        while round <= last_change + 2 {
            let before = open.len();
            let mut solved = Vec::new();
            open.retain(|&(own, other)| {
                let value = self.best(own, other, round);
                solved.extend(value.map(|value| (own, other, value)));
                value.is_none()
            });
            for (own, other, value) in solved {
                let men = (own.count_ones(), other.count_ones());
                self.values.get_mut(&men).unwrap()[Self::place(own, other)] = value;
            }
            if open.len() < before {
                last_change = last_change.max(round);
            }
            round += 1;
        }
    }

    /// The value of a position if the game ends in exactly so many plies.
    fn best(&self, own: u32, other: u32, plies: u16) -> Option<Value> {
        let position = placed::<R>(own, other);
        let mut moves = position.legal_moves().map(|mv| {
            let next = position.after(mv);
            self.value(next.mover().bits(), next.other().bits()).one_ply_earlier()
        });
        if plies % 2 == 1 {
            let win = Value::win_in(plies);
            return moves.any(|value| value == win).then_some(win);
        }
        let longest =
            moves.try_fold(Value::loss_in(0), |best, value| (value.wdl() == Wdl::Loss).then_some(best.max(value)));
        longest.filter(|value| value.plies() == Some(plies))
    }
}

fn compare_with_plain_solver<R: Rules>(pairs: &[(u32, u32)]) {
    let most_men = pairs.iter().map(|pair| pair.0 + pair.1).max().unwrap();
    let folder = Folder::with_tables::<R>(&format!("plain-{}-{most_men}", R::NAME), most_men);
    let mut tables = Tablebase::<R>::open(&folder.0).unwrap();
    let mut plain = Plain::<R>::new();
    pairs.iter().for_each(|&(larger, smaller)| plain.solve(larger, smaller));
    for (own, other) in pairs.iter().flat_map(|&(a, b)| [(a, b), (b, a)]) {
        for a in subsets(24, own) {
            for b in subsets(24, other).filter(|b| a & b == 0) {
                let (position, value) = (placed(a, b), plain.value(a, b));
                assert_eq!(tables.value(&position).unwrap(), value, "{position}");
                assert_eq!(tables.wdl(&position).unwrap(), value.wdl(), "{position}");
            }
        }
    }
}

#[test]
fn three_against_three_equals_a_plain_solver_in_every_position() {
    compare_with_plain_solver::<Standard>(&[(3, 3)]);
}

#[test]
fn three_against_three_without_flying_equals_a_plain_solver_in_every_position() {
    compare_with_plain_solver::<NoFlying>(&[(3, 3)]);
}

#[test]
fn ten_men_in_hand_change_nothing_once_all_are_placed() {
    let [standard, lasker] = [Folder::with_tables::<Standard>("nine", 7), Folder::with_tables::<Lasker>("ten", 7)];
    let codes = |folder: &Folder, geometry: &Geometry| {
        let table = Table::Pair { larger: 4, smaller: 3, contents: Contents::Distances };
        TableFile::needed(&folder.0, geometry, table).unwrap().read_all().unwrap().to_vec()
    };
    assert_eq!(codes(&standard, &Geometry::of::<Standard>()), codes(&lasker, &Geometry::of::<Lasker>()));
}

#[test]
fn small_pairs_have_the_published_counts_and_positions() {
    let folder = Folder::with_tables::<Standard>("published", 9);
    let mut compared = 0;
    for line in include_str!("../../../tests/data/morris-wdl.csv").lines() {
        let Ok(row) = line.split(',').map(str::parse).collect::<Result<Vec<u64>, _>>() else { continue };
        if row[0] + row[1] <= 9 {
            let counts = count::<Standard>(&folder.0, row[0] as u32, row[1] as u32).unwrap();
            let longest = [counts.longest_win, counts.longest_loss].map(u64::from);
            assert_eq!([counts.wins, counts.draws, counts.losses, longest[0], longest[1]], row[3..], "{line}");
            compared += 1;
        }
    }
    assert_eq!(compared, 10);
    let mut tables = Tablebase::<Standard>::open(&folder.0).unwrap();
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

#[test]
fn every_value_follows_from_its_successors_and_a_changed_one_is_found() {
    let folder = Folder::with_tables::<Standard>("check", 8);
    for (larger, smaller, step) in [(3, 3, 1), (4, 3, 1), (4, 4, 7), (5, 3, 7)] {
        let (compared, contradiction) = check::<Standard>(&folder.0, larger, smaller, step, &NEVER).unwrap();
        assert!(compared > 100_000);
        assert_eq!(contradiction, None);
    }
    let geometry = Geometry::of::<Standard>();
    let table = Table::Pair { larger: 4, smaller: 3, contents: Contents::Distances };
    let mut codes = TableFile::needed(&folder.0, &geometry, table).unwrap().read_all().unwrap();
    codes[500_000] ^= 2;
    let fill = |range: std::ops::Range<u64>, content: &mut Vec<u8>| {
        content.extend_from_slice(&codes[range.start as usize..range.end as usize]);
    };
    build::write(&folder.0, &geometry, table, fill, &NEVER).unwrap();
    assert!(check::<Standard>(&folder.0, 4, 3, 1, &NEVER).unwrap().1.is_some());
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
    let stopped = build::<Standard>(&folder.0, 7, &stop, |progress| {
        if matches!(progress, Progress::Finished { .. }) {
            finished += 1;
            stop.store(true, std::sync::atomic::Ordering::Relaxed);
        }
    });
    assert!(matches!(stopped, Err(TablebaseError::Unsolved(retrograde::Error::Stopped))));
    fs::write(folder.0.join("standard-4-3.results.1.unfinished"), b"left by a killed process").unwrap();
    build::<Standard>(&folder.0, 7, &NEVER, |progress| {
        finished += usize::from(matches!(progress, Progress::Finished { .. }));
    })
    .unwrap();
    assert_eq!(finished, 2);
    assert_eq!(fs::read_dir(&folder.0).unwrap().count(), 4);
}

#[test]
fn damaged_and_missing_tables_are_errors_with_reasons() {
    let folder = Folder::with_tables::<Standard>("damage", 6);
    let mut tables = Tablebase::<Standard>::open(&folder.0).unwrap();
    tables.verify(&NEVER).unwrap();
    let missing = tables.value(&placed(0b1111, 0b111 << 8)).unwrap_err().to_string();
    assert!(missing.contains("no table for morris standard"), "{missing}");
    let path = folder.0.join("standard-3-3.distances");
    let mut bytes = fs::read(&path).unwrap();
    let last = bytes.len() - 1;
    bytes[last] ^= 1;
    fs::write(&path, &bytes).unwrap();
    let tables = Tablebase::<Standard>::open(&folder.0).unwrap();
    assert!(tables.verify(&NEVER).unwrap_err().to_string().contains("damaged"), "a flipped bit is found");
    fs::copy(folder.0.join("standard-3-3.results"), &path).unwrap();
    let foreign = Tablebase::<Standard>::open(&folder.0).unwrap_err().to_string();
    assert!(foreign.contains("results") && foreign.contains("expected") && foreign.contains("distances"), "{foreign}");
    fs::rename(folder.0.join("standard-3-3.results"), folder.0.join("no-flying-3-3.results")).unwrap();
    assert!(Tablebase::<NoFlying>::open(&folder.0).is_err(), "tables of other rules are refused");
}

/// Four men a side: small enough to search the whole game plainly.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
struct FourMen;

impl Rules for FourMen {
    const NAME: &'static str = "four-men";
    const MEN: u8 = 4;
}

#[test]
fn placing_equals_a_plain_search_to_the_finished_tables() {
    fn search(position: &Morris<FourMen>, tables: &mut Tablebase<FourMen>, seen: &mut HashMap<u64, Wdl>) -> Wdl {
        if position.ending().is_some() {
            return Wdl::Loss;
        }
        if position.mover_hand() + position.other_hand() == 0 {
            return tables.wdl(position).unwrap();
        }
        let key = position.key();
        if let Some(&wdl) = seen.get(&key) {
            return wdl;
        }
        let best = position.legal_moves().map(|mv| -search(&position.after(mv), tables, seen)).max();
        let wdl = best.unwrap();
        seen.insert(key, wdl);
        wdl
    }
    let folder = Folder::with_tables::<FourMen>("placing", 8);
    build_placing::<FourMen>(&folder.0, &NEVER, |_| ()).unwrap();
    let mut tables = Tablebase::<FourMen>::open(&folder.0).unwrap();
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
            assert_eq!(tables.wdl(position).unwrap(), search(position, &mut tables, &mut seen), "{position}");
        }
        if let Some(late) = line.iter().rev().nth(2) {
            let value = tables.value(late).unwrap();
            assert_eq!(value.wdl(), tables.wdl(late).unwrap());
        }
    }
}
