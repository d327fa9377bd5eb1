import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { FROZEN_FILE, findFaults, readFrozen, readMigrations } from './release/frozen-migrations.ts'
import { root, runTool, type ToolRun } from './run-tool.ts'
import type { Totals } from './test-totals.ts'
import { findUnaccepted } from './web-build/licences/accepted-licences.ts'

/**
 * With fewer modules dependency-cruiser has not read the project: with a wrong parser it finds no modules and so no
 * faults.
 */
const fewestModules = 100

type CheckResult = Pick<ToolRun, 'isFine' | 'output'>

export interface Check {
  name: string
  run: () => Promise<CheckResult>
}

const checkLayers = async (): Promise<CheckResult> => {
  const folders = ['contract', 'server', 'web', 'scripts', 'bench', 'e2e'].filter((folder) =>
    existsSync(join(root, folder)),
  )
  const config = ['--config', '.dependency-cruiser.cjs', '--output-type', 'err']
  const { isFine, output } = await runTool([
    'node_modules/dependency-cruiser/bin/dependency-cruiser.mjs',
    ...config,
    ...folders,
  ])
  const modules = Number(/(\d+) modules/.exec(output)?.[1] ?? 0)
  if (modules >= fewestModules) return { isFine, output }
  return { isFine: false, output: `${output}\nOnly ${modules} modules were seen, at least ${fewestModules} are there.` }
}

const checkMigrations = async (): Promise<CheckResult> => {
  const faults = findFaults(readFrozen(root), readMigrations(root))
  return { isFine: faults.length === 0, output: [...faults, `The list is ${FROZEN_FILE}.`].join('\n') }
}

const checkLicences = async (): Promise<CheckResult> => {
  const faults = findUnaccepted(root)
  return { isFine: faults.length === 0, output: faults.join('\n') }
}

const typescript = 'node_modules/typescript7/bin/tsc'

/** Checks that do not run the product, the longest first. */
export const staticChecks: Check[] = [
  { name: 'layers', run: checkLayers },
  { name: 'migrations of releases', run: checkMigrations },
  { name: 'licences', run: checkLicences },
  { name: 'dead code', run: () => runTool(['node_modules/knip/bin/knip.js', '--no-progress']) },
  { name: 'generated types', run: () => runTool(['scripts/generate-schema.ts', '--verify']) },
  { name: 'types', run: () => runTool([typescript, '--project', 'tsconfig.json', '--pretty', 'false']) },
  { name: 'types of the web', run: () => runTool([typescript, '--project', 'web/tsconfig.json', '--pretty', 'false']) },
  {
    name: 'format and lint',
    run: () => runTool(['node_modules/@biomejs/biome/bin/biome', 'check', '--error-on-warnings']),
  },
]

/** The tests that need neither a database nor a page. Those of drawn pages would take the check over its minute. */
export const fastTests: Check = {
  name: 'fast tests',
  run: () => runTool(['node_modules/vitest/vitest.mjs', 'run', '--project', 'rules', '--project', 'web']),
}

/** For two cores: more checks at a time would only wait for each other. */
const atOnce = 2

const runAndReport = async ({ name, run }: Check) => {
  const start = performance.now()
  const { isFine, output } = await run()
  const seconds = ((performance.now() - start) / 1000).toFixed(1)
  console.log(`${isFine ? '✓' : '✗'} ${name} (${seconds} s)${isFine ? '' : `\n\n${output.trim()}\n`}`)
  return isFine
}

/** Runs all, reports each as it ends (failed ones in full), and returns how many passed and failed. */
export const runChecks = async (checks: readonly Check[]): Promise<Totals> => {
  const waiting = [...checks]
  const failures: string[] = []
  const work = async () => {
    for (let check = waiting.shift(); check; check = waiting.shift())
      if (!(await runAndReport(check))) failures.push(check.name)
  }
  await Promise.all(Array.from({ length: atOnce }, work))
  const [passed, failed] = [checks.length - failures.length, failures.length]
  return { passed, failed, skipped: 0, failures, files: [], triedTwice: [] }
}
