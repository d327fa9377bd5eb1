import { ActionIcon, Menu } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { EllipsisVertical, FileText, Send, Trash2 } from 'lucide-react'
import type { RegistrationRow } from '#contract/registrations.ts'
import { linkTarget } from '#web/ui/link-target.ts'
import { childName } from './child-name.ts'
import { removeRegistration } from './remove-registration.ts'
import { resendOptin } from './resend-optin.ts'

/** What can be done with one application of the list. */
export const RegistrationRowMenu = ({ row, path }: { row: RegistrationRow; path: string }) => {
  const { contact } = row
  return (
    <Menu position="bottom-end" width={220}>
      <Menu.Target>
        <ActionIcon aria-label={`Aktionen: ${childName(row)}`}>
          <EllipsisVertical size={20} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item
          leftSection={<FileText size={20} aria-hidden />}
          renderRoot={(props) => <Link {...props} {...linkTarget(path)} />}
        >
          Details
        </Menu.Item>
        {contact?.may_resend && (
          <Menu.Item leftSection={<Send size={20} aria-hidden />} onClick={() => void resendOptin(contact.id)}>
            Erneut senden
          </Menu.Item>
        )}
        <Menu.Divider />
        <Menu.Item
          c="var(--sh-negative)"
          leftSection={<Trash2 size={20} aria-hidden />}
          onClick={() => void removeRegistration(row)}
        >
          Löschen
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
