/** Work that is done one after the other, however many ask: at once it would only share processor and memory. */
export function turns() {
  let last: Promise<unknown> = Promise.resolve()
  return <T>(work: () => Promise<T>): Promise<T> => {
    const turn = last.then(work)
    last = turn.catch(() => undefined)
    return turn
  }
}

/** Long papers: all their pages are kept in memory while they are drawn. */
export const inPaperTurn = turns()
