import { z } from 'zod'
import { addressFields } from '#contract/address.record.ts'
import { EmptyToNull, PersonName, Text } from '#contract/formats.ts'
import { languageName } from '#contract/languages.ts'
import {
  box,
  choice,
  choicesOf,
  field,
  optionalDay,
  optionalMail,
  optionalPhone,
  optionalText,
  text,
} from '#contract/record.ts'
import { RELATIONSHIP_LABELS } from './relationships.ts'

export const GUARDIAN_SALUTATION_LABELS = { ms: 'Frau', mr: 'Herr', none: 'keine Angabe' } as const

export const CUSTODY_PROOF_LABELS = {
  birth_certificate: 'Geburtsurkunde',
  negative_certificate: 'Negativbescheinigung',
  court_decision: 'Gerichtsbeschluss',
  declaration: 'Sorgeerklärung',
} as const

const CUSTODY_PROOF_KINDS = Object.keys(CUSTODY_PROOF_LABELS) as (keyof typeof CUSTODY_PROOF_LABELS)[]

/** ISO 639-1, and German Sign Language, for which a talk needs an interpreter as well. */
const SIGN_LANGUAGE = 'gsg'
const SIGNED = 'Deutsche Gebärdensprache'
const InterpreterLanguage = z.string().regex(/^([a-z]{2}|gsg)$/, 'Bitte eine Sprache wählen.')

/** The German name of a language. */
export const interpreterName = (code: string) => (code === SIGN_LANGUAGE ? SIGNED : languageName(code))

/** The person of a guardian, which siblings share (domain §1.7). */
export const GuardianPerson = z.object({
  firstname: text('Vorname', PersonName, { dataClass: 'C' }),
  lastname: text('Nachname', PersonName, { dataClass: 'C' }),
  salutation: choice('Anrede', GUARDIAN_SALUTATION_LABELS, { dataClass: 'C', initial: 'none' }),
  title: optionalText('Titel', Text(20), { dataClass: 'C' }),
  phone_mobile: optionalPhone('Telefon mobil', { dataClass: 'C' }),
  phone_home: optionalPhone('Telefon privat', { dataClass: 'C' }),
  phone_work: optionalPhone('Telefon dienstlich', { dataClass: 'C' }),
  mail: optionalMail('E-Mail', { dataClass: 'C' }),
  interpreter_language: field(EmptyToNull(InterpreterLanguage), z.string(), {
    label: 'Dolmetschen',
    kind: 'language',
    choices: [{ value: SIGN_LANGUAGE, label: SIGNED }],
    hint: 'Sprache, in der ein Gespräch gedolmetscht werden soll.',
    dataClass: 'C',
  }),
  ...addressFields,
})

/** The relation of a guardian to one child; each sibling has its own. */
export const GuardianRelation = z.object({
  relationship: choice('Beziehung zum Kind', RELATIONSHIP_LABELS, { dataClass: 'C', placeholder: 'Bitte wählen' }),
  has_custody: box('Hat das Sorgerecht', { dataClass: 'C', initial: true }),
  lives_with_pupil: box('Wohnt beim Kind', { dataClass: 'C', initial: true }),
  may_pickup: box('Darf abholen', { dataClass: 'C', initial: true }),
  receives_letters: box('Bekommt Briefe', { dataClass: 'C', initial: true }),
  receives_sicknote_mail: box('Bekommt E-Mails zu Abwesenheiten', { dataClass: 'C', initial: true }),
  /** Empty means that there is none. */
  custody_proof_kind: field(
    z
      .enum([...CUSTODY_PROOF_KINDS, ''])
      .nullable()
      .transform((kind) => kind || null),
    z.enum(CUSTODY_PROOF_KINDS),
    {
      label: 'Nachweis des Sorgerechts',
      kind: 'choice',
      choices: choicesOf(CUSTODY_PROOF_LABELS),
      placeholder: 'noch keiner',
      dataClass: 'C',
    },
  ),
  custody_proof_seen_at: optionalDay('Nachweis gesehen am', { dataClass: 'C', isPast: true }),
})

/** All fields of a guardian, in the order of the form. */
export const Guardian = GuardianPerson.extend(GuardianRelation.shape)
