import { childrenText } from '#contract/counted.ts'
import { berlinToday, formatDate } from '#contract/dates.ts'
import { getSchool } from '#server/domains/schools/schools.shared.queries.ts'
import { renderMail } from '#server/mail/mail-text.ts'
import type { MailTemplate } from '#server/mail/school-mailbox.ts'
import { countAbsent, listDigestReaders } from './sicknotefeeds.queries.ts'

export const DIGEST_TEMPLATE = 'sicknote_digest'

/** How many children of which class are away today: names and reasons stay on the page (domain §5.4). */
export const digestMail = (appUrl: string): MailTemplate => ({
  async compose(tx, { relatedId, now }) {
    const day = berlinToday(now)
    const [reader] = await listDigestReaders(tx, { day, feedId: relatedId })
    if (!reader) return null
    const absent = await countAbsent(tx, reader.viewer, day)
    const lines = absent.map(({ classgradePlain, count }) => `${classgradePlain}: ${childrenText(count)}`)
    if (lines.length === 0) return null
    const school = await getSchool(tx)
    return {
      to: reader.viewer.email,
      fromName: school.name,
      replyTo: school.mail,
      ...renderMail({
        subject: `Abwesend am ${formatDate(day)}`,
        schoolName: school.name,
        greeting: 'Guten Morgen,',
        paragraphs: ['in Ihren Klassen fehlen heute:', ...lines],
        action: { label: 'Liste öffnen', url: `${appUrl}/app/admin/abwesenheitsmeldungen` },
        closing: [
          'Diese E-Mail bekommen Sie an Schultagen, wenn jemand fehlt. Abbestellen können Sie sie auf derselben Seite.',
        ],
      }),
    }
  },
})
