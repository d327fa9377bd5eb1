import { envelopeLines, isDeliverable, type PostalAddress } from '#contract/addresses.ts'
import { formatDayOf } from '#contract/dates.ts'
import { fullName } from '#contract/person-names.ts'
import { hasPlaceholder } from '#contract/placeholders.ts'
import { INFORM_TEXTS, type InformPlan, type InformReason } from '#contract/registrations/registrations.inform.ts'
import {
  isStatusMailKind,
  mailLabel,
  type StatusMailKind,
  statusTemplate,
} from '#contract/registrations/registrations.mail-labels.ts'
import { STATUS_MAIL_TEXTS } from '#contract/registrations/registrations.mails.ts'
import { type RegistrationStatus, statusRefusal } from '#contract/registrations/registrations.status.ts'
import type { SchoolTransaction } from '#server/db/school-transaction.ts'
import { getWording } from '#server/domains/mailwordings/mailwordings.shared.queries.ts'
import { storedMeta } from '#server/domains/registrations/stored-answers.ts'
import { listContactsOfMany, listInformable } from './registrations.inform.queries.ts'
import { type LastInformed, listLastInformed } from './registrations.informed.queries.ts'

type Informable = Awaited<ReturnType<typeof listInformable>>[number]
type Contact = Awaited<ReturnType<typeof listContactsOfMany>>[number]

/** One letter to the people who live at one address. */
export interface LetterTo {
  names: string[]
  /** The lines of the envelope. */
  lines: string[]
}

interface Known {
  id: number
  number: string
  child: string
}

/** What informing a family would do now. */
export type PlannedFamily = Known &
  (
    | { way: 'mail'; kind: StatusMailKind; recipients: { contact_id: number; fullname: string; mail: string }[] }
    | { way: 'letter'; kind: StatusMailKind; contactId: number; letters: LetterTo[] }
    | { way: 'none'; reason: InformReason; message: string }
  )

/** How and when the family was told the same before. */
export const informedText = (kind: StatusMailKind, { at, is_waiting, by_letter, by_phone }: LastInformed) => {
  const label = mailLabel(statusTemplate(kind))
  if (is_waiting) return STATUS_MAIL_TEXTS.waitingBefore(label)
  if (by_phone) return STATUS_MAIL_TEXTS.phoneBefore(label, formatDayOf(at))
  return by_letter
    ? STATUS_MAIL_TEXTS.letterBefore(label, formatDayOf(at))
    : STATUS_MAIL_TEXTS.sentBefore(label, formatDayOf(at))
}

const childAddress = (row: Informable): PostalAddress => {
  const meta = storedMeta({ meta: row.meta, entry_type: row.entry_type })
  const { child_street, child_house_number, child_zip, child_city } = meta
  return { street: child_street, house_number: child_house_number, zip: child_zip, city: child_city }
}

/** The lines of the envelope to a contact; undefined where the address is incomplete. */
const envelopeOf = (row: Informable, contact: Contact) => {
  const address = contact.same_address ? childAddress(row) : contact
  return isDeliverable(address) ? envelopeLines(address) : undefined
}

/** The same for every contact of these applications, by the id of the contact. */
export async function readEnvelopes(tx: SchoolTransaction, ids: readonly number[]) {
  const rows = new Map((await listInformable(tx, ids)).map((row) => [row.id, row]))
  const contacts = await listContactsOfMany(tx, ids)
  return new Map(
    contacts.flatMap((contact) => {
      const row = rows.get(contact.registration_id)
      const lines = row && envelopeOf(row, contact)
      return lines ? [[contact.id, lines] as const] : []
    }),
  )
}

/** One letter for each address at which somebody with custody lives; none where the address is incomplete. */
const lettersOf = (row: Informable, contacts: readonly Contact[]): LetterTo[] => {
  const letters = new Map<string, LetterTo>()
  for (const contact of contacts.filter(({ has_custody }) => has_custody)) {
    const lines = envelopeOf(row, contact)
    if (!lines) continue
    const letter = letters.get(lines.join('\n').toLowerCase()) ?? { names: [], lines }
    letter.names.push(fullName(contact))
    letters.set(lines.join('\n').toLowerCase(), letter)
  }
  return [...letters.values()]
}

interface Facts {
  contacts: readonly Contact[]
  informed: LastInformed | undefined
  /** The text of an acceptance names the day by which the family must answer. */
  needsDeadline: boolean
  /** A letter that was written before may be written again. */
  mayRepeatLetter: boolean
}

const planFamily = (row: Informable, { contacts, informed, needsDeadline, mayRepeatLetter }: Facts): PlannedFamily => {
  const known = {
    id: row.id,
    number: row.number,
    child: fullName({ firstname: row.child_firstname, lastname: row.child_lastname }),
  }
  const none = (reason: InformReason, message: string) => ({ ...known, way: 'none' as const, reason, message })
  const status = row.status as RegistrationStatus
  const refusal = statusRefusal({ ...row, status })
  if (refusal) return none('ended', refusal)
  if (!isStatusMailKind(status)) return none('undecided', STATUS_MAIL_TEXTS.nothingToTell)
  if (informed && !(mayRepeatLetter && informed.by_letter)) return none('informed', informedText(status, informed))
  if (status === 'accepted' && needsDeadline && row.place_confirm_due_at === null)
    return none('deadline', STATUS_MAIL_TEXTS.noDeadline)
  const recipients = contacts.flatMap(({ id, mail, mail_verified_at, ...name }) =>
    mail !== null && mail_verified_at !== null ? [{ contact_id: id, fullname: fullName(name), mail }] : [],
  )
  if (recipients.length > 0) return { ...known, way: 'mail', kind: status, recipients }
  const [first] = contacts
  const letters = lettersOf(row, contacts)
  if (!first || letters.length === 0) return none('unreachable', INFORM_TEXTS.noWay)
  return { ...known, way: 'letter', kind: status, contactId: first.id, letters }
}

/**
 * What informing these families would do now, by the ids of their applications; unknown ones are missing. Preview, mails
 * and letters all ask here, so that they cannot differ.
 */
export async function planInforming(
  tx: SchoolTransaction,
  ids: readonly number[],
  { mayRepeatLetter = false }: { mayRepeatLetter?: boolean } = {},
): Promise<ReadonlyMap<number, PlannedFamily>> {
  const rows = await listInformable(tx, ids)
  const contacts = Map.groupBy(await listContactsOfMany(tx, ids), ({ registration_id }) => registration_id)
  const informed = await listLastInformed(tx, ids)
  const { body } = await getWording(tx, statusTemplate('accepted'))
  const needsDeadline = hasPlaceholder(body, 'Frist')
  return new Map(
    rows.map((row) => [
      row.id,
      planFamily(row, {
        contacts: contacts.get(row.id) ?? [],
        informed: informed.get(row.id),
        needsDeadline,
        mayRepeatLetter,
      }),
    ]),
  )
}

/** The plan for the page, in the order of the choice. */
export async function previewInforming(tx: SchoolTransaction, ids: readonly number[]): Promise<InformPlan> {
  const planned = await planInforming(tx, ids)
  const plan: InformPlan = { mails: [], letters: [], left_out: [] }
  for (const id of ids) {
    const family = planned.get(id)
    if (!family) plan.left_out.push({ id, number: null, child: null, reason: 'unknown', message: INFORM_TEXTS.unknown })
    else if (family.way === 'none') plan.left_out.push(family)
    else if (family.way === 'mail')
      plan.mails.push({ ...family, readers: family.recipients.map(({ fullname }) => fullname) })
    else plan.letters.push({ ...family, readers: family.letters.flatMap(({ names }) => names) })
  }
  return plan
}
