/** "D-15 999" as the post knows it; what is no digit apart from that stays and is refused. */
export const cleanZip = (typed: string) =>
  typed
    .trim()
    .replace(/^(d|de)(?=[\s-]*\d)/i, '')
    .replace(/[\s.,-]/g, '')
