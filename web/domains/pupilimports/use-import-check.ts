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

/** By these a row is known again. */
const KNOWN_BY: readonly ImportField[] = ['lastname', 'firstname', 'schoolclass']
const CONCERNING: readonly ImportVerdict[] = ['error', 'changed', 'duplicate']

type Findings = Pick<ImportRow, 'problems' | 'notes' | 'changes' | 'verdict' | 'matches'>

const namedIn = ({ problems, notes, changes, verdict, matches }: Findings) => [
  ...[problems, notes, changes].flat().flatMap(({ field }) => field ?? []),
  ...(verdict === 'duplicate'
    ? ['birthdate' as const, ...matches.flatMap((match) => match.changes.map(({ field }) => field))]
    : []),
]

/** Columns in which something is wrong, changes or is to be decided, and those by which a row is known. */
const concernedFields = (rows: readonly Findings[], fields: readonly ImportField[]) => {
  const wanted = new Set<ImportField>([...KNOWN_BY, ...rows.flatMap(namedIn)])
  return fields.filter((field) => wanted.has(field))
}

const NAMES: readonly ImportField[] = ['lastname', 'firstname']

/** The name first, then what is wrong somewhere: no fault lies beyond the edge of the window. */
export const faultsFirst = (fields: readonly ImportField[], faulty: readonly ImportField[]) => {
  const placeOf = (field: ImportField) => (NAMES.includes(field) ? 0 : faulty.includes(field) ? 1 : 2)
  return [...fields].sort((a, b) => placeOf(a) - placeOf(b))
}

/** Whether these rows are looked at for some of their cells; of new ones all cells count. */
const isNarrowed = (verdicts: readonly ImportVerdict[]) =>
  verdicts.length > 0 && verdicts.every((verdict) => CONCERNING.includes(verdict))

interface View {
  /** Undefined while those of another view stand there still. */
  rows: readonly Findings[] | undefined
  fields: readonly ImportField[]
  verdicts: readonly ImportVerdict[]
  page: number
}

interface Seen {
  view: string
  fields: readonly ImportField[]
  /** Also what has been mended since: a column does not move away from who types there. */
  faulty: readonly ImportField[]
}

/** The columns in sight; one that is right at last stays, for somebody is typing there, until other rows are asked for. */
export const useConcernedFields = ({ rows, fields, verdicts, page }: View) => {
  const [isWhole, setWhole] = useState(false)
  const view = [page, ...verdicts].join(' ')
  const [seen, setSeen] = useState<Seen>({ view, fields: [], faulty: [] })
  const isSame = seen.view === view || !rows
  const before = isSame ? seen.fields : []
  const wrong = rows?.flatMap(({ problems }) => problems.flatMap(({ field }) => field ?? [])) ?? []
  const faulty = [...new Set([...(isSame ? seen.faulty : []), ...wrong])]
  const now = rows ? concernedFields(rows, fields) : []
  const inSight = fields.filter((field) => before.includes(field) || now.includes(field))
  const isNew = inSight.length !== seen.fields.length || faulty.length !== seen.faulty.length
  if (rows && (seen.view !== view || isNew)) setSeen({ view, fields: inSight, faulty })
  const mayNarrow = isNarrowed(verdicts) && inSight.length > 0 && inSight.length < fields.length
  const shown = faultsFirst(mayNarrow && !isWhole ? inSight : fields, faulty)
  return { fields: shown, mayNarrow, isWhole, toggle: () => setWhole(!isWhole) }
}

const ROWS_PER_PAGE = 25
const DEFAULTS = { sort: 'line', perPage: ROWS_PER_PAGE, filters: ['verdict'] as const }

/** What the counters say: other than at one's own last step, a colleague has done something. */
const stampOf = ({ counts, undecided, to_write }: Pick<ImportDetail, 'counts' | 'undecided' | 'to_write'>) =>
  JSON.stringify([counts, undecided, to_write])

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
      const { counts, undecided, to_write, also, ...row } = await call(pupilImportEndpoints.changeRow, {
        params: { id, line },
        body,
      })
      for (const one of [row, ...also]) patchRow(id, one)
      const known = queryClient.getQueryData<ImportDetail>(importQuery(id).queryKey) ?? detail
      await keep({ ...known, counts, undecided, to_write })
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
