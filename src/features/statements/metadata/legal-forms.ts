/** How companies end their names. */
export const LEGAL_FORM = new RegExp(
  String.raw`(?<![\p{L}\p{M}])(?:inc|incorporated|corp|corporation|company|co|plc|limited|ltd|llc|l\.p|lp` +
    String.raw`|n\.v|nv|s\.a|sa|ag|aktiengesellschaft|se|gmbh|kgaa|s\.p\.a|spa|ab|asa|a\/s|oyj|berhad|bhd|tbk|trust` +
    String.raw`|bancorp|bancshares|holdings|group|fund|partners|international)\.?$` +
    "|株式会社|有限公司",
  "iu",
);
