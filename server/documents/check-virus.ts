import { spawn } from 'node:child_process'
import { SETTING_NAMES } from '#server/env.ts'

/** What a program said about a file. */
export type VirusFinding = 'clean' | 'infected' | 'unchecked'
export type VirusCheck = (file: Uint8Array) => Promise<VirusFinding>

/** A program that loads its signatures anew for each file takes a while. */
const SECONDS_MAX = 60

const FINDINGS: Partial<Record<number, VirusFinding>> = { 0: 'clean', 1: 'infected' }

/** A program of the operator gets none of our settings: keys and passwords of the database are among them. */
const environment = () =>
  Object.fromEntries(Object.entries(process.env).filter(([name]) => !SETTING_NAMES.includes(name)))

/**
 * Asks the operator's program about a file: it reads the file from its input and ends with 0 (clean) or 1 (infected), as
 * ClamAV does. Whatever else happens means that the file could not be checked.
 */
export const virusCheckBy =
  (program: string, secondsMax = SECONDS_MAX): VirusCheck =>
  (file) =>
    new Promise((resolve) => {
      const child = spawn(program, [], { detached: true, env: environment(), stdio: ['pipe', 'ignore', 'ignore'] })
      const kill = () => {
        try {
          if (child.pid) process.kill(-child.pid, 'SIGKILL')
        } catch {
          // It has ended.
        }
      }
      const timer = setTimeout(kill, secondsMax * 1000)
      process.once('exit', kill)
      const end = (finding: VirusFinding) => {
        clearTimeout(timer)
        process.off('exit', kill)
        resolve(finding)
      }
      child.once('error', () => end('unchecked'))
      child.once('exit', (code) => {
        kill()
        end(FINDINGS[code ?? -1] ?? 'unchecked')
      })
      // A program that has seen enough closes its input early.
      child.stdin.on('error', () => {}).end(file)
    })
