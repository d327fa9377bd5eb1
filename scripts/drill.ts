import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DRILLS, type Drill, findDrills } from './drills.ts'
import { endToolsWithUs, runTool } from './run-tool.ts'

/** `npm run drill [-- name …]`: proofs that take minutes. `-- --list` names them. */
const names = process.argv.slice(2)

const list = () => {
  for (const { name, what, minutes } of DRILLS) console.log(`${name.padEnd(16)} ${what} (at most ${minutes} minutes)`)
}

const MINUTE_MS = 60_000

/** The command of a drill; its time limit is in the environment, where the Vitest projects read it. */
const commandOf = ({ files, minutes, isInBrowser }: Drill): [string, ...string[]] => {
  process.env.SCHULHOF_DRILL_MS = String(minutes * MINUTE_MS)
  if (!isInBrowser)
    return ['node_modules/vitest/vitest.mjs', 'run', '--project', 'server', '--allowOnly=false', ...files]
  process.env.SCHULHOF_SECOND_ENGINE = '1'
  const limit = ['--timeout', String(minutes * MINUTE_MS), '--retries', '0', '--reporter', 'list']
  return ['node_modules/@playwright/test/cli.js', 'test', '--forbid-only', ...limit, ...files]
}

const runDrills = async () => {
  const folder = mkdtempSync(join(tmpdir(), 'schulhof-drill-'))
  process.env.SCHULHOF_DRILL = join(folder, 'figures.txt')
  const results: string[] = []
  for (const drill of findDrills(names)) {
    const { name } = drill
    const start = performance.now()
    const { isFine } = await runTool(commandOf(drill), 'stream')
    results.push(`${isFine ? '✓' : '✗'} ${name} (${Math.round((performance.now() - start) / 1000)} s)`)
    if (!isFine) process.exitCode = 1
  }
  const figures = existsSync(process.env.SCHULHOF_DRILL) ? readFileSync(process.env.SCHULHOF_DRILL, 'utf8').trim() : ''
  rmSync(folder, { recursive: true })
  console.log([figures, ...results].join('\n'))
}

endToolsWithUs()
if (names.includes('--list')) list()
else await runDrills()
