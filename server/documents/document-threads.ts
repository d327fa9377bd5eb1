import { Worker } from 'node:worker_threads'

/** `busy`: too many wait already; `slow`: it took too long; `died`: it ended without a result, out of memory perhaps. */
type ThreadFailure = 'busy' | 'slow' | 'died'

export class DocumentThreadError extends Error {
  readonly reason: ThreadFailure
  constructor(reason: ThreadFailure, cause?: unknown) {
    super(`document thread: ${reason}`, { cause })
    this.reason = reason
  }
}

interface ThreadLimits {
  /** Works on one document: `workerData` and what is posted to it go in, messages come out. */
  script: URL
  threadsMax: number
  /** More than these are refused at once. */
  waitingMax: number
  secondsMax: number
  heapMb: number
}

interface DocumentTask<M, T> {
  data: unknown
  /** Posted one after the other, then null: copied as a whole they would hold up everybody. */
  pieces?: AsyncIterable<unknown>
  /** Takes what the thread says; anything but undefined is the result, an error ends the task as well. */
  receive: (message: M) => T | undefined
}

const YOUNG_MB = 48
const STACK_MB = 4

const runThread = <M, T>({ script, secondsMax, heapMb }: ThreadLimits, { data, pieces, receive }: DocumentTask<M, T>) =>
  new Promise<T>((resolve, reject) => {
    let isOver = false
    const worker = new Worker(script, {
      workerData: data,
      resourceLimits: { maxOldGenerationSizeMb: heapMb, maxYoungGenerationSizeMb: YOUNG_MB, stackSizeMb: STACK_MB },
      env: {},
      execArgv: [],
    })
    const end = () => {
      isOver = true
      clearTimeout(timer)
      void worker.terminate()
    }
    const fail = (error: unknown) => {
      end()
      reject(error)
    }
    const timer = setTimeout(() => fail(new DocumentThreadError('slow')), secondsMax * 1000)
    worker.on('message', (message: M) => {
      if (isOver) return
      try {
        const result = receive(message)
        if (result === undefined) return
        end()
        resolve(result)
      } catch (error) {
        fail(error)
      }
    })
    worker.on('error', (cause) => fail(new DocumentThreadError('died', cause)))
    worker.on('exit', () => fail(new DocumentThreadError('died')))
    const feed = async (given: AsyncIterable<unknown>) => {
      for await (const piece of given) {
        if (isOver) return
        worker.postMessage(piece)
      }
      worker.postMessage(null)
    }
    if (pieces) feed(pieces).catch(fail)
  })

/**
 * Work on documents in threads of their own, a few at a time, with limits on memory and time: what a document does to
 * its thread it does to no one else. DocumentThreadError says why there is no result.
 */
export function documentThreads<M>(limits: ThreadLimits) {
  let running = 0
  const waiting: (() => void)[] = []
  const takeTurn = async () => {
    if (running < limits.threadsMax) {
      running++
      return
    }
    if (waiting.length >= limits.waitingMax) throw new DocumentThreadError('busy')
    await new Promise<void>((resolve) => waiting.push(resolve))
  }
  // Whoever waits longest goes on; the place stays taken.
  const endTurn = () => {
    const next = waiting.shift()
    if (next) next()
    else running--
  }
  return async <T>(task: DocumentTask<M, T>): Promise<T> => {
    await takeTurn()
    try {
      return await runThread(limits, task)
    } finally {
      endTurn()
    }
  }
}
