import { z } from 'zod'
import { endpoint } from '#contract/endpoint.ts'
import { MultilineText, QueryId } from '#contract/formats.ts'
import { MessageReply } from '#contract/message-reply.ts'
import { ContactSchool } from '#contract/schools/schools.contact.ts'
import { FAMILY_STAGES, FAMILY_STATUS_PATHS, WITHDRAW_REASON_MAX, WITHDRAWALS } from './registrations.family-paths.ts'

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
    ...FAMILY_STATUS_PATHS.status,
    access: 'public',
    params: TokenParam,
    response: FamilyStatus,
    summary: 'Stand einer Bewerbung für ihre Familie',
  }),
  wish: endpoint({
    ...FAMILY_STATUS_PATHS.wish,
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
