import { expect, test } from 'vitest'
import { partText } from './sicknotes.texts.ts'

const part = { partial: true, timeStart: null, timeEnd: null, lessons: [] as number[] }
const times = { timeStart: '10:00', timeEnd: '12:00' }

test.each([
  [{ partial: false, ...times, lessons: [1] }, undefined],
  [{ ...times }, '10:00–12:00 Uhr'],
  [{ lessons: [2] }, '2. Stunde'],
  [{ lessons: [1, 2, 3] }, '1.–3. Stunde'],
  [{ lessons: [1, 3, 4, 10] }, '1., 3.–4., 10. Stunde'],
  [{ ...times, lessons: [3, 4] }, '10:00–12:00 Uhr, 3.–4. Stunde'],
  [{ timeStart: '10:00', lessons: [3] }, '3. Stunde'],
])('%j reads: %s', (more, text) => expect(partText({ ...part, ...more })).toBe(text))
