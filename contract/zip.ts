// Without zod: the public pages show answers before the rules are loaded (architecture §8).

/** Reads "D-15 999" as the postal code; any other text that is not only digits stays and is refused. */
export const cleanZip = (typed: string) =>
  typed
    .trim()
    .replace(/^(d|de)(?=[\s-]*\d)/i, '')
    .replace(/[\s.,-]/g, '')
