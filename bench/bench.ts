import { bundleSizes } from './bundle-sizes.ts'
import { type BenchRow, benchPupilList } from './pupil-list.bench.ts'

const print = ({ what, against, ratio, goal, isMet, figures }: BenchRow) =>
  console.log(
    `${isMet ? 'ok  ' : 'FAIL'} ${String(ratio).padStart(6)}  (goal ${goal})  ${what}\n             against ${against}: ${figures}`,
  )

const kB = (value: number) => `${value.toFixed(1)} kB`

function sizes(): BenchRow[] {
  const { parents, staff, parts } = bundleSizes()
  const largest = parts.reduce((a, b) => (a.kB > b.kB ? a : b))
  const row = (what: string, size: number, limit: number): BenchRow => ({
    what,
    against: 'its limit',
    ratio: Number((size / limit).toFixed(2)),
    goal: '≤ 1',
    isMet: size <= limit,
    figures: `${kB(size)} of ${limit} kB gzip`,
  })
  return [
    row('first load of the public form, JavaScript', parents, 110),
    row('staff, first route, JavaScript', staff + (parts.find(({ name }) => name === 'HomePage')?.kB ?? 0), 220),
    row(`staff, largest further route (${largest.name})`, largest.kB, 60),
  ]
}

// Ratios within this one run on this one machine; absolute figures say little elsewhere.
for (const row of sizes()) print(row)
for (const row of await benchPupilList()) print(row)
