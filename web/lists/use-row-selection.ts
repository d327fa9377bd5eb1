import { useMemo, useRef, useState } from 'react'
import type { RowSelection } from './data-table-props.ts'

/** A chosen row; of one that was chosen as one of all hits only the id may be known. */
export type Chosen<Row> = { id: number } & Partial<Row>

interface ShownRows<Row> {
  rows: readonly Row[]
  /** Of all hits, on whatever page. */
  total: number
  /** What finds these hits, to tell them from others. */
  filters: object
  nameOf: (row: Row) => string
  /** Lists that share no choice, such as what is kept and what is in the bin, differ in it. */
  place?: string
}

/**
 * Rows chosen over pages and filters, in the order of choosing. What is shown again counts as it is now: a stale version
 * would be refused.
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
  /** Adds the ids of all hits of the filters as they are now. */
  const chooseHits = (ids: readonly number[]) => {
    const rowOf = (id: number) => shownById.get(id) ?? ({ id } as Chosen<Row>)
    setById((before) => new Map([...before, ...ids.map((id) => [id, before.get(id) ?? rowOf(id)] as const)]))
    setAllOf(hits)
  }
  const chosen = useMemo(() => [...byId.values()].map((one) => shownById.get(one.id) ?? one), [byId, shownById])
  const isEveryHit = rows.every(({ id }) => byId.has(id)) && (allOf === hits || rows.length === total)
  return { chosen, isEveryHit, selection, chooseHits, forget: actions.forget, clear: actions.clear }
}

/** Chosen rows of a list that is shown as a whole, by their ids: a poll leaves them chosen. */
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
  /** In the order in which they are shown. */
  rows: readonly T[]
  selection: Pick<RowSelection<T>, 'isChosen' | 'onChoose'> | undefined
  rowKey: (row: T) => string | number
}

/**
 * Presses on the boxes of rows. With Shift all rows from the last press to this one get what the last one got; without a
 * last press among the shown rows only the pressed one changes.
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
  /** Shift and an arrow: the row one comes from and the one beside it. */
  const extend = (from: number, to: number) => {
    const [here, next] = [rows[from], rows[to]]
    if (!selection || here === undefined || next === undefined) return
    selection.onChoose([here, next], true)
    last.current = rowKey(next)
  }
  return { toggle, extend }
}
