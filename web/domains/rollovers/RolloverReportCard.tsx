import { Alert, Button, Card, List, Stack, Switch, Text, Title } from '@mantine/core'
import { CircleAlert } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { childrenText, counted } from '#contract/counted.ts'
import { listName } from '#contract/person-names.ts'
import {
  ROLLOVER_REASONS,
  ROLLOVER_TEXTS,
  type RolloverPupil,
  type RolloverReport,
} from '#contract/rollovers/rollovers.ts'
import { type PlainColumn, PlainTable } from '#web/lists/PlainTable.tsx'
import { TitledCard } from '#web/ui/TitledCard.tsx'
import { ClassSize } from './RolloverClassesCard.tsx'
import { RolloverOpenCard } from './RolloverOpenCard.tsx'
import { isException } from './rollover-plan.ts'
import {
  type CountLine,
  countLines,
  countsIn,
  deedText,
  destinationText,
  doneLines,
  groundText,
  stayingText,
} from './rollover-texts.ts'
import classes from './rollovers.module.css'
import type { Rollover } from './use-rollover.ts'

const NAME_COLUMNS: PlainColumn<RolloverPupil>[] = [
  { title: 'Name', isName: true, cell: listName },
  {
    title: 'Klasse bisher',
    cellProps: () => ({ className: 'sh-one-line' }),
    cell: ({ from_class }) => from_class ?? '–',
  },
]

const WAY_COLUMNS: PlainColumn<RolloverPupil>[] = [
  {
    title: 'Neue Klasse oder Schule',
    // Names of classes stay in one piece.
    cellProps: ({ decision }) => ({ className: decision === 'leave' ? undefined : 'sh-one-line' }),
    cell: destinationText,
  },
  { title: 'Grund', cell: groundText },
]

const pupilColumns = (isDone: boolean): PlainColumn<RolloverPupil>[] => [
  ...NAME_COLUMNS,
  { title: 'Was geschieht', cellProps: () => ({ className: 'sh-one-line' }), cell: (pupil) => deedText(pupil, isDone) },
  ...WAY_COLUMNS,
]

interface FoldedProps {
  count: number
  isOpenFirst?: boolean
  children: ReactNode
}

interface CardProps {
  report: RolloverReport
  /** It was carried out. */
  isDone: boolean
}

const teachersLine = ({ copies_teachers }: RolloverReport, isDone: boolean) => {
  const verb = isDone ? 'gingen' : 'gehen'
  return `Klassenleitungen und Zugeordnete ${verb} ${copies_teachers ? 'mit ihrer Klasse mit' : 'nicht mit'}.`
}

/** A list that is on paper always and on the screen when asked for. */
const FoldedRows = ({ count, isOpenFirst = false, children }: FoldedProps) => {
  const [isOpen, setOpen] = useState(isOpenFirst)
  return (
    <>
      <div className="sh-screen-only">
        <Button variant="default" mt="sm" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {isOpen ? 'Liste ausblenden' : count === 1 ? '1 Kind anzeigen' : `Alle ${childrenText(count)} anzeigen`}
        </Button>
      </div>
      <div className={isOpen ? 'sh-above-2' : 'sh-paper-only'}>{children}</div>
    </>
  )
}

const AllPupils = ({ report, isDone }: CardProps) => (
  <TitledCard id="rollover-all" title="Alle Kinder">
    <FoldedRows count={report.pupils.length}>
      <PlainTable
        caption="Alle Kinder"
        columns={pupilColumns(isDone)}
        rows={report.pupils}
        rowKey={({ pupil_id }) => pupil_id}
        isStacked
      />
    </FoldedRows>
  </TitledCard>
)

/** The same happens to all of them, for the same reason. */
const kindText = (pupil: RolloverPupil, isDone: boolean) => {
  if (pupil.reason === 'class_open') return ROLLOVER_REASONS.class_open
  const ground = groundText(pupil)
  return `${deedText(pupil, isDone)}${ground && ` (${ground})`}`
}

/** Long lists of the same are folded: their numbers say enough. */
const FOLDED_FROM = 6

/** Who is not simply moved, put together by what happens to them. */
const Exceptions = ({ pupils, isDone }: { pupils: readonly RolloverPupil[]; isDone: boolean }) => (
  <TitledCard id="rollover-exceptions" title={`Nicht einfach weiter (${pupils.length})`} gap="xs">
    <div className="sh-ruled">
      {[...Map.groupBy(pupils, (pupil) => kindText(pupil, isDone))].map(([text, some]) => (
        <section key={text} className="sh-padded-2" aria-label={text}>
          <Title order={3}>
            {childrenText(some.length)}: {text}
          </Title>
          <Text c="dimmed">{countsIn(some, 'aus')}</Text>
          <FoldedRows count={some.length} isOpenFirst={some.length < FOLDED_FROM}>
            <PlainTable
              caption={text}
              columns={[...NAME_COLUMNS, ...WAY_COLUMNS.slice(0, 1)]}
              rows={some}
              rowKey={({ pupil_id }) => pupil_id}
              isStacked
            />
          </FoldedRows>
        </section>
      ))}
    </div>
  </TitledCard>
)

/** What it comes to, one line each; what is still open is a warning. */
export const CountList = ({ lines, children }: { lines: readonly CountLine[]; children?: ReactNode }) => (
  <ul className="sh-bullets">
    {lines.map(({ text, isOpen }) => (
      <li key={text}>
        {isOpen ? (
          <span className="sh-bold sh-warn">
            <CircleAlert size={16} aria-hidden className={classes.sign} /> {text}
          </span>
        ) : (
          text
        )}
      </li>
    ))}
    {children}
  </ul>
)

/** What a year change does or did: numbers, who is not simply moved and why, the classes of the new year, everybody. */
export const RolloverReportCard = ({ report, isDone }: CardProps) => {
  const exceptions = report.pupils.filter(isException)
  const staying = stayingText(report.pupils, isDone)
  return (
    <Stack gap="md">
      <TitledCard id="rollover-counts" title={`${report.from_year.name} → ${report.to_year.name}`} gap="xs">
        <CountList lines={(isDone ? doneLines : countLines)(report.counts)}>
          {staying && <li>{staying}</li>}
          <li>{teachersLine(report, isDone)}</li>
        </CountList>
      </TitledCard>
      {exceptions.length > 0 && <Exceptions pupils={exceptions} isDone={isDone} />}
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
      <RolloverOpenCard report={report} rollover={rollover} />
      <RolloverReportCard report={report} isDone={false} />
    </>
  )
}
