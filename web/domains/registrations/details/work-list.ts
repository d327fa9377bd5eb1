/** Ids of a list in its order: as it was when one began to work it off, and as it is now. */
interface WorkList {
  began: readonly number[]
  now: readonly number[]
  /** Rows of a page; 0: all. */
  perPage: number
}

/** How many of those who come next are fetched in advance. */
const IN_ADVANCE = 2

const pageOf = (index: number, perPage: number) =>
  index < 0 || perPage === 0 ? undefined : Math.floor(index / perPage) + 1

/**
 * What stands before and after an application in the list that is worked off. Who leaves the list keeps its place
 * between the others, and nobody moves up unseen; position and total are those of the beginning, so that one who decides
 * comes from 5 to 6 of 13.
 */
export const placeInWork = ({ began, now, perPage }: WorkList, id: number) => {
  const index = began.indexOf(id)
  if (index < 0) return undefined
  const step = (at: number) => {
    const other = began[at]
    return other === undefined ? undefined : { id: other, page: pageOf(now.indexOf(other), perPage) }
  }
  return {
    previous: step(index - 1),
    next: step(index + 1),
    position: index + 1,
    total: began.length,
    following: began.slice(index + 1, index + 1 + IN_ADVANCE),
  }
}
