import { z } from 'zod'
import { CONSENT_PURPOSES } from '#contract/consents/consents.state.ts'
import { addDays, addMonths, berlinToday } from '#contract/dates.ts'
import { endpoint } from '#contract/endpoint.ts'
import { Id, IdParam } from '#contract/formats.ts'
import { SICKNOTE_EDITORS } from '#contract/sicknotes/sicknotes.ts'
import type { RetentionPeriods } from './retentions.rules.ts'
import { RegistrationRetention } from './retentions.ts'

/** How long a deactivated account can be restored (domain §4); the schools have no setting for it. */
export const ACCOUNT_MONTHS = 6

/** The first day on which the proof of a withdrawn consent is gone: after whole years that follow the withdrawal's. */
export const consentProofDay = (
  withdrawnAt: string,
  { consent_proof_years: years }: Pick<RetentionPeriods, 'consent_proof_years'>,
) => `${Number(berlinToday(new Date(withdrawnAt)).slice(0, 4)) + years + 1}-01-01`

/** The day in Berlin after which the next night removes a deactivated account. */
export const accountDay = (deactivatedAt: string) => addMonths(berlinToday(new Date(deactivatedAt)), ACCOUNT_MONTHS)

/**
 * When remark and reporter of a sick note go, and when the note goes: with the school year in which it ends. `yearEnds`:
 * the last days of all school years; null: the school year of its last day does not exist yet.
 */
export const sicknoteDays = (
  { date_end }: { date_end: string },
  yearEnds: readonly string[],
  { sicknote_comment_days, sicknote_years }: Pick<RetentionPeriods, 'sicknote_comment_days' | 'sicknote_years'>,
) => {
  const [yearEnd] = yearEnds.filter((end) => end >= date_end).sort()
  return {
    comment_on: addDays(date_end, sicknote_comment_days),
    row_on: yearEnd === undefined ? null : addMonths(yearEnd, 12 * sicknote_years),
  }
}

/** Somebody of a pupil's family, who goes with the last child that they belong to. */
const FamilyClock = z.object({
  kind: z.enum(['guardian', 'contact_person']),
  id: Id,
  name: z.string(),
  /** Null: nobody knows yet, because a child has no period or is on hold. */
  due_on: z.iso.date().nullable(),
  /** The other child at the school who is the last one to go; null: this pupil is. */
  last_child: z.string().nullable(),
})

/** The proof of a withdrawn consent. */
const ConsentClock = z.object({ id: Id, purpose: z.enum(CONSENT_PURPOSES), due_on: z.iso.date() })

/** When everything about a pupil is erased, for the pupil's page. */
export const PupilRetention = RegistrationRetention.extend({
  family: z.array(FamilyClock),
  consents: z.array(ConsentClock),
})
export type PupilRetention = z.output<typeof PupilRetention>

/** When everything about an employee is erased. */
export const EmployeeRetention = RegistrationRetention.extend({
  /** The day of the deactivated account; null: it is active, or there is none. */
  account_on: z.iso.date().nullable(),
})
export type EmployeeRetention = z.output<typeof EmployeeRetention>

const SicknoteClock = z.object({ comment_on: z.iso.date(), row_on: z.iso.date().nullable() })
export type SicknoteClock = z.output<typeof SicknoteClock>

export const clockEndpoints = {
  /** 404 for a note that the viewer may not see. */
  sicknote: endpoint({
    method: 'GET',
    path: '/api/admin/retention/sicknote/:id',
    access: SICKNOTE_EDITORS,
    params: IdParam,
    response: SicknoteClock,
    summary: 'Wann Bemerkung und Eintrag einer Krankmeldung gelöscht werden',
  }),
}
