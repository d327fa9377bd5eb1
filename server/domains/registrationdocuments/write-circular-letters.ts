import { CIRCULAR_TEXTS } from '#contract/circulars/circulars.ts'
import { logEvent } from '#server/db/log-event.ts'
import { logView } from '#server/db/log-view.ts'
import type { SchoolTransaction } from '#server/db/school-transaction.ts'
import {
  circularLetters,
  findUnreachedContacts,
  type UnreachedContact,
} from '#server/domains/circulars/unreached-contacts.shared.ts'
import { readEnvelopes } from '#server/domains/registrations/mails/plan-informing.shared.ts'
import { conflict, notFound } from '#server/http/api-error.ts'
import { printLetters } from './write-decision-letters.ts'

interface Addressee {
  names: string[]
  lines: readonly string[]
  children: UnreachedContact['children']
}

const childKey = ({ children }: Addressee) => children.map(({ id }) => id).join(' ')

/** Brothers and sisters stand in one letter, and people at one address with the same children get one together. */
function mergeAddressees(all: readonly Addressee[]): Addressee[] {
  const people = [...Map.groupBy(all, ({ names, lines }) => [...names, ...lines].join('\n').toLowerCase()).values()]
  const merged = people.map(([first, ...others]) => {
    const children = [first, ...others].flatMap((one) => one?.children ?? [])
    return { ...(first as Addressee), children: [...new Map(children.map((child) => [child.id, child])).values()] }
  })
  // Without an address nothing says that two people live together.
  const homes = Map.groupBy(merged, (one) =>
    [childKey(one), ...(one.lines.length > 0 ? one.lines : one.names)].join('\n').toLowerCase(),
  )
  return [...homes.values()].map((own) => ({ ...(own[0] as Addressee), names: own.flatMap(({ names }) => names) }))
}

/**
 * The letters to those whom the mail did not reach, or to some of them; 404 when a chosen one is not of this circular, and
 * 409 when nobody is left. Without a whole address the letter has only the name and is handed over.
 */
export async function readCircularLetters(
  tx: SchoolTransaction,
  { id, contactIds, now }: { id: number; contactIds: readonly number[]; now: Date },
) {
  const { circular, people } = await findUnreachedContacts(tx, id)
  const chosen = contactIds.length === 0 ? people : people.filter(({ contactId }) => contactIds.includes(contactId))
  if (contactIds.some((one) => people.every(({ contactId }) => contactId !== one))) throw notFound()
  if (chosen.length === 0) throw conflict(CIRCULAR_TEXTS.noLetters)
  const ids = [...new Set(chosen.flatMap(({ children }) => children.map((child) => child.id)))]
  const envelopes = await readEnvelopes(tx, ids)
  const letterFor = await circularLetters(tx, circular)
  const letters = mergeAddressees(
    chosen.map(({ contactId, name, children }) => ({
      ...{ names: [name], lines: envelopes.get(contactId) ?? [], children },
    })),
  ).map(({ names, lines, children }) => {
    const name = names.join(' und ')
    const { subject, paragraphs } = letterFor({ name, children })
    return { child: name, to: { names, lines: [...lines] }, subject, paragraphs }
  })
  await logEvent(tx, { action: 'circular_letters', entityType: 'circular', entityId: id })
  await logView(tx, { kind: 'print', subject: 'registration', ids, what: 'Rundmail', at: now })
  return await printLetters(tx, { letters, missing: [], refusal: CIRCULAR_TEXTS.noLetters })
}
