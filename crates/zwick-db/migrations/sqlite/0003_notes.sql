-- What whoever keeps a game notes beside it; not part of the game.
ALTER TABLE games ADD COLUMN note TEXT NOT NULL DEFAULT '';
