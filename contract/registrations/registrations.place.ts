import { z } from 'zod'
import { addDays } from '#contract/dates.ts'
import { endpoint } from '#contract/endpoint.ts'
import { IdParam, IsoDate, Version } from '#contract/formats.ts'
import { isStatusMailKind } from './registrations.mail-labels.ts'
import {
  isTransformed,
  isWithdrawn,
  type Lifecycle,
  PLACE_CONFIRM_DAYS_MAX,
  statusRefusal,
} from './registrations.status.ts'
import { REGISTRATION_TEXTS } from './registrations.texts.ts'

/**
 * The steps after an acceptance: contract sent, contract returned, place confirmed; and the day by which the family
 * must confirm (domain §3.3).
 */
export const PLACE_LABELS = {
  contract_sent_at: 'Vertrag versandt',
  contract_returned_at: 'Vertrag zurück',
  place_confirmed_at: 'Platz bestätigt',
  place_confirm_due_at: 'Bestätigen bis',
  is_staff_child: 'Kind einer mitarbeitenden Person',
} as const
export type PlaceField = keyof typeof PLACE_LABELS

/** Days of past events, so they cannot be in the future. */
export const PLACE_DAYS = ['contract_sent_at', 'contract_returned_at', 'place_confirmed_at'] as const
/** Only an accepted application has them. */
export const ACCEPTED_FIELDS: readonly PlaceField[] = [...PLACE_DAYS, 'place_confirm_due_at']

export const PLACE_TEXTS = {
  onlyAccepted: 'Vertrag und Platz gibt es nur für angenommene Bewerbungen.',
  future: 'Das Datum darf nicht in der Zukunft liegen.',
  order: 'Der Vertrag kann nicht vor dem Versand zurück sein.',
} as const

const isPlaceDay = (field: PlaceField) => PLACE_DAYS.some((day) => day === field)

/**
 * Why these fields cannot change (409 with this text), or null. A contract often comes back after the child became a
 * pupil, so the days can still be entered then.
 */
export const placeRefusal = (registration: Lifecycle, fields: readonly PlaceField[]) =>
  isTransformed(registration) && !isWithdrawn(registration) && fields.every(isPlaceDay)
    ? null
    : statusRefusal(registration)

/** The changed keys; null takes a day away. */
export const PlaceChange = z.object({
  contract_sent_at: IsoDate.nullish(),
  contract_returned_at: IsoDate.nullish(),
  place_confirmed_at: IsoDate.nullish(),
  place_confirm_due_at: IsoDate.nullish(),
  is_staff_child: z.boolean().optional(),
  version: Version,
})
export type PlaceChange = z.output<typeof PlaceChange>

export type Place = { [Field in (typeof PLACE_DAYS)[number] | 'place_confirm_due_at']: string | null }

/** The first and last possible day to confirm a place. */
export const dueDays = (today: string) => ({ first: today, last: addDays(today, PLACE_CONFIRM_DAYS_MAX) })

/** Why this day cannot be the day to confirm, or null. */
export const dueDayRefusal = (day: string, today: string) => {
  const { first, last } = dueDays(today)
  return day < first || day > last ? REGISTRATION_TEXTS.dueDay(first, last) : null
}

/** The same rule for the date field of dialogs. */
export const dueDayRule = (today: string) => {
  const { first, last } = dueDays(today)
  return IsoDate.refine((day) => dueDayRefusal(day, today) === null, REGISTRATION_TEXTS.dueDay(first, last))
}

const dueDayErrors = (due: string | null, today: string): Record<string, string[]> => {
  const refusal = due === null ? null : dueDayRefusal(due, today)
  return refusal === null ? {} : { place_confirm_due_at: [refusal] }
}

/** Faults of the changed days, by field; `changed` names fields of the place. */
export const placeErrors = (place: Place, { changed, today }: { changed: readonly string[]; today: string }) => {
  const isDueChanged = changed.includes('place_confirm_due_at')
  const errors = isDueChanged ? dueDayErrors(place.place_confirm_due_at, today) : {}
  for (const field of PLACE_DAYS) {
    const day = place[field]
    if (changed.includes(field) && day !== null && day > today) errors[field] = [PLACE_TEXTS.future]
  }
  const { contract_sent_at: sent, contract_returned_at: returned } = place
  if (sent !== null && returned !== null && returned < sent) {
    const field = changed.includes('contract_returned_at') ? 'contract_returned_at' : 'contract_sent_at'
    errors[field] ??= [PLACE_TEXTS.order]
  }
  return errors
}

/**
 * Whether the family can know the decision: it was informed of it, the contract went out, or it confirmed the place
 * (ADR 0056).
 */
export const isDecisionKnown = (known: {
  told_at: string | null
  contract_sent_at: string | null
  place_confirmed_at: string | null
}) => known.told_at !== null || known.contract_sent_at !== null || known.place_confirmed_at !== null

/**
 * A task for staff: accepted and told so, the day to confirm is over, and there is no answer (domain §3.2); the status
 * does not change by itself.
 */
export const isFollowUp = (
  registration: Lifecycle & Parameters<typeof isDecisionKnown>[0] & { place_confirm_due_at: string | null },
  today: string,
) => {
  const { status, place_confirm_due_at: due, place_confirmed_at: confirmed } = registration
  if (status !== 'accepted' || isWithdrawn(registration) || isTransformed(registration)) return false
  return confirmed === null && due !== null && due < today && isDecisionKnown(registration)
}

/** Decided, and the family, which still wants the place, knows nothing of it. */
export const isNotInformed = (
  registration: Lifecycle & Parameters<typeof isDecisionKnown>[0] & { withdraw_requested_at: string | null },
) =>
  isStatusMailKind(registration.status) &&
  !isWithdrawn(registration) &&
  !isTransformed(registration) &&
  registration.withdraw_requested_at === null &&
  !isDecisionKnown(registration)

export const placeEndpoints = {
  /**
   * 409 when withdrawn, when transformed and more than the days of contract and confirmation is sent, when days of a place are sent for an application that is not accepted, and when
   * a sent field was changed since `version`: with `changed_by`, `changed_at` and the stored values (domain §9a).
   */
  change: endpoint({
    method: 'PUT',
    path: '/api/admin/schoolRegistration/:id/place',
    access: 'manage pupil application',
    params: IdParam,
    body: PlaceChange,
    response: z.object({ version: z.int() }),
    summary: 'Vertrag, Bestätigung und Frist eines Platzes eintragen',
  }),
}
