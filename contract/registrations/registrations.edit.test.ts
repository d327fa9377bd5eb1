import { expect, test } from 'vitest'
import { editContext } from './registrations.edit.ts'
import { FSW } from './registrations.sample.test-data.ts'

test('an application keeps its own school year to choose when that is over, once and before the others', () => {
  const over = { id: 999, name: '2019/20', date_start: '2019-08-01', first_school_day: '2019-08-28' }
  const years = FSW.schoolyears
  expect(editContext(FSW, [over])).toEqual({ ...FSW, schoolyears: [over, ...years], mode: 'staff' })
  expect(editContext(FSW, years.slice(0, 1)).schoolyears).toEqual(years)
})
