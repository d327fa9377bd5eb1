import { Alert, Button, Group, Table } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { formatDate } from '#contract/dates.ts'
import { fullName } from '#contract/person-names.ts'
import { PUPIL_STATUS_LABELS } from '#contract/pupils/pupils.ts'
import type { DuplicatePupil } from '#contract/registrations/registrations.transform.ts'
import { useSignedIn } from '#web/api/base-data.ts'
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

/** The child that was typed beside those on record, before a second record is made (domain §3.3). */
export const DuplicatePupilsCard = ({ child, found, isRunning, onAnyway }: DuplicatePupilsCardProps) => {
  const ownSchool = useSignedIn()?.school?.short
  const box = useRef<HTMLDivElement>(null)
  // The question comes in place of the new page: it is read before anything else.
  useEffect(() => box.current?.focus(), [])
  return (
    <Alert
      ref={box}
      tabIndex={-1}
      role="alert"
      color="yellow"
      title={
        found.length === 1
          ? 'Dieses Kind gibt es möglicherweise schon'
          : 'Dieses Kind gibt es möglicherweise schon mehrfach'
      }
    >
      <Table withRowBorders={false} verticalSpacing={4} horizontalSpacing="xs">
        <Table.Thead>
          <Table.Tr>
            {['Eintrag', 'Name', 'Geburtsdatum', 'Status'].map((head) => (
              <Table.Th key={head} scope="col">
                {head}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          <Table.Tr>
            <Table.Th scope="row">Ihre Eingabe</Table.Th>
            <Table.Td>{fullName(child)}</Table.Td>
            <Table.Td>{formatDate(child.birthdate)}</Table.Td>
            <Table.Td>neu</Table.Td>
          </Table.Tr>
          {found.map((pupil) => (
            <Table.Tr key={`${pupil.school_short} ${pupil.id}`}>
              <Table.Th scope="row">
                {pupil.school_short === ownSchool ? (
                  <Link to={paths.pupil(pupil.id)} target="_blank">
                    Öffnen<span className="sh-visually-hidden">: {fullName(pupil)} (in einem neuen Tab)</span>
                  </Link>
                ) : (
                  `an: ${pupil.school_short}`
                )}
              </Table.Th>
              <Table.Td>{fullName(pupil)}</Table.Td>
              <Table.Td>{formatDate(pupil.birthdate)}</Table.Td>
              <Table.Td>{statusText(pupil.status)}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
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
