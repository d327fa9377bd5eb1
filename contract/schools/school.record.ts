import { z } from 'zod'
import { ACCENT_CONTRAST, accentContrast } from '#contract/accent.ts'
import { AddressText, Email, GradeNumber, OptionalText, Phone, Text, Zip } from '#contract/formats.ts'
import { choice, count, field, text } from '#contract/record.ts'
import { STATES } from '#contract/schoolyears/state-presets.ts'
import { SCHOOL_HINTS, SCHOOL_WORDS } from './school-words.ts'
import { Accent } from './schools.facts.ts'

/** A colour with enough contrast on paper and card (ux §2a). */
export const SeenAccent = Accent.refine(
  (accent) => accentContrast(accent) >= ACCENT_CONTRAST,
  'Diese Farbe ist auf dem hellen Hintergrund zu schwach (nötig ist ein Kontrast von 3:1).',
)

const OfficialNumber = OptionalText(8).refine(
  (number) => number === null || /^\d{5,8}$/.test(number),
  'Bitte 5 bis 8 Ziffern angeben.',
)

/** The address in the spelling of browsers, without name and password. */
const Website = z
  .url({ protocol: /^https?$/, normalize: true })
  .overwrite((href) => href.replace(/^(https?:\/\/)[^/@]*@/, '$1'))
  .max(200)

/** The master data of a school (domain §1.1); short name and kind cannot be changed after the set-up. */
export const SchoolFacts = z.object({
  name: text(SCHOOL_WORDS.name, Text(120).min(3)),
  official_number: field(OfficialNumber, z.string(), {
    label: SCHOOL_WORDS.official_number,
    kind: 'text',
    inputMode: 'numeric',
    // A school that has one should enter it, so the form does not call it optional.
    isOptional: false,
  }),
  federal_state: choice(SCHOOL_WORDS.federal_state, STATES),
  grade_min: count('Erste Klassenstufe', GradeNumber),
  grade_max: count('Letzte Klassenstufe', GradeNumber),
  entry_grade: count('Einstiegsstufe', GradeNumber, {
    hint: 'In dieser Stufe beginnen Kinder regulär; alle anderen sind ein Quereinstieg.',
  }),
  carrier_name: text(SCHOOL_WORDS.carrier_name, Text(120)),
  street: text(SCHOOL_WORDS.street, AddressText(80)),
  house_number: text(SCHOOL_WORDS.house_number, AddressText(10)),
  zip: text(SCHOOL_WORDS.zip, Zip, { inputMode: 'numeric' }),
  city: text(SCHOOL_WORDS.city, AddressText(80)),
  phone: text(SCHOOL_WORDS.phone, Phone, { inputMode: 'tel' }),
  mail: text(SCHOOL_WORDS.mail, Email, { inputMode: 'email' }),
  website: field(z.union([z.literal('').transform(() => null), Website]).nullable(), z.string(), {
    label: 'Internetseite',
    kind: 'text',
    inputMode: 'url',
    hint: 'Mit https:// am Anfang.',
  }),
  privacy_officer_contact: text(SCHOOL_WORDS.privacy_officer_contact, Text(200), {
    hint: SCHOOL_HINTS.privacy_officer_contact,
  }),
  accent: field(SeenAccent, Accent, {
    label: 'Farbe der Schule',
    kind: 'accent',
    hint: 'Sie steht als Linie unter der Kopfzeile, am Kürzel und auf den öffentlichen Seiten.',
  }),
})
