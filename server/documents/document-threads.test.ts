import { expect, test } from 'vitest'
import { documentThreads } from './document-threads.ts'

const SCRIPT = `
import { parentPort } from 'node:worker_threads'
let pieces
let tasks = 0
const work = {
  count: () => {},
  spin: () => { for (;;) {} },
  grow: () => { const all = []; for (;;) all.push(Array.from({ length: 1000 }, () => ({}))) },
  leave: () => process.exit(),
  break: () => { throw new Error('broken') },
}
parentPort.on('message', (message) => {
  if (work[message]) { tasks++; pieces = []; work[message]() }
  else if (message === null) parentPort.postMessage({ tasks, pieces })
  else pieces.push(message)
})`

interface Said {
  tasks: number
  pieces: number[]
}

const threads = (
  change: { threadsMax?: number; waitingMax?: number; secondsMax?: number; keepSeconds?: number } = {},
) =>
  documentThreads<Said>({
    script: new URL(`data:text/javascript,${encodeURIComponent(SCRIPT)}`),
    threadsMax: 1,
    waitingMax: 1,
    secondsMax: 30,
    heapMb: 32,
    keepSeconds: 0,
    ...change,
  })

async function* numbers() {
  yield* [1, 2, 3]
}
const counting = () => ({ data: 'count', pieces: numbers(), receive: ({ pieces }: Said) => pieces })
const asking = () => ({ ...counting(), receive: ({ tasks }: Said) => tasks })
const alone = (data: string) => ({ data, receive: () => 'nothing' })

test('a thread gets all pieces in their order; a task is refused while too many wait, and accepted later', async () => {
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
] as const)('a thread that would %s ends as %s, and its slot is free again', async (work, reason, secondsMax) => {
  const run = threads({ secondsMax })
  await expect(run(alone(work))).rejects.toMatchObject({ reason })
  await expect(run(alone(work))).rejects.toMatchObject({ reason })
})

test('a thread does one task after the other where it is kept, and never after one that failed', async () => {
  const kept = threads({ keepSeconds: 30, secondsMax: 5 })
  expect([await kept(asking()), await kept(asking())]).toEqual([1, 2])
  await expect(kept(alone('break'))).rejects.toMatchObject({ reason: 'died' })
  expect(await kept(asking())).toBe(1)
  const single = threads()
  expect([await single(asking()), await single(asking())]).toEqual([1, 1])
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
