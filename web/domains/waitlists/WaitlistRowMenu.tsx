import { ActionIcon, Menu } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { ArrowUpDown, EllipsisVertical, FileText, Gift } from 'lucide-react'
import type { WaitlistRow } from '#contract/waitlists/waitlists.ts'
import { paths } from '#web/paths.ts'
import { nameOf } from './waitlist-texts.ts'

interface WaitlistRowMenuProps {
  row: WaitlistRow
  onMove: () => void
  onOffer: () => void
}

/** What can be done with one who waits, besides one rank up or down. */
export const WaitlistRowMenu = ({ row, onMove, onOffer }: WaitlistRowMenuProps) => (
  <Menu position="bottom-end" width={240}>
    <Menu.Target>
      <ActionIcon aria-label={`Aktionen: ${nameOf(row)}`}>
        <EllipsisVertical size={20} aria-hidden />
      </ActionIcon>
    </Menu.Target>
    <Menu.Dropdown>
      <Menu.Item leftSection={<ArrowUpDown size={20} aria-hidden />} onClick={onMove}>
        An Platz …
      </Menu.Item>
      <Menu.Item leftSection={<Gift size={20} aria-hidden />} onClick={onOffer}>
        Platz anbieten
      </Menu.Item>
      <Menu.Item
        leftSection={<FileText size={20} aria-hidden />}
        renderRoot={(props) => <Link {...props} to={paths.registration(row.id)} />}
      >
        Zur Bewerbung
      </Menu.Item>
    </Menu.Dropdown>
  </Menu>
)
