import { ActionIcon, Group, NativeSelect, Text } from '@mantine/core'
import { ChevronFirst, ChevronLast, ChevronLeft, ChevronRight } from 'lucide-react'
import { lastPage, type TableState } from './table-state.ts'

interface TablePagerProps {
  state: Pick<TableState, 'page' | 'perPage' | 'setPage' | 'setPerPage'>
  total: number
  rowOptions: readonly number[]
}

/** The shown range, the number of all rows, rows per page, and links to the other pages. */
export const TablePager = ({ state, total, rowOptions }: TablePagerProps) => {
  const { page, perPage, setPage, setPerPage } = state
  const pages = lastPage(total, perPage)
  const first = total === 0 ? 0 : perPage === 0 ? 1 : (page - 1) * perPage + 1
  const last = perPage === 0 ? total : Math.min(page * perPage, total)
  const options = [...new Set([...rowOptions, perPage])].sort(
    (a, b) => (a || Number.MAX_VALUE) - (b || Number.MAX_VALUE),
  )
  const steps = [
    { name: 'Erste Seite', icon: ChevronFirst, to: 1, isPossible: page > 1 },
    { name: 'Vorige Seite', icon: ChevronLeft, to: page - 1, isPossible: page > 1 },
    { name: 'Nächste Seite', icon: ChevronRight, to: page + 1, isPossible: page < pages },
    { name: 'Letzte Seite', icon: ChevronLast, to: pages, isPossible: page < pages },
  ]
  return (
    <Group className="sh-screen-only" justify="space-between" gap="sm">
      <NativeSelect
        label="Zeilen pro Seite"
        size="sm"
        classNames={{ root: 'sh-line sh-gap-2' }}
        value={String(perPage)}
        onChange={(event) => setPerPage(Number(event.currentTarget.value))}
        data={options.map((rows) => ({ value: String(rows), label: rows === 0 ? 'alle' : String(rows) }))}
      />
      <Group gap="xs">
        <Text size="sm" className="sh-figures" role="status">
          {first.toLocaleString('de-DE')}–{last.toLocaleString('de-DE')} von {total.toLocaleString('de-DE')}
        </Text>
        {pages > 1 && (
          <Group component="nav" aria-label="Seiten" gap={4}>
            {steps.map(({ name, icon: Icon, to, isPossible }) => (
              <ActionIcon key={name} aria-label={name} disabled={!isPossible} onClick={() => setPage(to)}>
                <Icon size={20} aria-hidden />
              </ActionIcon>
            ))}
          </Group>
        )}
      </Group>
    </Group>
  )
}
