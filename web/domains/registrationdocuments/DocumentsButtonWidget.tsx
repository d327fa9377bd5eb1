import { Button, Menu } from '@mantine/core'
import { ChevronDown, Printer } from 'lucide-react'
import { DocumentItemsWidget } from './DocumentItemsWidget.tsx'

/** A button for what is done with several applications: their documents in one file (ux §3.8). */
export const DocumentsButtonWidget = ({ ids }: { ids: readonly number[] }) => (
  // Stays while it is loaded: what its entries are doing would go with them.
  <Menu position="top-start" width={240} keepMounted>
    <Menu.Target>
      <Button
        variant="default"
        leftSection={<Printer size={20} aria-hidden />}
        rightSection={<ChevronDown size={16} aria-hidden />}
      >
        PDF-Sammeldruck
      </Button>
    </Menu.Target>
    <Menu.Dropdown>
      <DocumentItemsWidget ids={ids} />
    </Menu.Dropdown>
  </Menu>
)
