//! Items and options: every demand, secondary items, colours. Brute force: every set of options.

use puzzle_core::Random;

use super::{Case, Compared, Wrong, exactly};

struct Item {
    name: String,
    /// How often it is covered; `None` is secondary.
    bounds: Option<(u32, u32)>,
}

type Touch = (usize, Option<u32>);

pub(super) fn compare(random: &mut Random, size: usize) -> Option<Result<Compared, Wrong>> {
    let items = items(random, size);
    let options: Vec<Vec<Touch>> =
        (0..1 + random.index(3 * size)).map(|_| option(random, &items)).collect();
    let solutions: Vec<Vec<u32>> = (0..1_u32 << options.len())
        .map(|set| (0..options.len() as u32).filter(|o| set >> o & 1 == 1).collect())
        .filter(|chosen: &Vec<u32>| solves(&items, &options, chosen))
        .collect();
    let text = write(&items, &options);
    let count = solutions.len() as u64;
    Some(Case { file: "random.dlx", text, count, all: exactly(solutions) }.compare())
}

fn items(random: &mut Random, size: usize) -> Vec<Item> {
    let mut items = Vec::new();
    for number in 0..1 + random.index(2 * size) {
        let bounds = match random.index(4) {
            0 => {
                let least = random.index(3) as u32;
                (least, least.max(1) + random.index(2) as u32)
            }
            _ => (1, 1),
        };
        items.push(Item { name: format!("p{number}"), bounds: Some(bounds) });
    }
    for number in 0..random.index(3) {
        items.push(Item { name: format!("s{number}"), bounds: None });
    }
    items
}

/// At least one item that is not secondary: others need not be in any solution, or in all.
fn option(random: &mut Random, items: &[Item]) -> Vec<Touch> {
    let primary = items.iter().filter(|item| item.bounds.is_some()).count();
    let mut touches: Vec<Touch> = vec![(random.index(primary), None)];
    for _ in 0..random.index(3) {
        let item = random.index(items.len());
        if touches.iter().all(|touch| touch.0 != item) {
            let coloured = items[item].bounds.is_none() && random.index(3) > 0;
            touches.push((item, coloured.then(|| random.index(2) as u32)));
        }
    }
    touches
}

fn solves(items: &[Item], options: &[Vec<Touch>], chosen: &[u32]) -> bool {
    items.iter().enumerate().all(|(number, item)| {
        let touches = chosen.iter().flat_map(|&option| &options[option as usize]);
        let colours: Vec<Option<u32>> =
            touches.filter(|touch| touch.0 == number).map(|touch| touch.1).collect();
        match item.bounds {
            Some((least, most)) => (least..=most).contains(&(colours.len() as u32)),
            // Once, or several times in one colour.
            None => colours.len() < 2 || colours.iter().all(|c| c.is_some() && *c == colours[0]),
        }
    })
}

fn write(items: &[Item], options: &[Vec<Touch>]) -> String {
    let mut text = String::new();
    for item in items.iter().filter(|item| item.bounds.is_some()) {
        match item.bounds {
            Some((least, most)) if (least, most) != (1, 1) => {
                text += &format!("{least}:{most}|{} ", item.name);
            }
            _ => text += &format!("{} ", item.name),
        }
    }
    text += "|";
    for item in items.iter().filter(|item| item.bounds.is_none()) {
        text += &format!(" {}", item.name);
    }
    text.push('\n');
    for option in options {
        let touch = |(item, colour): &Touch| match colour {
            Some(colour) => format!("{}:{colour}", items[*item].name),
            None => items[*item].name.clone(),
        };
        text += &option.iter().map(touch).collect::<Vec<_>>().join(" ");
        text.push('\n');
    }
    text
}
