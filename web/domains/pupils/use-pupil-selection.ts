import { useMemo, useState } from 'react'
import { fullName } from '#contract/person-names.ts'
import { type PupilList, type PupilRow, pupilEndpoints } from '#contract/pupils.ts'
import { call } from '#web/api/client.ts'
import { explainFailure } from '#web/api/errors.ts'
import type { RowSelection } from '#web/ui/data-table-props.ts'
import { isBin, type PupilListState, pupilFilterQuery } from './pupil-list-query.ts'

/** Who is chosen, in the order of choosing; of who was chosen as one of all hits the name may be unknown. */
export type ChosenPupil = Pick<PupilRow, 'id'> & Partial<PupilRow>

const NOBODY: ReadonlyMap<number, ChosenPupil> = new Map()

/** Pupils chosen over pages and filters; the bin has a choice of its own, so that none is mistaken for the other. */
export const usePupilSelection = (state: PupilListState, { data: rows, total }: Pick<PupilList, 'data' | 'total'>) => {
  const [byId, setById] = useState(NOBODY)
  const place = isBin(state) ? 'bin' : 'school'
  const [chosenIn, setChosenIn] = useState(place)
  const hits = JSON.stringify(pupilFilterQuery(state))
  const [allOf, setAllOf] = useState<string>()
  if (chosenIn !== place) {
    setChosenIn(place)
    setById(NOBODY)
  }
  const actions = useMemo(
    () => ({
      toggle: (row: PupilRow) =>
        setById((before) => {
          const after = new Map(before)
          if (!after.delete(row.id)) after.set(row.id, row)
          return after
        }),
      forget: (ids: readonly number[]) => setById((before) => new Map([...before].filter(([id]) => !ids.includes(id)))),
      clear: () => setById(NOBODY),
    }),
    [],
  )
  const selection: RowSelection<PupilRow> = {
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
    nameOf: fullName,
  }
  const chooseAll = async () => {
    try {
      const { ids } = await call(pupilEndpoints.ids, { query: pupilFilterQuery(state) })
      setById((before) => {
        const known = new Map<number, ChosenPupil>([...rows.map((row) => [row.id, row] as const), ...before])
        return new Map([...before, ...ids.map((id) => [id, known.get(id) ?? { id }] as const)])
      })
      setAllOf(hits)
    } catch (failure) {
      await explainFailure(failure)
    }
  }
  const chosen = useMemo(() => [...byId.values()], [byId])
  const isEveryHit = rows.every(({ id }) => byId.has(id)) && (allOf === hits || rows.length === total)
  return { chosen, isEveryHit, selection, chooseAll, ...actions }
}
