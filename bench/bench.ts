import { parseArgs } from 'node:util'
import { benchCirculars } from './circulars.bench.ts'
import { benchErasure } from './erasure.bench.ts'
import { benchMetrics } from './metrics.bench.ts'
import { benchMorning, type MorningOptions } from './morning.bench.ts'
import { soakMorning } from './morning-soak.ts'
import { pageSizes } from './page-sizes.ts'
import { benchPdf } from './pdf.bench.ts'
import { benchPupilExport } from './pupil-export.bench.ts'
import { benchPupilImport } from './pupil-import.bench.ts'
import { type BenchRow, benchPupilList } from './pupil-list.bench.ts'
import { benchPupilPage } from './pupil-page.bench.ts'
import { benchRegistrations } from './registrations.bench.ts'
import { benchRestriction } from './restriction.bench.ts'
import { benchRollover } from './rollover.bench.ts'
import { benchRoutes } from './routes.bench.ts'
import { benchSicknotes } from './sicknotes.bench.ts'
import { benchVersionPoll } from './version-poll.bench.ts'

const print = ({ what, against, ratio, goal, isMet, figures }: BenchRow) =>
  console.log(
    `${isMet ? 'ok  ' : 'FAIL'} ${String(ratio).padStart(6)}  (goal ${goal})  ${what}\n             against ${against}: ${figures}`,
  )

const sizeRow = (what: string, kB: number, limit: number): BenchRow => ({
  what: `JavaScript of ${what}`,
  against: 'its limit',
  ratio: Number((kB / limit).toFixed(2)),
  goal: '≤ 1',
  isMet: kB <= limit,
  figures: `${kB.toFixed(1)} of ${limit} kB gzip`,
})

async function sizes() {
  const { form, parents, status, check, visitors, ahead, dashboard, idle, further } = await pageSizes()
  return [
    sizeRow('the public form, first load', form, 110),
    sizeRow('the parents’ page, first load', parents, 110),
    sizeRow('the status of an application, first load', status, 110),
    sizeRow('the data check of a family, first load', check, 110),
    ...Object.entries(visitors).map(([name, kB]) => sizeRow(`a page for visitors, first load: ${name}`, kB, 110)),
    sizeRow('the staff’s program, fetched while somebody logs in', ahead, 300),
    sizeRow('the staff’s first page, the dashboard', dashboard, 300),
    sizeRow('the dashboard with the dialogs that it loads ahead', idle, 330),
    ...Object.entries(further).map(([name, kB]) => sizeRow(`a further page: ${name}`, kB, 60)),
  ]
}

const { values: given, positionals: wantedParts } = parseArgs({
  allowPositionals: true,
  options: {
    large: { type: 'boolean', default: false },
    // Of `morning`: see docs/scale.md.
    soak: { type: 'string' },
    schools: { type: 'string' },
    seconds: { type: 'string' },
    processes: { type: 'string' },
    factors: { type: 'string' },
    cores: { type: 'string' },
    'load-cores': { type: 'string' },
  },
})

const numbers = (text: string) => text.split(',').map(Number)
const { soak, schools, seconds, processes, factors, cores, 'load-cores': loadCores } = given
const morningOptions: MorningOptions = {
  ...(schools ? { schools: Number(schools) } : {}),
  ...(seconds ? { seconds: Number(seconds) } : {}),
  ...(processes ? { processes: numbers(processes) } : {}),
  ...(factors ? { factors: numbers(factors) } : {}),
  ...(cores && loadCores ? { cores: { servers: cores, load: loadCores } } : {}),
}

/** The parts by the name that runs each alone: `npm run bench -- export list`. */
const PARTS: Record<string, () => AsyncIterable<BenchRow> | Promise<readonly BenchRow[]>> = {
  sizes,
  routes: benchRoutes,
  version: async () => [await benchVersionPoll()],
  metrics: async () => [await benchMetrics()],
  sicknotes: benchSicknotes,
  circulars: benchCirculars,
  rollover: benchRollover,
  erasure: benchErasure,
  pdf: benchPdf,
  export: async () => [await benchPupilExport()],
  import: async () => [await benchPupilImport()],
  registrations: benchRegistrations,
  page: benchPupilPage,
  restriction: benchRestriction,
  list: () => benchPupilList(given.large),
  morning: () => (soak ? soakMorning(Number(soak), morningOptions) : benchMorning(morningOptions)),
}

/** Takes gigabytes and an hour, so it runs only when it is named. */
const ONLY_BY_NAME = ['morning']

const unknown = wantedParts.find((name) => !(name in PARTS))
if (unknown !== undefined) throw new Error(`No part ${unknown}; there are ${Object.keys(PARTS).join(', ')}.`)

// Ratios within this one run on this one machine; absolute figures say little elsewhere.
for (const [name, part] of Object.entries(PARTS)) {
  if (wantedParts.length > 0 ? !wantedParts.includes(name) : ONLY_BY_NAME.includes(name)) continue
  for await (const row of await part()) print(row)
}
