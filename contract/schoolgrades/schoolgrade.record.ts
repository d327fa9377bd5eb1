import { z } from 'zod'
import { GradeNumber, Text } from '#contract/formats.ts'
import { box, number, optionalReference, text } from '#contract/record.ts'

/** The fields of a grade in the form; a grade without a next one is the leaving grade (domain §1.3). */
export const SchoolgradeRecord = z.object({
  grade: number('Stufe', GradeNumber),
  name: text('Bezeichnung', Text(30)),
  next_schoolgrade_id: optionalReference('Folgende Stufe'),
  is_entry: box('Einstieg', { initial: false }),
  accepts_lateral: box('Quereinstieg', { initial: true }),
  active: box('Aktiv', { initial: true }),
})
