import type { ParentsPage } from '#contract/sicknotes/sicknotes.public.ts'
import { publicSicknoteEndpoints } from '#contract/sicknotes/sicknotes.public.ts'
import { ApiFailure, call } from '#web/api/client.ts'

/** A child whose link works, with what its page knows. */
export interface ReportChild extends ParentsPage {
  uuid: string
}

export interface LoadedChildren {
  children: ReportChild[]
  /** A link among several did not work; nothing says whose. */
  hasLost: boolean
  /** When, by the browser's clock. */
  loadedAt: number
}

const isUnknown = (failure: unknown) => failure instanceof ApiFailure && failure.status === 404

/** The child of a link, or undefined: no link that fails says why (domain §5.6). */
export const findChild = async (uuid: string): Promise<ReportChild | undefined> => {
  try {
    return { uuid, ...(await call(publicSicknoteEndpoints.pupil, { params: { uuid } })) }
  } catch (failure) {
    if (isUnknown(failure)) return undefined
    throw failure
  }
}

/** The children of these links, in their order. */
export const loadChildren = async (uuids: readonly string[]): Promise<LoadedChildren> => {
  const found = await Promise.all(uuids.map(findChild))
  const children = found.filter((child) => child !== undefined)
  return { children, hasLost: children.length < uuids.length, loadedAt: Date.now() }
}
