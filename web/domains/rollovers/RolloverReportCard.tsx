import { Alert, Button, Card, List, Stack, Switch } from '@mantine/core'
import { useState } from 'react'
import { childrenText, counted } from '#contract/counted.ts'
import { listName } from '#contract/person-names.ts'
import { ROLLOVER_TEXTS, type RolloverPupil, type RolloverReport } from '#contract/rollovers/rollovers.ts'
import { type PlainColumn, PlainTable } from '#web/lists/PlainTable.tsx'
import { TitledCard } from '#web/ui/TitledCard.tsx'
import { ClassSize } from './RolloverClassesCard.tsx'
import { isException } from './rollover-plan.ts'
import { countLines, deedText, destinationText, doneLines, groundText } from './rollover-texts.ts'
import type { Rollover } from './use-rollover.ts'

const pupilColumns = (isDone: boolean): PlainColumn<RolloverPupil>[] => [
  { title: 'Name', isName: true, cell: listName },
  {
    title: 'Klasse bisher',
    cellProps: () => ({ className: 'sh-one-line' }),
    cell: ({ from_class }) => from_class ?? '–',
  },
  { title: 'Was geschieht', cell: (pupil) => deedText(pupil, isDone) },
  {
    title: 'Neue Klasse oder Schule',
    // Names of classes stay in one piece.
    cellProps: ({ decision }) => ({ className: decision === 'leave' ? undefined : 'sh-one-line' }),
    cell: destinationText,
  },
  { title: 'Grund', cell: groundText },
]

interface RowsProps {
  caption: string
  pupils: readonly RolloverPupil[]
  isDone: boolean
}

const PupilRows = ({ caption, pupils, isDone }: RowsProps) => (
  <PlainTable
    caption={caption}
    columns={pupilColumns(isDone)}
    rows={pupils}
    rowKey={({ pupil_id }) => pupil_id}
    isStacked
  />
)

interface CardProps {
  report: RolloverReport
  /** It was carried out. */
  isDone: boolean
}

const teachersLine = ({ copies_teachers }: RolloverReport, isDone: boolean) => {
  const verb = isDone ? 'gingen' : 'gehen'
  return `Klassenleitungen und Zugeordnete ${verb} ${copies_teachers ? 'mit ihrer Klasse mit' : 'nicht mit'}.`
}

const showText = (count: number) => (count === 1 ? '1 Kind anzeigen' : `Alle ${childrenText(count)} anzeigen`)

/** All pupils: on paper always, on the screen when asked for. */
const AllPupils = ({ report, isDone }: CardProps) => {
  const [isOpen, setOpen] = useState(false)
  return (
    <TitledCard id="rollover-all" title="Alle Kinder">
      <div className="sh-screen-only">
        <Button variant="default" mt="sm" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {isOpen ? 'Liste ausblenden' : showText(report.pupils.length)}
        </Button>
      </div>
      <div className={isOpen ? undefined : 'sh-paper-only'}>
        <PupilRows caption="Alle Kinder" pupils={report.pupils} isDone={isDone} />
      </div>
    </TitledCard>
  )
}

/** What a year change does or did: numbers, who is not simply moved and why, the classes of the new year, everybody. */
export const RolloverReportCard = ({ report, isDone }: CardProps) => {
  const exceptions = report.pupils.filter(isException)
  return (
    <Stack gap="md">
      <TitledCard id="rollover-counts" title={`${report.from_year.name} → ${report.to_year.name}`} gap="xs">
        <ul className="sh-bullets">
          {(isDone ? doneLines : countLines)(report.counts).map((line) => (
            <li key={line}>{line}</li>
          ))}
          <li>{teachersLine(report, isDone)}</li>
        </ul>
      </TitledCard>
      {exceptions.length > 0 && (
        <TitledCard id="rollover-exceptions" title={`Nicht einfach weiter (${exceptions.length})`} gap="xs">
          <PupilRows caption="Ausnahmen" pupils={exceptions} isDone={isDone} />
        </TitledCard>
      )}
      <TitledCard id="rollover-new-classes" title={`Klassen ${report.to_year.name}`} gap="xs">
        <PlainTable
          caption={`Klassen ${report.to_year.name}`}
          columns={[
            { title: 'Klasse', isName: true, cell: ({ classgradePlain }) => classgradePlain },
            { title: 'Kinder', cell: (one) => <ClassSize one={one} isDone={isDone} /> },
            { title: 'Klassenleitung und Zugeordnete', cell: ({ teachers }) => teachers.join(', ') || '–' },
          ]}
          rows={report.classes}
          rowKey={({ target }) => target}
          isStacked
        />
      </TitledCard>
      {report.pupils.length > 0 && <AllPupils report={report} isDone={isDone} />}
    </Stack>
  )
}

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
      <Card className="sh-screen-only">
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
