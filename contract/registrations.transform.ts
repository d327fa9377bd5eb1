import { z } from 'zod'
import { addDays } from './dates.ts'
import { Id, MESSAGES, Text } from './formats.ts'

/** What a duplicate check shows of a pupil (domain §3.3). */
export const DuplicatePupil = z.object({
  id: z.int(),
  firstname: z.string(),
  lastname: z.string(),
  birthdate: z.iso.date(),
  status: z.string(),
  school_short: z.string(),
})
export type DuplicatePupil = z.output<typeof DuplicatePupil>

/** The body of the 409 that asks to go on with `force` or `link_pupil_id`. */
export const DuplicatesReply = z.object({ message: z.string(), duplicates: z.array(DuplicatePupil) })
export type DuplicatesReply = z.output<typeof DuplicatesReply>

/** Takes the registration object itself as well: its `id` names it (spec §7 "with registration data"). */
export const TransformForm = z
  .object({
    registration_id: Id.optional(),
    id: Id.optional(),
    /** Missing or null: grade known, class still open (domain §1.6). */
    schoolclass_id: Id.nullish(),
    force: z.boolean().default(false),
    link_pupil_id: Id.nullish(),
    /** Schulwechsel: the pupil of a partner school this child is; their exit there is entered with it (ADR 0025). */
    change_from: z.object({ pupil_id: Id, school_short: Text(10) }).nullish(),
    /** Guardians to reuse instead of making new ones. */
    guardians: z
      .array(z.object({ position: z.int().min(1).max(2), guardian_id: Id }))
      .max(2)
      .default([]),
  })
  .refine((form) => form.registration_id !== undefined || form.id !== undefined, {
    path: ['registration_id'],
    error: MESSAGES.required,
  })
  .refine((form) => !(form.change_from && form.link_pupil_id), { path: ['change_from'], error: MESSAGES.boolean })
export type TransformForm = z.output<typeof TransformForm>

/** The registration meant by either of its two names. */
export const registrationIdOf = (form: Pick<TransformForm, 'registration_id' | 'id'>) =>
  form.registration_id ?? form.id ?? 0

interface Entry {
  date_entry: string
  year: { date_start: string; first_school_day: string | null }
}

/**
 * The last day at the school a child comes from: the day before it enters, and with the beginning of a school year the
 * last one before that year, for nobody belongs to two schools in the summer holidays (ADR 0025).
 */
export const lastDayElsewhere = ({ date_entry, year }: Entry) => {
  const begins = year.date_start <= date_entry && date_entry <= (year.first_school_day ?? year.date_start)
  return addDays(begins ? year.date_start : date_entry, -1)
}

/** A pupil of a partner school who can change to this one with the application. */
export const SchoolChangeOffer = z.object({
  pupil_id: z.int(),
  school_short: z.string(),
  school_name: z.string(),
  schoolclass: z.string().nullable(),
  date_exit: z.iso.date(),
  /** Guardians there whom the application does not name and who come along. */
  further_guardians: z.array(z.string()),
})
export type SchoolChangeOffer = z.output<typeof SchoolChangeOffer>

export const TransformReply = z.object({
  pupil_id: Id,
  /** What was entered at the school the child comes from. */
  school_change: z.object({ school_short: z.string(), date_exit: z.iso.date() }).optional(),
})

/** What is still open before the child becomes a pupil; warns, never blocks. */
export const OPEN_POINT_LABELS = {
  place_not_confirmed: 'Der Platz ist noch nicht bestätigt.',
  mail_not_verified: 'Keine E-Mail-Adresse ist bestätigt.',
  custody_unproven: 'Der Nachweis über das Sorgerecht ist noch einzusehen.',
  no_class: 'Für diese Klassenstufe gibt es in dem Schuljahr noch keine Klasse.',
} as const
const OPEN_POINTS = Object.keys(OPEN_POINT_LABELS) as (keyof typeof OPEN_POINT_LABELS)[]

export const TransformOptions = z.object({
  school_year: z.object({ id: z.int(), name: z.string() }),
  grade: z.int(),
  date_entry: z.iso.date(),
  /** Classes of the desired year and grade. */
  classes: z.array(
    z.object({
      id: z.int(),
      classgradePlain: z.string(),
      capacity: z.int().nullable(),
      pupil_count: z.int(),
    }),
  ),
  duplicates: z.object({ exact: z.array(DuplicatePupil), likely: z.array(DuplicatePupil) }),
  /** For those of them who attend a partner school: surely the same child first. */
  school_changes: z.array(SchoolChangeOffer),
  /** By position, with the guardians on record who have the same name and mail, or a verified sibling. */
  guardians: z.array(
    z.object({
      position: z.int(),
      fullname: z.string(),
      candidates: z.array(
        z.object({
          guardian_id: z.int(),
          fullname: z.string(),
          mail: z.string().nullable(),
          pupils: z.array(z.string()),
          /** Of the same name, however it is written. */
          is_same_name: z.boolean(),
          /** Of a brother or sister whom staff verified: shared, the two children are siblings (domain §3.3). */
          is_of_sibling: z.boolean(),
        }),
      ),
    }),
  ),
  open_points: z.array(z.enum(OPEN_POINTS)),
})
export type TransformOptions = z.output<typeof TransformOptions>
