import { z } from 'zod'
import { endpoint } from '#contract/endpoint.ts'
import { ContactSchool } from '#contract/schools/schools.contact.ts'
import { DataCheckForm } from './datachecks.form.ts'
import { CHECKED_ADDRESS_KEYS, CHECKED_PERSON_KEYS } from './datachecks.texts.ts'

const texts = <K extends string>(keys: readonly K[]) =>
  z.object(Object.fromEntries(keys.map((key) => [key, z.string().nullable()])) as Record<K, z.ZodNullable<z.ZodString>>)

/** Accepts any text: a malformed link gets the same answer as a wrong one. */
const TokenParam = z.object({ token: z.string() })

/**
 * What the page of a guardian shows: the own data and what is stored for the children as far as this person lives with
 * them. Proposals that nobody has decided yet are filled in.
 */
export const DataCheckFamily = z.object({
  school: ContactSchool,
  name: z.string(),
  ends_on: z.iso.date(),
  /** `decided`: the school has decided about everything that was sent. */
  answer: z.enum(['none', 'confirmed', 'changed', 'decided']),
  /** What the school did not take over, in words; empty unless it has decided. */
  declined: z.array(z.string()),
  answered_on: z.iso.date().nullable(),
  /** A checksum of the stored values: 409 when they are others by now. */
  seen: z.string(),
  person: texts(CHECKED_PERSON_KEYS),
  /** `children` is empty for the guardian's own address. */
  addresses: z.array(texts(CHECKED_ADDRESS_KEYS).extend({ children: z.array(z.string()), country: z.string() })),
  children: z.array(
    z.object({
      firstname: z.string(),
      schoolclass: z.string(),
      /** Null: this guardian lives elsewhere and does not see them (ADR 0070). */
      contacts: z
        .array(
          z.object({
            firstname: z.string(),
            lastname: z.string(),
            relation: z.string().nullable(),
            phone: z.string(),
            is_emergency: z.boolean(),
            may_pickup: z.boolean(),
            is_gone: z.boolean(),
          }),
        )
        .nullable(),
    }),
  ),
  remarks: z.string().nullable(),
})
export type DataCheckFamily = z.output<typeof DataCheckFamily>

export const dataCheckFamilyEndpoints = {
  read: endpoint({
    method: 'GET',
    path: '/api/public/dataCheck/:token',
    access: 'public',
    params: TokenParam,
    response: DataCheckFamily,
    summary: 'Die eigenen Kontaktdaten einer sorgeberechtigten Person',
  }),
  answer: endpoint({
    method: 'POST',
    path: '/api/public/dataCheck/:token',
    access: 'public',
    params: TokenParam,
    body: DataCheckForm,
    response: DataCheckFamily,
    summary: 'Kontaktdaten bestätigen oder Änderungen vorschlagen; zweimal dasselbe wirkt einmal',
  }),
}
