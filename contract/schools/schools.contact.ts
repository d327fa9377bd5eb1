import { z } from 'zod'
import { Accent } from './schools.facts.ts'

/** Contact data of a school, as its public pages show it. */
export const ContactSchool = z.object({
  short: z.string(),
  name: z.string(),
  accent: Accent,
  phone: z.string(),
  mail: z.string(),
  street: z.string(),
  house_number: z.string(),
  zip: z.string(),
  city: z.string(),
  carrier_name: z.string(),
  /** A data address, so that no further request is needed, with its size in pixels. */
  logo: z.object({ src: z.string(), width: z.int(), height: z.int() }).nullable(),
})
