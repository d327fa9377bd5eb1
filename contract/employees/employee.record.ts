import { z } from 'zod'
import { PersonName, Text } from '#contract/formats.ts'
import {
  choice,
  optionalDay,
  optionalLines,
  optionalMail,
  optionalPhone,
  optionalText,
  text,
} from '#contract/record.ts'

/** The kinds of work at the school (domain §1.9). */
export const EMPLOYEE_TYPE_LABELS = {
  teacher: 'Lehrkraft',
  educator: 'Erzieher/in',
  special_educator: 'Sonderpädagogik',
  school_assistant: 'Schulbegleitung',
  secretary: 'Sekretariat',
  management: 'Leitung',
  volunteer: 'Freiwilligendienst',
  external: 'extern',
  other: 'sonstige',
} as const
export type EmployeeType = keyof typeof EMPLOYEE_TYPE_LABELS

export const SALUTATION_LABELS = { ms: 'Frau', mr: 'Herr', none: 'keine' } as const

/** 2 to 6 letters, the first a capital one; unique at the school. */
const ShortName = Text(6).refine(
  (short) => /^[A-ZÄÖÜ][A-Za-zÄÖÜäöüß]{1,5}$/.test(short),
  'Bitte 2 bis 6 Buchstaben angeben, der erste groß, zum Beispiel Vo.',
)

const NOTE_MAX = 500

/** The record of somebody who works at the school (domain §1.9). */
export const Employee = z.object({
  salutation: choice('Anrede', SALUTATION_LABELS, { initial: 'none' }),
  title: optionalText('Titel', Text(20)),
  firstname: text('Vorname', PersonName),
  lastname: text('Nachname', PersonName),
  short_name: text('Kürzel', ShortName, { hint: '2 bis 6 Buchstaben, der erste groß; an der Schule nur einmal.' }),
  employee_type: choice('Tätigkeit', EMPLOYEE_TYPE_LABELS, { initial: 'teacher' }),
  mail: optionalMail('E-Mail', { hint: 'Dienstlich; hierhin geht die Einladung zum Konto.' }),
  phone: optionalPhone('Telefon', { hint: 'Dienstlich, keine private Nummer.' }),
  date_entry: optionalDay('Eintritt'),
  measles_proof_seen_at: optionalDay('Masernnachweis gesehen am', { isPast: true }),
  extended_certificate_seen_at: optionalDay('Erweitertes Führungszeugnis gesehen am', { isPast: true }),
  note: optionalLines('Notiz', NOTE_MAX, {
    dataClass: 'E',
    hint: `Keine Gesundheitsangaben und nichts Privates. Höchstens ${NOTE_MAX} Zeichen.`,
  }),
})
