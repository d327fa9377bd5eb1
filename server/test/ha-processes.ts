import { type ChildProcess, spawn } from 'node:child_process'
import { closeSync, existsSync, openSync, readdirSync, readFileSync } from 'node:fs'
import { type RequestOptions, request } from 'node:https'
import { join } from 'node:path'
import { postgresAccount } from '#server/db/postgres-account.ts'

/** A program in the background, under the account of PostgreSQL, whose words go to a file. */
export function startProgram(program: string, args: string[], { env, log }: { env: NodeJS.ProcessEnv; log: string }) {
  const file = openSync(log, 'a')
  const child = spawn(program, args, { ...postgresAccount, env, cwd: '/', stdio: ['ignore', file, file] })
  closeSync(file)
  return child
}

/** Ends a process of ours, if it has not ended yet. */
export const endProgram = (child: ChildProcess | undefined, signal: NodeJS.Signals = 'SIGTERM') =>
  new Promise<void>((resolve) => {
    if (!child || child.exitCode !== null || child.signalCode !== null) return resolve()
    child.once('exit', () => resolve())
    child.kill(signal)
  })

/** The status of an answer, 0 for none, and its text. */
export const askHttps = (question: RequestOptions) =>
  new Promise<{ status: number; text: string }>((resolve) => {
    const nothing = () => resolve({ status: 0, text: '' })
    const asking = request({ host: '127.0.0.1', timeout: 1500, agent: false, ...question }, (reply) => {
      let text = ''
      reply.setEncoding('utf8').on('data', (chunk: string) => {
        text += chunk
      })
      reply.on('end', () => resolve({ status: reply.statusCode ?? 0, text }))
      reply.on('error', nothing)
    })
    asking.on('timeout', () => asking.destroy())
    asking.on('error', nothing)
    asking.end()
  })

/** A file of /proc; empty when its process has just ended. */
const readProcess = (pid: number, file: string) => {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8')
  } catch {
    return ''
  }
}

/** The name in parentheses may contain anything; the parent is the second word after it. */
const parentOf = (pid: number) =>
  Number(
    readProcess(pid, 'stat')
      .replace(/^.*\) /, '')
      .split(' ')[1],
  )
const childrenOf = (parent: number) =>
  readdirSync('/proc')
    .filter((pid) => /^\d+$/.test(pid))
    .map(Number)
    .filter((pid) => parentOf(pid) === parent)

const send = (pid: number, signal: NodeJS.Signals) => {
  try {
    process.kill(pid, signal)
  } catch {
    // It has just ended.
  }
}

/** Signals for the processes of a PostgreSQL that somebody else started in this data folder. */
export function postgresIn(data: string) {
  const postmaster = () => {
    const file = join(data, 'postmaster.pid')
    const pid = existsSync(file) ? Number(readFileSync(file, 'utf8').split('\n')[0]) : 0
    // After a kill another process may have that number.
    return pid > 0 && readProcess(pid, 'cmdline').includes(data) ? pid : undefined
  }
  const backends = () => {
    const parent = postmaster()
    return parent === undefined ? [] : childrenOf(parent)
  }
  return {
    /** The parent first: then it starts no other process. */
    signalAll(signal: NodeJS.Signals) {
      const all = [postmaster(), ...backends()]
      for (const pid of all) if (pid !== undefined) send(pid, signal)
    },
    /** Only the process that receives the log of the leader. */
    signalReceiver(signal: NodeJS.Signals) {
      for (const pid of backends()) if (readProcess(pid, 'cmdline').includes('walreceiver')) send(pid, signal)
    },
  }
}

/** A child process of ours with its own children. */
export const signalFamily = ({ pid }: ChildProcess, signal: NodeJS.Signals) => {
  if (pid === undefined) return
  const family = [pid, ...childrenOf(pid)]
  for (const each of family) send(each, signal)
}
