import { Button, Menu } from '@mantine/core'
import { Columns3 } from 'lucide-react'
import type { TableColumn } from './table-columns.ts'

interface ColumnMenuProps<T> {
  columns: readonly TableColumn<T>[]
  isShown: (column: TableColumn<T>) => boolean
  onToggle: (column: TableColumn<T>) => void
  isDense: boolean
  onDensity: (isDense: boolean) => void
}

/** The choice of columns and of the distance between rows. */
export const ColumnMenu = <T,>({ columns, isShown, onToggle, isDense, onDensity }: ColumnMenuProps<T>) => (
  <Menu closeOnItemClick={false} position="bottom-end">
    <Menu.Target>
      <Button variant="default" px="sm" leftSection={<Columns3 size={20} aria-hidden />}>
        Spalten
      </Button>
    </Menu.Target>
    <Menu.Dropdown>
      {columns.slice(1).map((column) => (
        <Menu.CheckboxItem key={column.key} checked={isShown(column)} onChange={() => onToggle(column)}>
          {column.title}
        </Menu.CheckboxItem>
      ))}
      <Menu.Divider />
      <Menu.CheckboxItem checked={isDense} onChange={onDensity}>
        Dichte Zeilen
      </Menu.CheckboxItem>
    </Menu.Dropdown>
  </Menu>
)
