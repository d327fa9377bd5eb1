import { changedPart } from '#contract/datachecks/datachecks.decide.ts'
import type { DataCheckFamily } from '#contract/datachecks/datachecks.family.ts'
import type { CheckedAddress, CheckedContact, CheckedPerson } from '#contract/datachecks/datachecks.form.ts'
import { CHECKED_CONTACT_KEYS, CHECKED_PERSON_KEYS } from '#contract/datachecks/datachecks.texts.ts'
import { berlinToday } from '#contract/dates.ts'
import { titledName } from '#contract/person-names.ts'
import type { SchoolTransaction } from '#server/db/school-transaction.ts'
import { findLogo } from '#server/domains/schools/schools.shared.queries.ts'
import type { StoredChange } from './datachecks.changes.queries.ts'
import type { LinkedReader } from './datachecks.queries.ts'
import { type AddressGroup, type CheckedChild, type FamilyRecord, pick, seenOf } from './family-record.ts'

export type ShownContact = CheckedContact & { is_gone: boolean }

/** What the page shows: the stored values, and over them what this person has proposed and nobody has decided. */
export interface ShownValues {
  person: CheckedPerson
  addresses: CheckedAddress[]
  /** First those on record, then new ones. */
  contacts: ShownContact[][]
  remarks: string | null
}

type Changes = readonly StoredChange[]
const about = (changes: Changes, subject: StoredChange['subject'], id: number) =>
  changes.filter((change) => change.subject === subject && change.subject_id === id)

const shownAddress = (changes: Changes, { guardian }: FamilyRecord, { children: [first], values }: AddressGroup) => {
  const own = first ? about(changes, 'pupil', first.id) : about(changes, 'guardian', guardian.id)
  const change = own.find(({ part }) => part === 'address')
  return { ...values, ...(change?.after as Partial<CheckedAddress> | undefined) }
}

const shownContacts = (changes: Changes, { id, contacts }: CheckedChild): ShownContact[] => [
  ...contacts.map((one) => ({
    ...pick(one, CHECKED_CONTACT_KEYS),
    ...(about(changes, 'contact_person', one.id)[0]?.after as Partial<CheckedContact> | undefined),
    is_gone: about(changes, 'gone_contact', one.id).length > 0,
  })),
  ...changes
    .filter((change) => change.subject === 'new_contact' && change.pupil_id === id)
    .map(({ after }) => ({ ...(after as unknown as CheckedContact), is_gone: false })),
]

export const shownValues = (record: FamilyRecord, changes: Changes): ShownValues => {
  const open = changes.filter(({ state }) => state === 'open')
  const parts = about(open, 'guardian', record.guardian.id).filter(({ part }) => part !== 'address')
  return {
    person: {
      ...pick(record.guardian, CHECKED_PERSON_KEYS),
      ...(Object.assign({}, ...parts.map(({ after }) => after)) as Partial<CheckedPerson>),
    },
    addresses: record.addresses.map((group) => shownAddress(open, record, group)),
    contacts: record.children.map((child) => shownContacts(open, child)),
    remarks: (open.find(({ subject }) => subject === 'remark')?.after.text as string | undefined) ?? null,
  }
}

const schoolOf = async (tx: SchoolTransaction, reader: LinkedReader): Promise<DataCheckFamily['school']> => {
  const { short, name, accent, phone, mail, street, house_number, zip, city, carrier_name } = reader
  const logo = await findLogo(tx, reader.logo_document_id)
  return { short, name, accent, phone, mail, street, house_number, zip, city, carrier_name, logo }
}

/** What the office has decided since the last answer. */
export const decidedSince = ({ answered_at }: LinkedReader, changes: Changes) =>
  changes.filter(
    ({ decided_at }) =>
      decided_at !== null && answered_at !== null && Date.parse(decided_at) >= Date.parse(answered_at),
  )

const answerOf = (reader: LinkedReader, changes: Changes): DataCheckFamily['answer'] => {
  if (reader.answered_at === null) return 'none'
  if (changes.some(({ state }) => state === 'open')) return 'changed'
  return decidedSince(reader, changes).length > 0 ? 'decided' : 'confirmed'
}

/** The reason stays in the school; a remark is no value that could be taken over. */
const declinedParts = (reader: LinkedReader, changes: Changes) => {
  const declined = decidedSince(reader, changes).filter(
    ({ state, subject }) => state === 'declined' && subject !== 'remark',
  )
  return [...new Set(declined.map(changedPart))]
}

interface ShownCheck {
  reader: LinkedReader
  record: FamilyRecord
  changes: Changes
}

/** Exactly what the page of a guardian may show. */
export async function showCheck(
  tx: SchoolTransaction,
  { reader, record, changes }: ShownCheck,
): Promise<DataCheckFamily> {
  const shown = shownValues(record, changes)
  return {
    school: await schoolOf(tx, reader),
    name: titledName(record.guardian),
    ends_on: reader.ends_on,
    answer: answerOf(reader, changes),
    declined: declinedParts(reader, changes),
    answered_on: reader.answered_at && berlinToday(new Date(reader.answered_at)),
    seen: seenOf(record),
    person: shown.person,
    addresses: record.addresses.map(({ children, country }, index) => ({
      ...(shown.addresses[index] as CheckedAddress),
      children: children.map(({ firstname }) => firstname),
      country,
    })),
    children: record.children.map(({ firstname, schoolclass, seesHome }, index) => ({
      firstname,
      schoolclass,
      contacts: seesHome ? (shown.contacts[index] ?? []) : null,
    })),
    remarks: shown.remarks,
  }
}
