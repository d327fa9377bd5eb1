import {
  CONSENT_PURPOSES,
  CONSENT_STATE_LABELS,
  CONSENT_TEXTS,
  type ConsentPurpose,
  isClassDPurpose,
} from '#contract/consents/consents.state.ts'
import type { Permission } from '#contract/permissions.ts'
import { type Choice, choicesOf, type DataClass, type FieldKind, fieldsOf } from '#contract/record.ts'
import { Pupil } from './pupil.record.ts'
import { seesPupilContacts } from './pupils.ts'

/** The groups in which fields are offered, in their order. */
export const LISTED_GROUPS = [
  'Person',
  'Anschrift & Kontakt',
  'Schule & Laufbahn',
  'Hort & Sonstiges',
  'Familie',
  'Einwilligungen',
] as const
type Group = (typeof LISTED_GROUPS)[number]

/** A field of a pupil that a list can show or filter by (ADR 0060). */
export interface ListedField {
  key: string
  label: string
  kind: FieldKind
  dataClass: DataClass
  group: Group
  choices?: readonly Choice[]
  /** There may be no value. */
  isOptional: boolean
  /** It is a column; otherwise the table has it already, and only conditions name it. */
  isColumn: boolean
  /** What conditions may ask: the value, only whether there is one, or nothing. */
  asks: 'value' | 'presence' | 'nothing'
}

/** The usual columns of the table show these. */
const IN_TABLE: readonly string[] = ['gender', 'birthdate']
/** Names are searched; a note of class E stays on the page; the status has a filter of its own. */
const NOT_LISTED: readonly string[] = ['lastname', 'lastname_prefix', 'firstname', 'status', 'note']

/** Nobody filters by what names a person: the search does that, and nothing of it is kept in a view. */
const PERSONAL: readonly string[] = [
  'firstnames_all',
  'birthname',
  'street',
  'house_number',
  'address_extra',
  'phone',
  'mail',
]

/** The first field of each group, in the order of the record. */
const GROUP_STARTS: Partial<Record<string, Group>> = {
  street: 'Anschrift & Kontakt',
  date_entry: 'Schule & Laufbahn',
  afterschool_care: 'Hort & Sonstiges',
}

const recordFields = (): ListedField[] => {
  let group: Group = 'Person'
  return fieldsOf(Pupil).flatMap(({ key, label, kind, dataClass, choices, isOptional }) => {
    group = GROUP_STARTS[key] ?? group
    if (NOT_LISTED.includes(key)) return []
    // Free text, because imports bring their own words.
    const isFree = key === 'previous_school_type'
    return {
      ...{ key, label, dataClass, group, kind: isFree ? 'text' : kind },
      ...(choices && !isFree ? { choices } : {}),
      isOptional: isOptional || kind === 'several' || kind === 'countries' || kind === 'languages',
      isColumn: !IN_TABLE.includes(key),
      asks: PERSONAL.includes(key) ? 'presence' : 'value',
    }
  })
}

type Named = Pick<ListedField, 'key' | 'label' | 'group'>

const shownOnly = (named: Named, dataClass: DataClass = 'C'): ListedField => ({
  ...{ ...named, dataClass, kind: 'text', isOptional: true, isColumn: true, asks: 'nothing' },
})

export const CUSTODY_LABELS = { several: 'mehrere Personen', one: 'eine Person', none: 'niemand eingetragen' } as const
export type Custody = keyof typeof CUSTODY_LABELS

/** The consents that lists show; who only asks for the others already says that there is something to know. */
export const LISTED_PURPOSES = CONSENT_PURPOSES.filter((purpose) => !isClassDPurpose(purpose))

const CONSENT_PREFIX = 'consent_'
export const consentKey = (purpose: ConsentPurpose) => `${CONSENT_PREFIX}${purpose}`
const PURPOSES = new Map(LISTED_PURPOSES.map((purpose) => [consentKey(purpose), purpose]))
/** The purpose of a field about a consent. */
export const purposeOf = (key: string) => PURPOSES.get(key)

const chosenFrom = (named: Named, labels: Readonly<Record<string, string>>) =>
  ({
    ...{ ...named, dataClass: 'C', kind: 'choice', choices: choicesOf(labels) },
    ...{ isOptional: false, isColumn: true, asks: 'value' },
  }) satisfies ListedField

const guardianFields = ([1, 2] as const).flatMap((place) => [
  shownOnly({ key: `guardian${place}`, label: `Sorgeberechtigte Person ${place}`, group: 'Familie' }),
  {
    ...shownOnly({ key: `guardian${place}_phone`, label: `Person ${place}: Telefon`, group: 'Familie' }),
    kind: 'phone' as const,
  },
  shownOnly({ key: `guardian${place}_mail`, label: `Person ${place}: E-Mail`, group: 'Familie' }),
])

/**
 * Everything that lists, conditions, files and saved views can name, by key: the record of a pupil and what is computed
 * from it. Nothing of class D is in it.
 */
export const LISTED_FIELDS: readonly ListedField[] = [
  {
    ...{ key: 'age', label: 'Alter', kind: 'number', dataClass: 'B', group: 'Person' },
    ...{ isOptional: false, isColumn: true, asks: 'value' },
  },
  ...recordFields(),
  {
    ...{ key: 'repeats', label: 'Wiederholt die Klassenstufe', kind: 'flag', dataClass: 'B' },
    ...{ group: 'Schule & Laufbahn', isOptional: false, isColumn: true, asks: 'value' },
  },
  shownOnly({ key: 'class_teacher', label: 'Klassenleitung', group: 'Schule & Laufbahn' }, 'A'),
  ...guardianFields,
  chosenFrom({ key: 'custody', label: 'Sorgerecht', group: 'Familie' }, CUSTODY_LABELS),
  shownOnly({ key: 'emergency', label: 'Im Notfall anrufen', group: 'Familie' }),
  ...LISTED_PURPOSES.map((purpose) =>
    chosenFrom(
      { key: consentKey(purpose), label: CONSENT_TEXTS[purpose].label, group: 'Einwilligungen' },
      CONSENT_STATE_LABELS,
    ),
  ),
]

const BY_KEY = new Map(LISTED_FIELDS.map((field) => [field.key, field]))
export const listedField = (key: string) => BY_KEY.get(key)

/** Keys of the fields that are columns of their own. */
export const LISTED_COLUMNS = LISTED_FIELDS.filter(({ isColumn }) => isColumn).map(({ key }) => key) as [
  string,
  ...string[],
]

/** Whether a viewer with these rights may list the field: the same as on the pupil's page. */
export const mayList = (key: string, permissions: readonly Permission[]) => {
  const dataClass = listedField(key)?.dataClass
  return dataClass === 'A' || (dataClass !== undefined && seesPupilContacts(permissions))
}
