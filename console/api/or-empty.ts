import { RequestFailure } from "./request.ts";

/** The specification answers 404 where a list is still empty; the console treats that as an empty list. */
export async function orEmpty<T>(query: Promise<T[]>): Promise<T[]> {
  try {
    return await query;
  } catch (error) {
    if (error instanceof RequestFailure && error.status === 404) return [];
    throw error;
  }
}
