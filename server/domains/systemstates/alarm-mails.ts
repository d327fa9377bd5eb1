import { formatDateTime } from '#contract/dates.ts'
import { alarmText } from '#contract/systemstates/systemstates.texts.ts'
import type { ShownAlarm } from '#contract/systemstates/systemstates.ts'
import type { Platform } from '#server/http/platform.ts'
import type { AccountTemplate, SystemTemplateName, WaitingAccountMail } from '#server/mail/account-outbox.ts'
import { type MailText, renderMail } from '#server/mail/mail-text.ts'
import { listEndedAlarms, listOpenAlarms } from '#server/watch/alarms.queries.ts'

const PRODUCT = 'Schulhof'
const PAGE = '/app/admin/systemzustand'

type Post = Pick<Platform, 'appUrl' | 'mailFrom'>

const write = (
  { appUrl, mailFrom }: Post,
  { recipient }: WaitingAccountMail,
  text: Omit<MailText, 'schoolName' | 'greeting'>,
) => ({
  to: recipient,
  fromName: PRODUCT,
  replyTo: mailFrom,
  ...renderMail({
    ...text,
    schoolName: PRODUCT,
    greeting: 'Guten Tag,',
    action: { label: 'Systemzustand ansehen', url: `${appUrl}${PAGE}` },
  }),
})

const openParagraph = (alarm: ShownAlarm) => {
  const { title, advice } = alarmText(alarm)
  return `${title}, seit ${formatDateTime(alarm.since)} Uhr.\n${advice}`
}

/** What must be done now. Null when all of it is well again by the time that the mail leaves. */
const alarmMail =
  (post: Post): AccountTemplate =>
  async (tx, mail) => {
    const open = await listOpenAlarms(tx)
    if (open.length === 0) return null
    return {
      mail: write(post, mail, {
        subject:
          open.length === 1 ? 'Schulhof braucht Ihre Hilfe' : `Schulhof braucht Ihre Hilfe: ${open.length} Punkte`,
        paragraphs: ['bitte sehen Sie nach Ihrer Installation von Schulhof:', ...open.map(openParagraph)],
        closing: [
          'Sie bekommen diese E-Mail, weil Ihr Konto die Rolle Admin hat. Solange etwas offen ist, kommt sie einmal am Tag, danach noch einmal, wenn alles wieder in Ordnung ist.',
        ],
      }),
    }
  }

/** What is well again, and what is not. Null when it has begun anew meanwhile: then another mail is on its way. */
const calmMail =
  (post: Post): AccountTemplate =>
  async (tx, mail) => {
    const ended = await listEndedAlarms(tx)
    if (ended.length === 0) return null
    const open = await listOpenAlarms(tx)
    const lines = ended.map(
      (alarm) => `${alarmText(alarm).title}: Das ist seit ${formatDateTime(alarm.ended_at)} Uhr behoben.`,
    )
    return {
      mail: write(post, mail, {
        subject: open.length === 0 ? 'Schulhof: Alles wieder in Ordnung' : 'Schulhof: Ein Punkt ist behoben',
        paragraphs: [
          open.length === 0 ? 'es ist alles wieder in Ordnung:' : 'ein Punkt ist behoben:',
          ...lines,
          ...(open.length > 0 ? ['Noch offen:', ...open.map(openParagraph)] : []),
        ],
        closing: ['Sie bekommen diese E-Mail, weil Ihr Konto die Rolle Admin hat.'],
      }),
    }
  }

/** The mails to admins about the state of the installation; their texts are made when they leave. */
export const alarmMails = (post: Post): Record<SystemTemplateName, AccountTemplate> => ({
  system_alarm: alarmMail(post),
  system_calm: calmMail(post),
})
