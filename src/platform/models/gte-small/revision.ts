/** Changes whenever the same text could give another vector: other weights, or another way to make them small. */
export const REVISION = "int8-1";
