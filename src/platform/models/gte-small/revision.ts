/** Changes whenever the same text could give another vector: other weights, or another quantisation. */
export const REVISION = "int8-1";
