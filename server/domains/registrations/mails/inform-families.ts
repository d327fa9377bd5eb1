import { type Decided, INFORM_TEXTS, type InformResult } from '#contract/registrations/registrations.inform.ts'
import { statusTemplate } from '#contract/registrations/registrations.mail-labels.ts'
import { nameAction } from '#server/db/log-event.ts'
import type { SchoolTransaction } from '#server/db/school-transaction.ts'
import type { Acting } from '#server/db/viewer.ts'
import { STATUS_MAILS_OF_APPLICATION } from '#server/domains/registrations/registration-limits.ts'
import type { Limits } from '#server/http/rate-limit.ts'
import { queueMails } from '#server/mail/outbox.ts'
import { type PlannedFamily, planInforming } from './plan-informing.shared.ts'
import { lockToInform } from './registrations.inform.queries.ts'
import { insertStatusMails } from './registrations.statusmails.queries.ts'
import { ABOUT_CONTACT } from './send-optin.ts'

interface Sending extends Pick<Acting, 'viewer' | 'now'> {
  limits: Limits
  /** Mails that this call queues stay in the outbox. */
  isWaiting: boolean
}

type Mailed = Extract<PlannedFamily, { way: 'mail' }>

/** Why this family gets no mail, or null. */
const refusalOf = (family: PlannedFamily, { kind }: Decided) => {
  if (family.way === 'none') return family.message
  if (family.kind !== kind) return INFORM_TEXTS.changed
  return family.way === 'mail' ? null : INFORM_TEXTS.noWay
}

/** Queues the mails of all these families with the same few statements for any number. */
async function queueDecisions(tx: SchoolTransaction, families: readonly Mailed[], { viewer, now }: Sending) {
  await nameAction(tx, 'registration_status_mail', 'registration_status_mailed')
  const ids = await insertStatusMails(
    tx,
    families.map(({ id, kind }) => ({
      registration_id: id,
      kind,
      addition: null,
      created_by: viewer.user_id,
      created_at: now.toISOString(),
    })),
  )
  const mails = families.flatMap(({ id, kind, recipients }) =>
    recipients.map(({ contact_id, mail }) => ({
      template: statusTemplate(kind),
      recipient: mail,
      relatedType: ABOUT_CONTACT,
      relatedId: contact_id,
      relatedIds: [ids.get(id) ?? 0],
    })),
  )
  await queueMails(tx, mails)
}

/**
 * Informs many families of their decisions, everybody with a confirmed address by a mail of their own. Each application
 * is locked and looked at again, so that a family that somebody else has informed meanwhile gets no second mail.
 */
export async function informFamilies(tx: SchoolTransaction, decided: readonly Decided[], sending: Sending) {
  const ids = decided.map(({ id }) => id)
  await lockToInform(tx, ids)
  const planned = await planInforming(tx, ids)
  const open = decided.flatMap((one): Mailed[] => {
    const family = planned.get(one.id)
    return family?.way === 'mail' && refusalOf(family, one) === null ? [family] : []
  })
  const keyOf = ({ id }: { id: number }) => `${sending.viewer.school_id} ${id}`
  const tooMany = await sending.limits.spendAllIn(tx, { limit: STATUS_MAILS_OF_APPLICATION, keys: open.map(keyOf) })
  const mailed = new Map(open.filter((family) => !tooMany.has(keyOf(family))).map((family) => [family.id, family]))
  await queueDecisions(tx, [...mailed.values()], sending)
  const results = decided.map((one): InformResult => {
    const family = planned.get(one.id)
    const nothing = { ok: false, is_informed: false, sent: 0, is_waiting: sending.isWaiting }
    if (!family) return { id: one.id, number: null, child: null, ...nothing, message: INFORM_TEXTS.unknown }
    const named = { id: one.id, number: family.number, child: family.child }
    const to = mailed.get(one.id)?.recipients
    if (to) {
      const message = `E-Mail an ${to.map(({ fullname }) => fullname).join(' und ')}.`
      return { ...named, ...nothing, ok: true, message, sent: to.length }
    }
    const is_informed = family.way === 'none' && family.reason === 'informed'
    return { ...named, ...nothing, is_informed, message: refusalOf(family, one) ?? INFORM_TEXTS.tooMany }
  })
  return { results }
}
