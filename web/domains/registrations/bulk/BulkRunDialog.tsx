import { Button, Modal, Progress, Stack, Text } from '@mantine/core'
import { ButtonRow } from '#web/ui/ButtonRow.tsx'
import { useLasting } from '#web/ui/use-lasting.ts'
import { useOpened } from '#web/ui/use-opened.ts'
import { BulkResultsCard } from './BulkResultsCard.tsx'
import { CHUNK_SIZE } from './bulk-run.ts'
import type { BulkRun } from './use-bulk-run.ts'

const PATIENCE_MS = 400

const figure = (count: number) => count.toLocaleString('de-DE')

/** How far it is: between two calls it can be stopped. */
const RunningPart = ({ run }: { run: BulkRun }) => {
  const { doneSoFar, total, state } = run
  return (
    <Stack gap="md">
      <Progress value={(doneSoFar / total) * 100} size="lg" aria-label={state?.job.title ?? ''} />
      <Text className="sh-figures" role="status">{`${figure(doneSoFar)} von ${figure(total)}`}</Text>
      <ButtonRow align="end">
        <Button variant="default" onClick={run.stop} disabled={state?.isStopping ?? false} data-autofocus>
          {state?.isStopping ? 'Wird angehalten …' : 'Abbrechen'}
        </Button>
      </ButtonRow>
    </Stack>
  )
}

interface BulkRunDialogProps {
  run: BulkRun
  /** Removes applications that were not changed from the selection. */
  onForget: (ids: readonly number[]) => void
}

const OpenedDialog = ({ run, onForget }: BulkRunDialogProps) => {
  const modal = useOpened(run.close)
  if (!run.state) return null
  return (
    <Modal {...modal} size={600} closeOnEscape={!run.isRunning} title={run.state.job.title}>
      {run.isRunning ? (
        <RunningPart run={run} />
      ) : (
        <BulkResultsCard run={run} onForget={onForget} onClose={modal.onClose} />
      )}
    </Modal>
  )
}

/** Progress of a change of many and what came of each; what is over in a moment shows no dialog. */
export const BulkRunDialog = ({ run, onForget }: BulkRunDialogProps) => {
  const lasts = useLasting(run.isRunning, PATIENCE_MS)
  const isShown = run.state && (!run.isRunning || lasts || run.total > CHUNK_SIZE)
  return isShown ? <OpenedDialog run={run} onForget={onForget} /> : null
}
