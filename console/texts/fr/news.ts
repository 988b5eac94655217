import type { Texts } from "../catalogue.ts";
import { counted } from "./counted.ts";

export const news: Texts["news"] = {
  title: "Actualités",
  about: "Les articles en double sont regroupés.",
  keywords: "Mots-clés",
  keywordsHint:
    'Séparés par des virgules ; les guillemets forment une expression : inflation, "interest rate"',
  from: "Du",
  to: "Au",
  language: "Langue",
  languages: {
    en: "Anglais",
    de: "Allemand",
    fr: "Français",
    es: "Espagnol",
    ja: "Japonais",
    it: "Italien",
  },
  search: "Rechercher",
  start: "Rechercher dans les actualités",
  startHint: "Saisissez une société ou un sujet.",
  none: "Aucun article correspondant",
  noneHint: "Essayez d’autres mots-clés, une période plus longue ou une autre langue.",
  publishers: (count) => counted(count, "éditeur", "éditeurs"),
  dateEvidence: "Source de la date",
  companies: "Sociétés",
  ask: "Interroger les actualités",
  question: "Question",
  questionHint: "Réponse tirée des articles qui correspondent à ces mots-clés et à ces dates. 5 crédits.",
  askAction: "Demander",
  sources: "Sources",
};
