import { type CheckedAddress, type DataCheckForm, leavesNoPhone } from '#contract/datachecks/datachecks.form.ts'
import {
  CHECKED_ADDRESS_KEYS,
  CHECKED_CONTACT_KEYS,
  CHECKED_PERSON_KEYS,
  DATA_CHECK_TEXTS,
  NEW_CONTACTS_MAX,
} from '#contract/datachecks/datachecks.texts.ts'
import { checkZip } from '#contract/families/families.change.ts'
import { conflict, invalid } from '#server/http/api-error.ts'
import type { Proposal, Values } from './datachecks.changes.queries.ts'
import type { ContactRow } from './datachecks.record.queries.ts'
import { type AddressGroup, type CheckedChild, type FamilyRecord, pick } from './family-record.ts'
import type { ShownContact, ShownValues } from './show-check.ts'

const differing = <K extends string>(keys: readonly K[], before: Record<K, unknown>, after: Record<K, unknown>) =>
  keys.filter((key) => before[key] !== after[key])

const personProposals = ({ guardian, children }: FamilyRecord, after: ShownValues['person']): Proposal[] =>
  differing(CHECKED_PERSON_KEYS, guardian, after).map((key) => ({
    ...{ subject: 'guardian' as const, subject_id: guardian.id, pupil_id: children[0]?.id as number, part: key },
    ...{ before: { [key]: guardian[key] }, after: { [key]: after[key] } },
  }))

/** The code in its stored form; 422 at the field of the page when it is none of the country. */
const withZip = (address: CheckedAddress, { country }: AddressGroup, index: number): CheckedAddress => {
  const { zip, message } = checkZip({ zip: address.zip, country })
  if (message) throw invalid({ [`addresses.${index}.zip`]: [message] })
  return { ...address, zip }
}

/** An address is proposed as a whole; one of several children is proposed for each of them. */
const addressProposals = ({ guardian, children: all }: FamilyRecord, group: AddressGroup, after: CheckedAddress) => {
  const { children, values } = group
  if (differing(CHECKED_ADDRESS_KEYS, values, after).length === 0) return []
  const shared = { part: 'address', before: { ...values }, after: { ...after } }
  if (children.length === 0) {
    const pupil_id = all[0]?.id as number
    return [{ ...shared, subject: 'guardian', subject_id: guardian.id, pupil_id } satisfies Proposal]
  }
  return children.map(({ id }): Proposal => ({ ...shared, subject: 'pupil', subject_id: id, pupil_id: id }))
}

const knownContactProposal = (stored: ContactRow, { is_gone, ...after }: ShownContact): Proposal[] => {
  const of = { subject_id: stored.id, pupil_id: stored.pupil_id, part: 'person' }
  const before: Values = pick(stored, CHECKED_CONTACT_KEYS)
  if (is_gone) return [{ ...of, subject: 'gone_contact', before, after: {} }]
  const keys = differing(CHECKED_CONTACT_KEYS, stored, after)
  if (keys.length === 0) return []
  return [{ ...of, subject: 'contact_person', before: pick(before, keys), after: pick(after as Values, keys) }]
}

const contactProposals = ({ id, contacts }: CheckedChild, after: readonly ShownContact[]): Proposal[] => [
  ...contacts.flatMap((stored, index) => knownContactProposal(stored, after[index] as ShownContact)),
  ...after
    .slice(contacts.length)
    .filter(({ is_gone }) => !is_gone)
    .map(
      ({ is_gone: _, ...person }): Proposal => ({
        ...{ subject: 'new_contact', subject_id: null, pupil_id: id, part: 'person' },
        ...{ before: {}, after: person },
      }),
    ),
]

/** The page may send more people than it shows, but only for a child whose people this guardian sees. */
const sentContacts = (child: CheckedChild, shown: readonly ShownContact[], sent: readonly (ShownContact | null)[]) => {
  if (sent.length > 0 && !child.seesHome) throw conflict(DATA_CHECK_TEXTS.recordChanged)
  const known = shown.map((one, index) => sent[index] ?? one)
  const added = sent.slice(shown.length).filter((one) => one !== null)
  const all = [...known, ...added]
  if (all.slice(child.contacts.length).filter(({ is_gone }) => !is_gone).length > NEW_CONTACTS_MAX)
    throw invalid({}, DATA_CHECK_TEXTS.tooManyContacts)
  return all
}

/** Everything in which the sent page differs from what is stored. */
export function proposalsOf(record: FamilyRecord, shown: ShownValues, form: DataCheckForm): Proposal[] {
  const { addresses, children, guardian } = record
  if (form.addresses.length > addresses.length || form.children.length > children.length)
    throw conflict(DATA_CHECK_TEXTS.recordChanged)
  const sentPerson = Object.fromEntries(Object.entries(form.person).filter(([, value]) => value !== undefined))
  const person = { ...shown.person, ...sentPerson }
  if (leavesNoPhone(guardian, person)) throw invalid({ 'person.phone_mobile': [DATA_CHECK_TEXTS.noPhoneLeft] })
  const remark: Proposal = {
    ...{ subject: 'remark', subject_id: null, pupil_id: children[0]?.id as number, part: 'text' },
    ...{ before: {}, after: { text: form.remarks } },
  }
  return [
    ...personProposals(record, person),
    ...addresses.flatMap((group, index) => {
      const sent = form.addresses[index]
      const after = sent ? withZip(sent, group, index) : (shown.addresses[index] as CheckedAddress)
      return addressProposals(record, group, after)
    }),
    ...children.flatMap((child, index) =>
      contactProposals(child, sentContacts(child, shown.contacts[index] ?? [], form.children[index]?.contacts ?? [])),
    ),
    ...(form.remarks === null ? [] : [remark]),
  ]
}
