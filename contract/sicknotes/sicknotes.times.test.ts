import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { SICKNOTE_TEXTS } from './sicknotes.rules.ts'
import { Lessons, NoteTimes, timesRule } from './sicknotes.times.ts'

const Timed = z.object({ dateStart: z.string(), dateEnd: z.string().nullish() }).extend(NoteTimes.shape)
const Note = Timed.superRefine(timesRule)

const problemsOf = (note: Record<string, unknown>) => {
  const { error } = Note.safeParse({ dateStart: '2026-11-20', ...note })
  return (error?.issues ?? []).map(({ path, message }) => [path.join('.'), message])
}
const times = (timeStart: string | null, timeEnd: string | null) => ({ partial: true, timeStart, timeEnd })

describe('a part of a day', () => {
  test.each([
    [{}],
    [{ dateEnd: '2026-11-23' }],
    [{ dateEnd: '2026-11-23', timeStart: '12:00', timeEnd: '10:00' }],
    [times('10:00', '10:01')],
    [{ ...times('10:00', '12:00'), dateEnd: '2026-11-20', lessons: [3] }],
    [{ partial: true, lessons: [1] }],
    [{ ...times('10:00', null), lessons: [3] }],
  ])('%j is one, or a whole day', (note) => {
    expect(problemsOf(note)).toEqual([])
  })

  const { partialOneDay, partialWhen } = SICKNOTE_TEXTS
  test.each([
    [{ ...times('10:00', '12:00'), dateEnd: '2026-11-23' }, 'partial', partialOneDay],
    [{ partial: true }, 'timeStart', partialWhen],
    [times('10:00', null), 'timeStart', partialWhen],
    [times(null, '12:00'), 'timeStart', partialWhen],
  ])('%j is none', (note, field, text) => {
    expect(problemsOf(note)).toEqual([[field, text]])
  })

  test.each([
    ['12:00', '10:00'],
    ['10:00', '10:00'],
  ])('from %s to %s is refused at its end', (from, to) => {
    expect(problemsOf(times(from, to)).map(([field]) => field)).toEqual(['timeEnd'])
  })

  test.each(['24:00', '7:30', '10:60', ''])('%j is no time of day', (time) => {
    expect(problemsOf(times(time, '12:00')).map(([field]) => field)).toContain('timeStart')
  })
})

test.each([
  [
    [2, 1, 2],
    [1, 2],
  ],
  [
    [10, 9],
    [9, 10],
  ],
  [[], []],
])('lessons %j are kept as %j', (sent, kept) => expect(Lessons.parse(sent)).toEqual(kept))

test.each([[[0]], [[11]], [[1.5]], [['1']]])('%j are no lessons', (sent) => {
  expect(Lessons.safeParse(sent).success).toBe(false)
})
