import type { Decided } from '#contract/registrations/registrations.inform.ts'
import { mailLabel, statusTemplate, withoutMail } from '#contract/registrations/registrations.mail-labels.ts'
import { logEvent, nameAction, onlyOne } from '#server/db/log-event.ts'
import { logView } from '#server/db/log-view.ts'
import type { SchoolTransaction } from '#server/db/school-transaction.ts'
import type { Acting } from '#server/db/viewer.ts'
import { insertEvents } from '#server/domains/registrations/registrations.events.shared.queries.ts'
import { type LetterTo, type PlannedFamily, planInforming } from './plan-informing.shared.ts'
import { lockToInform } from './registrations.inform.queries.ts'
import { findMailedContact } from './registrations.optin.queries.ts'
import { insertStatusMails } from './registrations.statusmails.queries.ts'
import { wordStatus } from './status-mail.ts'

export interface DecisionLetter extends Decided {
  child: string
  to: LetterTo
  subject: string
  /** The paragraphs from the greeting on, without the farewell. */
  paragraphs: string[]
}

type Lettered = Extract<PlannedFamily, { way: 'letter' }>

const letteredOf = (planned: ReadonlyMap<number, PlannedFamily>, { id, kind }: Decided): Lettered | undefined => {
  const family = planned.get(id)
  return family?.way === 'letter' && family.kind === kind ? family : undefined
}

/** The letters in the order of the choice, with the words of the mails; and the ids of those who get none. */
export async function readDecisionLetters(
  tx: SchoolTransaction,
  decided: readonly Decided[],
  { now }: Pick<Acting, 'now'>,
) {
  const planned = await planInforming(
    tx,
    decided.map(({ id }) => id),
    { mayRepeatLetter: true },
  )
  const letters: DecisionLetter[] = []
  const missing: string[] = []
  for (const one of decided) {
    const family = letteredOf(planned, one)
    const contact = family && (await findMailedContact(tx, family.contactId))
    if (!contact) {
      const known = planned.get(one.id)
      if (known) missing.push(`${known.child} (${known.number})`)
      continue
    }
    const { mail } = await wordStatus(tx, contact, { kind: one.kind, addition: null, now })
    const paragraphs = [...mail.paragraphs, ...mail.closing].map(withoutMail)
    for (const to of family.letters)
      letters.push({ ...one, child: family.child, to, subject: mail.subject, paragraphs })
  }
  return { letters, missing }
}

/**
 * Notes that these letters are written: from now on the families count as informed. A letter that is fetched again
 * changes nothing. Decisions that changed since the letters were read are left out.
 */
export async function noteDecisionLetters(
  tx: SchoolTransaction,
  decided: readonly Decided[],
  { viewer, now }: Pick<Acting, 'viewer' | 'now'>,
) {
  const ids = decided.map(({ id }) => id)
  await lockToInform(tx, ids)
  const planned = await planInforming(tx, ids)
  const fresh = decided.flatMap((one) => letteredOf(planned, one) ?? [])
  const at = now.toISOString()
  await nameAction(tx, 'registration_status_mail', 'registration_letters_written')
  await insertStatusMails(
    tx,
    fresh.map(({ id, kind }) => ({
      registration_id: id,
      kind,
      addition: null,
      by_letter: true,
      told_at: at,
      created_by: viewer.user_id,
      created_at: at,
    })),
  )
  const events = fresh.map(({ id, kind }) => ({
    registration_id: id,
    kind: 'letter_written' as const,
    note: mailLabel(statusTemplate(kind)),
  }))
  await insertEvents(tx, { viewer, now }, events)
  await logEvent(tx, { action: 'registration_letters_written', entityType: 'registration', entityId: onlyOne(ids) })
  await logView(tx, { kind: 'print', subject: 'registration', ids, what: 'Bescheide', at: now })
}
