import { answerAt } from '#contract/dotted-keys.ts'
import { RELATIONSHIP_LABELS } from '#contract/families/relationships.ts'
import { AGREEMENT_TEXTS } from './registrations.agreement.ts'
import { type FieldDefinition, type FormField, isJoint, isTicked, optionsOf } from './registrations.field.ts'
import type { CUSTODIES, FormContext, RegistrationForm, SIBLING_RELATIONS } from './registrations.form.ts'

export const CUSTODY_LABELS: Record<(typeof CUSTODIES)[number], string> = {
  joint: 'gemeinsames Sorgerecht',
  sole: 'alleiniges Sorgerecht',
  guardian: 'Vormundschaft oder Pflege',
}

export const SIBLING_LABELS: Record<(typeof SIBLING_RELATIONS)[number], string> = {
  enrolled: 'besucht die Schule',
  applying: 'bewirbt sich ebenfalls',
}

const isReachable = (form: RegistrationForm) => !isTicked(form, 'meta.second_contact_unreachable')

/** With joint custody there is a second person, who may be hard to reach (domain §2.1). */
const secondShows = (form: RegistrationForm) => isJoint(form)
const secondReachable = (form: RegistrationForm) => isJoint(form) && isReachable(form)

const addressFields = (position: 0 | 1): FieldDefinition[] => {
  const group = `Sorgeberechtigte Person ${position + 1}`
  const rest = {
    kind: 'text' as const,
    group,
    // The first person may not know the address of the second one.
    optional: position === 1 ? true : (_form: RegistrationForm, { mode }: { mode: string }) => mode === 'staff',
    isVisible: (form: RegistrationForm) =>
      (position === 0 || secondReachable(form)) && answerAt(form, `contacts.${position}.same_address`) === false,
  }
  const field = (name: string) => `contacts.${position}.${name}`
  return [
    { key: field('street'), label: 'Straße', max: 80, autocomplete: 'off', ...rest },
    { key: field('house_number'), label: 'Hausnummer', max: 10, ...rest },
    { key: field('zip'), label: 'PLZ', staffLabel: 'Postleitzahl', max: 5, autocomplete: 'postal-code', ...rest },
    { key: field('city'), label: 'Ort', max: 80, autocomplete: 'address-level2', ...rest },
  ]
}

const nameFields = (position: 0 | 1): FieldDefinition[] => {
  const group = `Sorgeberechtigte Person ${position + 1}`
  const isVisible = position === 0 ? undefined : secondShows
  const own = (token: string) => (position === 0 ? token : 'off')
  return [
    {
      key: `contacts.${position}.firstname`,
      label: 'Vorname',
      kind: 'text',
      max: 80,
      group,
      autocomplete: own('given-name'),
      isVisible,
    },
    {
      key: `contacts.${position}.lastname`,
      label: 'Nachname',
      kind: 'text',
      max: 80,
      group,
      autocomplete: own('family-name'),
      isVisible,
    },
    {
      key: `contacts.${position}.relationship`,
      label: 'Verhältnis zum Kind',
      staffLabel: 'Beziehung zum Kind',
      kind: 'choice',
      display: 'select',
      options: () => optionsOf(RELATIONSHIP_LABELS),
      group,
      isVisible,
    },
  ]
}

/** The family gives an address for the link by which the second person agrees. */
const needsSecondMail = ({ mode, settings }: FormContext) => mode === 'public' && settings.second_agreement_by_link

const secondMailHint = (_form: RegistrationForm, context: FormContext) =>
  needsSecondMail(context) ? AGREEMENT_TEXTS.hint : 'E-Mail oder Telefon genügt.'

const reachFields = (position: 0 | 1): FieldDefinition[] => {
  const group = `Sorgeberechtigte Person ${position + 1}`
  const isVisible = position === 0 ? undefined : secondReachable
  const first = position === 0
  return [
    {
      key: `contacts.${position}.mail`,
      label: 'E-Mail',
      kind: 'email',
      max: 254,
      group,
      hint: first ? 'Wir schicken Ihnen einen Bestätigungslink.' : secondMailHint,
      optional: first ? (_form, { mode }) => mode === 'staff' : (_form, context) => !needsSecondMail(context),
      ...(!first && { insteadOf: 'contacts.1.phone' }),
      autocomplete: first ? 'email' : 'off',
      isVisible,
    },
    {
      key: `contacts.${position}.phone`,
      label: 'Telefon',
      kind: 'tel',
      max: 40,
      group,
      optional: first ? (_form, { mode }) => mode === 'staff' : true,
      ...(!first && { insteadOf: 'contacts.1.mail' }),
      autocomplete: first ? 'tel' : 'off',
      isVisible,
    },
    {
      key: `contacts.${position}.same_address`,
      label: 'Anschrift wie Kind',
      kind: 'checkbox',
      initial: true,
      group,
      isVisible,
    },
  ]
}

const SECOND = 'Sorgeberechtigte Person 2'

const siblingFields: readonly FormField[] = [
  { key: 'firstname', label: 'Vorname', kind: 'text', max: 80, autocomplete: 'off' },
  { key: 'lastname', label: 'Nachname', kind: 'text', max: 80, autocomplete: 'off' },
  {
    key: 'school_short',
    label: 'Schule',
    kind: 'choice',
    display: 'select',
    options: ({ schools }) => schools.map(({ short, name }) => ({ value: short, label: name })),
  },
  { key: 'relation', label: 'Stand', kind: 'choice', display: 'radio', options: () => optionsOf(SIBLING_LABELS) },
]

export const familyFields: readonly FieldDefinition[] = [
  {
    key: 'meta.custody',
    label: 'Sorgerecht',
    kind: 'choice',
    display: 'radio',
    options: () => optionsOf(CUSTODY_LABELS),
  },
  ...nameFields(0),
  ...reachFields(0),
  ...addressFields(0),
  ...nameFields(1),
  {
    key: 'meta.second_contact_unreachable',
    label: 'Die zweite Person ist für uns nicht erreichbar',
    staffLabel: 'Die zweite Person ist für die Familie nicht erreichbar',
    kind: 'checkbox',
    isException: true,
    group: SECOND,
    isVisible: secondShows,
  },
  {
    key: 'meta.second_contact_note',
    label: 'Warum ist die zweite Person nicht erreichbar?',
    kind: 'text',
    max: 200,
    group: SECOND,
    isVisible: (form) => isJoint(form) && !isReachable(form),
  },
  ...reachFields(1),
  ...addressFields(1),
  {
    key: 'meta.joint_consent_declared',
    label: 'Die zweite sorgeberechtigte Person stimmt der Bewerbung zu. Sie unterschreibt später den Aufnahmeantrag.',
    staffLabel: 'Zustimmung der zweiten Person erklärt',
    kind: 'confirm',
    group: SECOND,
    // ADR 0009: somebody who cannot be reached cannot have agreed, and nobody is forced to declare something untrue.
    isVisible: (form, { mode, settings }) =>
      secondReachable(form) && mode === 'public' && !settings.second_agreement_by_link,
  },
  {
    key: 'meta.siblings',
    // With a partner school the label names both schools.
    label: ({ schools }) => (schools.length > 1 ? 'Geschwister an unseren Schulen' : 'Geschwister an unserer Schule'),
    kind: 'list',
    group: 'Geschwister',
    optional: true,
    items: siblingFields,
    maxItems: 5,
    addLabel: 'Geschwisterkind hinzufügen',
  },
]
