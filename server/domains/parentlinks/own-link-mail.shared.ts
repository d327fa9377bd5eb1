import { berlinToday } from '#contract/dates.ts'
import { parentLinkPath } from '#contract/parentlinks/parentlinks.ts'
import type { SchoolTransaction } from '#server/db/school-transaction.ts'
import { getSchool, getSetting } from '#server/domains/schools/schools.shared.queries.ts'
import type { Platform } from '#server/http/platform.ts'
import { renderMail } from '#server/mail/mail-text.ts'
import { nameInMail } from '#server/mail/name-in-mail.ts'
import { queueMails } from '#server/mail/outbox.ts'
import type { MailTemplate } from '#server/mail/school-mailbox.ts'
import { listLinks, listOwnLinkReaders } from './parentlinks.shared.queries.ts'

const OWN_LINK_TEMPLATE = 'pupil_own_link'

/** Queues a mail to each of these pupils of age; those without an address get the link from the office. */
export async function queueOwnLinks(tx: SchoolTransaction, ids: readonly number[], today: string) {
  const readers = await listOwnLinkReaders(tx, ids, today)
  await queueMails(
    tx,
    readers.map(({ id, mail }) => ({
      template: OWN_LINK_TEMPLATE,
      recipient: mail,
      relatedType: 'pupil',
      relatedId: id,
    })),
  )
}

const PARAGRAPHS = [
  'unter diesem Link melden Sie sich selbst krank oder abwesend, ohne anzurufen und ohne Passwort.',
  'Der Link gehört nur Ihnen. Der frühere Elternlink gilt seit Ihrem 18. Geburtstag nicht mehr. Wenn Ihre Eltern weiter informiert werden sollen, sagen Sie bitte im Sekretariat Bescheid.',
]

/** The mail with the own link of somebody of age; the link is looked up when it is sent (domain §5.5, §9c). */
export const ownLinkMail = ({ appUrl, keys }: Pick<Platform, 'appUrl' | 'keys'>): Record<string, MailTemplate> => ({
  [OWN_LINK_TEMPLATE]: {
    async compose(tx, { relatedId, now }) {
      const { public_enabled } = await getSetting(tx, 'SICKNOTE_SETTINGS')
      const [reader] = public_enabled ? await listOwnLinkReaders(tx, [relatedId], berlinToday(now)) : []
      const uuid = reader && (await listLinks(tx, keys, [reader.id])).get(reader.id)?.uuid
      if (!reader || !uuid) return null
      const school = await getSchool(tx)
      const text = {
        subject: 'Ihr eigener Link zum Abmelden',
        schoolName: school.name,
        greeting: `Guten Tag ${nameInMail(reader.firstname)},`,
        paragraphs: PARAGRAPHS,
        action: { label: 'Abwesenheit melden', url: `${appUrl}${parentLinkPath(uuid)}` },
        closing: [`Telefon: ${school.phone}`],
      }
      return { to: reader.mail, fromName: school.name, replyTo: school.mail, ...renderMail(text) }
    },
  },
})
