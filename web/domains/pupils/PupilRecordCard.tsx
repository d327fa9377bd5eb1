import { lazy, type ReactNode, Suspense } from 'react'
import type { PupilDetails } from '#contract/pupils/pupils.details.ts'
import { EditableCard } from '#web/forms/EditableCard.tsx'
import { inputsOf, readText } from '#web/forms/fields.ts'
import { headingOf, type OpenSection } from '#web/forms/use-open-section.ts'
import { FactList } from '#web/ui/FactList.tsx'
import { FoldedOnPhones } from '#web/ui/FoldedPart.tsx'
import { LoadingText } from '#web/ui/LoadingText.tsx'
import { useMayChange } from './pupil-actions.tsx'
import { type PupilRecord, type RecordSection, recordOf, sectionFor } from './record-sections.ts'

const PupilRecordForm = lazy(() =>
  import('./PupilRecordForm.tsx').then((module) => ({ default: module.PupilRecordForm })),
)

interface PupilRecordCardProps {
  pupil: PupilDetails
  section: RecordSection
  open: OpenSection<PupilRecord>
  /** Facts that are not changed here, before the others. */
  fixed?: readonly { label: string; value: ReactNode }[]
  /** Fields that are read elsewhere on the page, or in other words. */
  unread?: readonly string[]
  /** What a phone says of the facts before they are opened there. */
  folded?: string
}

/** What of the section the viewer gets and is known. */
const factsOf = ({ pupil, section, fixed = [], unread = [] }: PupilRecordCardProps) => {
  const { fields } = sectionFor(section, pupil)
  const values = inputsOf(fields, recordOf(pupil))
  const read = fields.filter(({ key }) => !unread.includes(key))
  const facts = read.map((field) => ({ label: field.label, value: readText(field, values[field.key] ?? '') }))
  return [...fixed, ...facts].filter(({ value }) => Boolean(value))
}

/** A section of the record; users with the right to do so change it in place (ux §3.4). */
export const PupilRecordCard = (props: PupilRecordCardProps) => {
  const { pupil, section, open, folded } = props
  const { name, title } = section
  const mayChange = useMayChange(pupil)
  const isOpen = mayChange && open.name === name
  const facts = factsOf(props)
  if (facts.length === 0 && !mayChange) return null
  return (
    <EditableCard
      name={name}
      headingId={headingOf(name)}
      title={title}
      onEdit={mayChange && !isOpen ? () => void open.edit(name) : undefined}
      isUnprinted={facts.length === 0}
    >
      {isOpen ? (
        <Suspense fallback={<LoadingText />}>
          <PupilRecordForm pupil={pupil} section={sectionFor(section, pupil)} open={open} />
        </Suspense>
      ) : facts.length > 0 ? (
        folded === undefined ? (
          <FactList facts={facts} />
        ) : (
          <FoldedOnPhones name={name} summary={folded}>
            <FactList facts={facts} />
          </FoldedOnPhones>
        )
      ) : (
        <p className="sh-quiet sh-flush">Noch nichts eingetragen.</p>
      )}
    </EditableCard>
  )
}
