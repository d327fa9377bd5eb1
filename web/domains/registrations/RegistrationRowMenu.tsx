import { ActionIcon, Menu } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { EllipsisVertical, FileText, Pencil, Send, Trash2, Undo2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { contactsOf } from '#contract/registrations/registrations.mail-state.ts'
import type { RegistrationRow } from '#contract/registrations/registrations.rows.ts'
import { mayChangeStatus } from '#contract/registrations/registrations.status.ts'
import { DocumentItemWidget } from '#web/domains/registrationdocuments/DocumentItemsWidget.tsx'
import { resendableOf, resendOptins } from '#web/domains/registrations/mails/resend-optin.ts'
import { paths } from '#web/paths.ts'
import { linkTarget } from '#web/ui/link-target.ts'
import { childName } from './child-name.ts'
import { removeRegistration, restoreRegistration } from './remove-registration.ts'

const RowMenu = ({ row, children }: { row: RegistrationRow; children: ReactNode }) => (
  <Menu position="bottom-end" width={250}>
    <Menu.Target>
      <ActionIcon aria-label={`Aktionen: ${childName(row)}`}>
        <EllipsisVertical size={20} aria-hidden />
      </ActionIcon>
    </Menu.Target>
    <Menu.Dropdown>{children}</Menu.Dropdown>
  </Menu>
)

/** The way out of the bin. */
export const DeletedRowMenu = ({ row }: { row: RegistrationRow }) => (
  <RowMenu row={row}>
    <Menu.Item leftSection={<Undo2 size={20} aria-hidden />} onClick={() => void restoreRegistration(row)}>
      Wiederherstellen
    </Menu.Item>
  </RowMenu>
)

/** What can be done with one application of the list. */
export const RegistrationRowMenu = ({ row, path }: { row: RegistrationRow; path: string }) => {
  const resendable = resendableOf(contactsOf(row))
  return (
    <RowMenu row={row}>
      <Menu.Item
        leftSection={<FileText size={20} aria-hidden />}
        renderRoot={(props) => <Link {...props} {...linkTarget(path)} />}
      >
        Details
      </Menu.Item>
      {mayChangeStatus(row) && (
        <Menu.Item
          leftSection={<Pencil size={20} aria-hidden />}
          renderRoot={(props) => (
            <Link {...props} {...linkTarget(paths.registrationEdit(row.id) + window.location.search)} />
          )}
        >
          Bearbeiten
        </Menu.Item>
      )}
      <DocumentItemWidget id={row.id} />
      {resendable.length > 0 && (
        <Menu.Item leftSection={<Send size={20} aria-hidden />} onClick={() => void resendOptins(resendable)}>
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
    </RowMenu>
  )
}
