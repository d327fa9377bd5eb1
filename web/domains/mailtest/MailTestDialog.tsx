import { Modal } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { mailtestEndpoints } from '#contract/mailtest/mailtest.ts'
import { queryFor } from '#web/api/queries.ts'
import { useLeavableDialog } from '#web/forms/use-leavable-dialog.ts'
import { NotLoaded } from '#web/ui/EmptyState.tsx'
import { focusField } from '#web/ui/focus-field.ts'
import { LoadingText } from '#web/ui/LoadingText.tsx'
import { MailTestSendForm } from './MailTestSendForm.tsx'

const defaultsQuery = queryFor(mailtestEndpoints.defaults, {}, { quiet: true })

/** Spec §2, e-mail test dialog; `onClose` once it has gone. */
export const MailTestDialog = ({ onClose }: { onClose: () => void }) => {
  const [isDirty, setDirty] = useState(false)
  const { leave, modal } = useLeavableDialog(isDirty, onClose)
  const { data: defaults, isError, refetch } = useQuery(defaultsQuery)
  // The fields come after the dialog, which has taken the focus for itself.
  const isReady = modal.opened && defaults !== undefined
  useEffect(() => {
    if (!isReady) return
    focusField('to')
    // The own address stands there: Enter sends, typing replaces it.
    document.querySelector<HTMLInputElement>('input#to')?.select()
  }, [isReady])
  return (
    <Modal {...modal} size={600} title="Test Email erstellen">
      {isError && <NotLoaded onRetry={() => void refetch()} />}
      {!defaults && !isError && <LoadingText />}
      {defaults && <MailTestSendForm defaults={defaults} onDirty={setDirty} onCancel={() => void leave()} />}
    </Modal>
  )
}
