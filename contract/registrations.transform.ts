import { z } from 'zod'
import { Id } from './formats.ts'

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
    /** Guardians to reuse instead of making new ones. */
    guardians: z
      .array(z.object({ position: z.int().min(1).max(2), guardian_id: Id }))
      .max(2)
      .default([]),
  })
  .refine((form) => form.registration_id !== undefined || form.id !== undefined, {
    path: ['registration_id'],
    error: 'Dieses Feld ist ein Pflichtfeld.',
  })
export type TransformForm = z.output<typeof TransformForm>

/** The registration meant by either of its two names. */
export const registrationIdOf = (form: Pick<TransformForm, 'registration_id' | 'id'>) =>
  form.registration_id ?? form.id ?? 0

/** What is still open before the child becomes a pupil; warns, never blocks. */
export const OPEN_POINT_LABELS = {
  place_not_confirmed: 'Der Platz ist noch nicht bestätigt.',
  mail_not_verified: 'Keine E-Mail-Adresse ist bestätigt.',
  sole_custody_unproven: 'Der Nachweis des alleinigen Sorgerechts ist einzusehen.',
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
  /** By position, with the guardians on record who have the same name and mail. */
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
        }),
      ),
    }),
  ),
  open_points: z.array(z.enum(OPEN_POINTS)),
})
export type TransformOptions = z.output<typeof TransformOptions>
