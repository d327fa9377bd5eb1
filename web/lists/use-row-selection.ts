import { useMemo, useRef, useState } from 'react'
import type { RowSelection } from './data-table-props.ts'

/** A selected row; for one that was selected as one of all hits only the id may be known. */
export type Chosen<Row> = { id: number } & Partial<Row>

interface ShownRows<Row> {
  rows: readonly Row[]
  /** The number of all hits on all pages. */
  total: number
  /** The filters behind these hits, to distinguish them from others. */
  filters: object
  nameOf: (row: Row) => string
  /** Distinguishes lists that share no selection, such as the normal list and the bin. */
  place?: string
}

/**
 * Rows selected over pages and filters, in the order of selection. A row that is visible again is updated, because a
 * stale version would be refused.
 */
export const useRowSelection = <Row extends { id: number }>({ rows, total, place = '', ...shown }: ShownRows<Row>) => {
  const [byId, setById] = useState<ReadonlyMap<number, Chosen<Row>>>(new Map())
  const [chosenIn, setChosenIn] = useState(place)
  const hits = JSON.stringify(shown.filters)
  const [allOf, setAllOf] = useState<string>()
  if (chosenIn !== place) {
    setChosenIn(place)
    setById(new Map())
  }
  const actions = useMemo(
    () => ({
      choose: (some: readonly Row[], isChosen: boolean) =>
        setById((before) => {
          const after = new Map(before)
          for (const row of some) {
            if (isChosen) after.set(row.id, row)
            else after.delete(row.id)
          }
          return after
        }),
      forget: (ids: readonly number[]) => setById((before) => new Map([...before].filter(([id]) => !ids.includes(id)))),
      clear: () => setById(new Map()),
    }),
    [],
  )
  const selection: RowSelection<Row> = {
    isChosen: ({ id }) => byId.has(id),
    onChoose: actions.choose,
    nameOf: shown.nameOf,
  }
  const shownById = useMemo(() => new Map(rows.map((row) => [row.id, row])), [rows])
  /** Adds the ids of all present hits of the filters. */
  const chooseHits = (ids: readonly number[]) => {
    const rowOf = (id: number) => shownById.get(id) ?? ({ id } as Chosen<Row>)
    setById((before) => new Map([...before, ...ids.map((id) => [id, before.get(id) ?? rowOf(id)] as const)]))
    setAllOf(hits)
  }
  const chosen = useMemo(() => [...byId.values()].map((one) => shownById.get(one.id) ?? one), [byId, shownById])
  const isEveryHit = rows.every(({ id }) => byId.has(id)) && (allOf === hits || rows.length === total)
  return { chosen, isEveryHit, selection, chooseHits, forget: actions.forget, clear: actions.clear }
}

/** Selected rows of a list that is shown completely, by their ids: a poll leaves them selected. */
export const useChosenIds = () => {
  const [ids, setIds] = useState<readonly number[]>([])
  return {
    ids,
    clear: () => setIds([]),
    isChosen: ({ id }: { id: number }) => ids.includes(id),
    onChoose: (rows: readonly { id: number }[], isChosen: boolean) =>
      setIds((before) => {
        const given = rows.map(({ id }) => id)
        return [...before.filter((id) => !given.includes(id)), ...(isChosen ? given : [])]
      }),
  }
}

interface ShownChoice<T> {
  /** The rows in their visible order. */
  rows: readonly T[]
  selection: Pick<RowSelection<T>, 'isChosen' | 'onChoose'> | undefined
  rowKey: (row: T) => string | number
}

/**
 * Presses on the boxes of rows. With Shift all rows from the last press to this one get the state of the last one;
 * without a last press among the visible rows only the pressed one changes.
 */
export const useRangeChoice = <T>({ rows, selection, rowKey }: ShownChoice<T>) => {
  const last = useRef<string | number>(undefined)
  const indexOf = (key: string | number | undefined) => rows.findIndex((row) => rowKey(row) === key)
  const toggle = (row: T, isRange: boolean) => {
    if (!selection) return
    const [from, to] = [isRange ? indexOf(last.current) : -1, indexOf(rowKey(row))]
    const first = rows[from]
    if (first === undefined) selection.onChoose([row], !selection.isChosen(row))
    else selection.onChoose(rows.slice(Math.min(from, to), Math.max(from, to) + 1), selection.isChosen(first))
    last.current = rowKey(row)
  }
  /** Shift and an arrow: the row with the focus and the next one. */
  const extend = (from: number, to: number) => {
    const [here, next] = [rows[from], rows[to]]
    if (!selection || here === undefined || next === undefined) return
    selection.onChoose([here, next], true)
    last.current = rowKey(next)
  }
  return { toggle, extend }
}
