import { z } from 'zod'
import { areSame, DIFFERENCE, newPasswordFields } from '#contract/account/password-rules.ts'
import { AddressText, Email, OptionalText, Phone, Text, Zip } from '#contract/formats.ts'
import { UserName } from '#contract/users/user-name.ts'

// The page loads these schemas with the first submit, the calls in `schools.setup.ts` at once (ADR 0040).

/** First parts of the app's own addresses. */
const RESERVED_SHORTS = ['admin', 'api', 'app', 'assets', 'base', 'demo']

/** A school as the set-up page asks for it. */
export const NewSchoolForm = z.object({
  kind: z.enum(['primary', 'secondary_1']),
  short: z
    .string()
    .trim()
    .min(1)
    .regex(/^[a-z0-9]{2,10}$/, 'Bitte 2 bis 10 Kleinbuchstaben oder Ziffern angeben.')
    .refine((short) => !RESERVED_SHORTS.includes(short), 'Dieses Kürzel ist für Adressen des Systems vergeben.'),
  name: Text(120).min(3),
  official_number: OptionalText(8).refine(
    (number) => number === null || /^\d{5,8}$/.test(number),
    'Bitte 5 bis 8 Ziffern angeben.',
  ),
  carrier_name: Text(120),
  street: AddressText(80),
  house_number: AddressText(10),
  zip: Zip,
  city: AddressText(80),
  phone: Phone,
  mail: Email,
  privacy_officer_contact: Text(200),
  /** Also make classes a and b for each grade of this school year. */
  has_classes: z.boolean().default(true),
})
export type NewSchoolForm = z.output<typeof NewSchoolForm>

const plainAdmin = z.object({ name: UserName, email: Email, ...newPasswordFields })
export const FirstAdminForm = plainAdmin.refine(areSame, DIFFERENCE)

export const SetupForm = z.object({ admin: FirstAdminForm, school: NewSchoolForm })
export type SetupForm = z.output<typeof SetupForm>
