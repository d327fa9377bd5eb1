import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { ImportField } from '#contract/pupilimports/pupilimports.columns.ts'
import {
  IMPORT_VERDICTS,
  type ImportDecision,
  type ImportDetail,
  type ImportRow,
  type ImportVerdict,
  pupilImportEndpoints,
} from '#contract/pupilimports/pupilimports.ts'
import { call } from '#web/api/client.ts'
import { explainFailure } from '#web/api/errors.ts'
import { queryClient } from '#web/api/query-client.ts'
import { tableState } from '#web/lists/table-state.ts'
import { useUrlSearch } from '#web/lists/use-url-search.ts'
import { forgetRows, importQuery, importRowsQuery, keepImport, patchRow } from './import-queries.ts'

const ROWS_PER_PAGE = 25
const DEFAULTS = { sort: 'line', perPage: ROWS_PER_PAGE, filters: ['verdict'] as const }

/** What the counters say: other than at one's own last step, a colleague has done something. */
const stampOf = ({ counts, undecided }: Pick<ImportDetail, 'counts' | 'undecided'>) =>
  JSON.stringify([counts, undecided])

const verdictsIn = (filter: string | undefined) =>
  IMPORT_VERDICTS.filter((verdict) => filter?.split(',').includes(verdict))

export interface RowChange {
  cells?: Partial<Record<ImportField, string>>
  decision?: ImportDecision | null
  /** The child that an update is to change. */
  match_id?: number
}

/** A step that was refused: the page shows where the import stands now. */
const refuse = async (id: number, failure: unknown) => {
  await explainFailure(failure)
  await queryClient.invalidateQueries({ queryKey: importQuery(id).queryKey })
}

/** Which verdicts are shown, as the address says it; a counter switches its verdict on and off. */
const useVerdicts = () => {
  const state = tableState(useUrlSearch(), DEFAULTS)
  const verdicts = verdictsIn(state.filters.verdict)
  const toggle = (verdict: ImportVerdict) => {
    const next = verdicts.includes(verdict) ? verdicts.filter((one) => one !== verdict) : [...verdicts, verdict]
    state.setFilter('verdict', next.join(','))
  }
  return { state, verdicts, toggle }
}

/** The rows with their verdicts, and what is done about them; each step is saved at once. */
export const useImportCheck = (detail: ImportDetail) => {
  const { id } = detail
  const { state, verdicts, toggle } = useVerdicts()
  const query = { page: state.page, per_page: state.perPage, ...(verdicts.length > 0 && { verdict: verdicts }) }
  const rows = useQuery(importRowsQuery(id, query))
  const [seen, setSeen] = useState(() => stampOf(detail))
  const [isBusy, setBusy] = useState(false)

  const keep = async (next: ImportDetail) => {
    await keepImport(next)
    setSeen(stampOf(next))
  }
  const changeRow = async (line: number, body: RowChange): Promise<ImportRow | undefined> => {
    try {
      const { counts, undecided, also, ...row } = await call(pupilImportEndpoints.changeRow, {
        params: { id, line },
        body,
      })
      for (const one of [row, ...also]) patchRow(id, one)
      const known = queryClient.getQueryData<ImportDetail>(importQuery(id).queryKey) ?? detail
      await keep({ ...known, counts, undecided })
      return row
    } catch (failure) {
      await refuse(id, failure)
      return undefined
    }
  }
  const step = async (work: () => Promise<ImportDetail>) => {
    if (isBusy) return
    setBusy(true)
    try {
      await keep(await work())
      await forgetRows(id)
    } catch (failure) {
      await refuse(id, failure)
    } finally {
      setBusy(false)
    }
  }
  return {
    state,
    verdicts,
    toggle,
    rows,
    isBusy,
    changeRow,
    decide: (lines: number[], decision: ImportDecision) =>
      step(() => call(pupilImportEndpoints.decide, { params: { id }, body: { lines, decision } })),
    checkAgain: () => step(() => call(pupilImportEndpoints.check, { params: { id } })),
    isChangedByOthers: stampOf(detail) !== seen,
    showOthers: async () => {
      setSeen(stampOf(detail))
      await forgetRows(id)
    },
  }
}
export type ImportCheck = ReturnType<typeof useImportCheck>
