/** Lets everyone else have a turn. */
const breathe = () => new Promise<void>((resolve) => setImmediate(resolve))

/**
 * What `work` makes of one slice of items after the other, with a breath between them: thousands of rows keep no other
 * request waiting.
 */
export async function* inSteps<T, R>(items: readonly T[], size: number, work: (slice: T[]) => R): AsyncGenerator<R> {
  for (let begin = 0; begin < items.length; begin += size) {
    yield work(items.slice(begin, begin + size))
    await breathe()
  }
}

/** A list made of another one without keeping anybody waiting. */
export async function mapInSteps<T, R>(items: readonly T[], size: number, work: (item: T) => R) {
  const made: R[] = []
  for await (const slice of inSteps(items, size, (some) => some.map(work))) made.push(...slice)
  return made
}
