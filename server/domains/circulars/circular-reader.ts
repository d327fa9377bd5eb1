import { searchFold } from '#contract/search-fold.ts'
import type { SchoolTransaction } from '#server/db/school-transaction.ts'
import { hashMail } from '#server/mail/outbox.ts'
import { listUnreachable } from '#server/mail/unreachable.queries.ts'

export interface Child {
  /** The pupil, or the application. */
  id: number
  firstname: string
  /** The class, or the grade that the child waits for. */
  schoolclass: string
  /** What an application is for. */
  wish?: { schoolyear: string; grade: number }
}

/** Somebody who gets the mail, once, whatever the number of children. */
export interface CircularReader {
  /** The guardian, the contact or who works here; of several records of the same person the first. */
  id: number
  name: string
  mail: string
  children: Child[]
}

/** The ids of somebody who gets none; each kind of circular has some of them. */
export const NO_IDS = { pupil_id: null, employee_id: null, registration_id: null, guardian_id: null, contact_id: null }

/** The same person with two records, as imports and applications make for brothers and sisters, has one mailbox and one name. */
export const personKey = ({ mail, firstname, lastname }: { mail: string; firstname: string; lastname: string }) =>
  `${mail.toLowerCase()} ${searchFold(`${firstname} ${lastname}`)}`

/** Says whether the mails to this address came back. */
export type IsUnreachable = (mail: string) => boolean

/** Every address is tried. */
export const triesAll: IsUnreachable = () => false

export async function unreachableIn(tx: SchoolTransaction): Promise<IsUnreachable> {
  const hashes = new Set((await listUnreachable(tx)).map(({ recipient_hash }) => recipient_hash.toString('hex')))
  return (mail) => hashes.size > 0 && hashes.has(hashMail(mail).toString('hex'))
}
