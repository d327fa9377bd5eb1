import { ActionIcon, Menu } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { EllipsisVertical, FileText, Pencil, Trash2 } from 'lucide-react'
import type { Schoolclass } from '#contract/schoolclasses/schoolclasses.ts'
import { paths } from '#web/paths.ts'
import { linkTarget } from '#web/ui/link-target.ts'

interface SchoolclassRowMenuProps {
  schoolclass: Schoolclass
  onEdit: (schoolclass: Schoolclass) => void
  onRemove: (schoolclass: Schoolclass) => void
}

/** What can be done with a class from the list. */
export const SchoolclassRowMenu = ({ schoolclass, onEdit, onRemove }: SchoolclassRowMenuProps) => (
  <Menu position="bottom-end" width={220}>
    <Menu.Target>
      <ActionIcon aria-label={`Aktionen: Klasse ${schoolclass.classgradePlain}`}>
        <EllipsisVertical size={20} aria-hidden />
      </ActionIcon>
    </Menu.Target>
    <Menu.Dropdown>
      <Menu.Item
        leftSection={<FileText size={20} aria-hidden />}
        renderRoot={(props) => <Link {...props} {...linkTarget(paths.schoolclass(schoolclass.id))} />}
      >
        Details
      </Menu.Item>
      <Menu.Item leftSection={<Pencil size={20} aria-hidden />} onClick={() => onEdit(schoolclass)}>
        Bearbeiten
      </Menu.Item>
      <Menu.Divider />
      <Menu.Item
        c="var(--sh-negative)"
        leftSection={<Trash2 size={20} aria-hidden />}
        onClick={() => onRemove(schoolclass)}
      >
        Löschen
      </Menu.Item>
    </Menu.Dropdown>
  </Menu>
)
