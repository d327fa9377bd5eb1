import { Worker } from 'node:worker_threads'

/**
 * `busy`: too many tasks are waiting; `slow`: it took too long; `died`: it ended without a result, perhaps out of
 * memory.
 */
type ThreadFailure = 'busy' | 'slow' | 'died'

export class DocumentThreadError extends Error {
  readonly reason: ThreadFailure
  constructor(reason: ThreadFailure, cause?: unknown) {
    super(`document thread: ${reason}`, { cause })
    this.reason = reason
  }
}

interface ThreadLimits {
  /** Gets the data of a task, then its pieces, then null; sends messages until one of them is the result. */
  script: URL
  threadsMax: number
  /** Further tasks are refused at once. */
  waitingMax: number
  secondsMax: number
  heapMb: number
  /** Memory for new objects, in addition to it: with more of it the garbage collector runs less often. */
  youngMb?: number
  /** How long a thread waits for the next task; 0: each task has its own thread, which untrusted files need. */
  keepSeconds: number
}

interface DocumentTask<M, T> {
  data: unknown
  /** Posted one after the other: copying everything at once would block all other requests. */
  pieces?: AsyncIterable<unknown>
  /** Receives the messages of the thread; anything but undefined is the result, and an error ends the task as well. */
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

// Only our listeners are removed: the thread's own ones must stay.
const forget = (worker: Worker) => {
  for (const event of ['message', 'error', 'exit']) worker.removeAllListeners(event)
}

/** Idle threads; they start a task faster than a new thread would. */
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
 * Runs work on documents in separate threads, a few at a time, with limits on memory and time, so that a document can
 * only harm its own thread. DocumentThreadError says why there is no result.
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
  // The longest waiting task is next; it takes over the slot.
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
