import { z } from 'zod'
import { addDays } from '#contract/dates.ts'
import { Id, Instant, MESSAGES, Text } from '#contract/formats.ts'

/** The facts about a pupil that a duplicate check shows (domain §3.3). */
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

/** Facts about a person in which an application can differ from the record. */
export const DIFFERENCE_LABELS = { mail: 'E-Mail', phone: 'Telefon', address: 'Anschrift' } as const
const DIFFERENCE_KINDS = Object.keys(DIFFERENCE_LABELS) as (keyof typeof DIFFERENCE_LABELS)[]
export type DifferenceKind = (typeof DIFFERENCE_KINDS)[number]

/** Also accepts the registration object itself: its `id` names it (spec §7 "with registration data"). */
export const TransformForm = z
  .object({
    registration_id: Id.optional(),
    id: Id.optional(),
    /** Missing or null: the grade is known, the class is still open (domain §1.6). */
    schoolclass_id: Id.nullish(),
    force: z.boolean().default(false),
    link_pupil_id: Id.nullish(),
    /**
     * Change of school: the pupil of a partner school who is this child; the exit there is entered at the same time
     * (ADR 0025).
     */
    change_from: z.object({ pupil_id: Id, school_short: Text(10) }).nullish(),
    /**
     * The family wants to withdraw the application, and the child becomes a pupil all the same: this declines the wish.
     */
    declines_wish: z.boolean().default(false),
    /** Existing guardians that are used instead of creating new ones. */
    guardians: z
      .array(
        z.object({
          position: z.int().min(1).max(2),
          guardian_id: Id,
          /** Facts of the application that replace those on record; everything else on record stays (ADR 0030). */
          takes: z.array(z.enum(DIFFERENCE_KINDS)).default([]),
        }),
      )
      .max(2)
      .default([]),
  })
  .refine((form) => form.registration_id !== undefined || form.id !== undefined, {
    path: ['registration_id'],
    error: MESSAGES.required,
  })
  .refine((form) => !(form.change_from && form.link_pupil_id), { path: ['change_from'], error: MESSAGES.boolean })
export type TransformForm = z.output<typeof TransformForm>

/** The id of the registration, which has two possible names. */
export const registrationIdOf = (form: Pick<TransformForm, 'registration_id' | 'id'>) =>
  form.registration_id ?? form.id ?? 0

interface Entry {
  date_entry: string
  year: { date_start: string; first_school_day: string | null }
}

/**
 * The last day at the former school: the day before the entry. When the child enters with the beginning of a school
 * year, it is the last day of the year before, because nobody belongs to two schools in the summer holidays (ADR 0025).
 */
export const lastDayElsewhere = ({ date_entry, year }: Entry) => {
  const begins = year.date_start <= date_entry && date_entry <= (year.first_school_day ?? year.date_start)
  return addDays(begins ? year.date_start : date_entry, -1)
}

/** A pupil of a partner school who can change to this school with the application. */
export const SchoolChangeOffer = z.object({
  pupil_id: z.int(),
  school_short: z.string(),
  school_name: z.string(),
  schoolclass: z.string().nullable(),
  date_exit: z.iso.date(),
  /** Guardians there whom the application does not name and who are taken over as well. */
  further_guardians: z.array(z.string()),
})
export type SchoolChangeOffer = z.output<typeof SchoolChangeOffer>

/**
 * `added`: the record has no such value, or there is room for another number. `choice`: staff decide which value is
 * right. `left_out`: an unconfirmed address never replaces one that the school uses.
 */
const GuardianDifference = z.object({
  kind: z.enum(DIFFERENCE_KINDS),
  recorded: z.string().nullable(),
  applied: z.string(),
  outcome: z.enum(['added', 'choice', 'left_out']),
})
export type GuardianDifference = z.output<typeof GuardianDifference>

/** A brother or sister whom staff verified. */
const AdmissionSibling = z.object({
  /** Null, like the name, at a school where the viewer does not work. */
  pupil_id: z.int().nullable(),
  school_short: z.string(),
  /**
   * A pupil of this school: siblings are pupils with a guardian in common, and guardians belong to one school (ADR
   * 0030).
   */
  is_own: z.boolean(),
  /** The name with today's class. */
  name: z.string().nullable(),
})
export type AdmissionSibling = z.output<typeof AdmissionSibling>

export const TransformReply = z.object({
  pupil_id: Id,
  /** The exit that was entered at the former school. */
  school_change: z.object({ school_short: z.string(), date_exit: z.iso.date() }).optional(),
})

/** Points that are still open before the child becomes a pupil; they warn and never block. */
export const OPEN_POINT_LABELS = {
  place_not_confirmed: 'Der Platz ist noch nicht bestätigt.',
  family_not_told:
    'Die Familie weiß noch nichts von der Zusage. Nach der Übernahme können Sie die E-Mail nicht mehr senden.',
  mail_not_verified: 'Keine E-Mail-Adresse ist bestätigt.',
  agreement_missing: 'Die zweite sorgeberechtigte Person hat der Bewerbung noch nicht zugestimmt.',
  agreement_declined: 'Die zweite sorgeberechtigte Person stimmt der Bewerbung nicht zu.',
  custody_unproven: 'Der Nachweis über das Sorgerecht ist noch einzusehen.',
  applied_twice: 'Für dieses Schuljahr liegt noch eine Bewerbung vor, die dasselbe Kind meinen kann.',
  exit_elsewhere:
    'Nach Angabe der Familie kommt das Kind von einer Schule desselben Trägers: Dort muss der Abgang eingetragen sein.',
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
      /** Who will probably be there after the turn of the year; null when that is not known, or over. */
      staying_count: z.int().nullable(),
    }),
  ),
  duplicates: z.object({ exact: z.array(DuplicatePupil), likely: z.array(DuplicatePupil) }),
  /** For children who attend a partner school: the certain match first. */
  school_changes: z.array(SchoolChangeOffer),
  /** By position, with existing guardians of the same name and mail, or those of a verified sibling. */
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
          /** The names are the same, however they are written. */
          is_same_name: z.boolean(),
          /** Verified brothers and sisters: when this guardian is shared, the children are siblings (domain §3.3). */
          sibling_ids: z.array(z.int()),
          differences: z.array(GuardianDifference),
        }),
      ),
    }),
  ),
  siblings: z.array(AdmissionSibling),
  open_points: z.array(z.enum(OPEN_POINTS)),
  /** One of two people with joint custody wants to withdraw the application, and nobody has answered (domain §2.3). */
  wish: z.object({ fullname: z.string().nullable(), at: Instant, reason: z.string().nullable() }).nullable(),
})
export type TransformOptions = z.output<typeof TransformOptions>
