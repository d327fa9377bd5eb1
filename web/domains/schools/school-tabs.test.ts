import { expect, test } from 'vitest'
import { schoolTabOf } from './school-tabs.ts'

test.each([
  [{}, 'schule'],
  [{ hash: 'aufbewahrung' }, 'aufbewahrung'],
  [{ hash: 'bezeichnungen' }, 'aussehen'],
  [{ hash: 'schulen' }, 'schule'],
  [{ hash: 'main' }, 'schule'],
  [{ tab: 'krankmeldungen' }, 'krankmeldungen'],
  [{ tab: 'krankmeldungen', hash: 'aufbewahrung' }, 'krankmeldungen'],
  [{ tab: 'gibt-es-nicht' }, 'schule'],
  // What was typed before the session ended is found again, wherever the address leads.
  [{ open: 'stammdaten', tab: 'krankmeldungen' }, 'schule'],
])('the places %j lead to the tab %s', (places, tab) => {
  expect(schoolTabOf({ open: undefined, tab: undefined, hash: '', ...places })).toBe(tab)
})
