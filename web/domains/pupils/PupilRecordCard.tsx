import { Button, Card, Title } from '@mantine/core'
import { Pencil } from 'lucide-react'
import { lazy, type ReactNode, Suspense } from 'react'
import type { PupilDetails } from '#contract/pupils.details.ts'
import { headingOf, type OpenSection } from '#web/shell/use-open-section.ts'
import { FactList } from '#web/ui/FactList.tsx'
import { LoadingText } from '#web/ui/LoadingText.tsx'
import page from '#web/ui/record-page.module.css'
import classes from './PupilSections.module.css'
import { useMayChange } from './pupil-state.ts'
import { type FieldValues, inputsOf, readText } from './record-fields.ts'
import { type RecordSection, recordOf, sectionFor } from './record-sections.ts'

const RecordForm = lazy(() => import('./RecordForm.tsx').then((module) => ({ default: module.RecordForm })))

interface PupilRecordCardProps {
  pupil: PupilDetails
  section: RecordSection
  open: OpenSection<FieldValues>
  /** Facts that are not changed here, before the others. */
  fixed?: readonly { label: string; value: ReactNode }[]
  /** Fields that are read elsewhere on the page, or in other words. */
  unread?: readonly string[]
}

/** What of the section the viewer gets and is known. */
const factsOf = ({ pupil, section, fixed = [], unread = [] }: PupilRecordCardProps) => {
  const { fields } = sectionFor(section, pupil)
  const values = inputsOf(fields, recordOf(pupil))
  const read = fields.filter(({ key }) => !unread.includes(key))
  const facts = read.map((field) => ({ label: field.label, value: readText(field, values[field.key] ?? '') }))
  return [...fixed, ...facts].filter(({ value }) => Boolean(value))
}

/** A part of the record: read, and for who may, changed in place (ux §3.4). */
export const PupilRecordCard = (props: PupilRecordCardProps) => {
  const { pupil, section, open } = props
  const { name, title } = section
  const mayChange = useMayChange(pupil)
  const isOpen = mayChange && open.name === name
  const facts = factsOf(props)
  if (facts.length === 0 && !mayChange) return null
  return (
    <Card
      component="section"
      id={name}
      aria-labelledby={headingOf(name)}
      className={facts.length > 0 ? (classes.section ?? '') : `${classes.section} ${classes.unprinted}`}
    >
      <div className={classes.head}>
        <Title order={2} id={headingOf(name)} tabIndex={-1}>
          {title}
        </Title>
        {mayChange && !isOpen && (
          <Button
            variant="default"
            size="compact-md"
            className={classes.edit ?? ''}
            leftSection={<Pencil size={18} aria-hidden />}
            aria-label={`${title} bearbeiten`}
            onClick={() => void open.edit(name)}
          >
            <span className={classes.editWord}>Bearbeiten</span>
          </Button>
        )}
      </div>
      {isOpen ? (
        <Suspense fallback={<LoadingText />}>
          <RecordForm pupil={pupil} section={sectionFor(section, pupil)} open={open} />
        </Suspense>
      ) : facts.length > 0 ? (
        <FactList facts={facts} />
      ) : (
        <p className={page.quiet}>Noch nichts eingetragen.</p>
      )}
    </Card>
  )
}
