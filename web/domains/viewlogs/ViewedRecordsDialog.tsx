import { Button, Modal } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { formatDateTime } from '#contract/dates.ts'
import { recordText, subjectText, viewerName, viewText } from '#contract/viewlogs/viewlogs.texts.ts'
import { type ViewEntry, viewlogEndpoints } from '#contract/viewlogs/viewlogs.ts'
import { queryFor } from '#web/api/queries.ts'
import { ButtonRow } from '#web/ui/ButtonRow.tsx'
import { Loaded } from '#web/ui/Loaded.tsx'
import { LoadingText } from '#web/ui/LoadingText.tsx'
import { useOpened } from '#web/ui/use-opened.ts'
import classes from './Viewlogs.module.css'

/** Everybody whose data one export or print contained. */
export const ViewedRecordsDialog = ({ entry, onGone }: { entry: ViewEntry; onGone: () => void }) => {
  const { onClose: close, ...modal } = useOpened(onGone)
  const records = useQuery(queryFor(viewlogEndpoints.records, { params: { id: entry.id } }))
  return (
    <Modal {...modal} onClose={close} size={640} title={`${viewText(entry)} – ${subjectText(entry)}`}>
      <p className="sh-quiet sh-flush sh-below-1">
        {formatDateTime(entry.viewed_at)} Uhr, {viewerName(entry)}
      </p>
      <Loaded query={records} waiting={<LoadingText />}>
        {(found) => (
          <ul className={`sh-bullets sh-below-4 ${classes.names}`}>
            {found.map((one) => (
              <li key={one.id}>{recordText(entry.subject, one)}</li>
            ))}
          </ul>
        )}
      </Loaded>
      <ButtonRow align="end" isFoot>
        <Button variant="default" data-autofocus onClick={close}>
          Schließen
        </Button>
      </ButtonRow>
    </Modal>
  )
}
