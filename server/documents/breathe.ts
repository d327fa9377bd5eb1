/** Lets everyone else have a turn. */
const breathe = () => new Promise<void>((resolve) => setImmediate(resolve))

/**
 * Applies `work` to one slice of items after another, with a pause between them, so that thousands of rows do not block
 * other requests.
 */
export async function* inSteps<T, R>(items: readonly T[], size: number, work: (slice: T[]) => R): AsyncGenerator<R> {
  for (let begin = 0; begin < items.length; begin += size) {
    yield work(items.slice(begin, begin + size))
    await breathe()
  }
}

/** Maps a list without blocking other requests. */
export async function mapInSteps<T, R>(items: readonly T[], size: number, work: (item: T) => R) {
  const made: R[] = []
  for await (const slice of inSteps(items, size, (some) => some.map(work))) made.push(...slice)
  return made
}
