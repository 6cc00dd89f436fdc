//! Random small packings with optional cells, bounded holes, colours, ranges and weights, on all
//! grids.
#![allow(unreachable_pub, reason = "several test files use it")]

use puzzle_core::Random;

fn pick<'a>(random: &mut Random, from: &[&'a str]) -> &'a str {
    from[random.index(from.len())]
}

/// The text of one.
pub fn text(random: &mut Random) -> String {
    let grid = pick(random, &["square", "cube", "hexagon", "triangle", "prism", "sphere"]);
    let (rows, columns) = (1 + random.below(2), 2 + random.below(3));
    let draw = |random: &mut Random, signs: &[&str]| {
        let row =
            |random: &mut Random| (0..columns).map(|_| pick(random, signs)).collect::<String>();
        (0..rows).map(|_| row(random)).collect::<Vec<_>>().join("\n")
    };
    let signs: &[&str] = if random.below(2) == 0 { &["#"] } else { &["#", "+", "+"] };
    let drawing = draw(random, signs);
    let mut text = format!(
        "family = \"packing\"\ngrid = \"{grid}\"\n[box]\ndrawing = \"\"\"\n{drawing}\n\"\"\"\n"
    );
    let coloured = random.below(2) == 0;
    if coloured {
        let colours = draw(random, &["a", "b", "#"]);
        text += &format!("colours = \"\"\"\n{colours}\n\"\"\"\n");
    }
    if drawing.contains('+') && random.below(2) == 0 {
        text += &format!("max-holes = {}\n", random.below(4));
    }
    for piece in 0..1 + random.below(2) {
        let cells = 1 + random.below(3);
        let drawing = "#".repeat(cells as usize);
        let count = pick(random, &["1", "2", "\"0..1\"", "\"0..2\"", "\"1..3\"", "\"any\""]);
        text +=
            &format!("[[piece]]\nname = \"P{piece}\"\ndrawing = \"{drawing}\"\ncount = {count}\n");
        if coloured && random.below(3) > 0 {
            let colours: String = (0..cells).map(|_| pick(random, &["a", "b", "#"])).collect();
            text += &format!("colours = \"{colours}\"\n");
        }
        text += &format!("weight = {}\n", random.below(4));
    }
    text
}
