import { berlinToday, formatDate } from '#contract/dates.ts'
import { getSchool } from '#server/domains/schools/schools.queries.ts'
import { renderMail } from '#server/mail/mail-text.ts'
import type { MailTemplate } from '#server/mail/school-mailbox.ts'
import { countAbsent, listAttachedClasses, listDigestReaders } from './sicknotefeeds.queries.ts'

export const DIGEST_TEMPLATE = 'sicknote_digest'

const children = (count: number) => (count === 1 ? '1 Kind' : `${count} Kinder`)

/** How many children of which class are away today: names and reasons stay on the page (domain §5.4). */
export const digestMail = (appUrl: string): MailTemplate => ({
  async compose(tx, { relatedId, schoolId, now }) {
    const day = berlinToday(now)
    const [reader] = await listDigestReaders(tx, { day, feedId: relatedId })
    if (!reader) return null
    const classes = await listAttachedClasses(tx, reader.viewer.user_id, day)
    if (classes.length === 0) return null
    const absent = new Map(
      (
        await countAbsent(
          tx,
          classes.map(({ id }) => id),
          day,
        )
      ).map(({ schoolclass_id, count }) => [schoolclass_id, count]),
    )
    const lines = classes.flatMap(({ id, classgradePlain }) => {
      const count = absent.get(id)
      return count ? [`${classgradePlain}: ${children(count)}`] : []
    })
    if (lines.length === 0) return null
    const school = await getSchool(tx, schoolId)
    return {
      to: reader.viewer.email,
      fromName: school.name,
      replyTo: school.mail,
      ...renderMail({
        subject: `Abwesend am ${formatDate(day)}`,
        schoolName: school.name,
        greeting: 'Guten Morgen,',
        paragraphs: ['in Ihren Klassen sind heute abgemeldet:', ...lines],
        action: { label: 'Liste öffnen', url: `${appUrl}/app/admin/abwesenheitsmeldungen` },
        closing: [
          'Diese Mail bekommen Sie an Schultagen, wenn jemand fehlt. Abbestellen können Sie sie auf derselben Seite.',
        ],
      }),
    }
  },
})
