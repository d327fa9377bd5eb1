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
  /** Gets the data of a task, then its pieces, then null; sends messages until one is the result. */
  script: URL
  threadsMax: number
  /** More than these are refused at once. */
  waitingMax: number
  secondsMax: number
  heapMb: number
  /** Beside it, for what was just made: much of it spares going over it again and again. */
  youngMb?: number
  /** How long a thread waits for the next task; 0: each task has one of its own, as what strangers send needs. */
  keepSeconds: number
}

interface DocumentTask<M, T> {
  data: unknown
  /** Posted one after the other: copied as a whole they would hold up everybody. */
  pieces?: AsyncIterable<unknown>
  /** Takes what the thread says; anything but undefined is the result, an error ends the task as well. */
  receive: (message: M) => T | undefined
}

const YOUNG_MB = 48
const STACK_MB = 4

const startThread = ({ script, heapMb, youngMb = YOUNG_MB }: ThreadLimits) =>
  new Worker(script, {
    resourceLimits: { maxOldGenerationSizeMb: heapMb, maxYoungGenerationSizeMb: youngMb, stackSizeMb: STACK_MB },
    env: {},
    execArgv: [],
  })

// By name: the thread's own listeners must stay.
const forget = (worker: Worker) => {
  for (const event of ['message', 'error', 'exit']) worker.removeAllListeners(event)
}

/** Threads that have done their task and may do the next one, faster than a new one would. */
function idleThreads(limits: ThreadLimits) {
  const idle = new Set<Worker>()
  const drop = (worker: Worker) => {
    idle.delete(worker)
    void worker.terminate()
  }
  return {
    take: () => {
      const [worker] = idle
      if (!worker) return startThread(limits)
      idle.delete(worker)
      forget(worker)
      worker.ref()
      return worker
    },
    keep: (worker: Worker) => {
      forget(worker)
      if (limits.keepSeconds === 0) return drop(worker)
      idle.add(worker)
      for (const event of ['error', 'exit']) worker.once(event, () => drop(worker))
      worker.unref()
      setTimeout(() => idle.has(worker) && drop(worker), limits.keepSeconds * 1000).unref()
    },
    drop,
  }
}

const post = async (worker: Worker, { data, pieces }: DocumentTask<never, unknown>, isOver: () => boolean) => {
  worker.postMessage(data)
  if (!pieces) return
  for await (const piece of pieces) {
    if (isOver()) return
    worker.postMessage(piece)
  }
  worker.postMessage(null)
}

const runThread = <M, T>(worker: Worker, task: DocumentTask<M, T>, secondsMax: number) => {
  let isOver = false
  const { promise, resolve, reject } = Promise.withResolvers<T>()
  const timer = setTimeout(() => reject(new DocumentThreadError('slow')), secondsMax * 1000)
  worker.on('message', (message: M) => {
    try {
      const result = task.receive(message)
      if (result !== undefined) resolve(result)
    } catch (error) {
      reject(error)
    }
  })
  worker.on('error', (cause) => reject(new DocumentThreadError('died', cause)))
  worker.on('exit', () => reject(new DocumentThreadError('died')))
  post(worker, task, () => isOver).catch(reject)
  return promise.finally(() => {
    isOver = true
    clearTimeout(timer)
  })
}

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
  const threads = idleThreads(limits)
  const work = async <T>(task: DocumentTask<M, T>) => {
    const worker = threads.take()
    try {
      const result = await runThread(worker, task, limits.secondsMax)
      threads.keep(worker)
      return result
    } catch (error) {
      threads.drop(worker)
      throw error
    }
  }
  return async <T>(task: DocumentTask<M, T>): Promise<T> => {
    await takeTurn()
    try {
      return await work(task)
    } finally {
      endTurn()
    }
  }
}
