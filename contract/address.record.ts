import { z } from 'zod'
import { AddressText } from './formats.ts'
import { field, optionalText } from './record.ts'

/** The parts of an address; the country as a code of ISO 3166-1 alpha-2 in capital letters. */
export const addressFields = {
  street: optionalText('Straße', AddressText(80), { dataClass: 'C' }),
  house_number: optionalText('Hausnummer', AddressText(10), { dataClass: 'C' }),
  address_extra: optionalText('Adresszusatz', AddressText(80), { dataClass: 'C' }),
  /** Five digits when the country is Germany; codes of other countries stay as typed. */
  zip: optionalText('Postleitzahl', AddressText(12), { dataClass: 'C' }),
  city: optionalText('Ort', AddressText(80), { dataClass: 'C' }),
  country: field(z.string().regex(/^[A-Z]{2}$/, 'Bitte ein Land wählen.'), z.string(), {
    label: 'Land',
    kind: 'country',
    codes: 2,
    dataClass: 'C',
    initial: 'DE',
  }),
}
