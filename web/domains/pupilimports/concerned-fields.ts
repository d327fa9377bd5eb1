import { useState } from 'react'
import type { ImportField } from '#contract/pupilimports/pupilimports.columns.ts'
import type { ImportRow, ImportVerdict } from '#contract/pupilimports/pupilimports.ts'

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
export const concernedFields = (rows: readonly Findings[], fields: readonly ImportField[]) => {
  const wanted = new Set<ImportField>([...KNOWN_BY, ...rows.flatMap(namedIn)])
  return fields.filter((field) => wanted.has(field))
}

/** Whether these rows are looked at for some of their cells; of new ones all cells count. */
export const isNarrowed = (verdicts: readonly ImportVerdict[]) =>
  verdicts.length > 0 && verdicts.every((verdict) => CONCERNING.includes(verdict))

interface View {
  /** Undefined while those of another view stand there still. */
  rows: readonly Findings[] | undefined
  fields: readonly ImportField[]
  verdicts: readonly ImportVerdict[]
  page: number
}

/** The columns in sight; one that is right at last stays, for somebody is typing there, until other rows are asked for. */
export const useConcernedFields = ({ rows, fields, verdicts, page }: View) => {
  const [isWhole, setWhole] = useState(false)
  const view = [page, ...verdicts].join(' ')
  const [seen, setSeen] = useState<{ view: string; fields: readonly ImportField[] }>({ view, fields: [] })
  const before = seen.view === view || !rows ? seen.fields : []
  const now = rows ? concernedFields(rows, fields) : []
  const inSight = fields.filter((field) => before.includes(field) || now.includes(field))
  if (rows && (seen.view !== view || inSight.length !== seen.fields.length)) setSeen({ view, fields: inSight })
  const mayNarrow = isNarrowed(verdicts) && inSight.length > 0 && inSight.length < fields.length
  return { fields: mayNarrow && !isWhole ? inSight : fields, mayNarrow, isWhole, toggle: () => setWhole(!isWhole) }
}
