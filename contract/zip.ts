/** Reads "D-15 999" like the postal service; other characters stay, and the code is then refused. */
export const cleanZip = (typed: string) =>
  typed
    .trim()
    .replace(/^(d|de)(?=[\s-]*\d)/i, '')
    .replace(/[\s.,-]/g, '')
