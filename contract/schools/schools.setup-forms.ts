import { z } from 'zod'
import { areSame, DIFFERENCE, newPasswordFields } from '#contract/account/password-rules.ts'
import { AddressText, Email, GradeNumber, OptionalText, Phone, Text, Zip } from '#contract/formats.ts'
import { STATE_CODES } from '#contract/schoolyears/state-presets.ts'
import { UserName } from '#contract/users/user-name.ts'
import { SHORT_NAME } from './short-name.ts'

// The page loads these schemas with the first submit, the calls in `schools.setup.ts` at once (ADR 0040).

/** First parts of the app's own addresses. */
const RESERVED_SHORTS = ['admin', 'api', 'app', 'assets', 'base', 'demo']

/** The step „Ihre Schule“ of the set-up. */
const plainFacts = z.object({
  federal_state: z.enum(STATE_CODES),
  /** Children begin regularly in the first grade; the range settles the kind of school (`kindOf`). */
  grade_min: GradeNumber,
  grade_max: GradeNumber,
  name: Text(120).min(3),
  short: z
    .string()
    .trim()
    .min(1)
    .regex(SHORT_NAME, 'Bitte 2 bis 10 Kleinbuchstaben oder Ziffern angeben.')
    .refine((short) => !RESERVED_SHORTS.includes(short), 'Dieses Kürzel ist für Adressen des Systems vergeben.'),
  official_number: OptionalText(8)
    .refine((number) => number === null || /^\d{5,8}$/.test(number), 'Bitte 5 bis 8 Ziffern angeben.')
    .default(null),
  carrier_name: Text(120),
  street: AddressText(80),
  house_number: AddressText(10),
  zip: Zip,
  city: AddressText(80),
  phone: Phone,
  mail: Email,
  privacy_officer_contact: Text(200),
})

/** The step „Schuljahr“. */
const plainYear = z.object({
  /** Whether the known holidays and public holidays of the state are entered. */
  has_holidays: z.boolean().default(true),
  /** Whether classes a and b are created for each grade of both school years. */
  has_classes: z.boolean().default(true),
})

const areGradesInOrder = ({ grade_min, grade_max }: { grade_min: number; grade_max: number }) => grade_min <= grade_max
const WRONG_ORDER = { path: ['grade_max'], message: 'Die letzte Klassenstufe liegt vor der ersten.' }

/** A school as the set-up asks for it, in both steps. */
export const NewSchoolForm = plainFacts.extend(plainYear.shape).refine(areGradesInOrder, WRONG_ORDER)
export type NewSchoolForm = z.output<typeof NewSchoolForm>

const plainAdmin = z.object({ name: UserName, email: Email, ...newPasswordFields })
export const FirstAdminForm = plainAdmin.refine(areSame, DIFFERENCE)

export const SetupForm = z.object({ admin: FirstAdminForm, school: NewSchoolForm })
export type SetupForm = z.output<typeof SetupForm>

/** The first steps of the set-up and of a further school: they are checked before the next one opens. */
export const FirstSchoolStep = plainFacts.refine(areGradesInOrder, WRONG_ORDER)
export const AdminStep = z.object({ admin: FirstAdminForm })
export const SchoolStep = z.object({ school: FirstSchoolStep })
