//! Solutions as lists of numbers, and as games played from the rules.
//!
//! A list begins with the style and the places of the blocks at the start, in the order of
//! [`Sliding::labels`]. Then come the configurations after each move: the places of the blocks by
//! kind, and of each kind in reading order. So a list says by itself where it begins and what counts
//! as a move; which block moved, and how, is found again by the rules.

use puzzle_core::{Json, Map, json};

use super::{Block, Direction, Move, Rules, Sliding, Style};

/// The style and the start.
pub(super) fn heading(puzzle: &Sliding, style: Style) -> Vec<u32> {
    let places = puzzle.start().iter().map(|block| block.place as u32);
    std::iter::once(u32::from(style.number())).chain(places).collect()
}

/// A configuration, its blocks in any order.
pub(super) fn describe(mut blocks: Vec<Block>) -> Vec<u32> {
    blocks.sort_unstable();
    blocks.iter().map(|block| block.place as u32).collect()
}

/// A game that was played.
#[derive(Debug)]
pub struct Game {
    /// What counts as a move.
    pub style: Style,
    /// The moves.
    pub moves: Vec<Move>,
    /// The blocks before the first move and after each, in the order of [`Sliding::labels`].
    pub boards: Vec<Vec<Block>>,
}

impl Sliding {
    /// Plays a solution from the rules.
    pub fn replay(&self, solution: &[u32]) -> Result<Game, String> {
        let wrong = || "this is no list of configurations".to_owned();
        let (style, places) = solution.split_first().ok_or_else(wrong)?;
        let style = u8::try_from(*style).ok().and_then(Style::new);
        let style = style.ok_or("there are styles from 0 to 5")?;
        let count = self.start().len();
        if places.len() % count != 0 || places.is_empty() {
            return Err(wrong());
        }
        let size = self.board().size();
        if let Some(cell) = places.iter().find(|cell| **cell as usize >= size) {
            return Err(format!("there is no cell {cell}"));
        }
        let mut configurations = places.chunks_exact(count);
        let begun = self.beginning_at(configurations.next().unwrap_or_default())?;
        let mut rules = Rules::new(&begun, style);
        let (mut moves, mut boards) = (Vec::new(), vec![rules.blocks().to_vec()]);
        for configuration in configurations {
            let target = self.configuration(configuration);
            let number = moves.len() + 1;
            let found = rules.play_towards(&target);
            moves.push(found.ok_or_else(|| format!("move {number} is none of style {style}"))?);
            boards.push(rules.blocks().to_vec());
        }
        Ok(Game { style, moves, boards })
    }

    /// The blocks of a configuration as [`describe`] tells it.
    pub(super) fn configuration(&self, places: &[u32]) -> Vec<Block> {
        let mut kinds: Vec<usize> = self.start().iter().map(|block| block.kind).collect();
        kinds.sort_unstable();
        let at = |(kind, &place): (usize, &u32)| Block { kind, place: place as usize };
        kinds.into_iter().zip(places).map(at).collect()
    }

    /// What is written of a game for programs.
    pub(super) fn write_game(&self, game: &Game) -> Map<String, Json> {
        let labels = self.labels();
        let write = |played: &Move| {
            let names: Vec<&String> = played.blocks.iter().map(|&block| &labels[block]).collect();
            let steps: Vec<&str> = played.steps.iter().map(|step| step.word()).collect();
            json!({ "blocks": names, "steps": steps, "words": played.words(labels) })
        };
        let moves: Vec<Json> = game.moves.iter().map(write).collect();
        let boards: Vec<String> = game.boards.iter().map(|board| self.shorthand(board)).collect();
        let mut fields = Map::new();
        fields.insert("distance".into(), game.moves.len().into());
        fields.insert("style".into(), game.style.number().into());
        fields.insert("start".into(), json!(boards.first()));
        // A start that was drawn may have put blocks of one kind elsewhere: shorthand has no names.
        let start = game.boards.first().map_or(&[][..], Vec::as_slice);
        let told = boards.first().and_then(|start| self.beginning(start, None).ok());
        if told.is_none_or(|told| told.start() != start) {
            let cells: Vec<usize> = start.iter().map(|block| block.place).collect();
            fields.insert("start_cells".into(), json!(cells));
        }
        let grids: Vec<Json> = game.boards.iter().map(|board| self.grid(board)).collect();
        fields.insert("moves".into(), moves.into());
        fields.insert("boards".into(), boards.into());
        fields.insert("grids".into(), grids.into());
        fields
    }

    /// A configuration as rows of the names of its blocks; `#` is a wall, nothing an empty cell.
    fn grid(&self, blocks: &[Block]) -> Json {
        let board = self.board();
        let filled = board.fill(blocks).unwrap_or_else(|| vec![None; board.size()]);
        let name = |(cell, block): (usize, &Option<usize>)| match block {
            Some(block) => self.name_of(blocks, *block).to_string().into(),
            None if board.walls[cell] => "#".into(),
            None => Json::Null,
        };
        let names: Vec<Json> = filled.iter().enumerate().map(name).collect();
        names.chunks(board.columns.max(1)).map(<[Json]>::to_vec).collect()
    }

    /// The solution in what [`Sliding::write_game`] wrote, its moves played one by one.
    pub(super) fn read_game(&self, fields: &Json) -> Result<Option<Vec<u32>>, String> {
        let Some(moves) = fields.get("moves").and_then(Json::as_array) else { return Ok(None) };
        let style = fields.get("style").and_then(Json::as_u64);
        let style = style.and_then(|style| Style::new(u8::try_from(style).ok()?));
        let style = style.ok_or("a solution without a style from 0 to 5")?;
        let start = fields.get("start").and_then(Json::as_str).unwrap_or_default();
        let begun = self.beginning(start, crate::family::numbers_under(fields, "start_cells")?)?;
        let mut rules = Rules::new(&begun, style);
        let mut solution = heading(&begun, style);
        for (number, played) in (1..).zip(moves) {
            let played = self.read_move(played).map_err(|why| format!("move {number}: {why}"))?;
            rules.play(&played).map_err(|why| format!("move {number}: {why}"))?;
            solution.extend(describe(rules.blocks().to_vec()));
        }
        Ok(Some(solution))
    }

    /// The puzzle with its blocks, in the order of their names, at these places.
    pub(super) fn beginning_at(&self, places: &[u32]) -> Result<Self, String> {
        let at = |(block, &place): (&Block, &u32)| Block { place: place as usize, ..*block };
        let start: Vec<Block> = self.start().iter().zip(places).map(at).collect();
        let inside = start.iter().all(|block| block.place < self.board().size());
        match start.len() == self.start().len() && inside && self.board().fill(&start).is_some() {
            true => Ok(Sliding { start, ..self.clone() }),
            false => Err("blocks overlap at the start, or one stands where it may not".into()),
        }
    }

    /// The puzzle from where a saved solution begins: in shorthand, and if that is not enough the
    /// cells of the blocks in the order of their names.
    fn beginning(&self, start: &str, cells: Option<Vec<u32>>) -> Result<Self, String> {
        if let Some(cells) = cells {
            return self.beginning_at(&cells);
        }
        match start.is_empty() || start == self.shorthand(self.start()) {
            true => Ok(self.clone()),
            false => self.starting_from(start).map_err(|diagnostic| diagnostic.message),
        }
    }

    fn read_move(&self, value: &Json) -> Result<Move, String> {
        let names = |key: &str| -> Option<Vec<&str>> {
            value.get(key)?.as_array()?.iter().map(Json::as_str).collect()
        };
        let find = |name: &&str| {
            let at = self.labels().iter().position(|label| label == name);
            at.ok_or_else(|| format!("there is no block {name}"))
        };
        let (Some(blocks), Some(steps)) = (names("blocks"), names("steps")) else {
            return Err("it has no blocks, or no steps".into());
        };
        let blocks = blocks.iter().map(find).collect::<Result<_, _>>()?;
        let steps: Option<Vec<Direction>> =
            steps.iter().map(|word| Direction::from_word(word)).collect();
        Ok(Move { blocks, steps: steps.ok_or("a step goes right, left, down or up")? })
    }
}
