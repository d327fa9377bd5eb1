import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { addDays, berlinToday } from '#contract/dates.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { fill, REGULAR } from '#contract/registrations/registrations.sample.test-data.ts'
import { registrationEndpoints } from '#contract/registrations/registrations.ts'
import { sicknoteChangeEndpoints } from '#contract/sicknotes/sicknotes.change.ts'
import type { HaSchool } from './ha-school.ts'

/** From tomorrow on. */
const DAYS = 150
/** Half of them write absences, the others applications, with a pause between two writes. */
const WRITERS = 4
const PAUSE_MS = 150

/** Letters only, because a name may not contain digits. */
const nameOf = (count: number) => `Kind${String(count).replaceAll(/\d/g, (digit) => 'abcdefghij'[Number(digit)] ?? '')}`

interface Write {
  endpoint: Endpoint
  body: unknown
  /** What finds it in the database (`readMarks`). */
  mark: string
}

/** Endless absences: each child on each day. */
function absencesOf(pupils: readonly number[]) {
  const today = berlinToday(new Date())
  let count = 0
  return (): Write => {
    const pupil = pupils[count % pupils.length] ?? 0
    const dateStart = addDays(today, 1 + Math.floor(count / pupils.length))
    count += 1
    if (count > pupils.length * DAYS) throw new Error('There are no more days to be absent on.')
    const body = { pupil_ids: [pupil], dateStart, accepts_free_days: true }
    return { endpoint: sicknoteChangeEndpoints.add, body, mark: `${pupil} ${dateStart}` }
  }
}

/** Endless applications, each of another child. */
async function applicationsTo({ browser }: HaSchool) {
  const options = (await browser.call(registrationEndpoints.formOptions)).json
  const year = (options as { schoolyears: { id: number; name: string }[] }).schoolyears.at(-1)
  if (!year) throw new Error('The school takes no applications.')
  const birthdate = `${Number(year.name.slice(0, 4)) - 6}-03-31`
  let count = 0
  return (): Write => {
    count += 1
    const mark = nameOf(count)
    const answers = { school_year_id: year.id, 'meta.child_lastname': mark, 'meta.child_birthdate': birthdate }
    return { endpoint: registrationEndpoints.add, body: { ...fill(REGULAR, answers), send_optin: false }, mark }
  }
}

/** People who write all the time, and repeat what was not acknowledged with the same key, as the pages do. */
export async function startHaWriters(school: HaSchool) {
  const kinds = [absencesOf(school.pupils), await applicationsTo(school)]
  const seen = {
    /** Marks of the acknowledged writes. */
    acknowledged: [] as string[],
    /** When each of them was acknowledged, in milliseconds. */
    at: [] as number[],
    /** Answers, or the reasons why none came, and how often. */
    answers: new Map<string, number>(),
    /** Writes that were not acknowledged at first; their key settled them. */
    settled: 0,
  }
  const send = async ({ endpoint, body }: Write, key: string) => {
    const answer = await school.browser.call(endpoint, { body, headers: { 'idempotency-key': key } }).then(
      ({ status }) => String(status),
      (error: Error) => error.message,
    )
    seen.answers.set(answer, (seen.answers.get(answer) ?? 0) + 1)
    return answer
  }
  const write = async (what: Write) => {
    const key = randomUUID()
    for (let tries = 1; (await send(what, key)) !== '201'; tries++) {
      if (tries === 1) seen.settled += 1
      await wait(PAUSE_MS)
    }
    seen.acknowledged.push(what.mark)
    seen.at.push(performance.now())
  }
  let isOn = true
  const work = async (_: unknown, writer: number) => {
    const next = kinds[writer % kinds.length] ?? absencesOf(school.pupils)
    while (isOn) {
      await write(next())
      await wait(PAUSE_MS)
    }
  }
  const done = Promise.all(Array.from({ length: WRITERS }, work))
  // Whoever waits for the end hears of it.
  done.catch(() => {})
  return {
    seen,
    /** Every write that was begun is acknowledged, then none begins any more. */
    async settle() {
      isOn = false
      await done
    },
    abandon() {
      isOn = false
    },
  }
}
export type HaWriters = Awaited<ReturnType<typeof startHaWriters>>
