/** Words for a rise and a fall, a profit and a loss, in the languages that answers are written in. */
export const UP = new RegExp(
  String.raw`\b(?:increas\w*|ros?e|risen|rising|gr[eo]w\w*|growth|improv\w*|climb\w*|higher|up|gestiegen` +
    String.raw`|stieg\w*|wuchs\w*|gewachsen|verbesser\w*|augment\w*|aument\w*|crecieron|cresciut\w|gestegen` +
    String.raw`|steeg|stegen|groeiden?)\b` +
    String.raw`|\b(?:progressée?s?|creció)(?!\p{L})|増加|增长`,
  "iu",
);
export const DOWN = new RegExp(
  String.raw`\b(?:decreas\w*|f[ae]ll(?:en|ing)?|declin\w*|drop\w*|reduc\w*|shr[aiu]nk\w*|lower|down` +
    String.raw`|gesunken|sank\w*|gefallen|fiel\w*|verringert\w*|diminu\w*|baiss\w*|disminuy\w*|cayeron` +
    String.raw`|calat\w|scesi?|gedaald|daalden?)\b` +
    String.raw`|\b(?:reculée?s?|caído|cayó)(?!\p{L})|減少|下降`,
  "iu",
);

const DIRECTION = new RegExp(`${UP.source}|${DOWN.source}`, "giu");

export const removeDirections = (text: string): string => text.replace(DIRECTION, " ");

export const LOSS =
  /\b(?:loss(?:es)?|lost|loses?|deficit|outflow|used in|verlust|perte|pérdida|perdita|verlies)\b|損失|亏损/iu;
/** Positive by meaning: a negative amount of it is said as a loss. */
export const PROFIT =
  /\b(?:profit|earn(?:ed|s)|gain|surplus|inflow|gewinn|bénéfice|beneficio|utile|winst)\b|利益|利润/iu;
export const GAIN =
  /\b(?:profit|income|earnings|gain|surplus|inflow|provided by|gewinn|bénéfice|beneficio|utile|winst)\b|利益|利润/iu;
