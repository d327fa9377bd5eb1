import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'

/** Runs a script of the product in a separate process, and measures the most memory it takes. */
export function startCommand(script: string, args: string[], env: NodeJS.ProcessEnv) {
  const child = spawn(process.execPath, [script, ...args], {
    env: { ...process.env, ...env },
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  let output = ''
  let peakMegabytes = 0
  const measure = () => {
    try {
      const kilobytes = /VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))?.[1]
      peakMegabytes = Math.max(peakMegabytes, Number(kilobytes ?? 0) / 1024)
    } catch {
      // The process has ended.
    }
  }
  const sampling = setInterval(measure, 20)
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text
      measure()
    })
  const ended = new Promise<{ code: number | null; output: string; peakMegabytes: number }>((resolve) => {
    child.once('close', (code) => {
      clearInterval(sampling)
      resolve({ code, output, peakMegabytes })
    })
  })
  return {
    ended,
    kill: (signal: NodeJS.Signals) => child.kill(signal),
    /** Types this, and nothing more. */
    type: (text: string) => child.stdin.end(text),
  }
}
