//! What to look for, technique by technique: the lessons of the guide and of the page.

use super::technique::Technique;

impl Technique {
    /// Returns its lesson: what to look for and why it is true, in a few sentences. The guide and the page show it.
    #[must_use]
    pub const fn lesson(self) -> &'static str {
        match self {
            Technique::FullHouse => {
                "If a house has one blank cell, that cell takes the one digit that the house lacks. It is the easiest \
                 step: there is nothing to compare."
            }
            Technique::NakedSingle => {
                "If a cell has one candidate left, that candidate is its digit. All other digits stand in cells that it \
                 sees. Naked singles are hard to spot without pencil marks, because three houses must be read at once."
            }
            Technique::HiddenSingle => {
                "If a digit has one place left in a house, it goes there, whatever other candidates the cell has. The \
                 digit is hidden among these candidates. Boxes are searched first: follow the rows and columns of a digit \
                 into the box, and see which cell they leave free."
            }
            Technique::CageSingle => "The last blank cell of a cage holds the rest of the sum.",
            Technique::CageCombinations => {
                "Each set of digits with the sum is tried with the candidates of the cells. A candidate is \
                 eliminated if no such assignment of digits to the cells uses it. The assignments respect all \
                 other rules between cells of the cage."
            }
            Technique::InniesOuties => {
                "The digits of a house of nine cells come to 45. The cages that are within the house take a known part of \
                 it, so that the other cells of the house, the innies, have a known sum. If cages cover the house and \
                 some cells beyond it, the outies, the outies have a known sum. With both, the difference of the two sums \
                 is known. One such cell is placed; the candidates of several cells, up to five, are tried like those of \
                 a cage, except that digits may repeat in cells that do not see each other. Filled cells count as known."
            }
            Technique::LockedPair => {
                "Two cells in the crossing of a box and a line hold the same two candidates and no others. They form a \
                 naked pair in both houses at once, so the other cells of the box and of the line lose the two digits."
            }
            Technique::LockedTriple => {
                "Three cells in the crossing of a box and a line hold only three digits between them. They form a naked \
                 triple in both houses at once, and both houses lose the digits elsewhere."
            }
            Technique::Pointing => {
                "In a box, all candidates of a digit are in one row or column. The digit of the box is therefore in that \
                 line, and no other cell of the line can hold it. Other names are pointing pair and pointing triple."
            }
            Technique::Claiming => {
                "In a row or column, all candidates of a digit are in one box. The digit of the line is therefore in that \
                 box, and no other cell of the box can hold it. This is pointing with the houses exchanged; another name \
                 is box-line reduction."
            }
            Technique::CommonPeers => {
                "All places of a digit in a house see a cell outside of it, which cannot hold the digit then. It extends \
                 locked candidates to rules that forbid equal digits. Under the non-consecutive rule, a cell that is \
                 adjacent to all these places does not hold a consecutive digit either, and a digit that is equal to or \
                 consecutive with every candidate of an adjacent cell is eliminated as well."
            }
            Technique::RuleCombinations => {
                "A line, a sum, a mark or an outside clue allows some combinations of digits. They are tried \
                 with the candidates of its cells, and a candidate that no combination uses is eliminated. \
                 The step names the rule."
            }
            Technique::RuleAndPeers => {
                "Like Rule Combinations, with one more condition: cells of the rule that see each other hold \
                 different digits. It finds steps of sums, arrows and lines whose cells share a row, a column \
                 or a box."
            }
            Technique::RulePointing => {
                "Every way to fill the cells of a rule uses a certain digit. Cells that see all places of the \
                 digit in the rule cannot hold it. This is Cage Pointing for rules of any kind."
            }
            Technique::CagePointing => {
                "Every assignment of digits to a cage has a certain digit. It is in one of its places in the cage, so \
                 that cells that see all of these cannot hold it."
            }
            Technique::CageClaiming => {
                "All places of a digit in a house are in one cage. The cage has the digit, and sets without it are out."
            }
            Technique::NakedPair => {
                "Two cells of a house have the same two candidates. One cell takes one digit and the other cell the \
                 other, in an order that is not known yet. In every other cell of the house, both digits can go."
            }
            Technique::NakedTriple => {
                "Three cells of a house hold only three digits between them. No single cell needs to have all three: 24, \
                 47 and 27 are a triple, too. The other cells of the house lose the three digits."
            }
            Technique::HiddenPair => {
                "Two digits of a house have the same two places and no others. They fill both cells, so that all other \
                 candidates of these two cells can go. The elimination takes place inside the pattern, not beside it."
            }
            Technique::HiddenTriple => {
                "Three digits of a house have only three cells between them. These cells lose all other candidates. As in \
                 a naked triple, not every cell must be able to hold every one of the digits."
            }
            Technique::InniesOutiesOfHouses => {
                "Like Innies and Outies, for two to four rows, columns, boxes or regions at once that cages \
                 connect; on boards with sides above 9, for two."
            }
            Technique::RuleInHouse => {
                "A house holds every digit, and a rule restricts several of its cells. Every way to fill both \
                 with the candidates left is tried, and a candidate that none of them uses is eliminated. \
                 Other techniques find what follows from the house alone."
            }
            Technique::NakedQuadruple => {
                "Four cells of a house hold only four digits between them. The other cells of the house lose these \
                 digits. On boards with rules of a variant, a cell outside the house loses a digit, too, if it sees all \
                 cells of the subset that can hold it."
            }
            Technique::HiddenQuadruple => {
                "Four digits of a house have only four cells between them, which lose all other candidates. Hidden \
                 quadruples are rare: if the house has fewer than nine blank cells, its other blank cells form a naked \
                 subset of at most four cells, which is found first."
            }
            Technique::XWing => {
                "The fish with two lines. In two rows a digit has the same two columns, and its places are two opposite \
                 corners of a rectangle, one diagonal or the other. In both cases each of the two columns has its digit \
                 in one of these rows."
            }
            Technique::Swordfish => {
                "The fish with three lines. Each base line has two or three candidates of the digit, and together they \
                 lie in three cover lines. The nine crossings need not all be filled."
            }
            Technique::Jellyfish => {
                "The fish with four lines. Larger fish are not needed on a board of side 9: a fish of five or more lines \
                 has another one of four or fewer lines beside it, in the remaining lines."
            }
            Technique::Squirmbag => {
                "In five rows, all candidates of the digit are in the same five columns. Each of these rows \
                 takes the digit in one of the columns, so the columns lose it in all other rows. Rows and \
                 columns may be exchanged."
            }
            Technique::Whale => {
                "In six rows, all candidates of the digit are in the same six columns. Each of these rows \
                 takes the digit in one of the columns, so the columns lose it in all other rows. Rows and \
                 columns may be exchanged."
            }
            Technique::Leviathan => {
                "In seven rows, all candidates of the digit are in the same seven columns. Each of these rows \
                 takes the digit in one of the columns, so the columns lose it in all other rows. Rows and \
                 columns may be exchanged."
            }
            Technique::RemotePair => {
                "At least four cells with the same two candidates form a chain in which each cell sees the next. The \
                 digits alternate along the chain. Two cells an odd number of steps apart hold different digits, so a \
                 cell that sees both can hold neither."
            }
            Technique::BugPlusOne => {
                "If every blank cell had two candidates and every digit two places in each house, the puzzle would have \
                 no solution or several: a bivalue universal grave (BUG). If one cell has a third candidate that prevents \
                 this, it must be that candidate, which is the one that occurs three times in its row, its column and its \
                 box."
            }
            Technique::Skyscraper => {
                "Both strong links are in rows, or both in columns, and the inner ends share a line. The two outer ends \
                 stick out like the tops of two towers with a common base."
            }
            Technique::TwoStringKite => {
                "One strong link is in a row, the other in a column, and their inner ends share a box. The elimination is \
                 where the row of one outer end crosses the column of the other."
            }
            Technique::DualTwoStringKite => {
                "Two 2-String Kites with the same two lines and the same box, where each line connects to the box at its \
                 other end."
            }
            Technique::TurbotFish => {
                "Two strong links in other houses than above, such as a column and a box, or joined in another way. The \
                 step is written as a chain."
            }
            Technique::EmptyRectangle => {
                "In a box, all candidates of a digit are in one row and one column, so that the rest of the box is an \
                 empty rectangle. A strong link outside the box begins in one of these two lines. If a cell that lies in \
                 the other line held the digit and saw the far end of the link, both lines would be closed, and the box \
                 would have no place for the digit."
            }
            Technique::DualEmptyRectangle => "Two Empty Rectangles in the same box with the same conclusion.",
            Technique::WWing => {
                "Two cells have the same candidates xy and do not see each other. A strong link of y joins them: one end \
                 of the link sees the first cell, the other end sees the second. The cells cannot both be y, because the \
                 link would have no place left, so one of them is x. A cell that sees both cells cannot be x."
            }
            Technique::XyWing => {
                "The pivot has the candidates xy and sees two pincers, xz and yz. If the pivot is x, the first pincer is \
                 z; if it is y, the second one is. A cell that sees both pincers cannot be z. SudokuWiki calls it Y-Wing. \
                 In the step, the pivot is listed first."
            }
            Technique::XyzWing => {
                "Like an XY-Wing, but the pivot has the candidates xyz, so that it may be z itself. One of the three \
                 cells is z. A cell that sees all three cannot be z. On a plain board it shares a box with the pivot and \
                 one of the pincers."
            }
            Technique::UniquenessTest1 => {
                "Three corners have the candidates ab alone; the fourth has more. If the fourth corner were a or b, the \
                 rectangle would be deadly. So it loses both digits."
            }
            Technique::UniquenessTest2 => {
                "Two corners in one row or column have the candidates ab, the other two have abc. One of these two must \
                 be c, so all cells that see both lose c."
            }
            Technique::UniquenessTest3 => {
                "Two corners have the candidates ab, the other two have further candidates, of which one must be true. \
                 These two corners act as one cell that holds the further candidates, and with other cells of a common \
                 house they form a naked subset."
            }
            Technique::UniquenessTest4 => {
                "Two corners have the candidates ab, the other two have more. In a house of these two, the digit a has no \
                 other place, so one of them is a. If the other one were b, the rectangle would be deadly. So both lose \
                 b."
            }
            Technique::UniquenessTest5 => {
                "The further candidate c of test 2 is in two opposite corners, or in three corners. One of them must be \
                 c, so a cell that sees all of them loses c."
            }
            Technique::UniquenessTest6 => {
                "The further candidates are in two opposite corners, and one digit a forms an X-Wing on the four corners. \
                 If one of these opposite corners were a, the other would be as well, and the remaining two would both be \
                 b: a deadly rectangle. So the two opposite corners lose a."
            }
            Technique::HiddenRectangle => {
                "One corner has the candidates ab only. In the row and in the column of the opposite corner, the corners \
                 are the only places of the digit a. If the opposite corner were b, then a would take both neighboring \
                 corners, and the first corner would be b: deadly. So the opposite corner is not b."
            }
            Technique::AvoidableRectangle1 => {
                "Three corners were filled in the course of solving: around the rectangle, with a, b and a. None of them \
                 is a given. If the fourth were b, the rectangle would be deadly, so the fourth corner is not b. If a \
                 corner were a given, an exchange would change the puzzle, and the argument would fail."
            }
            Technique::AvoidableRectangle2 => {
                "Two corners side by side were filled with a and b and are no givens; the two next to them have the \
                 candidates bc and ac. They cannot be b and a, so one of them is c, and a cell that sees both loses c."
            }
            Technique::FinnedXWing => {
                "An X-Wing with further candidates in one of its lines, all of them in the box of one corner. Only the \
                 cells of the cover line within that box lose the digit."
            }
            Technique::SashimiXWing => {
                "A Finned X-Wing in which one corner is missing. Either a fin is true, or the other corner of that line \
                 is, which makes the opposite corner true by way of the second line."
            }
            Technique::FinnedSwordfish => {
                "A Swordfish with fins. As with all finned fish, the eliminations are those cells of the cover that see \
                 every fin, which on a plain board means that they share a box with them."
            }
            Technique::SashimiSwordfish => {
                "A Finned Swordfish in which some base line has only one candidate in the cover lines."
            }
            Technique::FinnedJellyfish => {
                "A Jellyfish with fins. Four base lines, four cover lines, and fins within one box."
            }
            Technique::SashimiJellyfish => {
                "A Finned Jellyfish in which some base line has only one candidate in the cover lines."
            }
            Technique::FinnedSquirmbag => {
                "A Squirmbag with fins: the base lines have a few more candidates outside the cover lines. \
                 Either a fin is true, or the fish is valid. A candidate that the fish eliminates and that \
                 sees all fins is false in both cases."
            }
            Technique::SashimiSquirmbag => {
                "A Finned Squirmbag in which some base line has at most one candidate in the cover lines."
            }
            Technique::FinnedWhale => {
                "A Whale with fins: the base lines have a few more candidates outside the cover lines. Either \
                 a fin is true, or the fish is valid. A candidate that the fish eliminates and that sees all \
                 fins is false in both cases."
            }
            Technique::SashimiWhale => {
                "A Finned Whale in which some base line has at most one candidate in the cover lines."
            }
            Technique::FinnedLeviathan => {
                "A Leviathan with fins: the base lines have a few more candidates outside the cover lines. \
                 Either a fin is true, or the fish is valid. A candidate that the fish eliminates and that \
                 sees all fins is false in both cases."
            }
            Technique::SashimiLeviathan => {
                "A Finned Leviathan in which some base line has at most one candidate in the cover lines."
            }
            Technique::SiameseFinnedXWing => {
                "Two Finned X-Wings with the same base and different covers. Each has eliminations of its \
                 own, and both together are one step."
            }
            Technique::SiameseFinnedSwordfish => {
                "Two Finned Swordfish with the same base and different covers. Each has eliminations of its \
                 own, and both together are one step."
            }
            Technique::SiameseFinnedJellyfish => {
                "Two Finned Jellyfish with the same base and different covers. Each has eliminations of its \
                 own, and both together are one step."
            }
            Technique::SiameseSashimiXWing => {
                "Two Sashimi X-Wings with the same base and different covers. Each has eliminations of its \
                 own, and both together are one step."
            }
            Technique::SiameseSashimiSwordfish => {
                "Two Sashimi Swordfish with the same base and different covers. Each has eliminations of its \
                 own, and both together are one step."
            }
            Technique::SiameseSashimiJellyfish => {
                "Two Sashimi Jellyfish with the same base and different covers. Each has eliminations of its \
                 own, and both together are one step."
            }
            Technique::RulesOfHouse => {
                "Like Rule in a House, with all rules that restrict several cells of the house. The step \
                 names the rules that are needed."
            }
            Technique::SueDeCoq => {
                "Some cells in the crossing of a box and a line have at least two more candidates than there are cells. \
                 Further cells of the line and further cells of the box, which have no digit in common, bring the number \
                 of cells to the number of digits. Then each digit is used exactly once in all these cells. A digit that \
                 the line part cannot hold goes from the rest of the box, and a digit that the box part cannot hold goes \
                 from the rest of the line."
            }
            Technique::SimpleColorsTrap => {
                "A cell outside sees places of both colors. One of the colors is true, so the cell cannot hold the digit."
            }
            Technique::SimpleColorsWrap => {
                "Two places of one color see each other. They cannot both be true, so this color is false, and all its \
                 places lose the digit."
            }
            Technique::MultiColors1 => {
                "The digit has two separate clusters of colored places. A color of the first cluster sees a color of the \
                 second, so the two are not both true, and therefore the opposite color of the first or the opposite \
                 color of the second is. A cell that sees both of these loses the digit."
            }
            Technique::MultiColors2 => {
                "A color of the first cluster sees both colors of the second. One of these two is true, so the color of \
                 the first cluster is false."
            }
            Technique::XChain => {
                "All links are of one digit, in rows, columns and boxes. Skyscrapers, kites and turbot fish are X-Chains \
                 with two strong links."
            }
            Technique::XyChain => {
                "All strong links are cells with two candidates: if one digit of the cell is false, the other is true. \
                 Each cell sees the next one and shares a digit with it. Both ends have the same digit."
            }
            Technique::ContinuousNiceLoop => {
                "The ends of the chain are joined by a weak link, so it closes to a loop. Then exactly one of the two \
                 ends of each link is true, also of the weak ones. Each weak link acts like a strong one: whatever sees \
                 both its ends, or shares a cell with both, goes."
            }
            Technique::DiscontinuousNiceLoop => {
                "The ends of the chain meet in one cell. Either both ends are the same candidate, which is then true. Or \
                 the ends have different digits, and a cell loses a candidate in both cases: if the one end is true, it \
                 fills the cell, and if the other end is true, the cell sees it."
            }
            Technique::Aic => {
                "An alternating inference chain is the general case: strong and weak links of any digits, between cells \
                 and within a cell. A link within a cell is not written; the change of the digit shows it."
            }
            Technique::GroupedContinuousNiceLoop => {
                "In a grouped chain, a node may be a group: two or three cells in the crossing of a box and a line. The \
                 group is true if the digit is in one of its cells, and it sees whatever all its cells see. Everything \
                 else is as in a continuous nice loop."
            }
            Technique::GroupedDiscontinuousNiceLoop => {
                "A discontinuous nice loop with groups among its nodes."
            }
            Technique::GroupedAic => "An AIC with groups among its nodes.",
            Technique::WxyzWing => {
                "Two almost locked sets have four cells and four digits together, and a restricted common \
                 digit X. Their other common digit Z is in one of them. The Almost Locked Set XZ-Rule finds \
                 the same steps, but four cells with four digits, three of which can be there only once, are \
                 easier to spot."
            }
            Technique::VwxyzWing => {
                "Like a WXYZ-Wing, with five cells and five digits, four of which can be there only once."
            }
            Technique::AlsXz => {
                "Two sets have a restricted common digit X. One of the sets has no X, so it is locked and holds its other \
                 digits. A further common digit Z is therefore in one of the sets, and a cell that sees all its places in \
                 both sets is not Z. If the sets have two restricted common digits, both sets are locked, and even more \
                 goes."
            }
            Technique::AlsXyWing => {
                "A third set C has a restricted common digit X with A, and another one, Y, with B. If A has no Z, it \
                 holds X, then C lacks X and holds Y, and B lacks Y and holds Z. So Z is in A or in B. An XY-Wing is this \
                 pattern with three single cells."
            }
            Technique::AlsChain => {
                "Four or more sets in a row, each joined to the next by a restricted common digit that differs from the \
                 one before. The first or the last set holds Z."
            }
            Technique::DeathBlossom => {
                "Each digit of one cell, the stem, is in an almost locked set whose places of that digit see the stem. \
                 Whichever digit the stem holds, one of the sets loses it, and holds its other digits. A digit that all \
                 of these sets have in common is in one of them, so cells that see all its places lose it."
            }
            Technique::FrankenXWing => "The fish with two houses in the base and two in the cover.",
            Technique::FrankenSwordfish => "The fish with three houses in the base and three in the cover.",
            Technique::FrankenJellyfish => {
                "The base has four houses, rows and boxes, and the cover four houses, columns and boxes; rows \
                 and columns may be exchanged. All candidates of the digit in the base are in the cover, so \
                 the cover loses the digit outside the base."
            }
            Technique::FrankenSquirmbag => {
                "The base has five houses, rows and boxes, and the cover five houses, columns and boxes; rows \
                 and columns may be exchanged. All candidates of the digit in the base are in the cover, so \
                 the cover loses the digit outside the base."
            }
            Technique::FrankenWhale => {
                "The base has six houses, rows and boxes, and the cover six houses, columns and boxes; rows \
                 and columns may be exchanged. All candidates of the digit in the base are in the cover, so \
                 the cover loses the digit outside the base."
            }
            Technique::FrankenLeviathan => {
                "The base has seven houses, rows and boxes, and the cover seven houses, columns and boxes; \
                 rows and columns may be exchanged. All candidates of the digit in the base are in the cover, \
                 so the cover loses the digit outside the base."
            }
            Technique::FinnedFrankenXWing => {
                "A Franken X-Wing but for some fins, which are in a base house and in no cover house."
            }
            Technique::FinnedFrankenSwordfish => "A Franken Swordfish but for some fins.",
            Technique::FinnedFrankenJellyfish => {
                "A Franken Jellyfish with fins: the base has a few more candidates outside the cover. A \
                 candidate of the cover that is outside the base and sees all fins is false."
            }
            Technique::FinnedFrankenSquirmbag => {
                "A Franken Squirmbag with fins: the base has a few more candidates outside the cover. A \
                 candidate of the cover that is outside the base and sees all fins is false."
            }
            Technique::FinnedFrankenWhale => {
                "A Franken Whale with fins: the base has a few more candidates outside the cover. A candidate \
                 of the cover that is outside the base and sees all fins is false."
            }
            Technique::FinnedFrankenLeviathan => {
                "A Franken Leviathan with fins: the base has a few more candidates outside the cover. A \
                 candidate of the cover that is outside the base and sees all fins is false."
            }
            Technique::SiameseFinnedFrankenXWing => {
                "Two Finned Franken X-Wings with the same base and different covers. Each has eliminations of \
                 its own, and both together are one step."
            }
            Technique::SiameseFinnedFrankenSwordfish => {
                "Two Finned Franken Swordfish with the same base and different covers. Each has eliminations \
                 of its own, and both together are one step."
            }
            Technique::SiameseFinnedFrankenJellyfish => {
                "Two Finned Franken Jellyfish with the same base and different covers. Each has eliminations \
                 of its own, and both together are one step."
            }
            Technique::MutantXWing => {
                "The base and the cover have two houses each, of any kinds. All candidates of the digit in \
                 the base are in the cover, so the cover loses the digit outside the base."
            }
            Technique::MutantSwordfish => {
                "The base and the cover have three houses each, of any kinds. All candidates of the digit in \
                 the base are in the cover, so the cover loses the digit outside the base."
            }
            Technique::MutantJellyfish => {
                "The base and the cover have four houses each, of any kinds. All candidates of the digit in \
                 the base are in the cover, so the cover loses the digit outside the base."
            }
            Technique::MutantSquirmbag => {
                "The base and the cover have five houses each, of any kinds. All candidates of the digit in \
                 the base are in the cover, so the cover loses the digit outside the base."
            }
            Technique::MutantWhale => {
                "The base and the cover have six houses each, of any kinds. All candidates of the digit in \
                 the base are in the cover, so the cover loses the digit outside the base."
            }
            Technique::MutantLeviathan => {
                "The base and the cover have seven houses each, of any kinds. All candidates of the digit in \
                 the base are in the cover, so the cover loses the digit outside the base."
            }
            Technique::FinnedMutantXWing => {
                "A Mutant X-Wing with fins: the base has a few more candidates outside the cover. A candidate \
                 of the cover that is outside the base and sees all fins is false."
            }
            Technique::FinnedMutantSwordfish => {
                "A Mutant Swordfish with fins: the base has a few more candidates outside the cover. A \
                 candidate of the cover that is outside the base and sees all fins is false."
            }
            Technique::FinnedMutantJellyfish => {
                "A Mutant Jellyfish with fins: the base has a few more candidates outside the cover. A \
                 candidate of the cover that is outside the base and sees all fins is false."
            }
            Technique::FinnedMutantSquirmbag => {
                "A Mutant Squirmbag with fins: the base has a few more candidates outside the cover. A \
                 candidate of the cover that is outside the base and sees all fins is false."
            }
            Technique::FinnedMutantWhale => {
                "A Mutant Whale with fins: the base has a few more candidates outside the cover. A candidate \
                 of the cover that is outside the base and sees all fins is false."
            }
            Technique::FinnedMutantLeviathan => {
                "A Mutant Leviathan with fins: the base has a few more candidates outside the cover. A \
                 candidate of the cover that is outside the base and sees all fins is false."
            }
            Technique::SiameseFinnedMutantXWing => {
                "Two Finned Mutant X-Wings with the same base and different covers. Each has eliminations of \
                 its own, and both together are one step."
            }
            Technique::SiameseFinnedMutantSwordfish => {
                "Two Finned Mutant Swordfish with the same base and different covers. Each has eliminations \
                 of its own, and both together are one step."
            }
            Technique::SiameseFinnedMutantJellyfish => {
                "Two Finned Mutant Jellyfish with the same base and different covers. Each has eliminations \
                 of its own, and both together are one step."
            }
            Technique::KrakenFishType1 => {
                "Chains lead from each fin of a fish to a candidate that the fish without fins would eliminate. Whether a \
                 fin is true or none, the candidate is false."
            }
            Technique::KrakenFishType2 => {
                "Chains lead from each fin of a fish, and from each place of its base in one house of the cover, to a \
                 candidate of any digit. If the candidate were true, the base would have fewer places than it needs."
            }
            Technique::FireworkTriple => {
                "Three digits that are in one of the same three cells fill them, so the cells lose all other candidates."
            }
            Technique::FireworkQuadruple => {
                "Four digits, each in one of three corners of a rectangle, fill the four corners. Each corner loses the \
                 candidates that cannot be there."
            }
            Technique::BrokenWing => {
                "A ring of an odd number of cells, in which each cell shares a house with the next one. If \
                 these houses had no other places for a digit, each house would have the digit in one of the \
                 cells. But each cell is in two of the houses, so that the number of houses would be even. \
                 The other places are the guardians. Rings of 5, 7 and 9 cells with up to six guardians are \
                 searched."
            }
            Technique::BivalueOddagon => {
                "A ring of an odd number of cells with two common digits, each of which sees the next one. With no other \
                 candidates the two digits would alternate, which they cannot in an odd ring. The other candidates of the \
                 cells are the guardians."
            }
            Technique::Tridagon => {
                "Also called Thor's hammer. Four boxes form a rectangle. In each of them, three cells in \
                 different rows and columns have three common digits. From left to right, the cells fall or \
                 rise, where the first column follows the last. If they rise in one or three of the boxes, \
                 they cannot hold only the three digits. In boxes side by side, the digits would have the \
                 same cyclic order from top to bottom, since no row has a digit twice; in boxes one above the \
                 other, the same order from left to right. The two orders of a box are the same if its cells \
                 fall, and opposite if they rise. Around the rectangle, the order would be reversed an odd \
                 number of times and yet be the same. The other candidates of the twelve cells are the \
                 guardians; patterns with up to six are searched."
            }
            Technique::SkLoop => {
                "Four boxes form a rectangle, with a cell in each as its corner. In each box, the other cells \
                 of the corner's row are a group, and so are the other cells of its column. The eight groups \
                 form a ring in which each group shares a line or a box with the next one. The pairs are in \
                 these eight houses. S. Kurzhals found the pattern in the puzzle Easter Monster."
            }
            Technique::MultiSectorLockedSet => {
                "The cells where some rows cross some columns. Each digit is counted in the rows or in the columns, \
                 whichever are fewer."
            }
            Technique::JuniorExocet => {
                "Two cells of a box in one row, the base, have three or four candidates. In each of the other boxes of \
                 the band, a target is in another row than the base; the cell of its column in the third row, its \
                 companion, has no candidate of the base. The three cross-lines are the columns of the targets and the \
                 column of the box without a cell of the base. A digit of the base that were in no target would be in all \
                 three cross-lines outside the band, in different rows. If no candidate of the base has three such \
                 places, the targets hold the two digits of the base. Three more conclusions follow: a digit of a target \
                 is also in its mirror, two cells in the box of the other target and in the third row; it is in the two \
                 other cross-lines outside the band, in different rows; and a digit that no target can hold is not in the \
                 base. The same holds for columns in place of rows."
            }
            Technique::ForcingChainContradiction => {
                "If a candidate were true, several chains would begin with it and take all candidates from one cell, or \
                 all places of a digit from one house, or make a candidate both true and false. So the candidate is \
                 false. A candidate that cannot be false is true for the same reason. The step shows one chain for each \
                 end."
            }
            Technique::ForcingChainVerity => {
                "Whatever digit a cell holds, wherever a digit of a house is, or whether a candidate is true or false, a \
                 chain leads to the same candidate. So this candidate is true, or false if all chains end in its \
                 elimination. The step shows one chain for each case. Of all forcing chains, or nets, of a state HoDoKu \
                 takes a placement first, then the elimination in the first cell, then the shortest chains; so does this \
                 program."
            }
            Technique::ForcingNetContradiction => {
                "A candidate is assumed to be true, or to be false. Up to four rounds of singles follow from it, and what \
                 follows from them in their turn. If a candidate is then both true and false, or a cell or a house has \
                 nothing left, the assumption is wrong. The step shows a chain for each end, and after it the chains to \
                 further reasons of its nodes."
            }
            Technique::ForcingNetVerity => {
                "Whatever digit a cell holds, wherever a digit of a house is, or whether a candidate is true or false, a \
                 net leads to the same candidate, which is true, or to the same elimination."
            }
            Technique::RuleForcingNet => {
                "A candidate is assumed to be true. The singles that follow are placed, and after each of \
                 them the candidates that some rule excludes are removed. If a cell or a house has no \
                 candidate left, or a rule cannot hold, the assumed candidate is eliminated. Short proofs \
                 come first: with one placement, with up to three, up to nine, and any number."
            }
            Technique::TemplateSet => {
                "A template is one way to place a digit in all houses that lack it. A cell that all templates of a digit \
                 use holds the digit."
            }
            Technique::TemplateDelete => "A cell that no template of a digit uses does not hold the digit.",
            Technique::BruteForce => {
                "If no technique finds anything, a digit is taken from the solution, and the step says so. It explains \
                 nothing, but lets the explanation continue. The middle one of the blank cells is chosen."
            }
        }
    }
}
