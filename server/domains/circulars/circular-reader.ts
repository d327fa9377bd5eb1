import type { SchoolTransaction } from '#server/db/school-transaction.ts'
import { hashMail } from '#server/mail/outbox.ts'
import { listUnreachable } from '#server/mail/unreachable.queries.ts'

export interface Child {
  id: number
  firstname: string
  schoolclass: string
}

/** Somebody who gets the mail, once, whatever the number of children. */
export interface CircularReader {
  /** The guardian, or who works here; of several records of the same person the first. */
  id: number
  name: string
  mail: string
  children: Child[]
}

/** Says whether the mails to this address came back. */
export type IsUnreachable = (mail: string) => boolean

export async function unreachableIn(tx: SchoolTransaction): Promise<IsUnreachable> {
  const hashes = new Set((await listUnreachable(tx)).map(({ recipient_hash }) => recipient_hash.toString('hex')))
  return (mail) => hashes.size > 0 && hashes.has(hashMail(mail).toString('hex'))
}
