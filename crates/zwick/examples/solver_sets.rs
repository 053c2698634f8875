//! Times the solver on files of lines `moves score`, cold before every line: `solver_sets threads file lines …`.

use zwick::connect_four::{ConnectFour, Solver};

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let threads: usize = arguments[0].parse().expect("threads");
    let mut solver = Solver::<7, 6>::with(64 << 20, threads);
    for pair in arguments[1..].chunks(2) {
        let text = if pair[0] == "empty" { " 1".into() } else { std::fs::read_to_string(&pair[0]).expect("a file") };
        let most: usize = pair[1].parse().expect("lines");
        let lines: Vec<(ConnectFour, i32)> = text
            .lines()
            .take(most)
            .map(|line| line.split_once(' ').expect("two words"))
            .map(|(moves, score)| (moves.parse().expect("moves"), score.parse().expect("score")))
            .collect();
        let (nodes, cpu, wall) = (solver.nodes(), cpu_seconds(), std::time::Instant::now());
        let mut wrong = 0;
        for (position, score) in &lines {
            solver.clear();
            wrong += usize::from(solver.solve(position) != *score);
        }
        let count = lines.len() as f64;
        let (cpu, wall) = (cpu_seconds() - cpu, wall.elapsed().as_secs_f64());
        let nodes = (solver.nodes() - nodes) as f64;
        println!(
            "{:<22} {:>4} lines, {wrong} wrong, {:>12.2} us cpu, {:>12.2} us wall, {:>12.1} nodes, {:.0} ns a node",
            pair[0].rsplit('/').next().unwrap_or(""),
            count,
            cpu * 1e6 / count,
            wall * 1e6 / count,
            nodes / count,
            cpu * 1e9 / nodes
        );
    }
}

/// CPU time of the calling thread.
fn cpu_seconds() -> f64 {
    let text = std::fs::read_to_string("/proc/self/schedstat").unwrap_or_default();
    text.split(' ').next().and_then(|word| word.parse::<f64>().ok()).unwrap_or(0.0) / 1e9
}
