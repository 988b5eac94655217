import type { Texts } from "../catalogue.ts";
import { counted } from "./counted.ts";

export const home: Texts["home"] = {
  title: "Vue d’ensemble",
  about: "Votre solde, vos dépenses et l’activité du service.",
  available: "Crédits disponibles",
  spent: "Crédits dépensés, 30 derniers jours",
  calls: "Appels payants, 30 derniers jours",
  held: (count) => counted(count, "réservé pour des appels en cours", "réservés pour des appels en cours"),
  grantedOf: (count) => `sur ${counted(count, "accordé", "accordés")}`,
  perDay: (count) => `${count} par jour en moyenne`,
  perCall: (count) => `${counted(count, "crédit", "crédits")} par appel en moyenne`,
  byDay: "Crédits par jour",
  byDayOf: (day, credits, calls) =>
    `${day} : ${counted(credits, "crédit", "crédits")}, ${counted(calls, "appel", "appels")}`,
  byOperation: "Crédits par opération",
  nothingSpent: "Aucune dépense au cours des 30 derniers jours",
  nothingSpentHint: "Posez une question à un rapport, ou créez une clé et appelez l’API.",
  recentCalls: "Appels récents",
  noCalls: "Aucun appel pour l’instant",
  ownersOnly: "Seuls les propriétaires du compte voient le journal d’audit.",
  allCalls: "Journal d’audit",
  columns: {
    time: "Heure",
    operation: "Opération",
    by: "Par",
    status: "Statut",
    credits: "Crédits",
    ms: "ms",
  },
  console: "Console",
  channels: { rest: "API", mcp: "MCP", console: "Console" },
  artifacts: "Résultats récents",
  noArtifacts: "Aucun résultat pour l’instant",
  noArtifactsHint:
    "Les agents lisent les nouveaux rapports selon leur calendrier. Leurs résultats apparaissent ici.",
  openAgents: "Agents",
  ingestion: "Sources de données",
  never: "Pas encore chargée",
  states: { running: "Chargement", done: "À jour", failed: "Échec" },
  rows: (count) => counted(count, "ligne", "lignes"),
  rejected: (count) => counted(count, "rejetée", "rejetées"),
  warned: (count) => counted(count, "suspecte", "suspectes"),
  nextRun: (when) => `prochain chargement ${when}`,
  dueNow: "à charger maintenant",
  scheduledFailed: (location, reason) =>
    reason.includes(location)
      ? `Chargement planifié : ${reason}`
      : `Chargement planifié de ${location} : ${reason}`,
  noSources: "Aucune source pour l’instant",
  notLoaded: (count) =>
    `${counted(count, "autre source peut être chargée", "autres sources peuvent être chargées")} avec florin ingest.`,
};
