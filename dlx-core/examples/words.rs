//! Colored words: rectangles of letters whose rows and columns are all words of a list.
//!
//! A word in a row and a word in a column share a cell, and must agree on its letter. Colors of secondary
//! items express that: any number of options may use the item if all give it the same color.
//!
//! Run it with `cargo run --release -p dlx-core --example words`.

use dlx_core::{Problem, Query};

const WORDS: &str = "
    also area army bald band barn base bath cage calm cane card care cart case east edge else even ever evil
    idea idle into iris iron item land lane last late lava lean lend less live nest note oats obey once only
    oral oven over rare rate rest rose ruin sage salt same sand seal seat seen sell send sent soda sole some
    star stem step tale tame tape taro tent test tone tree type vale vase vast vent verb very wide wine wire";

/// The words of three letters for the columns of three rows.
const SHORT_WORDS: &str = "
    ace act add age ago aid aim air ale all and ant any ape apt arc are ark arm art ash ask ate awe axe
    bad bag ban bar bat bay bed bee beg bet bid big bit bow box boy bud bug bun bus but buy cab can cap
    car cat cot cow cry cub cup cut dad dam day den dew did die dig dim dip dog dot dry due dug ear eat
    ebb eel egg ego elm end era eve eye fan far fat fed fee few fig fin fir fit fix fly fog for fox fry
    fun fur gap gas get god got gum gun gut had ham has hat hay hen her hid him hip his hit hog hop hot
    how hub hug hut ice icy ill ink inn ion its jam jar jaw jet job joy key kid kin kit lab lad lap law
    lay led leg let lid lie lip lit log lot low mad man map mat may men met mix mob mud mug nap net new
    nil nod nor not now nut oak oar oat odd off oil old one opt orb ore our out owe owl own pad pan par
    pat paw pay pea peg pen pet pie pig pin pit pod pot pub put ram ran rat raw ray red rib rid rig rim
    rip rob rod rot row rub rug run rye sad sap sat saw say sea see set she shy sin sip sir sit six ski
    sky sly sob son sow spa spy sum sun tan tap tar tax tea ten the tie tin tip toe ton too top toy try
    tub tug two urn use van vat vet via vow wag war was wax way web wed wet who why wig win wit won yes
    yet you zoo";

const ROWS: usize = 3;
const COLUMNS: usize = 4;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let across: Vec<&str> = WORDS.split_whitespace().collect();
    let down: Vec<&str> = SHORT_WORDS.split_whitespace().collect();

    let mut builder = Problem::builder();
    // Each row and each column gets one word.
    for row in 0..ROWS {
        builder.primary([&*format!("row{row}")]);
    }
    for column in 0..COLUMNS {
        builder.primary([&*format!("column{column}")]);
    }
    // The cells are secondary; their colors are the letters. The words are secondary as well, without a color:
    // no word is used twice.
    for row in 0..ROWS {
        for column in 0..COLUMNS {
            builder.secondary([&*format!("{row},{column}")]);
        }
    }
    builder.secondary(across.iter().chain(&down).copied());
    // The word of each option, by the number of the option; those of the rows come first.
    let mut word_of = Vec::new();
    for row in 0..ROWS {
        for word in &across {
            let letters = word.chars().enumerate();
            let mut items = vec![format!("row{row}"), (*word).to_owned()];
            items.extend(letters.map(|(column, letter)| format!("{row},{column}:{letter}")));
            builder.option(&items);
            word_of.push(*word);
        }
    }
    for column in 0..COLUMNS {
        for word in &down {
            let letters = word.chars().enumerate();
            let mut items = vec![format!("column{column}"), (*word).to_owned()];
            items.extend(letters.map(|(row, letter)| format!("{row},{column}:{letter}")));
            builder.option(&items);
            word_of.push(*word);
        }
    }
    let problem = builder.build()?;

    // All rectangles. A limit would be an item of the iterator, so when it ends there are no more.
    let mut count = 0;
    for cover in Query::new(&problem).covers() {
        let cover = cover?;
        count += 1;
        if count <= 5 {
            let mut rows: Vec<_> =
                cover.into_iter().filter(|option| option.index() < ROWS * across.len()).collect();
            rows.sort();
            let words: Vec<&str> = rows.into_iter().map(|option| word_of[option.index()]).collect();
            println!("{}", words.join(" / "));
        }
    }
    println!("{count} rectangles");
    Ok(())
}
