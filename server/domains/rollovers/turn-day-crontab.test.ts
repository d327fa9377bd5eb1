import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { berlinToday } from '#contract/dates.ts'
import { AT_START, crontabOf, tasksOf } from '#server/tasks.ts'
import { startTestApp, type TestApp } from '#server/test/test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.stop())

describe('the crontab, which speaks UTC', () => {
  test.each(['2026-11-20', '2027-03-28', '2027-03-29', '2027-07-01', '2027-10-31', '2027-11-01'])(
    'turns the day a minute after midnight of %s in Berlin',
    (day) => {
      const line = crontabOf(tasksOf(app.platform))
        .split('\n')
        .find((one) => one.includes('turn_day'))
      const [minute = '', hours = ''] = line?.split(' ') ?? []
      const runs = hours.split(',').map((hour) => {
        const eve = new Date(`${day}T${hour}:${minute.padStart(2, '0')}:00Z`)
        return new Date(eve.getTime() - 24 * 60 * 60 * 1000)
      })
      const firstOfDay = runs.find((run) => berlinToday(run) === day)
      expect(firstOfDay && berlinToday(new Date(firstOfDay.getTime() - 2 * 60 * 1000))).not.toBe(day)
    },
  )

  test('is not all: a server that starts turns it, too', () => {
    expect(AT_START).toContain('turn_day')
    expect(Object.keys(tasksOf(app.platform))).toEqual(expect.arrayContaining(AT_START))
  })
})
