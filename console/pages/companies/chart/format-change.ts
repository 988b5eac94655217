const percent = new Intl.NumberFormat(undefined, {
  style: "percent",
  maximumFractionDigits: 1,
  signDisplay: "exceptZero",
});

/** A change with its sign: +4.2 %. */
export const formatChange = (share: number): string => percent.format(share);
