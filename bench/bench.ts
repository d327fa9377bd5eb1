import { pageSizes } from './page-sizes.ts'
import { benchPdf } from './pdf.bench.ts'
import { benchPupilExport } from './pupil-export.bench.ts'
import { benchPupilImport } from './pupil-import.bench.ts'
import { type BenchRow, benchPupilList } from './pupil-list.bench.ts'
import { benchRollover } from './rollover.bench.ts'
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
  const { form, parents, dashboard, further } = await pageSizes()
  return [
    sizeRow('the public form, first load', form, 110),
    sizeRow('the parents’ page, first load', parents, 110),
    sizeRow('the staff’s first page, the dashboard', dashboard, 220),
    ...Object.entries(further).map(([name, kB]) => sizeRow(`a further page: ${name}`, kB, 60)),
  ]
}

// Ratios within this one run on this one machine; absolute figures say little elsewhere.
for (const row of await sizes()) print(row)
print(await benchVersionPoll())
for await (const row of benchSicknotes()) print(row)
for (const row of await benchRollover()) print(row)
for (const row of await benchPdf()) print(row)
print(await benchPupilExport())
print(await benchPupilImport())
for await (const row of benchPupilList(process.argv.includes('--large'))) print(row)
