import {
  type ContactKind,
  UNREACHABLE_TEXTS,
  type UnreachableContact,
} from '#contract/outboxes/outboxes.unreachable.ts'
import { fullName } from '#contract/person-names.ts'
import type { UnreachableReason } from '#contract/unreachable.ts'
import { logEvent } from '#server/db/log-event.ts'
import type { SchoolTransaction } from '#server/db/school-transaction.ts'
import { conflict, notFound } from '#server/http/api-error.ts'
import { hashMail, maskMail } from '#server/mail/outbox.ts'
import { clearBounces, listUnreachable } from '#server/mail/unreachable.queries.ts'
import { findPersonWithAddress, listPeopleByAddress } from './outboxes.unreachable.queries.ts'

const PAGES: Record<ContactKind, UnreachableContact['page']['name']> = {
  guardian: 'pupil',
  pupil: 'pupil',
  registration_contact: 'registration',
  employee: 'employee',
}
const KINDS = Object.keys(PAGES) as ContactKind[]

/** Everybody whose present address cannot be reached. A changed address is another one, so it is not among these. */
export async function readUnreachable(tx: SchoolTransaction): Promise<UnreachableContact[]> {
  const marks = await listUnreachable(tx)
  if (marks.length === 0) return []
  const hashes = marks.map(({ recipient_hash }) => recipient_hash)
  const markOf = new Map(marks.map((mark) => [mark.recipient_hash.toString('hex'), mark]))
  const found: UnreachableContact[] = []
  for (const kind of KINDS) {
    for (const person of await listPeopleByAddress(tx, kind, hashes)) {
      const mark = markOf.get(hashMail(person.mail).toString('hex'))
      if (!mark) continue
      const { child_firstname, child_lastname, child_lastname_prefix } = person
      const child = child_firstname !== null && {
        firstname: child_firstname,
        lastname: child_lastname ?? '',
        lastname_prefix: child_lastname_prefix,
      }
      found.push({
        ...{ kind, id: person.id, name: fullName(person), address: maskMail(person.mail) },
        page: { name: PAGES[kind], id: person.page_id },
        child: child ? fullName(child) : null,
        ...{ since: mark.since, reason: mark.reason as UnreachableReason },
      })
    }
  }
  return found
}

/** Staff know better than a mail server, for example after a phone call. */
export async function markAddressGood(tx: SchoolTransaction, { kind, id }: { kind: ContactKind; id: number }) {
  const person = await findPersonWithAddress(tx, kind, id)
  if (!person) throw notFound()
  if ((await clearBounces(tx, hashMail(person.mail))) === 0) throw conflict(UNREACHABLE_TEXTS.notMarked)
  await logEvent(tx, { action: 'address_marked_good', entityType: kind, entityId: id })
  return { message: UNREACHABLE_TEXTS.good }
}
