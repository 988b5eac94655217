/**
 * Sectors: our own list over the sections and divisions of ISIC Rev. 4, the United Nations' public classification of
 * economic activities. The codes are ISIC's; the wording is ours. Identifiers never change meaning.
 */
export interface Sector {
  id: string;
  name: string;
  level: "section" | "division";
  /** The section of a division; null for a section. */
  parent_id: string | null;
}

/** Section letter and name, then its divisions: two digits and a name each. */
const SECTIONS: readonly (readonly [string, string, Readonly<Record<string, string>>])[] = [
  [
    "A",
    "Farming, forestry and fishing",
    { "01": "Crops and livestock", "02": "Forestry and logging", "03": "Fishing and fish farming" },
  ],
  [
    "B",
    "Mining and extraction",
    {
      "05": "Coal mining",
      "06": "Oil and gas extraction",
      "07": "Metal ore mining",
      "08": "Quarrying and other minerals",
      "09": "Services to mines and wells",
    },
  ],
  [
    "C",
    "Manufacturing",
    {
      "10": "Food making",
      "11": "Drinks making",
      "12": "Tobacco goods",
      "13": "Textiles",
      "14": "Clothing making",
      "15": "Leather and footwear",
      "16": "Wood and cork goods",
      "17": "Paper and board",
      "18": "Printing and copying of recordings",
      "19": "Refined oil and coke",
      "20": "Chemicals and chemical goods",
      "21": "Medicines and their ingredients",
      "22": "Rubber and plastics goods",
      "23": "Glass, cement, ceramics and stone",
      "24": "Steel and other basic metals",
      "25": "Fabricated metal goods",
      "26": "Computers, chips, electronics and optics",
      "27": "Electrical equipment and batteries",
      "28": "Machines and industrial equipment",
      "29": "Cars, trucks and their parts",
      "30": "Ships, trains, aircraft and other vehicles",
      "31": "Furniture",
      "32": "Medical devices, jewellery, toys and other goods",
      "33": "Repair and installation of machines",
    },
  ],
  ["D", "Electricity, gas and heat supply", { "35": "Power, gas and heat supply" }],
  [
    "E",
    "Water, sewage and waste",
    {
      "36": "Water supply",
      "37": "Sewage",
      "38": "Waste collection and recycling",
      "39": "Clean-up of polluted sites",
    },
  ],
  [
    "F",
    "Building and civil works",
    {
      "41": "Construction of buildings and development projects",
      "42": "Roads, railways, utilities and other civil works",
      "43": "Specialised building trades",
    },
  ],
  [
    "G",
    "Wholesale and retail trade",
    {
      "45": "Sale and repair of vehicles",
      "46": "Wholesale trade",
      "47": "Retail trade, in shops and online",
    },
  ],
  [
    "H",
    "Transport and storage",
    {
      "49": "Road, rail and pipeline transport",
      "50": "Shipping",
      "51": "Airlines",
      "52": "Ports, airports, warehouses and logistics",
      "53": "Post and parcels",
    },
  ],
  ["I", "Hotels and restaurants", { "55": "Places to stay", "56": "Places to eat and drink" }],
  [
    "J",
    "Information and communication",
    {
      "58": "Publishing of text and software",
      "59": "Film, television and music production",
      "60": "Broadcasting",
      "61": "Telephone, mobile and data networks",
      "62": "Programming and computer consulting",
      "63": "Data, hosting and web portals",
    },
  ],
  [
    "K",
    "Finance and insurance",
    {
      "64": "Banking, holding companies and funds",
      "65": "Insurance and pensions",
      "66": "Exchanges, brokers and asset managers",
    },
  ],
  ["L", "Property", { "68": "Property ownership, letting and agency" }],
  [
    "M",
    "Professional and scientific work",
    {
      "69": "Law and accounting",
      "70": "Head offices and management consulting",
      "71": "Architecture, engineering and testing",
      "72": "Research and development",
      "73": "Advertising and market research",
      "74": "Other professional work",
      "75": "Veterinary care",
    },
  ],
  [
    "N",
    "Business support",
    {
      "77": "Renting and leasing of goods",
      "78": "Staffing",
      "79": "Travel agents and tour operators",
      "80": "Security services",
      "81": "Care of buildings and grounds",
      "82": "Office support and other business services",
    },
  ],
  ["O", "Public administration", { "84": "Government, defence and social security" }],
  ["P", "Education", { "85": "Schools, universities and training" }],
  [
    "Q",
    "Health and social care",
    {
      "86": "Hospitals, doctors and laboratories",
      "87": "Residential care",
      "88": "Social work without lodging",
    },
  ],
  [
    "R",
    "Arts, sport and leisure",
    {
      "90": "Performing and creative arts",
      "91": "Libraries, museums and parks",
      "92": "Betting and gaming",
      "93": "Sport, amusement and leisure",
    },
  ],
  [
    "S",
    "Other services",
    {
      "94": "Associations and membership bodies",
      "95": "Repair of household and personal goods",
      "96": "Personal services",
    },
  ],
  [
    "T",
    "Households as employers",
    { "97": "Households with staff", "98": "Households producing for themselves" },
  ],
  ["U", "International bodies", { "99": "International organisations" }],
];

export const SECTORS: readonly Sector[] = SECTIONS.flatMap(([letter, name, divisions]) => [
  { id: `isic:${letter}`, name, level: "section" as const, parent_id: null },
  // Numeric object keys are in numeric order except those with a leading zero, so sort them as text.
  ...Object.entries(divisions)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([digits, division]) => ({
      id: `isic:${letter}${digits}`,
      name: division,
      level: "division" as const,
      parent_id: `isic:${letter}`,
    })),
]);

const BY_ID: ReadonlyMap<string, Sector> = new Map(SECTORS.map((sector) => [sector.id, sector]));

/** The sector with this identifier; also accepts a bare ISIC code such as `C26` or `c`. */
export function findSector(idOrCode: string): Sector | undefined {
  return BY_ID.get(idOrCode) ?? BY_ID.get(`isic:${idOrCode.replace(/^isic:/i, "").toUpperCase()}`);
}

/** A sector with everything below it: a section and its divisions, or the division alone. */
export function listSectorIds(idOrCode: string): string[] {
  const id = findSector(idOrCode)?.id;
  return SECTORS.filter((sector) => sector.id === id || sector.parent_id === id).map((sector) => sector.id);
}

/** The division of an ISIC group or class of two to four digits, such as `2651`. */
export function findDivision(isicDigits: string): Sector | undefined {
  if (!/^\d{2,4}$/.test(isicDigits)) return undefined;
  return SECTORS.find(({ id, level }) => level === "division" && id.endsWith(isicDigits.slice(0, 2)));
}
