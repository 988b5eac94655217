import type { Texts } from "../catalogue.ts";
import { counted } from "./counted.ts";

export const search: Texts["search"] = {
  title: "Suche",
  about:
    "Passagen in allen Berichten finden, nach Wörtern und nach Bedeutung. Ein Treffer öffnet sich auf seiner Seite.",
  query: "In Berichten suchen",
  placeholder: 'Wörter, "genaue Wortfolge", -Wort, title:Wort, a NEAR/5 b',
  action: (credits) => `Suchen für ${counted(credits, "Credit", "Credits")}`,
  mode: "Abgleich",
  modes: { auto: "Wörter und Bedeutung", words: "Wörter", meaning: "Bedeutung" },
  results: (passages, reports, hasOthers) =>
    `${counted(passages, "Passage", "Passagen")} in ${counted(reports, "Bericht", "Berichten")}${
      hasOthers ? ", danach die ähnlichsten nach Bedeutung" : ""
    }`,
  byMeaning: "Die nach Bedeutung ähnlichsten Passagen",
  anyWord: "Keine Passage enthält alle Wörter. Diese enthalten einige davon.",
  none: "Keine passenden Passagen",
  noneHint: "Andere Wörter verwenden oder einen Filter entfernen.",
  hits: "Treffer",
  filters: "Filter",
  facets: {
    company: "Unternehmen",
    section: "Abschnitt",
    report_type: "Art",
    fiscal_year: "Geschäftsjahr",
    language: "Sprache",
    country: "Land",
    sector: "Branche",
  },
  clearFilters: "Alle Filter entfernen",
  onPage: (page) => `Seite ${page}`,
  copies: (count) => `${counted(count, "Kopie", "Kopien")} ausgelassen`,
  more: (credits) => `Mehr zeigen für ${counted(credits, "Credit", "Credits")}`,
  save: "Suche speichern",
  saveHint: "Jeder neue Bericht mit einem Treffer wird zu einem Ereignis, das auch Webhooks zustellen.",
  name: "Name",
  saved: "Gespeicherte Suchen",
  noSaved: "Keine gespeicherten Suchen",
  noSavedHint: "Etwas suchen und die Suche speichern, um über neue Treffer informiert zu werden.",
  paused: "Pausiert",
  pause: (name) => `${name} pausieren`,
  resume: (name) => `${name} fortsetzen`,
  delete: (name) => `${name} löschen`,
  deleteAction: "Löschen",
  deleteText: "Auch ihre Ereignisse werden gelöscht.",
};
