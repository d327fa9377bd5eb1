import { Button, Menu } from '@mantine/core'
import { Columns3, Square, SquareCheck } from 'lucide-react'
import type { TableColumn } from './table-columns.ts'

interface ColumnMenuProps<T> {
  columns: readonly TableColumn<T>[]
  isShown: (column: TableColumn<T>) => boolean
  onToggle: (column: TableColumn<T>) => void
  isDense: boolean
  onDensity: (isDense: boolean) => void
}

const Tick = ({ isOn }: { isOn: boolean }) =>
  isOn ? <SquareCheck size={20} aria-hidden /> : <Square size={20} aria-hidden />

/** Which columns a table shows and how close its rows stand. */
export const ColumnMenu = <T,>({ columns, isShown, onToggle, isDense, onDensity }: ColumnMenuProps<T>) => (
  <Menu closeOnItemClick={false} position="bottom-end">
    <Menu.Target>
      <Button variant="default" leftSection={<Columns3 size={20} aria-hidden />}>
        Spalten
      </Button>
    </Menu.Target>
    <Menu.Dropdown>
      {columns.slice(1).map((column) => (
        <Menu.Item
          key={column.key}
          role="menuitemcheckbox"
          aria-checked={isShown(column)}
          leftSection={<Tick isOn={isShown(column)} />}
          onClick={() => onToggle(column)}
        >
          {column.title}
        </Menu.Item>
      ))}
      <Menu.Divider />
      <Menu.Item
        role="menuitemcheckbox"
        aria-checked={isDense}
        leftSection={<Tick isOn={isDense} />}
        onClick={() => onDensity(!isDense)}
      >
        Dichte Zeilen
      </Menu.Item>
    </Menu.Dropdown>
  </Menu>
)
