/** Method and path of the calls of the family's page, without the schemas: zod stays out of its code. */
export const FAMILY_STATUS_PATHS = {
  status: { method: 'GET', path: '/api/public/registrationStatus/:token' },
  wish: { method: 'POST', path: '/api/public/registrationStatus/:token' },
} as const

/** How far an application is, as its family may know it (ADR 0023). */
export const FAMILY_STAGES = ['received', 'checking', 'waiting', 'accepted', 'rejected', 'withdrawn'] as const
export type FamilyStage = (typeof FAMILY_STAGES)[number]

/**
 * What this contact can do about a withdrawal: it takes effect at once; the school has to confirm it, or the other
 * person with custody says so too; this contact asked and the school has not answered; nothing.
 */
export const WITHDRAWALS = ['at_once', 'by_school', 'asked', 'impossible'] as const
export type Withdrawal = (typeof WITHDRAWALS)[number]

/** Letters of the reason a family may give. */
export const WITHDRAW_REASON_MAX = 500

/** Domain §2.3: the link lives until the decision, and so many days more. */
export const STATUS_LINK_DAYS = 30

export const FAMILY_STATUS_TEXTS = {
  /** Everything that does not work looks the same: unknown, malformed, over, of another address, deleted. */
  unknown: 'Dieser Link ist nicht gültig.',
  tooLateToWithdraw: 'Die Bewerbung lässt sich hier nicht mehr zurückziehen. Bitte rufen Sie uns an.',
  tooLateToKeep: 'Die Bewerbung ist schon zurückgezogen. War das ein Versehen, rufen Sie uns bitte an.',
  tooOften: 'Das wurde heute schon mehrmals geändert. Bitte rufen Sie uns an.',
  linkSent: 'Der Link zum Stand der Bewerbung wurde gesendet.',
  linkNeedsMail: 'Der Link geht nur an eine bestätigte E-Mail-Adresse.',
  linkOver: `Für diese Bewerbung gilt kein Statuslink mehr: Er erlischt ${STATUS_LINK_DAYS} Tage nach der mitgeteilten Entscheidung oder dem Rückzug.`,
  linkTooSoon: 'An diese Adresse ging gerade erst ein Link. Bitte warten Sie eine Minute.',
  linkTooMany: 'An diese Adresse gingen heute schon mehrere Links. Bitte versuchen Sie es morgen wieder.',
} as const
