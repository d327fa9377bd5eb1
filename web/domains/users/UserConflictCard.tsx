import { Alert, Button, Group, Table } from '@mantine/core'
import { ROLE_LABELS } from '#contract/permissions.ts'
import { changesOf, type UserValues } from './user-form.ts'

const yesOrNo = (isGiven: boolean) => (isGiven ? 'ja' : 'nein')

const LINES: readonly { key: string; label: string; read: (values: UserValues) => string }[] = [
  { key: 'name', label: 'Name', read: ({ name }) => name },
  { key: 'email', label: 'E-Mail', read: ({ email }) => email },
  { key: 'roles', label: 'Rolle', read: ({ role }) => (role ? ROLE_LABELS[role] : 'ohne Rolle') },
  {
    key: 'may_view_sensitive',
    label: 'Besonders geschützte Angaben',
    read: ({ may_view_sensitive }) => yesOrNo(may_view_sensitive),
  },
  { key: 'may_manage_users', label: 'Benutzer verwalten', read: ({ may_manage_users }) => yesOrNo(may_manage_users) },
]

interface UserConflictCardProps {
  text: string
  theirs: UserValues
  mine: UserValues
  onKeepMine: () => void
  onTakeTheirs: () => void
}

/** Somebody changed the account meanwhile: both versions beside each other before one is chosen (ux §2). */
export const UserConflictCard = ({ text, theirs, mine, onKeepMine, onTakeTheirs }: UserConflictCardProps) => {
  const differing = Object.keys(changesOf(mine, theirs))
  return (
    <Alert color="red" title={text} role="alert">
      <Table withRowBorders={false} verticalSpacing={2} horizontalSpacing="xs">
        <Table.Thead>
          <Table.Tr>
            <Table.Th scope="col">
              <span className="sh-visually-hidden">Angabe</span>
            </Table.Th>
            <Table.Th scope="col">Gespeichert</Table.Th>
            <Table.Th scope="col">Ihre Eingabe</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {LINES.filter(({ key }) => differing.includes(key)).map(({ key, label, read }) => (
            <Table.Tr key={key}>
              <Table.Th scope="row">{label}</Table.Th>
              <Table.Td>{read(theirs)}</Table.Td>
              <Table.Td>{read(mine)}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      <Group gap="xs" mt="sm">
        <Button variant="default" onClick={onKeepMine}>
          Meine übernehmen
        </Button>
        <Button variant="default" onClick={onTakeTheirs}>
          Gespeicherte behalten
        </Button>
      </Group>
    </Alert>
  )
}
