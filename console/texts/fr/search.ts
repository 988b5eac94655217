import type { Texts } from "../catalogue.ts";
import { counted } from "./counted.ts";

export const search: Texts["search"] = {
  title: "Recherche",
  about:
    "Trouvez des passages dans tous les rapports, par mots et par sens. Ouvrez un résultat pour le voir sur sa page.",
  query: "Rechercher dans les rapports",
  placeholder: 'Mots, "expression exacte", -mot, title:mot, a NEAR/5 b',
  action: (credits) => `Rechercher pour ${counted(credits, "crédit", "crédits")}`,
  mode: "Correspondance",
  modes: { auto: "Mots et sens", words: "Mots", meaning: "Sens" },
  results: (passages, reports, hasOthers) =>
    `${counted(passages, "passage", "passages")} dans ${counted(reports, "rapport", "rapports")}${
      hasOthers ? ", puis les plus proches par le sens" : ""
    }`,
  byMeaning: "Les passages les plus proches par le sens",
  anyWord: "Aucun passage ne contient tous les mots. Ceux-ci en contiennent certains.",
  none: "Aucun passage correspondant",
  noneHint: "Utilisez d’autres mots ou retirez un filtre.",
  hits: "Résultats",
  filters: "Filtres",
  facets: {
    company: "Société",
    section: "Section",
    report_type: "Type",
    fiscal_year: "Exercice",
    language: "Langue",
    country: "Pays",
    sector: "Secteur",
  },
  sections: {
    risk_factors: "Facteurs de risque",
    mdna: "Rapport de gestion",
    notes: "Notes annexes",
    financial_statements: "États financiers",
    outlook: "Perspectives",
    business: "Activité",
    governance: "Gouvernance",
    remuneration: "Rémunération",
    sustainability: "Durabilité",
    audit_report: "Rapport d’audit",
    shareholder_letter: "Lettre aux actionnaires",
    other: "Autres",
  },
  clearFilters: "Retirer tous les filtres",
  onPage: (page) => `p. ${page}`,
  copies: (count) => counted(count, "copie omise", "copies omises"),
  more: (credits) => `Afficher plus pour ${counted(credits, "crédit", "crédits")}`,
  save: "Enregistrer la recherche",
  saveHint:
    "Chaque nouveau rapport qui correspond devient un événement, que les webhooks transmettent aussi.",
  name: "Nom",
  saved: "Recherches enregistrées",
  noSaved: "Aucune recherche enregistrée",
  noSavedHint: "Lancez une recherche, puis enregistrez-la pour être averti des nouveaux résultats.",
  paused: "Suspendue",
  pause: (name) => `Suspendre ${name}`,
  resume: (name) => `Reprendre ${name}`,
  delete: (name) => `Supprimer ${name}`,
  deleteAction: "Supprimer",
  deleteText: "Ses événements sont supprimés aussi.",
};
