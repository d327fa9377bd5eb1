import { z } from 'zod'
import { PersonName, Phone, Text } from '#contract/formats.ts'
import { box, field, optionalDay, optionalText, text } from '#contract/record.ts'

/** Another person to call, or who may pick up the child (domain §1.8). */
export const ContactPerson = z.object({
  firstname: text('Vorname', PersonName, { dataClass: 'C' }),
  lastname: text('Nachname', PersonName, { dataClass: 'C' }),
  relation: optionalText('Beziehung zum Kind', Text(40), {
    dataClass: 'C',
    placeholder: 'z. B. Tante, Nachbar, Tagesmutter',
  }),
  phone: field(Phone, z.string(), { label: 'Telefon', kind: 'phone', dataClass: 'C' }),
  is_emergency: box('Im Notfall anrufen', { dataClass: 'C', initial: true }),
  may_pickup: box('Darf abholen', { dataClass: 'C', initial: false }),
  valid_from: optionalDay('Gilt ab', { dataClass: 'C' }),
  valid_until: optionalDay('Gilt bis', { dataClass: 'C' }),
})
