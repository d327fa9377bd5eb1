import { splitStreet } from '#contract/addresses.ts'
import { answerAt, withAnswer } from '#contract/dotted-keys.ts'
import {
  CHILD_WORDS,
  foldHeading,
  houseNumberBehind,
  isSpecialHeading,
  ofChild,
  ofGuardian,
  REACH_WORDS,
} from '#contract/headings.ts'
import { readSchoolyearName } from '#contract/schoolyears/schoolyears.names.ts'
import { initialForm } from './registrations.answers.ts'
import { entryGrade } from './registrations.child-fields.ts'
import type { FormField } from './registrations.field.ts'
import type { FormContext, RegistrationForm } from './registrations.form.ts'
import { isOptional, registrationSteps } from './registrations.steps.ts'

/** One question of the form as a column of a file. */
export interface ImportColumn {
  key: string
  /** The heading in the template: „Vorname(n)“, „Sorge1 Nachname“. */
  heading: string
  kind: FormField['kind']
  /** Allowed values, in German; null: any text. */
  choices: string[] | null
  isRequired: boolean
}

/** A contact has an address of their own as soon as it is filled in. */
const NOT_ASKED = /\.same_address$/
const PERSON = /^contacts\.(\d)\./

const headingOf = ({ key, label }: FormField) => {
  const person = PERSON.exec(key)?.[1]
  return person === undefined ? label : `Sorge${Number(person) + 1} ${label}`
}

/** „Sorgeberechtigte Person 1: Vorname“, where somebody reads it; the template keeps its short headings. */
export const columnLabel = (heading: string) => heading.replace(/^Sorge(\d) /, 'Sorgeberechtigte Person $1: ')

const askedFields = (context: FormContext) =>
  registrationSteps(context)
    .flatMap(({ fields }) => fields)
    .filter(({ key, kind }) => kind !== 'list' && kind !== 'confirm' && !NOT_ASKED.test(key))

/**
 * Lists rarely name the entry type: without a grade, or with the entry grade of this school, it is the regular entry.
 */
const withEntryType = (form: RegistrationForm, context: FormContext) => {
  if (answerAt(form, 'meta.entry_type')) return form
  const grade = answerAt(form, 'desired_grade')
  const first = entryGrade(context)
  const isRegular = first !== undefined && (!grade || Number(grade) === first)
  return withAnswer(form, 'meta.entry_type', isRegular ? 'regular' : 'lateral')
}

/** The columns a file of this school can have, in the order of the form; answers of a regular entry are required. */
export const importColumns = (context: FormContext): ImportColumn[] => {
  const empty = withEntryType(initialForm(context), context)
  const isRequired = (field: FormField) =>
    field.kind !== 'checkbox' &&
    field.initial === undefined &&
    (field.isVisible?.(empty, context) ?? true) &&
    !isOptional(field, empty, context)
  return askedFields(context).map((field) => ({
    key: field.key,
    heading: headingOf(field),
    kind: field.kind,
    choices: field.kind === 'checkbox' ? ['ja', 'nein'] : (field.options?.(context).map(({ label }) => label) ?? null),
    isRequired: isRequired(field),
  }))
}

/** Headings that other programs and people use; compared like headings (domain §6.3). */
const SYNONYMS: Record<string, readonly string[]> = {
  school_year_id: ['Schuljahr', 'Aufnahme zum Schuljahr', 'Wunschjahr'],
  'meta.entry_type': ['Art', 'Aufnahmeart'],
  desired_grade: [...CHILD_WORDS.schoolgrade, ...CHILD_WORDS.schoolclass, 'Wunschklasse', 'gewünschte Klasse'],
  desired_start_date: ['Beginn', 'Aufnahme am', 'Wunschtermin'],
  'meta.child_firstname': ofChild([...CHILD_WORDS.firstname, 'Vornamen']),
  'meta.child_lastname': ofChild(CHILD_WORDS.lastname),
  'meta.child_gender': ofChild(CHILD_WORDS.gender),
  'meta.child_birthdate': ofChild(CHILD_WORDS.birthdate),
  'meta.child_street': ofChild(CHILD_WORDS.street),
  'meta.child_house_number': ofChild(CHILD_WORDS.house_number),
  'meta.child_zip': ofChild(CHILD_WORDS.zip),
  'meta.child_city': ofChild(CHILD_WORDS.city),
  'meta.kita_name': ['Kita', 'Kindergarten'],
  'meta.kita_city': ['Kita Ort'],
  'meta.previous_school_name': ['Schule', 'abgebende Schule', 'Grundschule'],
  'meta.previous_school_city': ['Ort der bisherigen Schule'],
  'meta.previous_grade': ['derzeitige Klasse', 'aktuelle Klasse'],
  'meta.motivation': ['Motivation', 'Begründung'],
}

const PERSON_SYNONYMS: Record<string, readonly string[]> = {
  relationship: ['Verhältnis', 'Verhältnis zum Kind'],
  mail: REACH_WORDS.mail,
  phone: [...REACH_WORDS.phone, ...REACH_WORDS.mobile],
  firstname: ['Vorname'],
  lastname: ['Name', 'Nachname'],
}

const ofPerson = (key: string) => {
  const place = PERSON.exec(key)?.[1]
  if (place === undefined) return []
  const number = place === '0' ? 1 : 2
  const words = PERSON_SYNONYMS[key.split('.').at(-1) ?? ''] ?? []
  const called = [...ofGuardian(number, words), ...words.map((word) => `${word} ${number}`)]
  return number === 1 ? [...called, ...words, ...words.map((word) => `Eltern ${word}`)] : called
}

/** A guess for each column of a file; nothing is guessed twice, and never data of Art. 9 GDPR. */
export const guessImportColumns = (headings: readonly string[], columns: readonly ImportColumn[]) => {
  // The child's own columns come first: a plain „Nachname“ is the child's.
  const known = new Map(
    columns
      .flatMap(({ key, heading }) =>
        [heading, columnLabel(heading), ...(SYNONYMS[key] ?? []), ...ofPerson(key)].map(
          (one) => [foldHeading(one), key] as const,
        ),
      )
      .reverse(),
  )
  const taken = new Set<string>()
  return headings.map((heading, column) => {
    const before = known.get(foldHeading(headings[column - 1] ?? ''))
    const meant = known.get(foldHeading(heading)) ?? houseNumberBehind(heading, before)
    const key = isSpecialHeading(heading) ? undefined : meant
    if (key === undefined || taken.has(key)) return null
    taken.add(key)
    return key
  })
}

/** A row of a file by the keys of the form, as it was typed. */
export type ImportCells = Record<string, string>

const WORDS: Record<string, Record<string, string>> = {
  'meta.child_gender': {
    w: 'f',
    f: 'f',
    weiblich: 'f',
    madchen: 'f',
    m: 'm',
    mannlich: 'm',
    junge: 'm',
    d: 'd',
    divers: 'd',
  },
  'meta.custody': {
    gemeinsam: 'joint',
    beide: 'joint',
    allein: 'sole',
    alleinig: 'sole',
    alleine: 'sole',
    vormund: 'guardian',
    pflege: 'guardian',
  },
  'meta.entry_type': {
    einschulung: 'regular',
    regular: 'regular',
    aufnahme: 'regular',
    quereinstieg: 'lateral',
    quereinsteiger: 'lateral',
  },
  relationship: {
    mama: 'mother',
    papa: 'father',
    oma: 'grandparent',
    opa: 'grandparent',
    sonstiges: 'other',
    andere: 'other',
  },
}
const YES = new Set(['ja', 'j', 'x', '1', 'wahr', 'true', 'yes'])
const NO = new Set(['nein', 'n', '0', 'falsch', 'false', 'no'])

const numberIn = (text: string) => /\d+/.exec(text)?.[0]

/** „2027/28“, „Schuljahr 2027/28“ and the year in which it begins all name a year; „2027/29“ names none. */
const isYearNamed = (label: string, text: string) => {
  const typed = text.trim().replace(/^(schuljahr|sj\.?)\s+/i, '')
  return label === readSchoolyearName(typed) || (/^\d{4}$/.test(typed) && label.startsWith(typed))
}

/** The value of the choice that a text means; unknown texts stay as they are, and the form's rules refuse them. */
const choiceOf = (field: FormField, text: string, context: FormContext) => {
  const options = field.options?.(context) ?? []
  const typed = foldHeading(text)
  const words = WORDS[field.key] ?? WORDS[field.key.split('.').at(-1) ?? ''] ?? {}
  const exact = options.find(({ value, label }) => [String(value), label].some((one) => foldHeading(one) === typed))
  if (exact) return exact.value
  if (words[typed] !== undefined) return words[typed]
  // „Klasse 3“ and „Mutter (allein)“ match exactly one option.
  const near = options.filter(({ value, label }) => {
    if (field.key === 'school_year_id') return isYearNamed(label, text)
    return typeof value === 'number'
      ? String(value) === numberIn(text)
      : typed.length >= 4 && foldHeading(label).startsWith(typed)
  })
  return near.length === 1 ? near[0]?.value : text
}

const boxOf = (text: string) => {
  const typed = foldHeading(text)
  return YES.has(typed) ? true : NO.has(typed) ? false : text
}

const answerOf = (field: FormField, text: string, context: FormContext) => {
  if (field.kind === 'checkbox') return boxOf(text)
  return field.kind === 'choice' ? choiceOf(field, text, context) : text
}

const STREETS = ['meta.child_', 'contacts.0.', 'contacts.1.'] as const

/** Some lists have one column for both: the number goes where it belongs. */
const splitStreets = (cells: ImportCells): ImportCells =>
  Object.fromEntries(
    STREETS.flatMap((whose) => {
      const split = splitStreet(cells[`${whose}street`] ?? '')
      if (!split || cells[`${whose}house_number`]?.trim()) return []
      return [
        [`${whose}street`, split.street],
        [`${whose}house_number`, split.house_number],
      ]
    }),
  )

/** „w“ is „weiblich“: the label of the choice that a text means; undefined when it means none. */
const choiceLabel = (field: FormField, text: string, context: FormContext) => {
  const answer = answerOf(field, text, context)
  if (field.kind === 'checkbox') return typeof answer === 'boolean' ? (answer ? 'ja' : 'nein') : undefined
  return field.options?.(context).find(({ value }) => value === answer)?.label
}

/** The cells that are understood in another way than they were typed: choices as the form names them, split streets. */
export const understoodCells = (cells: ImportCells, context: FormContext): ImportCells => {
  const labels = askedFields(context).flatMap((field) => {
    const text = (cells[field.key] ?? '').trim()
    const label = text === '' ? undefined : choiceLabel(field, text, context)
    return label === undefined || label === text ? [] : [[field.key, label] as const]
  })
  return { ...splitStreets(cells), ...Object.fromEntries(labels) }
}

const hasOwnAddress = (cells: ImportCells, place: 0 | 1) =>
  ['street', 'zip', 'city'].some((part) => (cells[`contacts.${place}.${part}`] ?? '') !== '')

/** A row in the shape of the form, to be validated by the form's own rules. */
export const toForm = (cells: ImportCells, context: FormContext): RegistrationForm => {
  const filled = askedFields(context).reduce<RegistrationForm>(
    (form, field) => {
      const text = (cells[field.key] ?? '').trim()
      return text === '' ? form : withAnswer(form, field.key, answerOf(field, text, context))
    },
    { meta: {}, contacts: [] } as unknown as RegistrationForm,
  )
  const second = ['firstname', 'lastname'].some((part) => (cells[`contacts.1.${part}`] ?? '').trim() !== '')
  const addressed = ([0, 1] as const).reduce(
    (form, place) =>
      place === 0 || second ? withAnswer(form, `contacts.${place}.same_address`, !hasOwnAddress(cells, place)) : form,
    filled,
  )
  return withEntryType(addressed, context)
}

/** For each row the line of an earlier one that is probably the same child. */
export const repeatedLines = (rows: readonly { line: number; cells: ImportCells }[]) => {
  const first = new Map<string, number>()
  return new Map(
    rows.flatMap(({ line, cells }) => {
      const key = ['meta.child_lastname', 'meta.child_firstname', 'meta.child_birthdate']
        .map((name) => foldHeading(cells[name] ?? ''))
        .join('|')
      const earlier = first.get(key)
      if (earlier === undefined) first.set(key, line)
      return earlier === undefined ? [] : [[line, earlier] as const]
    }),
  )
}
