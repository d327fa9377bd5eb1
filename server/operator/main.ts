import { createInterface } from 'node:readline/promises'
import { showProgress } from '#server/backup/command-line.ts'
import { becomeOwner } from './become-owner.ts'

const line = process.argv.slice(2)
// Before anything is loaded that looks at the account, as the part that starts PostgreSQL does.
becomeOwner(line)
const { runCommand } = await import('./run-command.ts')

/** One line from the person or the pipe; undefined when there is none, as in a timer of the system. */
const ask = async (question: string) => {
  const lines = createInterface({ input: process.stdin, output: process.stderr })
  try {
    return await Promise.race([
      lines.question(question),
      new Promise<undefined>((resolve) => lines.once('close', () => resolve(undefined))),
    ])
  } finally {
    lines.close()
  }
}

process.exitCode = await runCommand(line, {
  variables: process.env,
  now: () => new Date(),
  say: (text) => console.log(text),
  remark: (text) => {
    showProgress('')
    console.error(text)
  },
  ask,
})
