import { Alert, Button, Group } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { formatDate } from '#contract/dates.ts'
import { fullName } from '#contract/person-names.ts'
import { PUPIL_STATUS_LABELS } from '#contract/pupils/pupils.ts'
import type { DuplicatePupil } from '#contract/registrations/registrations.transform.ts'
import { useSignedIn } from '#web/api/base-data.ts'
import { PlainTable } from '#web/lists/PlainTable.tsx'
import { paths } from '#web/paths.ts'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import type { NewPupil } from './use-new-pupil.ts'

interface DuplicatePupilsCardProps {
  child: NewPupil
  found: readonly DuplicatePupil[]
  isRunning: boolean
  onAnyway: () => void
}

const statusText = (status: string) => (PUPIL_STATUS_LABELS as Record<string, string>)[status] ?? status

const isKnown = (row: NewPupil | DuplicatePupil): row is DuplicatePupil => 'school_short' in row

const wayTo = (pupil: DuplicatePupil, ownSchool: string | undefined) =>
  pupil.school_short === ownSchool ? (
    <Link to={paths.pupil(pupil.id)} target="_blank">
      Öffnen<span className="sh-visually-hidden">: {fullName(pupil)} (in einem neuen Tab)</span>
    </Link>
  ) : (
    `an: ${pupil.school_short}`
  )

const titleOf = ({ length }: readonly DuplicatePupil[]) =>
  length === 1 ? 'Dieses Kind gibt es möglicherweise schon' : 'Dieses Kind gibt es möglicherweise schon mehrfach'

/** The child that was typed beside those on record. */
const AlikeTable = ({ child, found }: Pick<DuplicatePupilsCardProps, 'child' | 'found'>) => {
  const ownSchool = useSignedIn()?.school?.short
  return (
    <PlainTable
      columns={[
        {
          title: 'Eintrag',
          isName: true,
          cell: (row) => (isKnown(row) ? wayTo(row, ownSchool) : 'Ihre Eingabe'),
        },
        { title: 'Name', cell: fullName },
        { title: 'Geburtsdatum', cell: ({ birthdate }) => formatDate(birthdate) },
        { title: 'Status', cell: (row) => (isKnown(row) ? statusText(row.status) : 'neu') },
      ]}
      rows={[child, ...found]}
      rowKey={(row) => (isKnown(row) ? `${row.school_short} ${row.id}` : 'typed')}
      isStacked
    />
  )
}

/** The same as soon as name and birth date are typed: nobody fills in the rest of the form in vain. */
export const AlikePupilsCard = ({ child, found }: Pick<DuplicatePupilsCardProps, 'child' | 'found'>) => (
  // The live region stands before its words do.
  <div role="status">
    {found.length > 0 && (
      <Alert color="yellow" mt="md" title={titleOf(found)}>
        <AlikeTable child={child} found={found} />
      </Alert>
    )}
  </div>
)

/** Asked before a second record is made (domain §3.3). */
export const DuplicatePupilsCard = ({ child, found, isRunning, onAnyway }: DuplicatePupilsCardProps) => {
  const box = useRef<HTMLDivElement>(null)
  // The question comes in place of the new page: it is read before anything else.
  useEffect(() => box.current?.focus(), [])
  return (
    <Alert ref={box} tabIndex={-1} role="alert" color="yellow" title={titleOf(found)}>
      <AlikeTable child={child} found={found} />
      <Group gap="xs" mt="sm">
        <ActionButton isRunning={isRunning} variant="default" onClick={onAnyway}>
          Trotzdem anlegen
        </ActionButton>
        <Button component={Link} to={paths.pupils} variant="subtle">
          Nicht anlegen
        </Button>
      </Group>
    </Alert>
  )
}
