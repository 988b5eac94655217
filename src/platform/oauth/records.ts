/** What the authorization server stores, and how. The store behind it belongs to a feature. */
export interface OAuthRecord {
  model: string;
  id: string;
  payload: Record<string, unknown>;
  grantId: string | null;
  uid: string | null;
  clientId: string | null;
  personId: string | null;
  /** Null when it does not expire. */
  ttlSeconds: number | null;
}

export interface FoundRecord {
  payload: Record<string, unknown>;
  /** Seconds since 1970, when a code or token was used. */
  consumedAt: number | null;
}

export interface RecordStore {
  save: (record: OAuthRecord) => Promise<void>;
  find: (model: string, id: string) => Promise<FoundRecord | null>;
  findByUid: (model: string, uid: string) => Promise<FoundRecord | null>;
  /** False when it was used before, longer than the grace period ago. */
  consume: (model: string, id: string, graceSeconds: number) => Promise<boolean>;
  remove: (model: string, id: string) => Promise<void>;
  /** Ends a grant and everything issued under it. */
  removeGrant: (grantId: string) => Promise<void>;
  /** Records the use of a proof; false when it was used before. */
  takeProof: (id: string, ttlSeconds: number) => Promise<boolean>;
}

/** A key that signs tokens. The first of a list is the current one. */
export interface SigningKey {
  id: string;
  privateJwk: Record<string, unknown>;
}
