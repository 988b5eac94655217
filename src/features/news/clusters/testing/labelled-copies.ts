/**
 * Fictional stories as agencies and outlets pass them on, with labels: each story has copies edited as outlets do;
 * each template has texts that look alike but report different events.
 */
export interface LabelledCopy {
  story: string;
  title: string;
  body: string;
}

type Edit = (text: string) => string;

/** What happens to a text between an agency and its readers. */
const EDITS: readonly Edit[] = [
  (text) => text,
  (text) => `LINDVIK, May 5 (Harborline) – ${text}`,
  (text) => `${text} Reporting by the markets desk; editing by night staff.`,
  (text) => text.split(". ").slice(0, -1).join(". ").concat("."),
  (text) =>
    text.replaceAll("said", "stated").replaceAll(" percent", "%").replaceAll("“", '"').replaceAll("”", '"'),
  (text) => `<p>${text.replaceAll(". ", ".</p><p>")}</p><p>Read more on our site.</p>`,
];

const STORIES: readonly (readonly [title: string, body: string])[] = [
  [
    "Ferry line orders two battery ships",
    "Sundvaag Lines has ordered two battery-driven ferries from the Kerrel yard for 186 million " +
      "crowns, the company said on Monday. The ships carry 120 cars each and will serve the Lindvik " +
      "crossing from 2027. A charging tower is to be built on both shores, paid for in equal parts by " +
      "the county and the line. Older diesel ships will be sold.",
  ],
  [
    "Salt mine flooded after pump failure",
    "Work at the Obermarn salt mine stopped on Thursday after water rose to the third gallery. All 64 " +
      "miners reached the surface unharmed. The operator said two of three pumps had failed within an " +
      "hour and that a replacement was on its way from Linz. Deliveries to chemical customers are " +
      "secured from stock for about three weeks.",
  ],
  [
    "Bakery chain recalls rye loaves",
    "The bakery chain Hollin and Daughters is recalling sliced rye loaves sold between May 1 and May " +
      "4 because metal splinters were found in two of them. Customers can return the bread to any of " +
      "the 212 shops without a receipt. The company believes a worn blade in its Tarby plant to be the " +
      "cause and has stopped the line.",
  ],
  [
    "Regulator opens inquiry into card fees",
    "The competition authority of Marland has opened an inquiry into fees that three banks charge " +
      "shops for card payments. It will look at contracts signed since 2019 and expects to report by " +
      "the end of next year. Shopkeepers had complained that fees rose by a third within two years " +
      "although costs of the network fell.",
  ],
  [
    "Wind park off Tessel may be built",
    "The government has approved the Tessel North wind park with 74 turbines and a capacity of 1.1 " +
      "gigawatts. Construction is to begin in 2026 and to cost 2.9 billion. Fishermen keep a corridor " +
      "of four kilometres through the site. The operator must put out artificial reefs and stop piling " +
      "while porpoises breed.",
  ],
  [
    "Airport strike ends after night of talks",
    "Ground staff at Brannock airport return to work on Wednesday after their union and the operator " +
      "agreed on a raise of 6.5 percent over two years. The strike had led to 430 cancelled flights " +
      "since Friday. Members still have to vote on the deal, which also limits split shifts to eight a " +
      "month.",
  ],
  [
    "Vaccine maker moves filling line",
    "Ostrava Biologics moves the filling of its flu vaccine from Wendle to a new hall in Brno and " +
      "cuts 90 jobs, it said in a letter to staff. The hall was built for 55 million euros and can fill " +
      "300 vials a minute. Wendle keeps research and quality control. Works council members spoke of a " +
      "black day.",
  ],
  [
    "Canal closed to deep ships",
    "The Varn canal is closed to ships with a draught of more than 2.4 metres from Saturday because " +
      "of the drought. The authority said the level at the Kessen lock was 70 centimetres below normal. " +
      "About forty barges a day are affected. Mills along the canal have switched part of their grain " +
      "to rail.",
  ],
  [
    "Chip designer and foundry settle",
    "Quillmark Semiconductor and the Danborough foundry have settled their dispute over faulty wafers " +
      "out of court. Danborough pays 38 million dollars and makes 12,000 wafers at half the price, " +
      "Quillmark said. The case had been heard in Portland since last autumn. Both sides said the " +
      "relationship would continue.",
  ],
  [
    "Museum buys Hartwell papers",
    "The Northgate museum has bought the papers of the engineer Edith Hartwell for an undisclosed " +
      "sum. They fill 83 boxes and include drawings of the Selby bridge and letters to her brother. A " +
      "first show is planned for the spring. The family had refused an offer from overseas, the museum " +
      "said.",
  ],
  [
    "Olive harvest to fall by half",
    "Growers in the Serrat hills expect to bring in half as many olives as last year after a hail " +
      "storm in June. The cooperative counts on 21,000 tons and has warned that oil will be dear until " +
      "2026. Insurance covers only part of the loss. Younger groves with nets came through almost " +
      "unharmed.",
  ],
  [
    "Railway tests night train to the coast",
    "Marland Railways runs a night train from the capital to Port Ansel on weekends from June on, as " +
      "a trial for one year. A berth costs 49 crowns. The coaches date from 1998 and were refitted for " +
      "7 million. If four of five berths are sold on average, the train will run daily.",
  ],
];

interface Template {
  name: string;
  write: (fill: readonly [string, string, string]) => { title: string; body: string };
}

const TEMPLATES: readonly Template[] = [
  {
    name: "dividend",
    write: ([company, amount, day]) => ({
      title: `${company} declares quarterly dividend`,
      body: `The board of directors of ${company} today declared a regular quarterly dividend of ${amount} \
per share of common stock, payable on ${day} to shareholders of record at the close of business. The \
declaration and payment of future dividends remain at the discretion of the board of ${company}.`,
    }),
  },
  {
    name: "results",
    write: ([company, amount, day]) => ({
      title: `${company} reports results for the quarter`,
      body: `${company} reported net income of ${amount} for the quarter ended ${day}, compared with a loss \
in the same period of the year before. Management of ${company} will hold a conference call to discuss the \
results; a replay will be available on the website for thirty days.`,
    }),
  },
  {
    name: "rating",
    write: ([company, amount, day]) => ({
      title: `Analysts raise target for ${company}`,
      body: `Analysts at Quayside raised their price target for ${company} to ${amount} in a note on ${day} \
and kept their rating at hold. The stock of ${company} has an average rating of hold among the brokers that \
cover it, and trades near its average of the last fifty days.`,
    }),
  },
];

const FILLS: readonly (readonly [string, string, string])[] = [
  ["Aldermoor Mills", "$0.21", "August 14"],
  ["Brightwater Rail", "$1.05", "September 2"],
  ["Cobbold Foods", "$0.48", "August 29"],
  ["Dunmere Steel", "$0.10", "October 6"],
  ["Eastgate Paper", "$0.77", "July 31"],
  ["Farrow Glass", "$0.33", "September 19"],
];

export const LABELLED_COPIES: readonly LabelledCopy[] = [
  ...STORIES.flatMap(([title, body], story) =>
    EDITS.map((edit, copy) => ({
      story: `story ${story}`,
      title: copy % 2 === 0 ? title : `${title} – update`,
      body: edit(body),
    })),
  ),
  ...TEMPLATES.flatMap(({ name, write }) =>
    FILLS.flatMap((fill) => {
      const { title, body } = write(fill);
      const story = `${name} of ${fill[0]}`;
      return [
        { story, title, body },
        { story, title: `${title} (wire)`, body: `(Harborline) ${body}` },
      ];
    }),
  ),
];
