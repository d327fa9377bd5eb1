import { Card, Text, Title } from '@mantine/core'
import { Fragment, type ReactNode } from 'react'
import { NotLoaded } from '#web/ui/EmptyState.tsx'
import { PlainTable } from './PlainTable.tsx'

const ACTIONS = { title: 'Aktion', isTitleHidden: true } as const

interface TableCardProps<Row> {
  id: string
  title: string
  columns: readonly string[]
  /** The last column holds a row's button; only a screen reader hears its heading. */
  hasActions?: boolean
  /** Undefined until they are loaded. */
  rows: readonly Row[] | undefined
  hasFailed?: boolean
  onRetry?: () => void
  emptyText: string
  /** A `tr`; its cells name their column in `data-label`, for phones. */
  children: (row: Row) => ReactNode
}

/** A short list of recent entries, under its heading. */
export const TableCard = <Row extends { id: number }>(props: TableCardProps<Row>) => {
  const { id, title, columns, hasActions = false, rows, hasFailed = false, onRetry, emptyText, children } = props
  return (
    <Card component="section" aria-labelledby={id}>
      <Title order={2} id={id} mb="xs">
        {title}
      </Title>
      {hasFailed && !rows && <NotLoaded onRetry={() => onRetry?.()} />}
      {rows?.length === 0 && <Text c="dimmed">{emptyText}</Text>}
      {rows && rows.length > 0 && (
        <PlainTable
          caption={title}
          columns={[...columns.map((column) => ({ title: column })), ...(hasActions ? [ACTIONS] : [])]}
          rows={rows}
          renderRow={(row) => <Fragment key={row.id}>{children(row)}</Fragment>}
          isStacked
        />
      )}
    </Card>
  )
}
