import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'
import {
  type RegistrationStats,
  registrationStatEndpoints,
  type StatCounts,
} from '#contract/registrationstats/registrationstats.ts'
import { closeApp, openApp, page, serverFor } from '#web/app.test-data.ts'
import { paths } from '#web/paths.ts'

afterEach(closeApp)

const NONE: StatCounts = { new: 0, waiting: 0, accepted: 0, rejected: 0, withdrawn: 0, total: 0 }
const COUNTS: StatCounts = { new: 2, waiting: 1, accepted: 30, rejected: 25, withdrawn: 1, total: 59 }
const YEAR = { id: 2, name: '2027/2028' }
const STATS: RegistrationStats = {
  ...{ schoolyear: YEAR, before: null, schoolyears: [YEAR], counts: COUNTS, counts_before: NONE },
  ...{ transformed: 0, tallied: 0 },
  byGrade: [
    { grade: 1, counts: COUNTS, places: 40, total_before: 0 },
    { grade: 3, counts: NONE, places: 6, total_before: 4 },
  ],
  byMonth: [{ month: '2026-11-01', counts: COUNTS, total_before: 0 }],
}
const open = async () => {
  const server = serverFor('schooladmin')
  server.on(registrationStatEndpoints.get, () => STATS)
  await openApp(paths.registrationStats, server)
  await page('Statistik')
}
const section = async (name: string) => within(await screen.findByRole('region', { name }))
/** What the chart shows, in the order of its parts. */
const partsOf = (name: string) =>
  [...(screen.getByRole('region', { name }).querySelectorAll('[style*="flex-grow"]') ?? [])].map((part) =>
    part.getAttribute('data-status'),
  )

test('the bar of a grade shows only children who want a place, and the accepted ones first', async () => {
  await open()
  const places = await section('Reichen die Plätze?')
  expect(partsOf('Reichen die Plätze?')).toEqual(['accepted', 'new', 'waiting'])
  expect(places.getByText('30 von 40')).toBeTruthy()
  expect(places.getByText('Ja, auch wenn alle angenommen werden, die neu sind oder warten.')).toBeTruthy()
})

test('each grade with places has a bar, and all bars have one scale', async () => {
  await open()
  const places = await section('Reichen die Plätze?')
  expect(places.getByText('0 von 6')).toBeTruthy()
  const marks = [
    ...screen.getByRole('region', { name: 'Reichen die Plätze?' }).querySelectorAll('[style*="inset-inline-start"]'),
  ]
  expect(marks.map((mark) => mark.getAttribute('style'))).toEqual([
    'inset-inline-start: 100%;',
    'inset-inline-start: 15%;',
  ])
})

test('numbers are a chart or a table, not both, and the table is always there to be read out', async () => {
  await open()
  const grades = await section('Reichen die Plätze?')
  expect(grades.getByRole('row', { name: /^Klassenstufe 1 2 1 30 25 1 59 40$/ })).toBeTruthy()
  expect(partsOf('Reichen die Plätze?')).not.toEqual([])
  await userEvent.click(grades.getByRole('button', { name: 'Als Tabelle zeigen' }))
  expect(partsOf('Reichen die Plätze?')).toEqual([])
  expect(partsOf('Wann kommen die Bewerbungen?')).not.toEqual([])
  await userEvent.click(grades.getByRole('button', { name: 'Als Diagramm zeigen' }))
  expect(partsOf('Reichen die Plätze?')).not.toEqual([])
})

test('the numbers one looks for first stand on top and lead to their applications', async () => {
  await open()
  const headlines = within(await screen.findByRole('list', { name: 'Auf einen Blick' }))
  expect(headlines.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    '2zu entscheiden',
    '16Plätze für Neue freiin Klasse 1 und 3',
    '30angenommen',
    '59insgesamtdavon 1 zurückgezogen',
  ])
  const link = headlines.getByRole('link', { name: 'zu entscheiden' })
  expect(link.getAttribute('href')).toContain('school_year_id=2&status=new')
})
