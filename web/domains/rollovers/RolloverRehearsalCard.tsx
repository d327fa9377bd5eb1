import { Alert, Card, List, Switch } from '@mantine/core'
import { counted } from '#contract/counted.ts'
import { ROLLOVER_TEXTS, type RolloverReport } from '#contract/rollovers/rollovers.ts'
import { RolloverReportCard } from './RolloverReportCard.tsx'
import type { Rollover } from './use-rollover.ts'

const SHOWN_CHANGES = 20

/** What changed since the rehearsal that was looked at (409). */
const Changed = ({ changes }: { changes: readonly string[] }) => (
  <Alert color="red" role="alert" title={ROLLOVER_TEXTS.changed}>
    <List>
      {changes.slice(0, SHOWN_CHANGES).map((line) => (
        <List.Item key={line}>{line}</List.Item>
      ))}
      {changes.length > SHOWN_CHANGES && (
        <List.Item>und {counted(changes.length - SHOWN_CHANGES, 'weitere Änderung', 'weitere Änderungen')}</List.Item>
      )}
    </List>
  </Alert>
)

/** Step 4 (domain §3.4): what the change would do; nothing has been written yet. */
export const RolloverRehearsalCard = ({ report, rollover }: { report: RolloverReport; rollover: Rollover }) => {
  const { choices, changes } = rollover
  return (
    <>
      {changes && changes.length > 0 && <Changed changes={changes} />}
      <Card data-screen-only>
        <Switch
          label="Klassenleitungen und Zugeordnete mitnehmen"
          description="Wer eine Klasse leitet oder ihr zugeordnet ist, bleibt es auch in der Klasse, die auf sie folgt."
          checked={choices.copies_teachers}
          onChange={(event) => rollover.choose({ ...choices, copies_teachers: event.currentTarget.checked })}
        />
      </Card>
      <RolloverReportCard report={report} isDone={false} />
    </>
  )
}
