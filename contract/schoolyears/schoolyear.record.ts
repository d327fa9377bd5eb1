import { z } from 'zod'
import { cleanLine } from '#contract/formats.ts'
import { day, optionalDay, text } from '#contract/record.ts'
import { readSchoolyearName } from './schoolyears.names.ts'

/** `2026/2027`, also typed as `2026/27`: the second year follows the first. */
export const SchoolyearName = z
  .string()
  .overwrite((typed) => readSchoolyearName(typed) ?? cleanLine(typed))
  .min(1, { abort: true })
  .refine(
    (name) => readSchoolyearName(name) === name,
    'Bitte zwei aufeinanderfolgende Jahre angeben, zum Beispiel 2026/2027 oder 2026/27.',
  )

/** The fields of a school year in the form (domain §1.2). */
export const SchoolyearRecord = z.object({
  name: text('Bezeichnung', SchoolyearName, { hint: 'Zum Beispiel 2026/2027' }),
  date_start: day('Beginn'),
  date_end: day('Ende'),
  half_year_end: day('Ende des 1. Halbjahrs', { hint: 'Der letzte Schultag vor dem 1. Februar' }),
  first_school_day: optionalDay('Erster Schultag'),
  last_school_day: optionalDay('Letzter Schultag'),
})
