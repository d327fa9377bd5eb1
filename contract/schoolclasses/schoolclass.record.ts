import { z } from 'zod'
import { Id, Text } from '#contract/formats.ts'
import { optionalNumber, optionalReference, optionalText, reference, references, text } from '#contract/record.ts'

export const CAPACITY_DEFAULT = 24

/**
 * The fields of a class in the form (domain §1.4). Leaders are in their order; an employee has only one of both
 * functions.
 */
export const SchoolclassRecord = z.object({
  school_year_id: reference('Schuljahr'),
  schoolgrade_id: reference('Klassenstufe'),
  schoolgrade_to_id: optionalReference('bis Klassenstufe', { placeholder: 'nur eine Stufe' }),
  description: text('Bezeichnung', Text(30)),
  room: optionalText('Raum', Text(20)),
  capacity: optionalNumber('Plätze', z.int().min(1).max(40), { initial: CAPACITY_DEFAULT }),
  responsible_teachers: references(
    'Klassenleitung',
    z.array(Id).max(2, 'Bitte höchstens zwei Klassenleitungen wählen.'),
    { hint: 'Höchstens zwei, in dieser Reihenfolge.' },
  ),
  assigned_employees: references('Zugeordnete Mitarbeitende', z.array(Id).max(20)),
})
