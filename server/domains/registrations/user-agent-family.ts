/** In this order: Edge calls itself Chrome too, and Chrome calls itself Safari. */
const FAMILIES: [string, RegExp][] = [
  ['Edge', /\bEdgA?(iOS)?\//],
  ['Opera', /\bOPR\//],
  ['Samsung Internet', /\bSamsungBrowser\//],
  ['Firefox', /\b(Firefox|FxiOS)\//],
  ['Chrome', /\b(Chrome|CriOS|Chromium)\//],
  ['Safari', /\bSafari\//],
]

/** The browser's family and nothing that tells one person from another (domain §1.10). */
export const userAgentFamily = (userAgent: string) =>
  FAMILIES.find(([, pattern]) => pattern.test(userAgent))?.[0] ?? 'unbekannt'
