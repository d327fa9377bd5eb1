import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { openMetrics } from '#server/watch/metrics.ts'
import { startTestApp, type TestApp } from './test-app.ts'

const FOLDER = join(import.meta.dirname, '../../deploy/watch')
const read = (name: string) => readFileSync(join(FOLDER, name), 'utf8')

let app: TestApp
let names: Set<string>
beforeAll(async () => {
  app = await startTestApp()
  names = new Set(openMetrics(app.platform.state).names())
})
afterAll(() => app.stop())

/** Names of series that expressions use; those of a histogram have an ending, and `up` is Prometheus' own. */
const metricsIn = (expressions: readonly string[]) =>
  new Set(
    expressions
      .flatMap((text) => text.match(/\b(?:schulhof|nodejs|process)_\w+/g) ?? [])
      .map((name) => name.replace(/_(bucket|count|sum)$/, '')),
  )

const ruleExpressions = () => [...read('schulhof-alerts.yml').matchAll(/^ +expr: (.+)$/gm)].map(([, text = '']) => text)

const Dashboard = z.object({
  panels: z.array(
    z.object({
      id: z.int(),
      title: z.string().min(1),
      gridPos: z.object({ x: z.int(), y: z.int(), w: z.int(), h: z.int() }),
      targets: z.array(z.object({ refId: z.string(), expr: z.string() })).min(1),
    }),
  ),
})
const readDashboard = () => Dashboard.parse(JSON.parse(read('schulhof-dashboard.json')))

test('every metric that an alert rule names exists', () => {
  const expressions = ruleExpressions()
  expect(expressions.length).toBe((read('schulhof-alerts.yml').match(/- alert: /g) ?? []).length)
  expect([...metricsIn(expressions)].filter((name) => !names.has(name))).toEqual([])
  expect(metricsIn(expressions).size).toBeGreaterThan(8)
})

test('every metric that the dashboard shows exists', () => {
  const expressions = readDashboard().panels.flatMap(({ targets }) => targets.map(({ expr }) => expr))
  expect([...metricsIn(expressions)].filter((name) => !names.has(name))).toEqual([])
  expect(metricsIn(expressions).size).toBeGreaterThan(15)
})

test('every metric of the program’s own is shown on the dashboard or watched by a rule', () => {
  const used = metricsIn([
    ...ruleExpressions(),
    ...readDashboard().panels.flatMap(({ targets }) => targets.map(({ expr }) => expr)),
  ])
  // Further facts that stand beside those: how long a task took, when a mail last left, free bytes, counts of processes.
  const beside = [
    'schulhof_task_seconds',
    'schulhof_mail_left_timestamp_seconds',
    'schulhof_disk_free_bytes',
    'schulhof_processes',
    'schulhof_backup_verified_timestamp_seconds',
  ]
  const own = [...names].filter((name) => name.startsWith('schulhof_'))
  expect(own.filter((name) => !used.has(name) && !beside.includes(name))).toEqual([])
})

test('panels of the dashboard have numbers of their own and do not lie over each other', () => {
  const { panels } = readDashboard()
  expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length)
  const cells = panels.flatMap(({ gridPos: { x, y, w, h } }) =>
    Array.from({ length: w * h }, (_, index) => `${x + (index % w)} ${y + Math.floor(index / w)}`),
  )
  expect(new Set(cells).size).toBe(cells.length)
})
