import { addDays, weekday } from '#contract/dates.ts'
import type { SchoolTransaction } from '#server/db/school-transaction.ts'
import { officeHour } from './enrolments.ts'
import { writeDemoFile, writeDemoPages } from './fill-views.queries.ts'
import type { SeededRandom } from './seeded-random.ts'

interface Scene {
  anchor: string
  random: SeededRandom
  /** The accounts that open pages; the first one also exports. */
  accountIds: readonly number[]
  pupilIds: readonly number[]
}

const DAYS = 16
/** Nobody works at the weekend. */
const isWorkday = (day: string) => weekday(day) <= 5
const FILES = [
  { daysAgo: 9, kind: 'export', what: 'Excel', count: 40 },
  { daysAgo: 6, kind: 'print', what: 'Schulbescheinigung', count: 1 },
  { daysAgo: 2, kind: 'print', what: 'Briefe an die Sorgeberechtigten', count: 24 },
] as const

/** Who opened which pages in the last days, and what left the program (domain DP-22). */
export async function fillViews(tx: SchoolTransaction, { anchor, random, accountIds, pupilIds }: Scene) {
  const pages = Array.from({ length: DAYS }, (_, index) => addDays(anchor, index - DAYS))
    .filter(isWorkday)
    .flatMap((day) =>
      Array.from({ length: random.int(3, 9) }, () => ({
        userId: random.pick(accountIds),
        id: random.pick(pupilIds),
        at: officeHour(day, { anchor, random }),
      })),
    )
  await writeDemoPages(tx, pages)
  for (const { daysAgo, count, kind, what } of FILES) {
    const first = random.int(0, pupilIds.length - count)
    const day = addDays(anchor, -daysAgo)
    const at = officeHour(isWorkday(day) ? day : addDays(day, 5 - weekday(day)), { anchor, random })
    await writeDemoFile(tx, {
      ...{ userId: accountIds[0] ?? 0, at, kind, what },
      ids: pupilIds.slice(first, first + count),
    })
  }
}
