import { expect, test } from 'vitest'
import { documentThreads } from './document-threads.ts'

const SCRIPT = `
import { parentPort, workerData } from 'node:worker_threads'
const pieces = []
const work = {
  count: () => parentPort.on('message', (piece) => piece === null ? parentPort.postMessage(pieces) : pieces.push(piece)),
  spin: () => { for (;;) {} },
  grow: () => { const all = []; for (;;) all.push(Array.from({ length: 1000 }, () => ({}))) },
  leave: () => process.exit(),
  break: () => { throw new Error('broken') },
}
work[workerData]()`

const threads = (change: { threadsMax?: number; waitingMax?: number; secondsMax?: number } = {}) =>
  documentThreads<number[]>({
    script: new URL(`data:text/javascript,${encodeURIComponent(SCRIPT)}`),
    threadsMax: 1,
    waitingMax: 1,
    secondsMax: 30,
    heapMb: 32,
    ...change,
  })

async function* numbers() {
  yield* [1, 2, 3]
}
const counting = () => ({ data: 'count', pieces: numbers(), receive: (pieces: number[]) => pieces })
const alone = (data: string) => ({ data, receive: () => 'nothing' })

test('a thread gets all pieces in their order; who comes when too many wait is refused, later not', async () => {
  const run = threads()
  const [first, second, third] = await Promise.allSettled([run(counting()), run(counting()), run(counting())])
  expect([first, second]).toEqual([0, 1].map(() => ({ status: 'fulfilled', value: [1, 2, 3] })))
  expect(third).toMatchObject({ status: 'rejected', reason: { reason: 'busy' } })
  expect(await run(counting())).toEqual([1, 2, 3])
})

test.each([
  ['spin', 'slow', 0.2],
  ['grow', 'died', 30],
  ['leave', 'died', 30],
  ['break', 'died', 30],
] as const)('a thread that would %s ends as %s, and its place is free', async (work, reason, secondsMax) => {
  const run = threads({ secondsMax })
  await expect(run(alone(work))).rejects.toMatchObject({ reason })
  await expect(run(alone(work))).rejects.toMatchObject({ reason })
})

test('a refusal of what the thread says, and pieces that cannot be made, end the task with their error', async () => {
  const run = threads()
  const refuse = () => {
    throw new Error('not this')
  }
  await expect(run({ ...counting(), receive: refuse })).rejects.toThrow('not this')
  await expect(run({ ...counting(), pieces: broken() })).rejects.toThrow('no more')
})

async function* broken() {
  yield 1
  throw new Error('no more')
}
