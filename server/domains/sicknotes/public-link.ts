import { PARENTS_PAGE_TEXTS } from '#contract/sicknotes/sicknotes.public.ts'
import type { Queries } from '#server/db/database.ts'
import { ApiError } from '#server/http/api-error.ts'
import { type Limit, type Limits, MINUTE_SECONDS } from '#server/http/rate-limit.ts'
import { findLinkedChild, type LinkedChild } from './sicknotes.public.queries.ts'

/** Links that do not work, tried from one network address; working links never count (domain §5.6). */
export const UNKNOWN_PUPIL_LINKS: Limit = { name: 'unknownPupilLinks', points: 30, seconds: 10 * MINUTE_SECONDS }

class UnknownLink extends ApiError {
  constructor() {
    super(404, { message: PARENTS_PAGE_TEXTS.unknown })
  }
}

/** The child of a link, and the transaction bound to its school. 404 when the link does not work. */
export async function openLink(tx: Queries, uuid: string, today: string) {
  const found = await findLinkedChild(tx, uuid, today)
  if (!found) throw new UnknownLink()
  return found
}

/** The children of these links, each once, in their order. A single 404 as soon as one of the links does not work. */
export async function openLinks(tx: Queries, uuids: readonly string[], today: string) {
  const children: LinkedChild[] = []
  let isUnknown = false
  for (const uuid of uuids) {
    const { child } = (await findLinkedChild(tx, uuid, today)) ?? {}
    if (!child) isUnknown = true
    else if (!children.some(({ school_id, id }) => school_id === child.school_id && id === child.id))
      children.push(child)
  }
  if (isUnknown) throw new UnknownLink()
  return children
}

interface Tries {
  limits: Limits
  household: string
  /** Each link of a request counts as one try. */
  links: number
}

/** Runs work that opens links, and counts links that do not work; 429 when there were too many. */
export async function countingUnknown<T>({ limits, household, links }: Tries, work: () => Promise<T>) {
  try {
    return await work()
  } catch (error) {
    if (error instanceof UnknownLink)
      for (let count = 0; count < links; count++) await limits.use(UNKNOWN_PUPIL_LINKS, household)
    throw error
  }
}
