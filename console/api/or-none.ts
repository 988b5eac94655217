import { RequestFailure } from "./request.ts";

/** The specification answers 404 where somebody has none of something yet; here that is an empty list. */
export async function orNone<T>(asked: Promise<T[]>): Promise<T[]> {
  try {
    return await asked;
  } catch (error) {
    if (error instanceof RequestFailure && error.status === 404) return [];
    throw error;
  }
}
