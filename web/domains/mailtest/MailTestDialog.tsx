import { Modal } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { mailtestEndpoints } from '#contract/mailtest.ts'
import { queryFor } from '#web/api/queries.ts'
import { dialogRequests } from '#web/shell/dialog-requests.ts'
import { NotLoaded } from '#web/ui/EmptyState.tsx'
import { focusTitleIfLost } from '#web/ui/focus-field.ts'
import { LoadingText } from '#web/ui/LoadingText.tsx'
import { MailTestSendForm } from './MailTestSendForm.tsx'
import classes from './mailtest.module.css'

const defaultsQuery = queryFor(mailtestEndpoints.defaults, {}, { quiet: true })

/** Spec §2, e-mail test dialog; `onClose` once it has gone. */
export const MailTestDialog = ({ onClose }: { onClose: () => void }) => {
  // Opened after the first render: only then does the kit remember where the focus goes back to.
  const [isOpen, setOpen] = useState(false)
  useEffect(() => setOpen(true), [])
  const { data: defaults, isError, refetch } = useQuery(defaultsQuery)
  const close = () => {
    // Escape is meant for the message on top of this dialog.
    if (dialogRequests.get().length === 0) setOpen(false)
  }
  const end = () => {
    onClose()
    focusTitleIfLost()
  }
  return (
    <Modal
      opened={isOpen}
      onClose={close}
      onExitTransitionEnd={end}
      size={600}
      title="Test Email erstellen"
      classNames={{ title: classes.title ?? '' }}
    >
      {isError && <NotLoaded onRetry={() => void refetch()} />}
      {!defaults && !isError && <LoadingText />}
      {defaults && <MailTestSendForm defaults={defaults} onCancel={close} />}
    </Modal>
  )
}
