import { z } from 'zod'
import { endpoint } from '#contract/endpoint.ts'
import { MultilineText, QueryId } from '#contract/formats.ts'
import { MessageReply } from '#contract/message-reply.ts'
import { ContactSchool } from '#contract/schools/schools.contact.ts'
import { Agreement } from './registrations.agreement.ts'

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

/** Accepts any text: a malformed link gets the same answer as a wrong one. */
const TokenParam = z.object({ token: z.string() })

/**
 * Everything the page behind a status link shows: never last name, birth date, rank, notes, reasons or the other
 * contact (ADR 0023).
 */
export const FamilyStatus = z.object({
  school: ContactSchool,
  number: z.string(),
  child_firstname: z.string(),
  school_year: z.string(),
  desired_grade: z.int(),
  received_on: z.iso.date(),
  mail_confirmed_on: z.iso.date(),
  stage: z.enum(FAMILY_STAGES),
  /** The next step, in words for the family. */
  next: z.string(),
  /** Filled once the school has asked for them. */
  missing_papers: z.array(z.string()),
  /** The day by which an offered place must be confirmed. */
  confirm_by: z.iso.date().nullable(),
  withdrawn_on: z.iso.date().nullable(),
  withdrawal: z.enum(WITHDRAWALS),
  /** Whether the second person agreed, and when this person answered; null: nobody collects it, or it is over. */
  agreement: z.object({ state: Agreement, on: z.iso.date().nullable(), is_own: z.boolean() }).nullable(),
})
export type FamilyStatus = z.output<typeof FamilyStatus>

/** `withdraw` twice has the effect of once; `keep` takes back a wish that the school has not confirmed yet. */
export const FamilyWish = z.object({
  action: z.enum(['withdraw', 'keep']),
  reason: MultilineText(WITHDRAW_REASON_MAX),
})
export type FamilyWish = z.output<typeof FamilyWish>

export const registrationFamilyEndpoints = {
  status: endpoint({
    method: 'GET',
    path: '/api/public/registrationStatus/:token',
    access: 'public',
    params: TokenParam,
    response: FamilyStatus,
    summary: 'Stand einer Bewerbung für ihre Familie',
  }),
  wish: endpoint({
    method: 'POST',
    path: '/api/public/registrationStatus/:token',
    access: 'public',
    params: TokenParam,
    body: FamilyWish,
    response: FamilyStatus,
    summary: 'Bewerbung zurückziehen oder doch behalten',
  }),
  resendLink: endpoint({
    method: 'POST',
    path: '/api/admin/schoolRegistration/resendStatusLink/:contactId',
    access: 'manage pupil application',
    params: z.object({ contactId: QueryId }),
    response: MessageReply,
    summary: 'Link zum Stand der Bewerbung erneut senden',
  }),
}
