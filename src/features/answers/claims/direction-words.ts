/** Words for a rise and for a fall, in the languages that answers are written in. */
export const UP =
  /\b(?:increas\w*|ros?e|risen|rising|gr[eo]w\w*|growth|improv\w*|climb\w*|higher|up|gestiegen|stieg\w*|augment\w*|aument\w*|gestegen|steeg)\b|増加|增长/iu;
export const DOWN =
  /\b(?:decreas\w*|f[ae]ll(?:en|ing)?|declin\w*|drop\w*|reduc\w*|shr[aiu]nk\w*|lower|down|gesunken|sank\w*|diminu\w*|baiss\w*|disminuy\w*|gedaald|daalde)\b|減少|下降/iu;

const DIRECTION = new RegExp(`${UP.source}|${DOWN.source}`, "giu");

export const removeDirections = (text: string): string => text.replace(DIRECTION, " ");
