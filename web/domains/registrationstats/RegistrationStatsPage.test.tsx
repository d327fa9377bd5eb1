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
  byGrade: [{ grade: 1, counts: COUNTS, places: 40, total_before: 0 }],
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

test('those accepted begin the bar of a grade, so that the mark of its places is compared with them', async () => {
  await open()
  await section('Nach Klassenstufe')
  expect(partsOf('Nach Klassenstufe')).toEqual(['accepted', 'new', 'waiting', 'rejected', 'withdrawn'])
  expect(screen.getByText('Plätze, verglichen mit den Angenommenen')).toBeTruthy()
})

test('numbers are a chart or a table, not both, and the table is always there to be read out', async () => {
  await open()
  const grades = await section('Nach Klassenstufe')
  expect(grades.getByRole('row', { name: /^Klassenstufe 1 2 1 30 25 1 59 40$/ })).toBeTruthy()
  expect(partsOf('Nach Klassenstufe')).not.toEqual([])
  await userEvent.click(grades.getByRole('button', { name: 'Als Tabelle zeigen' }))
  expect(partsOf('Nach Klassenstufe')).toEqual([])
  expect(partsOf('Nach Monat des Eingangs')).not.toEqual([])
  await userEvent.click(grades.getByRole('button', { name: 'Als Diagramm zeigen' }))
  expect(partsOf('Nach Klassenstufe')).not.toEqual([])
})
