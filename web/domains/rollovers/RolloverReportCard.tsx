import { Button, Card, Stack, Title } from '@mantine/core'
import { useState } from 'react'
import { listName } from '#contract/person-names.ts'
import type { RolloverPupil, RolloverReport } from '#contract/rollovers/rollovers.ts'
import table from '#web/lists/plain-table.module.css'
import { ClassSize } from './RolloverClassesCard.tsx'
import { isException } from './rollover-plan.ts'
import { childrenText, countLines, deedText, destinationText, doneLines, groundText } from './rollover-texts.ts'
import classes from './rollovers.module.css'

interface RowsProps {
  caption: string
  pupils: readonly RolloverPupil[]
  isDone: boolean
}

const PupilRows = ({ caption, pupils, isDone }: RowsProps) => (
  <table className={`${table.table} ${table.stacked}`}>
    <caption className="sh-visually-hidden">{caption}</caption>
    <thead>
      <tr>
        <th scope="col">Name</th>
        <th scope="col">Klasse bisher</th>
        <th scope="col">Was geschieht</th>
        <th scope="col">Neue Klasse oder Schule</th>
        <th scope="col">Grund</th>
      </tr>
    </thead>
    <tbody>
      {pupils.map((pupil) => (
        <tr key={pupil.pupil_id}>
          <th scope="row">{listName(pupil)}</th>
          <td data-label="Klasse bisher" className={classes.whole}>
            {pupil.from_class ?? '–'}
          </td>
          <td data-label="Was geschieht">{deedText(pupil, isDone)}</td>
          <td data-label="Neue Klasse oder Schule" className={pupil.decision === 'leave' ? undefined : classes.whole}>
            {destinationText(pupil)}
          </td>
          <td data-label="Grund">{groundText(pupil)}</td>
        </tr>
      ))}
    </tbody>
  </table>
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

const ClassRows = ({ report, isDone }: CardProps) => (
  <table className={`${table.table} ${table.stacked}`}>
    <caption className="sh-visually-hidden">Klassen {report.to_year.name}</caption>
    <thead>
      <tr>
        <th scope="col">Klasse</th>
        <th scope="col">Kinder</th>
        <th scope="col">Klassenleitung und Zugeordnete</th>
      </tr>
    </thead>
    <tbody>
      {report.classes.map((one) => (
        <tr key={one.target}>
          <th scope="row">{one.classgradePlain}</th>
          <td data-label="Kinder">
            <ClassSize one={one} isDone={isDone} />
          </td>
          <td data-label="Klassenleitung und Zugeordnete">{one.teachers.join(', ') || '–'}</td>
        </tr>
      ))}
    </tbody>
  </table>
)

const showText = (count: number) => (count === 1 ? '1 Kind anzeigen' : `Alle ${childrenText(count)} anzeigen`)

/** All pupils: on paper always, on the screen when asked for. */
const AllPupils = ({ report, isDone }: CardProps) => {
  const [isOpen, setOpen] = useState(false)
  return (
    <Card component="section" aria-labelledby="rollover-all">
      <Title order={2} id="rollover-all">
        Alle Kinder
      </Title>
      <div data-screen-only>
        <Button variant="default" mt="sm" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {isOpen ? 'Liste ausblenden' : showText(report.pupils.length)}
        </Button>
      </div>
      <div className={isOpen ? undefined : 'sh-paper-only'}>
        <PupilRows caption="Alle Kinder" pupils={report.pupils} isDone={isDone} />
      </div>
    </Card>
  )
}

/** What a year change does or did: numbers, who is not simply moved and why, the classes of the new year, everybody. */
export const RolloverReportCard = ({ report, isDone }: CardProps) => {
  const exceptions = report.pupils.filter(isException)
  return (
    <Stack gap="md">
      <Card component="section" aria-labelledby="rollover-counts">
        <Title order={2} id="rollover-counts" mb="xs">
          {report.from_year.name} → {report.to_year.name}
        </Title>
        <ul className="sh-bullets">
          {(isDone ? doneLines : countLines)(report.counts).map((line) => (
            <li key={line}>{line}</li>
          ))}
          <li>{teachersLine(report, isDone)}</li>
        </ul>
      </Card>
      {exceptions.length > 0 && (
        <Card component="section" aria-labelledby="rollover-exceptions">
          <Title order={2} id="rollover-exceptions" mb="xs">
            Nicht einfach weiter ({exceptions.length})
          </Title>
          <PupilRows caption="Ausnahmen" pupils={exceptions} isDone={isDone} />
        </Card>
      )}
      <Card component="section" aria-labelledby="rollover-new-classes">
        <Title order={2} id="rollover-new-classes" mb="xs">
          Klassen {report.to_year.name}
        </Title>
        <ClassRows report={report} isDone={isDone} />
      </Card>
      {report.pupils.length > 0 && <AllPupils report={report} isDone={isDone} />}
    </Stack>
  )
}
