import { useMemo, useState } from 'react'
import type { RegistrationRow } from '#contract/registrations.rows.ts'
import { explainFailure } from '#web/api/errors.ts'
import { childName } from '#web/domains/registrations/child-name.ts'
import type { RegistrationFilters } from '#web/domains/registrations/registration-list-query.ts'
import type { RowSelection } from '#web/ui/data-table-props.ts'

/** In the order of choosing; of one that was chosen as a hit only the id may be known. */
export type ChosenRegistration = Pick<RegistrationRow, 'id'> & Partial<RegistrationRow>

const NONE: ReadonlyMap<number, ChosenRegistration> = new Map()

interface Shown {
  rows: readonly RegistrationRow[]
  total: number
  filters: RegistrationFilters
}

/** Applications chosen over pages and filters. What is shown again counts as it is now: a stale version would be refused. */
export const useRegistrationSelection = ({ rows, total, filters }: Shown) => {
  const [byId, setById] = useState(NONE)
  const [allOf, setAllOf] = useState<string>()
  const hits = JSON.stringify(filters)
  const actions = useMemo(
    () => ({
      toggle: (row: RegistrationRow) =>
        setById((before) => {
          const after = new Map(before)
          if (!after.delete(row.id)) after.set(row.id, row)
          return after
        }),
      forget: (ids: readonly number[]) => setById((before) => new Map([...before].filter(([id]) => !ids.includes(id)))),
      clear: () => setById(NONE),
    }),
    [],
  )
  const selection: RowSelection<RegistrationRow> = {
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
    nameOf: childName,
  }
  const chooseAll = async () => {
    try {
      // Its code comes with the first row that is chosen.
      const { listHits } = await import('#web/domains/registrations/export-registrations-file.ts')
      const ids = await listHits(filters)
      setById((before) => new Map([...before, ...ids.map((id) => [id, before.get(id) ?? { id }] as const)]))
      setAllOf(hits)
    } catch (failure) {
      await explainFailure(failure)
    }
  }
  const chosen = useMemo(() => {
    const shown = new Map(rows.map((row) => [row.id, row]))
    return [...byId.values()].map((one): ChosenRegistration => shown.get(one.id) ?? one)
  }, [byId, rows])
  const isEveryHit = rows.every(({ id }) => byId.has(id)) && (allOf === hits || rows.length === total)
  return { chosen, isEveryHit, selection, chooseAll, ...actions }
}
