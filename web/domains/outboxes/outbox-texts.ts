import { counted } from '#contract/counted.ts'
import { formatDateTime } from '#contract/dates.ts'
import type { OutboxState } from '#contract/outboxes/outboxes.ts'

export type Trouble = NonNullable<OutboxState['trouble']>

const TITLES: Record<Trouble, string> = {
  no_server: 'Es gehen keine E-Mails hinaus: Ein Mailserver ist nicht eingerichtet',
  stuck: 'Zurzeit gehen keine E-Mails hinaus',
}
export const outboxTitle = (trouble: Trouble) => TITLES[trouble]

/** Says how many mails wait: „3 E-Mails warten, die älteste seit 20.11.2026 07:40 Uhr.“ */
export const waitingText = ({ waiting, since }: OutboxState) => {
  if (waiting === 0 || since === null) return 'Noch wartet keine E-Mail.'
  const mails = counted(waiting, 'E-Mail wartet', 'E-Mails warten')
  return `${mails}, die älteste seit ${formatDateTime(since)} Uhr.`
}

/** What it means, for those who have to see to it. */
export const MEANING =
  'Familien und Mitarbeitende bekommen so lange keine Bestätigung, keinen Bescheid und keine Einladung. Sobald der Mailserver E-Mails annimmt, gehen sie von selbst hinaus.'

interface Reader {
  /** Sets up the installation and can send a test mail. */
  isAdmin: boolean
  /** Sees to it that somebody mends it. */
  isHead: boolean
}

const ADMIN_TEXTS: Record<Trouble, string> = {
  no_server: 'Der Mailserver wird beim Betrieb des Servers eingestellt (SMTP_URL und MAIL_FROM).',
  stuck: 'Der E-Mail-Test zeigt, was der Mailserver antwortet.',
}

/** What to do about it. */
export const remedyText = (trouble: Trouble, { isAdmin, isHead }: Reader) => {
  if (isAdmin) return ADMIN_TEXTS[trouble]
  return isHead
    ? 'Bitte sagen Sie der Person Bescheid, die das Programm betreibt.'
    : 'Bitte sagen Sie der Schulleitung Bescheid.'
}
