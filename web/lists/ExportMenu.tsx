import { Button, Menu } from '@mantine/core'
import { ChevronDown, Download } from 'lucide-react'

interface ExportMenuProps {
  /** The files that can be saved, each with its label. */
  items: readonly { text: string; onSave: () => void }[]
  /** A file is being made. */
  isRunning: boolean
}

/** A page's files to save. */
export const ExportMenu = ({ items, isRunning }: ExportMenuProps) => (
  <Menu position="bottom-end">
    <Menu.Target>
      <Button
        variant="default"
        loading={isRunning}
        leftSection={<Download size={20} aria-hidden />}
        rightSection={<ChevronDown size={16} aria-hidden />}
      >
        Exportieren
      </Button>
    </Menu.Target>
    <Menu.Dropdown>
      {items.map(({ text, onSave }) => (
        <Menu.Item key={text} onClick={onSave}>
          {text}
        </Menu.Item>
      ))}
    </Menu.Dropdown>
  </Menu>
)
