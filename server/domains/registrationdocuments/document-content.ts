import { formatDate, formatDateTime, formatDayOf } from '#contract/dates.ts'
import { paperChecklist } from '#contract/registrationdocuments/registrationdocuments.ts'
import { AGREEMENT_LABELS } from '#contract/registrations/registrations.agreement.ts'
import { type AnswerRow, answerSections } from '#contract/registrations/registrations.answers.ts'
import { confirmationFields } from '#contract/registrations/registrations.child-fields.ts'
import type { FormContext } from '#contract/registrations/registrations.form.ts'
import { MAIL_STATE_LABELS, mailState } from '#contract/registrations/registrations.mail-state.ts'
import type { StepKey } from '#contract/registrations/registrations.steps.ts'
import type { PrintedRegistration } from './printed-registrations.queries.ts'

export type Fact = readonly [label: string, value: string]

const NONE = '–'
const CONSENT = 'meta.joint_consent_declared'
const SIBLINGS = 'meta.siblings'
/** Free texts of the family have a separate part. */
const WORDS = ['meta.motivation', 'meta.pupil_statement']
const ADDRESS = /^(?:meta\.child_|contacts\.\d\.)(street|house_number|zip|city)$/

const contextOf = ({ form, source }: PrintedRegistration): FormContext => ({
  ...form,
  mode: source === 'web' ? 'public' : 'staff',
})

const addressPart = ({ key }: AnswerRow) => ADDRESS.exec(key)?.[1]

/** „Dorfstraße 1a, 15999 Wacholderhain“ */
const addressText = (rows: readonly AnswerRow[]) => {
  const texts = Object.fromEntries(rows.map((row) => [addressPart(row) ?? '', row.text]))
  const joined = (parts: readonly string[]) =>
    parts.flatMap((part) => (texts[part] === NONE ? [] : (texts[part] ?? []))).join(' ')
  return [joined(['street', 'house_number']), joined(['zip', 'city'])].filter(Boolean).join(', ') || NONE
}

/** Street, number, postcode and town are one line on paper. */
const factsOf = (rows: readonly AnswerRow[]): Fact[] => {
  const address = rows.filter(addressPart)
  return rows.flatMap((row): Fact[] => {
    if (!address.includes(row)) return [[row.label, row.text]]
    return row === address[0] ? [['Anschrift', addressText(address)]] : []
  })
}

const guardianOf = (rows: readonly AnswerRow[], position: 0 | 1) => {
  const group = `Sorgeberechtigte Person ${position + 1}`
  return { title: group, facts: factsOf(rows.filter((row) => row.group === group)) }
}

/** The answers in the parts of the paper (domain §2.4), derived from the form's definition. */
export function documentParts(registration: PrintedRegistration) {
  const sections = answerSections(registration.answers, contextOf(registration))
  const rowsOf = (...keys: StepKey[]) => sections.filter(({ key }) => keys.includes(key)).flatMap(({ rows }) => rows)
  const family = rowsOf('family').filter(({ key }) => key !== CONSENT)
  const talk = rowsOf('care', 'talk')
  const care = sections.find(({ key }) => key === 'care')
  return {
    child: factsOf(rowsOf('child')),
    place: factsOf(rowsOf('place')),
    history: factsOf(rowsOf('history')),
    custody: factsOf(family.filter(({ group }) => group === undefined)),
    guardians: ([0, 1] as const)
      .map((position) => guardianOf(family, position))
      .filter(({ facts }) => facts.length > 0),
    siblings: factsOf(family.filter(({ key }) => key === SIBLINGS)),
    talkTitle: care ? `${care.title} und Gespräch` : 'Gespräch',
    talk: factsOf(talk.filter(({ key }) => !WORDS.includes(key))),
    words: talk.filter(({ key }) => WORDS.includes(key)).map(({ label, text }) => ({ label, text })),
  }
}
export type DocumentParts = ReturnType<typeof documentParts>

type PrintedContact = PrintedRegistration['contacts'][number]

/** Whether a second person who is asked by a link agreed, and how; nothing for everybody else. */
const agreementFacts = ({ agreement, agreed_at, agreed_by, declined_at, fullname }: PrintedContact): Fact[] => {
  if (agreement === null) return []
  const at = agreed_at ?? declined_at
  const how = agreed_by === null ? '' : 'auf Papier, vermerkt '
  return [
    [`Zustimmung ${fullname}`, at ? `${AGREEMENT_LABELS[agreement]}, ${how}am ${formatDateTime(at)}` : 'steht aus'],
  ]
}

/** Number, day of arrival, whether each address was confirmed, and whether the second person agreed. */
export const boxFacts = ({ number, created_at, contacts }: PrintedRegistration): Fact[] => [
  ['Bewerbungsnummer', number],
  ['Eingegangen am', formatDateTime(created_at)],
  ...contacts.map((contact): Fact => {
    const state = MAIL_STATE_LABELS[mailState(contact)]
    const at = contact.mail_verified_at ? ` am ${formatDateTime(contact.mail_verified_at)}` : ''
    return [`E-Mail ${contact.fullname}`, `${state}${contact.mail ? at : ''}`]
  }),
  ...contacts.flatMap(agreementFacts),
]

interface Declared {
  lead: string
  declarations: string[]
}

const SIGNED = 'Mit unserer Unterschrift erklären wir:'

/**
 * The second person's consent in the words of the form's tick; undefined when nobody else has custody. Whoever agreed by
 * the link need not sign it again.
 */
const consentOf = ({ answers, form, contacts }: PrintedRegistration) => {
  if (contacts.some(({ agreement }) => agreement === 'agreed')) return undefined
  const settings = { ...form.settings, second_agreement_by_link: false }
  const family = answerSections(answers, { ...form, settings, mode: 'public' }).find(({ key }) => key === 'family')
  return family?.rows.find(({ key }) => key === CONSENT)?.label
}

/** The declarations: those from the form with their day, all others by the signatures below. */
export const declarationsOf = (registration: PrintedRegistration): Declared[] => {
  const { source, created_at, notice, answers } = registration
  const [truth, read] = confirmationFields.map(({ label }) => String(label))
  const consent = consentOf(registration)
  const version = notice && `Fassung ${notice.version_number} vom ${formatDayOf(notice.created_at)}`
  const always = [truth, version ? `${read} (${version})` : read].filter((text) => text !== undefined)
  const joint = consent === undefined ? [] : [consent]
  if (source !== 'web') return [{ lead: SIGNED, declarations: [...always, ...joint] }]
  const lead = `Mit der Online-Bewerbung am ${formatDateTime(created_at)} erklärt:`
  // Staff may have entered joint custody later: then nobody has declared it yet.
  if (answers.meta.joint_consent_declared || joint.length === 0) return [{ lead, declarations: [...always, ...joint] }]
  return [
    { lead, declarations: always },
    { lead: SIGNED, declarations: joint },
  ]
}

/** The people who sign the paper (§ 1687 BGB): both parents where custody is joint. */
export const signersOf = ({ answers, contacts }: PrintedRegistration) => {
  const names = contacts.map(({ fullname }) => fullname)
  const line = (position: number) => {
    const name = names[position - 1]
    return `Unterschrift Sorgeberechtigte:r ${position}${name ? ` (${name})` : ''}`
  }
  return answers.meta.custody === 'joint' ? [line(1), line(2)] : [line(1)]
}

const PROOFS = { sole: 'Nachweis alleiniges Sorgerecht', guardian: 'Nachweis der Vormundschaft oder Pflege' } as const
const BLANK = '…………………………'

/** When one person decides alone: that the proof was seen, or space to write it. */
export const proofLine = ({ answers, papers }: PrintedRegistration) => {
  const { custody } = answers.meta
  if (custody === 'joint') return undefined
  const seen = papers.find(({ kind }) => kind === 'custody_proof')
  return `${PROOFS[custody]} gesehen am ${seen ? formatDate(seen.seen_on) : BLANK} durch ${seen?.seen_by ?? BLANK}`
}

/** The papers to bring, each with the day on which it was seen. */
export const papersOf = ({ form, answers, papers }: PrintedRegistration) =>
  paperChecklist({ variant: form.variant, meta: answers.meta }, papers).map(({ label, seen }) => ({
    isSeen: seen !== undefined,
    text: seen ? `${label} – gesehen am ${formatDate(seen.seen_on)}` : label,
  }))
