import { rolloverList } from '#contract/rollovers/rollovers.state.ts'
import type { Reply } from '#web/api/client.ts'
import { queryFor } from '#web/api/queries.ts'

export const rolloverListQuery = queryFor(rolloverList, {})

/** Which years there are, and what is to be done about them. */
export type RolloverState = Reply<typeof rolloverList>
