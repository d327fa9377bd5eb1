import { Alert, Button, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { MailWarning } from 'lucide-react'
import { useEffect } from 'react'
import { outboxEndpoints } from '#contract/outboxes.ts'
import { useMay } from '#web/api/base-data.ts'
import { queryFor } from '#web/api/queries.ts'
import { MAIL_TEST, openFrameDialog } from '#web/shell/frame-dialogs.ts'
import classes from './OutboxWidget.module.css'
import { MEANING, outboxTitle, remedyText, waitingText } from './outbox-texts.ts'

/** How often the server is asked while mails do not leave: the notice goes as soon as they do. */
const LOOK_MS = 60_000
/** The page waits this long for the answer before it shows what stands below. */
const SETTLE_MS = 1000

interface OutboxWidgetProps {
  /** Called once the height is known, or when no answer has come in a second. */
  onSettled?: () => void
}

/** Stands on the page as long as the mails of the school do not leave; nothing while all is well. */
export const OutboxWidget = ({ onSettled }: OutboxWidgetProps) => {
  const { data: outbox, isPending } = useQuery({
    ...queryFor(outboxEndpoints.get, {}, { quiet: true }),
    retry: false,
    refetchInterval: ({ state }) => (state.data?.trouble ? LOOK_MS : false),
  })
  useEffect(() => {
    if (!isPending) onSettled?.()
    const timer = setTimeout(() => onSettled?.(), SETTLE_MS)
    return () => clearTimeout(timer)
  }, [isPending, onSettled])
  const may = useMay()
  if (!outbox?.trouble) return null
  const { trouble } = outbox
  const isAdmin = may('debug view')
  const isHead = may('manage users')
  return (
    <Alert
      component="section"
      className={classes.widget ?? ''}
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
