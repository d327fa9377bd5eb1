import { z } from 'zod'
import { berlinToday } from '#contract/dates.ts'
import { PARENTS_PAGE_TEXTS } from '#contract/sicknotes/sicknotes.public.ts'
import { allowLongStatements, inTransaction as inPoolTransaction, type Queries } from '#server/db/database.ts'
import { enqueue } from '#server/db/enqueue.ts'
import { bindSchool } from '#server/db/school-transaction.ts'
import { queueOwnLinks } from '#server/domains/parentlinks/own-link-mail.shared.ts'
import type { Platform } from '#server/http/platform.ts'
import { type Limit, MINUTE_SECONDS } from '#server/http/rate-limit.ts'
import type { Task } from '#server/jobs/run-task.ts'
import { queueMail } from '#server/mail/outbox.ts'
import { decrypt, encrypt } from '#server/secret-keys.ts'
import { LINKS_TEMPLATE } from './links-mail.ts'
import { listAdultsByMail, listGuardiansByMail } from './sicknotes.mails.queries.ts'

export const RESEND_LINKS_TASK = 'resend_pupil_links'
export const RESEND_LINKS_PURPOSE = 'lost pupil link'

/** Requests for links from one network address; further ones are refused, whatever their mail address. */
const LINK_WISHES: Limit = { name: 'pupilLinkWishes', points: 30, seconds: 15 * MINUTE_SECONDS }

/** Mails to one address; further ones are silently not sent. */
const LINK_WISHES_OF_ADDRESS: Limit = { name: 'pupilLinkWishesOfAddress', points: 3, seconds: 60 * MINUTE_SECONDS }

/** One look takes half a millisecond for each school of the installation (docs/scale.md). */
const LOOK_SECONDS = 60

/** Somebody who has waited this long has called by now. */
const WANTED_MINUTES = 60

interface ResendInput {
  mail: string
  household: string
  now: Date
}

interface Tools {
  platform: Pick<Platform, 'keys' | 'limits' | 'hasMailServer'>
  inTransaction<T>(work: (tx: Queries) => Promise<T>): Promise<T>
}

/**
 * Accepts the request for a lost link. A job looks up the owner of the address: the request does the same work for
 * every address and has one answer, so that neither answer nor time reveals anything.
 */
export async function askForLinks(
  { mail, household, now }: ResendInput,
  { platform: { keys, limits, hasMailServer }, inTransaction }: Tools,
) {
  const address = mail.toLowerCase()
  await limits.use(LINK_WISHES, household)
  if ((await limits.note(LINK_WISHES_OF_ADDRESS, address)) <= LINK_WISHES_OF_ADDRESS.points) {
    const sealed = encrypt(keys, RESEND_LINKS_PURPOSE, address).toString('base64url')
    await inTransaction((tx) => enqueue(tx, RESEND_LINKS_TASK, { sealed, asked_at: now.getTime() }))
  }
  const { resent, resentWithoutMail } = PARENTS_PAGE_TEXTS
  return { message: hasMailServer ? resent : resentWithoutMail }
}

const Payload = z.object({ sealed: z.string(), asked_at: z.number() })

/** The job behind it: each school that has the verified address sends a mail to it; those of age get their own link. */
export const resendLinks =
  ({ pool, keys, now }: Pick<Platform, 'pool' | 'keys' | 'now'>): Task =>
  async (input) => {
    const { sealed, asked_at } = Payload.parse(input)
    if (now().getTime() - asked_at > WANTED_MINUTES * 60_000) return
    const mail = decrypt(keys, RESEND_LINKS_PURPOSE, Buffer.from(sealed, 'base64url'))
    await inPoolTransaction(pool, async (tx) => {
      await allowLongStatements(tx, LOOK_SECONDS)
      const today = berlinToday(now())
      const adults = await listAdultsByMail(tx, { mail, today })
      for (const [schoolId, found] of Map.groupBy(adults, ({ school_id }) => school_id)) {
        const inside = await bindSchool(tx, schoolId)
        await queueOwnLinks(
          inside,
          found.map(({ pupil_id }) => pupil_id),
          today,
        )
      }
      const guardians = await listGuardiansByMail(tx, mail)
      for (const [schoolId, found] of Map.groupBy(guardians, ({ school_id }) => school_id)) {
        const ids = found.map(({ guardian_id }) => guardian_id)
        const inside = await bindSchool(tx, schoolId)
        await queueMail(inside, {
          template: LINKS_TEMPLATE,
          recipient: mail,
          relatedType: 'guardian',
          relatedId: ids[0] ?? 0,
          relatedIds: ids,
        })
      }
    })
  }
