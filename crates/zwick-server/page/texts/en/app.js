// The texts that every area uses, in English.

export const app = {
    "page.title": "Zwickmühle · Connect Four and Nine Men’s Morris",
    "game.choice": "Game",
    "area.play": "Play",
    "area.analyse": "Analyse",
    "area.lab": "Lab",
    "area.databases": "Databases",
    "tests": "Test positions",
    "tests.short": "Tests",
    "area.choice": "Area",
    "theme.auto": "Colours: system",
    "theme.light": "Colours: light",
    "theme.dark": "Colours: dark",
    "help.open": "Help and keys",
    "skip": "Skip to the board",
    "close": "Close",
    "cancel": "Cancel",
    "copy": "Copy",
    "copied": "Copied",

    "setting.depth": "Depth (plies)",
    "setting.nodes": "Nodes",
    "setting.time": "Time (ms)",
    "setting.playouts": "Random games",
    "setting.eval": "Evaluation",
    "setting.pruning": "Pruning",
    "setting.ordering": "Move ordering",
    "setting.deepening": "Iterative deepening",
    "setting.symmetry": "Symmetry",
    "setting.table": "Table entries",
    "setting.threads": "Threads",
    "setting.spread": "Spread (score steps)",
    "setting.all-scores": "Score every move",

    "help.title": "Keys and help",
    "help.keys": "Keys",
    "help.drop": "drop a man in that column",
    "help.through": "step through the game",
    "help.ends": "go to the start or the end",
    "help.best": "best move",
    "help.undo": "undo to your last move",
    "help.redo": "redo",
    "help.hints": "turn hints on or off (remembered)",
    "help.flip": "flip the board",
    "help.new": "new game",
    "help.help": "this help",
    "help.values": "Values",
    "help.values.note":
        "Values are for the side to move, with the number of its own moves until the game ends. Anything " +
        "unproven is marked as an estimate, in points: +1.0 is about one man ahead in morris, or one open three " +
        "(three in a line, the fourth cell empty) in Connect Four.",
    "help.book": "Where answers come from",
    "help.book.note":
        "The opening book of Connect Four holds the exact value of every position with up to eight men on the " +
        "standard board (mirror images stored once), each solved to the end of the game. Other positions and " +
        "boards are solved while you wait. Nine Men’s Morris uses endgame tables if they have been built, and " +
        "otherwise a search.",

    "problem.offline": "Cannot reach the server. Nothing was changed.",
    "announce.move": "{side}: {move}.",

    "amount.bytes": "{count} bytes",
    "amount.kilobytes": "{count} kB",
    "amount.megabytes": "{count} MB",
    "amount.gigabytes": "{count} GB",
    "amount.less": "less than a second",
    "amount.seconds": "{seconds} s",
    "amount.minutes": "{minutes} min {seconds} s",
    "amount.hours": "{hours} h {minutes} min",
    "amount.days": "{days} d {hours} h",
};
