import { Alert, Button, Group, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { MailWarning } from 'lucide-react'
import { useEffect } from 'react'
import { counted } from '#contract/counted.ts'
import { formatDateTime } from '#contract/dates.ts'
import type { OutboxState } from '#contract/outboxes/outboxes.ts'
import { useMay } from '#web/api/base-data.ts'
import { paths } from '#web/paths.ts'
import { MAIL_TEST, openFrameDialog } from '#web/shell/frame-dialogs.ts'
import { linkTarget } from '#web/ui/link-target.ts'

type Trouble = NonNullable<OutboxState['trouble']>

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
const MEANING =
  'Familien und Mitarbeitende bekommen so lange keine Bestätigung, keinen Bescheid und keine Einladung. Sobald der Mailserver E-Mails annimmt, gehen sie von selbst hinaus.'

interface Reader {
  /** Sets up the installation and can send a test mail. */
  isAdmin: boolean
  /** Sees to it that somebody mends it. */
  isHead: boolean
}

export const QUEUED_MAILS = `${paths.outbox}?state=queued`

/** The chapter that names the settings of the mail server. */
export const MailServerHelpLink = () => (
  <Link to={paths.helpChapter('administration')} hash="mailserver">
    Für die Technik
  </Link>
)

export const ADMIN_TEXTS: Record<Trouble, string> = {
  no_server: 'Wer das Programm installiert hat, trägt den Mailserver ein.',
  stuck: 'Der E-Mail-Test zeigt, was der Mailserver antwortet.',
}

/** What to do about it. */
const remedyText = (trouble: Trouble, { isAdmin, isHead }: Reader) => {
  if (isAdmin) return ADMIN_TEXTS[trouble]
  return isHead
    ? 'Bitte sagen Sie der Person Bescheid, die das Programm betreibt.'
    : 'Bitte sagen Sie der Schulleitung Bescheid.'
}

interface OutboxNoticeCardProps {
  outbox: OutboxState
  trouble: Trouble
  /** Called once it stands on the page. */
  onShown?: (() => void) | undefined
}

/** Why mails do not leave, and what to do about it. */
export const OutboxNoticeCard = ({ outbox, trouble, onShown }: OutboxNoticeCardProps) => {
  useEffect(() => {
    onShown?.()
  }, [onShown])
  const may = useMay()
  const isAdmin = may('debug view')
  const isHead = may('manage users')
  return (
    <Alert
      component="section"
      className="sh-screen-only"
      mb="md"
      color="yellow"
      icon={<MailWarning size={20} aria-hidden />}
      title={outboxTitle(trouble)}
    >
      <Text>
        {[waitingText(outbox), isHead && MEANING, remedyText(trouble, { isAdmin, isHead })].filter(Boolean).join(' ')}
      </Text>
      <Group mt="sm">
        {isAdmin && (
          <Button variant="default" aria-haspopup="dialog" onClick={() => openFrameDialog(MAIL_TEST)}>
            E-Mail-Test öffnen
          </Button>
        )}
        {isAdmin && trouble === 'no_server' && <MailServerHelpLink />}
        {outbox.waiting > 0 && may('manage pupil') && <Link {...linkTarget(QUEUED_MAILS)}>Was noch wartet</Link>}
      </Group>
    </Alert>
  )
}
