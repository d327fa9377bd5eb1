import { ActionIcon, Menu } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { DoorOpen, EllipsisVertical, FileText, Pencil, Trash2 } from 'lucide-react'
import type { EmployeeRow } from '#contract/employees/employees.ts'
import { fullName } from '#contract/person-names.ts'
import { paths } from '#web/paths.ts'
import { linkTarget } from '#web/ui/link-target.ts'
import { removeEmployee } from './employee-actions.tsx'
import type { EmployeeDialogs } from './use-employee-dialogs.tsx'

interface EmployeeRowMenuProps {
  employee: EmployeeRow
  dialogs: Pick<EmployeeDialogs, 'open'>
}

/** What can be done with somebody of the list. */
export const EmployeeRowMenu = ({ employee, dialogs }: EmployeeRowMenuProps) => {
  const { id } = employee
  return (
    <Menu position="bottom-end" width={220}>
      <Menu.Target>
        <ActionIcon aria-label={`Aktionen: ${fullName(employee)}`}>
          <EllipsisVertical size={20} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item
          leftSection={<FileText size={20} aria-hidden />}
          renderRoot={(props) => <Link {...props} {...linkTarget(paths.employee(id))} />}
        >
          Details
        </Menu.Item>
        <Menu.Item leftSection={<Pencil size={20} aria-hidden />} onClick={() => dialogs.open('edit', id)}>
          Bearbeiten
        </Menu.Item>
        <Menu.Item leftSection={<DoorOpen size={20} aria-hidden />} onClick={() => dialogs.open('exit', id)}>
          Abgang eintragen
        </Menu.Item>
        <Menu.Divider />
        <Menu.Item
          c="var(--sh-negative)"
          leftSection={<Trash2 size={20} aria-hidden />}
          onClick={() => void removeEmployee(employee)}
        >
          Löschen
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
