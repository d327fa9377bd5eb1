import { type ChildProcess, spawn } from 'node:child_process'
import { dirname, join } from 'node:path'

export const root = dirname(import.meta.dirname)

export interface ToolRun {
  isFine: boolean
  output: string
  /** With what it ended: `exit code 1`, or the signal that ended it. */
  ending: string
}

const running = new Set<ChildProcess>()

const end = () => {
  if (running.size === 0) process.exit(1)
  for (const child of running) {
    child.once('close', () => running.size === 0 && process.exit(1))
    child.kill('SIGTERM')
  }
}

/** Ends running tools when this process is asked to end: a terminal signals the whole group, `kill` only us. */
export const endToolsWithUs = () => {
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.once(signal, end)
}

/** Runs a script of an installed package, or of ours, on this Node; `stream` shows its output as it comes. */
export const runTool = ([script, ...args]: [string, ...string[]], stream: 'stream' | 'collect' = 'collect') =>
  new Promise<ToolRun>((resolve) => {
    const stdio = stream === 'stream' ? 'inherit' : 'pipe'
    const env = stream === 'stream' ? process.env : { ...process.env, FORCE_COLOR: '0', NO_COLOR: '1' }
    const child = spawn(process.execPath, [join(root, script), ...args], {
      cwd: root,
      env,
      stdio: ['ignore', stdio, stdio],
    })
    running.add(child)
    let output = ''
    const collect = (text: string) => {
      output += text
    }
    child.stdout?.setEncoding('utf8').on('data', collect)
    child.stderr?.setEncoding('utf8').on('data', collect)
    child.on('error', (error) => collect(error.message))
    child.on('close', (code, signal) => {
      running.delete(child)
      const ending = signal ?? `exit code ${code}`
      if (signal) collect(`\nended by ${signal}`)
      resolve({ isFine: code === 0, output, ending })
    })
  })
