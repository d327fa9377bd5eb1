import { spawn } from 'node:child_process'
import { SETTING_NAMES } from '#server/env.ts'

/** The last words of a program are those that say why it failed. */
const OUTPUT_LENGTH = 600
/** Between the request to end and the end by force. */
const GRACE_MS = 5000

interface HookRun {
  isFine: boolean
  seconds: number
  /** How it ended, in German, with its last words. */
  message: string
}

/** A program of the operator needs its own settings, but none of ours: keys and passwords of the database are among them. */
const environment = () =>
  Object.fromEntries(Object.entries(process.env).filter(([name]) => !SETTING_NAMES.includes(name)))

const shortened = (output: string) => {
  const text = output.trim().replaceAll(/\s*\n\s*/g, ' | ')
  return text.length > OUTPUT_LENGTH ? `… ${text.slice(-OUTPUT_LENGTH)}` : text
}

const endingOf = (code: number | null, signal: NodeJS.Signals | null, hasTimedOut: boolean) => {
  if (hasTimedOut) return 'hat zu lange gedauert und wurde abgebrochen'
  return signal ? `wurde durch ${signal} beendet` : `endete mit ${code}`
}

/**
 * Calls the program with the file as its only argument, without a shell and in a process group of its own, so that its
 * children end with it. It never throws.
 */
export const runHook = (program: string, file: string, timeoutMs: number) =>
  new Promise<HookRun>((resolve) => {
    const start = performance.now()
    let output = ''
    let hasTimedOut = false
    const child = spawn(program, [file], { detached: true, env: environment(), stdio: ['ignore', 'pipe', 'pipe'] })
    const kill = (signal: NodeJS.Signals) => {
      try {
        if (child.pid) process.kill(-child.pid, signal)
      } catch {
        // All of them have ended.
      }
    }
    const killNow = () => kill('SIGKILL')
    let force: NodeJS.Timeout | undefined
    const timer = setTimeout(() => {
      hasTimedOut = true
      kill('SIGTERM')
      force = setTimeout(killNow, GRACE_MS)
    }, timeoutMs)
    process.once('exit', killNow)
    const collect = (text: string) => {
      output = (output + text).slice(-4 * OUTPUT_LENGTH)
    }
    child.stdout.setEncoding('utf8').on('data', collect)
    child.stderr.setEncoding('utf8').on('data', collect)
    const end = (isFine: boolean, ending: string) => {
      clearTimeout(timer)
      clearTimeout(force)
      process.off('exit', killNow)
      const words = shortened(output)
      const seconds = Math.round((performance.now() - start) / 100) / 10
      resolve({ isFine, seconds, message: words ? `${ending}: ${words}` : ending })
    }
    child.once('error', (error) => end(false, `ließ sich nicht starten (${(error as NodeJS.ErrnoException).code})`))
    child.once('exit', (code, signal) => {
      // What it left running would keep the pipes open.
      killNow()
      child.once('close', () => end(code === 0 && !hasTimedOut, endingOf(code, signal, hasTimedOut)))
    })
  })
