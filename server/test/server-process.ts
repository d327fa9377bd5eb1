import { type ChildProcess, spawn } from 'node:child_process'
import { createServer } from 'node:net'

const START_TIMEOUT_MS = 120_000

/** A port that is free now. */
export const freePort = () =>
  new Promise<number>((resolve) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as { port: number }
      probe.close(() => resolve(port))
    })
  })

const isFree = (port: number) =>
  new Promise<boolean>((resolve) => {
    const probe = createServer().once('error', () => resolve(false))
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)))
  })

/** A port that stays free while its server restarts: lower than those that the system gives to outgoing connections. */
export const freeLowPort = async () => {
  for (;;) {
    const port = 15_000 + Math.floor(Math.random() * 15_000)
    if (await isFree(port)) return port
  }
}

const exitOf = (child: ChildProcess) =>
  new Promise<{ code: number | null; signal: NodeJS.Signals | null }>((resolve) => {
    child.once('exit', (code, signal) => resolve({ code, signal }))
  })

/**
 * The real program in a separate process, like `npm start`, on the given data folder. Resolves when it listens; rejects
 * with its output when it does not.
 */
export async function startServerProcess({
  dataDir,
  port,
  env = {},
  program = ['server/main.ts'],
}: {
  dataDir: string
  port: number
  env?: NodeJS.ProcessEnv
  /** Script and arguments. */
  program?: string[]
}) {
  const child = spawn(process.execPath, program, {
    env: { ...process.env, ...env, DATA_DIR: dataDir, PORT: String(port), LOG_LEVEL: env.LOG_LEVEL ?? 'error' },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  const exited = exitOf(child)
  await new Promise<void>((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`The server did not start:\n${output}`)), START_TIMEOUT_MS)
    const read = (chunk: Buffer) => {
      output += chunk
      if (/Schulhof(-Demo)? läuft/.test(output)) {
        clearTimeout(timer)
        resolve()
      }
    }
    child.stdout.on('data', read)
    child.stderr.on('data', read)
    exited.then(() => reject(new Error(`The server ended:\n${output}`)))
  })
  return {
    url: `http://localhost:${port}`,
    pid: child.pid as number,
    exited,
    output: () => output,
    /** The token of the set-up link, while there is one. */
    setupToken: () => /einrichtung\/([\w-]+)/.exec(output)?.[1],
    signal(name: NodeJS.Signals) {
      child.kill(name)
      return exited
    },
  }
}
export type ServerProcess = Awaited<ReturnType<typeof startServerProcess>>
