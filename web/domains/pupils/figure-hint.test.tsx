import { screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { listOfFigure } from '#contract/pupilfigures/figure-fields.ts'
import { pupilEndpoints } from '#contract/pupils/pupils.ts'
import { closeApp } from '#web/app.test-data.ts'
import { child, openPupils, pupilServer } from './pupils.test-data.ts'

afterEach(closeApp)

const DAY = '2026-11-20'

const openNumber = async (query: Record<string, string> | undefined) => {
  const server = pupilServer('schooladmin', [])
  server.on(pupilEndpoints.list, () => ({ data: [child(1, 'Bode')], total: 24, page: 1, per_page: 10 }))
  await openPupils(server, `?${new URLSearchParams(query)}`)
}

test('the list behind a number of the statistics says which number it is', async () => {
  const query = listOfFigure(DAY, [
    { key: 'schoolgrade', value: '2' },
    { key: 'gender', value: 'm' },
  ])
  await openNumber({ ...query, zahlen: '?#figures-schoolgrade.gender' })
  expect(await screen.findByText('Klassenstufe 2, männlich, am 20.11.2026: 24 Kinder')).toBeTruthy()
})

test('a number by an entry of the record names the entry, and other lists say nothing', async () => {
  const query = listOfFigure(DAY, [{ key: 'enrolment_kind', value: 'regular' }])
  await openNumber({ ...query, zahlen: '?' })
  expect(await screen.findByText(/^Einschulungsart: .+, am 20\.11\.2026: 24 Kinder$/)).toBeTruthy()
  await closeApp()
  await openNumber({ gender: 'm' })
  await waitFor(() => expect(screen.getByRole('rowheader')).toBeTruthy())
  expect(screen.queryByText(/: 24 Kinder$/)).toBeNull()
})

test('the status is a column once not everybody in sight is at school, or the list is filtered by it', async () => {
  const heads = async () => {
    await waitFor(() => expect(screen.getByRole('rowheader')).toBeTruthy())
    return screen.getAllByRole('columnheader').map(({ textContent }) => textContent)
  }
  await openNumber({})
  expect(await heads()).not.toContain('Status')
  await closeApp()
  await openNumber({ status: 'active' })
  expect(await heads()).toContain('Status')
  await closeApp()
  const server = pupilServer('schooladmin', [])
  const rows = [{ ...child(1, 'Bode'), status: 'upcoming' as const }]
  server.on(pupilEndpoints.list, () => ({ data: rows, total: 1, page: 1, per_page: 10 }))
  await openPupils(server)
  expect(await heads()).toContain('Status')
})
