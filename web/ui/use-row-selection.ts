import { useMemo, useState } from 'react'
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
      toggle: (row: Row) =>
        setById((before) => {
          const after = new Map(before)
          if (!after.delete(row.id)) after.set(row.id, row)
          return after
        }),
      forget: (ids: readonly number[]) => setById((before) => new Map([...before].filter(([id]) => !ids.includes(id)))),
      clear: () => setById(new Map()),
    }),
    [],
  )
  const selection: RowSelection<Row> = {
    isChosen: ({ id }) => byId.has(id),
    onToggle: actions.toggle,
    onToggleAll: (isChosen) =>
      setById((before) => {
        const after = new Map(before)
        for (const row of rows) {
          if (isChosen) after.set(row.id, row)
          else after.delete(row.id)
        }
        return after
      }),
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
  return { chosen, isEveryHit, selection, chooseHits, ...actions }
}
