import type { ImportDecision, ImportRow } from '#contract/pupilimports/pupilimports.ts'

type Facts = Pick<ImportRow, 'verdict' | 'problems' | 'matches'>

/** The same child or number stands in an earlier row of the file. */
const isRepeated = ({ problems }: Facts) => problems.some(({ field }) => field === null)

/** Whether somebody on record could be changed by this row. */
export const mayUpdate = (row: Facts) => row.matches.length > 0 && !isRepeated(row)

/** What can be decided about a row; nothing where nothing would be written anyway. */
export const possibleDecisions = (row: Facts): ImportDecision[] => {
  if (row.verdict === 'same') return []
  if (row.verdict === 'error') return ['skip']
  if (row.verdict === 'new') return ['create', 'skip']
  if (row.verdict === 'changed') return ['update', 'skip']
  return mayUpdate(row) ? ['create', 'update', 'skip'] : ['create', 'skip']
}
