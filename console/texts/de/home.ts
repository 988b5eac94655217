import type { Texts } from "../catalogue.ts";
import { counted } from "./counted.ts";

export const home: Texts["home"] = {
  title: "Übersicht",
  about:
    "Guthaben, Verbrauch und was der Dienst gerade tut. Jede Zahl führt zu ihren Einzelheiten: Aufrufe zum Audit-Protokoll, Ergebnisse zur Seite eines Berichts, Quellen zu ihrem letzten Lauf.",
  available: "Verfügbare Credits",
  spent: "Verbraucht in 30 Tagen",
  calls: "Aufrufe in 30 Tagen",
  held: (count) => `${count} für laufende Aufrufe reserviert`,
  grantedOf: (count) => `von ${count} gewährten`,
  perDay: (count) => `${count} pro Tag im Durchschnitt`,
  perCall: (count) => `im Durchschnitt je ${counted(count, "Credit", "Credits")}`,
  byDay: "Credits nach Tag",
  byDayOf: (day, credits, calls) =>
    `${day}: ${counted(credits, "Credit", "Credits")}, ${counted(calls, "Aufruf", "Aufrufe")}`,
  byOperation: "Credits nach Operation",
  nothingSpent: "In den letzten 30 Tagen wurde nichts verbraucht",
  nothingSpentHint: "Einem Bericht eine Frage stellen oder einen Schlüssel erstellen und die API aufrufen.",
  recentCalls: "Letzte Aufrufe",
  noCalls: "Noch keine Aufrufe",
  ownersOnly: "Nur Inhaber des Kontos sehen das Audit-Protokoll.",
  allCalls: "Audit-Protokoll",
  columns: {
    time: "Zeit",
    operation: "Operation",
    by: "Von",
    status: "Status",
    credits: "Credits",
    ms: "ms",
  },
  console: "Konsole",
  channels: { rest: "API", mcp: "MCP", console: "Konsole" },
  artifacts: "Letzte Ergebnisse",
  noArtifacts: "Noch keine Ergebnisse",
  noArtifactsHint: "Agenten lesen neue Berichte nach Zeitplan. Ihre Ergebnisse erscheinen hier.",
  openAgents: "Agenten",
  ingestion: "Datenquellen",
  never: "Noch nicht geladen",
  states: { running: "Lädt", done: "Aktuell", failed: "Fehlgeschlagen" },
  rows: (count) => counted(count, "Zeile", "Zeilen"),
  rejected: (count) => `${count} abgelehnt`,
  warned: (count) => `${count} verdächtig`,
  nextRun: (when) => `nächster Lauf ${when}`,
  dueNow: "jetzt fällig",
  scheduledFailed: (location, reason) =>
    reason.includes(location) ? `Geplantes Laden: ${reason}` : `Geplantes Laden von ${location}: ${reason}`,
  noSources: "Noch keine Quellen",
  notLoaded: (count) =>
    `${counted(count, "weitere Quelle kann", "weitere Quellen können")} mit florin ingest geladen werden.`,
};
