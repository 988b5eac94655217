import { RequestFailure } from "./request.ts";

/** The specification answers 404 where somebody has none of something yet; here that is an empty list. */
export async function orNone<T>(query: Promise<T[]>): Promise<T[]> {
  try {
    return await query;
  } catch (error) {
    if (error instanceof RequestFailure && error.status === 404) return [];
    throw error;
  }
}
