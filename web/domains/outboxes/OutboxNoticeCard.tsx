import { Alert, Button, Text } from '@mantine/core'
import { MailWarning } from 'lucide-react'
import { useEffect } from 'react'
import type { OutboxState } from '#contract/outboxes/outboxes.ts'
import { useMay } from '#web/api/base-data.ts'
import { MAIL_TEST, openFrameDialog } from '#web/shell/frame-dialogs.ts'
import { MEANING, outboxTitle, remedyText, type Trouble, waitingText } from './outbox-texts.ts'

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
      {isAdmin && (
        <Button mt="sm" variant="default" aria-haspopup="dialog" onClick={() => openFrameDialog(MAIL_TEST)}>
          E-Mail-Test öffnen
        </Button>
      )}
    </Alert>
  )
}
