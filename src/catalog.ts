/** Every operation the service offers. Adding one here gives it a route, an entry in the docs, and a price. */
import { accessOperations } from "./features/access/index.ts";
import { companyOperations } from "./features/companies/index.ts";
import { creditOperations } from "./features/credits/index.ts";
import { listCreditCosts, referenceOperations } from "./features/reference/index.ts";
import type { AnyOperation } from "./kernel/operation.ts";
import type { Database } from "./platform/db/index.ts";

export interface Tools {
  db: Database;
}

export function buildCatalog({ db }: Tools) {
  const others = [
    ...companyOperations({ db }),
    ...referenceOperations(),
    ...creditOperations(db),
    ...accessOperations(db),
  ] as const;
  const creditCosts = listCreditCosts((): readonly AnyOperation[] => [...others, creditCosts]);
  return [...others, creditCosts] as const;
}

export type Catalog = ReturnType<typeof buildCatalog>;
