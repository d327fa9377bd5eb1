import { ActionIcon, Box, Button, Group, Menu, NativeSelect, Text } from '@mantine/core'
import { ChevronFirst, ChevronLast, ChevronLeft, ChevronRight, Columns3 } from 'lucide-react'
import { useEffect, useLayoutEffect, useRef } from 'react'
import { NoHits, NotLoaded } from '#web/ui/EmptyState.tsx'
import { useLasting } from '#web/ui/use-lasting.ts'
import { useNarrow } from '#web/ui/use-narrow.ts'
import { CardList } from './CardList.tsx'
import classes from './DataTable.module.css'
import type { DataTableProps } from './data-table-props.ts'
import toolbarClasses from './list-tools.module.css'
import { RowTable } from './RowTable.tsx'
import { rememberRows } from './rows-at-first.ts'
import { isInCard, isInTable, type TableColumn, useDensity, useShownColumns } from './table-columns.ts'
import { lastPage, PUPIL_ROWS, type TableState } from './table-state.ts'

interface ColumnMenuProps<T> {
  columns: readonly TableColumn<T>[]
  isShown: (column: TableColumn<T>) => boolean
  onToggle: (column: TableColumn<T>) => void
  isDense: boolean
  onDensity: (isDense: boolean) => void
  onMore: (() => void) | undefined
}

/** The choice of columns and of the distance between rows. */
const ColumnMenu = <T,>({ columns, isShown, onToggle, isDense, onDensity, onMore }: ColumnMenuProps<T>) => (
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
      {onMore && (
        <Menu.Item closeMenuOnClick onClick={onMore}>
          Weitere Spalten …
        </Menu.Item>
      )}
      <Menu.Divider />
      <Menu.CheckboxItem checked={isDense} onChange={onDensity}>
        Dichte Zeilen
      </Menu.CheckboxItem>
    </Menu.Dropdown>
  </Menu>
)

interface TablePagerProps {
  name: string
  state: Pick<TableState, 'page' | 'perPage' | 'setPage' | 'setPerPage'>
  total: number
  rowOptions: readonly number[]
}

/** The shown range, the number of all rows, rows per page, and links to the other pages. */
const TablePager = ({ name, state, total, rowOptions }: TablePagerProps) => {
  const { page, perPage, setPage, setPerPage } = state
  const pages = lastPage(total, perPage)
  const first = total === 0 ? 0 : perPage === 0 ? 1 : (page - 1) * perPage + 1
  const last = perPage === 0 ? total : Math.min(page * perPage, total)
  const options = [...new Set([...rowOptions, perPage])].sort(
    (a, b) => (a || Number.MAX_VALUE) - (b || Number.MAX_VALUE),
  )
  const choose = (rows: number) => {
    rememberRows(name, rows)
    setPerPage(rows)
  }
  const nav = useRef<HTMLDivElement>(null)
  // On the first and the last page the pressed button ends its work: the focus moves to the one beside it.
  useLayoutEffect(() => {
    const pressed = document.activeElement
    if (!(pressed instanceof HTMLButtonElement && pressed.disabled && nav.current?.contains(pressed))) return
    const others = [...nav.current.querySelectorAll<HTMLElement>('button:enabled')]
    others.at(page > 1 ? -1 : 0)?.focus({ preventScroll: true })
  }, [page])
  const steps = [
    { name: 'Erste Seite', icon: ChevronFirst, to: 1, isPossible: page > 1 },
    { name: 'Vorige Seite', icon: ChevronLeft, to: page - 1, isPossible: page > 1 },
    { name: 'Nächste Seite', icon: ChevronRight, to: page + 1, isPossible: page < pages },
    { name: 'Letzte Seite', icon: ChevronLast, to: pages, isPossible: page < pages },
  ]
  return (
    <Group className={pages > 1 ? '' : 'sh-screen-only'} justify="space-between" gap="sm">
      <NativeSelect
        label="Zeilen pro Seite"
        size="sm"
        classNames={{ root: 'sh-line sh-gap-2 sh-screen-only' }}
        value={String(perPage)}
        onChange={(event) => choose(Number(event.currentTarget.value))}
        data={options.map((rows) => ({ value: String(rows), label: rows === 0 ? 'alle' : String(rows) }))}
      />
      <Group gap="xs">
        {/* The browser's own menu prints only the shown page, and paper says so. */}
        <Text size="sm" className={`sh-figures ${classes.range}`} role="status">
          {first.toLocaleString('de-DE')}–{last.toLocaleString('de-DE')} von {total.toLocaleString('de-DE')}
        </Text>
        {pages > 1 && (
          <Group component="nav" className="sh-screen-only" ref={nav} aria-label="Seiten" gap={4}>
            {steps.map(({ name: step, icon: Icon, to, isPossible }) => (
              <ActionIcon key={step} aria-label={step} disabled={!isPossible} onClick={() => setPage(to)}>
                <Icon size={20} aria-hidden />
              </ActionIcon>
            ))}
          </Group>
        )}
      </Group>
    </Group>
  )
}

const SKELETON_DELAY_MS = 200

/** The rows, or a message when there are none. */
const Rows = <T,>({
  isNarrow,
  isEmptyPage,
  ...props
}: DataTableProps<T> & { isNarrow: boolean; isEmptyPage: boolean }) => {
  const { state, isFetching } = props
  const rows = isEmptyPage ? undefined : props.rows
  const showsSkeleton = useLasting(rows === undefined && isFetching, SKELETON_DELAY_MS)
  const List = isNarrow ? CardList : RowTable
  if (rows === undefined) {
    if (props.hasFailed) return <NotLoaded onRetry={props.onRetry ?? (() => {})} />
    return showsSkeleton ? <List {...props} rows={undefined} /> : <Box mih={360} />
  }
  if (rows.length > 0) return <List {...props} />
  if (!state.isFiltered) return props.empty
  return props.noHits ?? <NoHits search={state.search} onReset={state.resetFilters} />
}

/** Old links, or a deleted last row, can lead to a page past the end: it becomes the last page. */
const useLastPage = <T,>({ state, rows, total = 0, isFetching }: DataTableProps<T>) => {
  const { page, perPage, setPage } = state
  const last = lastPage(total, perPage)
  const isEmptyPage = rows?.length === 0 && total > 0
  useEffect(() => {
    if (isEmptyPage && page > last && !isFetching) setPage(last)
  }, [isEmptyPage, isFetching, page, last, setPage])
  return isEmptyPage
}

/** The table of this product (ux §2): rows with links and sortable headings, below 600 px a list of cards. */
export const DataTable = <T,>(props: DataTableProps<T>) => {
  const {
    name,
    columns,
    rows,
    total = rows?.length ?? 0,
    state,
    toolbar,
    finding,
    isFetching,
    rowOptions = PUPIL_ROWS,
    isPaged = true,
    columnChoice,
  } = props
  const { shown, isShown, toggle } = useShownColumns(name, columns, columnChoice)
  const [density, setDensity] = useDensity()
  const isEmptyPage = useLastPage(props)
  const isNarrow = useNarrow()

  return (
    <section className="sh-stack sh-gap-3" aria-busy={isFetching}>
      {toolbar !== null && (
        <Group className={`sh-spread sh-screen-only ${toolbarClasses.toolbar}`} gap="xs" align="flex-end">
          <div className={`sh-wrap sh-shrinks sh-gap-2 ${toolbarClasses.filters}`}>{toolbar}</div>
          {!isNarrow && (
            <ColumnMenu
              columns={columns.filter(isInTable)}
              isShown={isShown}
              onToggle={toggle}
              isDense={density === 'dense'}
              onMore={columnChoice && (() => columnChoice.onMore(shown.slice(1).map(({ key }) => key)))}
              onDensity={(isDense) => setDensity(isDense ? 'dense' : 'normal')}
            />
          )}
        </Group>
      )}
      {finding}
      <div className={classes.frame} data-density={density}>
        {isFetching && rows && <div className={`sh-screen-only ${classes.refreshing}`} aria-hidden />}
        <Rows
          {...props}
          columns={isNarrow ? shown.filter(isInCard) : shown.filter(isInTable)}
          isNarrow={isNarrow}
          isEmptyPage={isEmptyPage}
        />
      </div>
      {isPaged && rows && total > 0 && <TablePager name={name} state={state} total={total} rowOptions={rowOptions} />}
    </section>
  )
}
