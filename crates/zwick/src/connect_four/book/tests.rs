use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};

use super::*;
use crate::analysis::{Oracle, Unanswered};
use crate::connect_four::{BookThenSolver, Solver};
use crate::game::Side;
use crate::search::Limits;
use crate::value::Wdl;
use crate::worth::Answer;

static NEVER: AtomicBool = AtomicBool::new(false);

type Board = ConnectFour<5, 5>;
const PLAN: BookBuilder = BookBuilder { size: (5, 5), plies: 6, threads: 2 };

fn oracle() -> BookThenSolver<5, 5> {
    BookThenSolver::new(Vec::new(), Solver::with(1 << 20, 1), Arc::new(|_| ()))
}

fn folder(name: &str) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("zwick-book-{name}-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    folder
}

/// Visits every position that a game reaches with up to this many men.
fn visit<const W: usize, const H: usize>(plies: u32, look: &mut dyn FnMut(&ConnectFour<W, H>)) {
    let mut layer = HashSet::from([ConnectFour::<W, H>::new()]);
    for _ in 0..=plies {
        layer.iter().for_each(&mut *look);
        let going_on = layer.iter().filter(|position| position.ending().is_none());
        layer = going_on.flat_map(|position| position.legal_moves().map(|mv| position.after(mv))).collect();
    }
}

#[test]
fn a_book_knows_just_the_positions_with_few_men_and_their_values() {
    let folder = folder("values");
    let path = folder.join("book");
    let book = PLAN.build(Board::new(), oracle, &path, &NEVER, &mut |_| ()).unwrap();
    assert_eq!(Book::open(&path).unwrap(), book);
    assert_eq!((book.size(), book.plies()), ((5, 5), 6));
    let mut solver = Solver::<5, 5>::new();
    let mut known = HashSet::new();
    visit::<5, 5>(7, &mut |position| {
        let is_known = position.men() <= 6 && position.ending().is_none();
        assert_eq!(book.value(position), is_known.then(|| solver.value(position)), "{position}");
        if is_known {
            known.insert(position.representative().key());
        }
    });
    assert_eq!(book.entries(), known.len() as u64);
    let other_board: ConnectFour<5, 4> = "3".parse().unwrap();
    assert_eq!(book.value(&other_board), None);
    // The first man cannot be on top of the second.
    let unreachable = Board::from_bits(0b10, 0b11, Side::First);
    assert_eq!(book.value(&unreachable), None);
    verify(&book, Board::new(), &mut oracle(), 1, &NEVER, &mut |_| ()).unwrap();
    std::fs::remove_dir_all(folder).unwrap();
}

#[test]
fn a_wrong_value_is_found() {
    let folder = folder("wrong");
    let mut book = PLAN.build(Board::new(), oracle, &folder.join("book"), &NEVER, &mut |_| ()).unwrap();
    let mut bytes = book.table.bytes().to_vec();
    let used = bytes.iter().position(|&byte| byte != 0).unwrap();
    bytes[used] ^= 6;
    book.table = XorTable::from_bytes(book.table.seed(), bytes);
    let wrong = verify(&book, Board::new(), &mut oracle(), 1, &NEVER, &mut |_| ());
    assert!(matches!(wrong, Err(BookError::Wrong { .. })), "{wrong:?}");
    std::fs::remove_dir_all(folder).unwrap();
}

/// Solves this many positions, then is stopped.
struct Tiring<'a>(BookThenSolver<5, 5>, &'a AtomicUsize);

impl Oracle<Board> for Tiring<'_> {
    type Error = Unanswered;

    fn ask(&mut self, position: &Board, limits: &Limits<'_>) -> Result<Answer, Unanswered> {
        let left = self.1.fetch_update(Relaxed, Relaxed, |left| left.checked_sub(1));
        left.map_err(|_| Unanswered::Stopped).and_then(|_| self.0.ask(position, limits))
    }
}

#[test]
fn a_stopped_build_goes_on_where_it_was_and_makes_the_same_book() {
    let folder = folder("resume");
    let (path, whole) = (folder.join("book"), folder.join("whole"));
    PLAN.build(Board::new(), oracle, &whole, &NEVER, &mut |_| ()).unwrap();
    let mut rounds = 0;
    loop {
        let breath = AtomicUsize::new(150);
        let tired = || Tiring(oracle(), &breath);
        match PLAN.build(Board::new(), tired, &path, &NEVER, &mut |_| ()) {
            Ok(_) => break,
            Err(error) => assert!(matches!(error, BookError::File(ContainerError::Stopped)), "{error}"),
        }
        rounds += 1;
        assert!(!path.exists() && rounds < 1000);
    }
    assert!(rounds > 3, "{rounds}");
    assert_eq!(std::fs::read(&path).unwrap(), std::fs::read(&whole).unwrap());
    assert_eq!(std::fs::read_dir(&folder).unwrap().count(), 2, "the journal is gone");
    std::fs::remove_dir_all(folder).unwrap();
}

#[test]
fn the_journal_of_another_book_is_left_alone() {
    let folder = folder("journal");
    let (path, journal) = (folder.join("book"), folder.join("book.journal"));
    std::fs::write(&journal, "journal 7x6 plies 12\nabc").unwrap();
    let refused = PLAN.build(Board::new(), oracle, &path, &NEVER, &mut |_| ());
    assert!(matches!(refused, Err(BookError::OtherJournal { .. })));
    assert_eq!(std::fs::read(&journal).unwrap(), b"journal 7x6 plies 12\nabc");
    std::fs::remove_dir_all(folder).unwrap();
}

#[test]
fn damaged_and_foreign_books_are_refused() {
    let good = include_bytes!("7x6-8.book").to_vec();
    for place in (0..good.len()).step_by(997).chain([0, 8, 16, 24, 60, good.len() - 1]) {
        let mut bad = good.clone();
        bad[place] ^= 4;
        assert!(Book::read(&bad).is_err(), "byte {place}");
    }
    assert!(Book::read(&good[..good.len() - 1]).is_err());
    assert!(Book::read(b"").is_err());
    assert!(Book::read(b"no book at all").unwrap_err().to_string().contains("expected"));
}

#[test]
fn the_book_built_in_has_the_known_number_of_won_drawn_and_lost_positions_of_each_ply() {
    let book = Book::embedded();
    assert_eq!((book.size(), book.plies()), ((7, 6), 8));
    let mut counts = vec![[0u64; 3]; book.plies() as usize + 1];
    visit::<7, 6>(book.plies(), &mut |position| {
        // A finished game is lost for the side to move: four in a line came with the last move.
        let wdl = book.value(position).map_or(Wdl::Loss, Value::wdl);
        let for_first = if position.turn() == Side::First { wdl } else { -wdl };
        counts[position.men() as usize][for_first as usize] += 1;
    });
    let known = include_str!("../../../tests/data/connect-four-by-ply.csv");
    let rows = known.lines().filter(|line| line.starts_with(|first: char| first.is_ascii_digit()));
    let rows: Vec<Vec<u64>> = rows.map(|row| row.split(',').map(|number| number.parse().unwrap()).collect()).collect();
    for (ply, [lost, drawn, won]) in counts.into_iter().enumerate() {
        assert_eq!(rows[ply][..5], [ply as u64, won + drawn + lost, won, drawn, lost]);
    }
}
