// Without zod: the public pages show these texts as dialogs (architecture §8).

/** The texts every installation owes its visitors; each is a page. */
export const LEGAL_KEYS = ['impressum', 'datenschutz', 'barrierefreiheit'] as const
export type LegalKey = (typeof LEGAL_KEYS)[number]

export const LEGAL_TITLES: Record<LegalKey, string> = {
  impressum: 'Impressum',
  datenschutz: 'Datenschutz',
  barrierefreiheit: 'Barrierefreiheit',
}

/** Where everybody reads them; `legal.ts` says the rest. */
export const LEGAL_FIND = { method: 'GET', path: '/api/public/legal/:key' } as const
