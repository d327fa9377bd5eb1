import { rolloverList } from '#contract/rollovers/rollovers.state.ts'
import { queryFor } from '#web/api/queries.ts'

export const rolloverListQuery = queryFor(rolloverList, {})
