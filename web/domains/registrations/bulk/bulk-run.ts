import type { PlacesWarning, ResendResult, StatusResult } from '#contract/registrations/registrations.bulk.ts'

export type BulkResult = StatusResult | ResendResult

/** What one call does; a second try after a lost answer carries the same key, so that nothing is done twice. */
export interface BulkChunk<C> {
  items: readonly C[]
  key: string
}

/** Changes per call: enough to be quick, few enough that the user can stop in between. */
export const CHUNK_SIZE = 25

export const chunksOf = <C>(items: readonly C[], newKey: () => string): BulkChunk<C>[] =>
  Array.from({ length: Math.ceil(items.length / CHUNK_SIZE) }, (_, index) => ({
    items: items.slice(index * CHUNK_SIZE, (index + 1) * CHUNK_SIZE),
    key: newKey(),
  }))

export interface BulkReply {
  results: readonly BulkResult[]
  warnings?: readonly PlacesWarning[]
}

interface Running<C> {
  send: (chunk: BulkChunk<C>) => Promise<BulkReply>
  onReply: (reply: BulkReply) => void
  isCancelled: () => boolean
}

/**
 * One chunk after the other until all are done, somebody stops it or a call fails. What is left begins with the chunk
 * that failed: of that one nobody knows whether it was done.
 */
export async function runChunks<C>(
  chunks: readonly BulkChunk<C>[],
  { send, onReply, isCancelled }: Running<C>,
): Promise<{ left: readonly BulkChunk<C>[]; failure?: unknown }> {
  for (const [index, chunk] of chunks.entries()) {
    if (isCancelled()) return { left: chunks.slice(index) }
    try {
      onReply(await send(chunk))
    } catch (failure) {
      return { left: chunks.slice(index), failure }
    }
  }
  return { left: [] }
}

export const countLeft = (chunks: readonly BulkChunk<unknown>[]) =>
  chunks.reduce((sum, { items }) => sum + items.length, 0)

/** The last word on each year and grade: more chunks may have brought more accepted. */
export const mergedWarnings = (before: readonly PlacesWarning[], more: readonly PlacesWarning[]) => [
  ...before.filter(
    (old) => !more.some(({ school_year, grade }) => school_year === old.school_year && grade === old.grade),
  ),
  ...more,
]

/** There is nothing to be done about it again: confirmed long ago, or over. */
const isSettled = (result: BulkResult) =>
  'outcome' in result && (result.outcome === 'verified' || result.outcome === 'left_out')

export const isRefused = (result: BulkResult) => !result.ok && !isSettled(result)

export const refusedOf = (results: readonly BulkResult[]) => results.filter(isRefused)
