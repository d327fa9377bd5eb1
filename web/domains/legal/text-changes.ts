/** A stretch of a text that stayed, went or came. */
export interface Change {
  kind: 'same' | 'removed' | 'added'
  text: string
}

/** Above this the exact comparison would take too long; then everything between the equal ends counts as changed. */
const CELLS_MAX = 400_000

/** Lengths of the longest common part of both rests, by the places where the rests begin. */
const commonLengths = (before: readonly string[], after: readonly string[]) => {
  const width = after.length + 1
  const lengths = new Uint32Array((before.length + 1) * width)
  for (let i = before.length - 1; i >= 0; i -= 1) {
    for (let j = after.length - 1; j >= 0; j -= 1) {
      const below = lengths[(i + 1) * width + j] ?? 0
      const right = lengths[i * width + j + 1] ?? 0
      const both = (lengths[(i + 1) * width + j + 1] ?? 0) + 1
      lengths[i * width + j] = before[i] === after[j] ? both : Math.max(below, right)
    }
  }
  return (i: number, j: number) => lengths[i * width + j] ?? 0
}

const compareMiddle = (before: readonly string[], after: readonly string[]): Change[] => {
  const removed = (text: string): Change => ({ kind: 'removed', text })
  const added = (text: string): Change => ({ kind: 'added', text })
  if (before.length * after.length > CELLS_MAX) return [...before.map(removed), ...after.map(added)]
  const lengthAt = commonLengths(before, after)
  const changes: Change[] = []
  let i = 0
  let j = 0
  while (i < before.length && j < after.length) {
    if (before[i] === after[j]) {
      changes.push({ kind: 'same', text: before[i++] as string })
      j += 1
    } else if (lengthAt(i + 1, j) >= lengthAt(i, j + 1)) changes.push(removed(before[i++] as string))
    else changes.push(added(after[j++] as string))
  }
  return [...changes, ...before.slice(i).map(removed), ...after.slice(j).map(added)]
}

const countEqual = (before: readonly string[], after: readonly string[]) => {
  const shorter = Math.min(before.length, after.length)
  let count = 0
  while (count < shorter && before[count] === after[count]) count += 1
  return count
}

/** What to leave out and what to put in so that one row of texts becomes the other. */
export const diffTexts = (before: readonly string[], after: readonly string[]): Change[] => {
  const head = countEqual(before, after)
  const restBefore = before.slice(head)
  const restAfter = after.slice(head)
  const tail = countEqual(restBefore.toReversed(), restAfter.toReversed())
  const same = (text: string): Change => ({ kind: 'same', text })
  const middle = compareMiddle(
    restBefore.slice(0, restBefore.length - tail),
    restAfter.slice(0, restAfter.length - tail),
  )
  return [...before.slice(0, head).map(same), ...middle, ...restAfter.slice(restAfter.length - tail).map(same)]
}

const wordsOf = (line: string) => line.split(/(?<=\s)/)

/** Neighbours of one kind read as one; between two equal stretches what went stands before what came. */
const joinRuns = (changes: readonly Change[]) => {
  const runs: Change[] = []
  for (const change of changes) {
    const last = runs.at(-1)
    const before = runs.at(-2)
    if (last?.kind === change.kind) last.text += change.text
    else if (change.kind === 'removed' && last?.kind === 'added' && before?.kind === 'removed')
      before.text += change.text
    else if (change.kind === 'removed' && last?.kind === 'added') runs.splice(-1, 0, { ...change })
    else runs.push({ ...change })
  }
  return runs
}

const lengthOf = (changes: readonly Change[], kind: Change['kind']) =>
  changes.reduce((sum, change) => (change.kind === kind ? sum + change.text.length : sum), 0)

/** Less in common than that, and the words of two lines would be a riddle. */
const LEAST_IN_COMMON = 0.4

/** A line that went and the one in its place, word by word where they are alike; else all of it went and came. */
const compareLines = (removed: string | undefined, added: string | undefined): Change[][] => {
  const gone: Change[][] = removed === undefined ? [] : [[{ kind: 'removed', text: removed }]]
  const come: Change[][] = added === undefined ? [] : [[{ kind: 'added', text: added }]]
  if (removed === undefined || added === undefined) return [...gone, ...come]
  const changes = joinRuns(diffTexts(wordsOf(removed), wordsOf(added)))
  const common = lengthOf(changes, 'same') / Math.max(removed.length, added.length)
  return common < LEAST_IN_COMMON ? [...gone, ...come] : [changes]
}

const linesOf = (text: string) => text.split('\n').filter((line) => line.trim() !== '')

/** The lines that differ, each as what stayed, went and came in it. */
export const changedLines = (before: string, after: string): Change[][] => {
  const lines: Change[][] = []
  let removed: string[] = []
  let added: string[] = []
  const settle = () => {
    for (let at = 0; at < Math.max(removed.length, added.length); at += 1)
      lines.push(...compareLines(removed[at], added[at]))
    removed = []
    added = []
  }
  for (const { kind, text } of diffTexts(linesOf(before), linesOf(after))) {
    if (kind === 'removed') removed.push(text)
    else if (kind === 'added') added.push(text)
    else settle()
  }
  settle()
  return lines
}
