import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DRILLS, findDrills } from './drills.ts'
import { endToolsWithUs, runTool } from './run-tool.ts'

/** `npm run drill [-- name …]`: proofs that take minutes. `-- --list` names them. */
const names = process.argv.slice(2)

const list = () => {
  for (const { name, what, minutes } of DRILLS) console.log(`${name.padEnd(10)} ${what} (at most ${minutes} minutes)`)
}

const runDrills = async () => {
  const folder = mkdtempSync(join(tmpdir(), 'schulhof-drill-'))
  process.env.SCHULHOF_DRILL = join(folder, 'figures.txt')
  const results: string[] = []
  for (const { name, files, minutes } of findDrills(names)) {
    const start = performance.now()
    // Said in the environment: options of the command line do not reach the projects of Vitest.
    process.env.SCHULHOF_DRILL_MS = String(minutes * 60_000)
    const vitest = ['run', '--project', 'server', '--allowOnly=false', ...files] as const
    const { isFine } = await runTool(['node_modules/vitest/vitest.mjs', ...vitest], 'stream')
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
