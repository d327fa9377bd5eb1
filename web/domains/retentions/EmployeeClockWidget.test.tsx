import { cleanup, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { EmployeeRetention } from '#contract/retentions/retentions.clock.ts'
import { json, knowPerson, renderAsPage, stubBrowser } from '#web/page.test-data.ts'
import { EmployeeClockWidget } from './EmployeeClockWidget.tsx'

let clock: EmployeeRetention
const LEFT: EmployeeRetention['entries'] = [{ reason: 'employee', action: 'delete', due_on: '2026-11-20' }]

beforeEach(() => {
  stubBrowser(async () => json(200, clock))
  knowPerson('schooladmin')
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const draw = async (given: Partial<EmployeeRetention>) => {
  clock = { entries: [], hold: null, account_on: null, ...given }
  renderAsPage(() => <EmployeeClockWidget id={5} name="Ida Kern" />)
  await screen.findByRole('region', { name: 'Aufbewahrung' })
}
const erase = () => screen.queryByRole<HTMLButtonElement>('button', { name: 'Auf Antrag löschen' })

test('somebody who is still here cannot be erased', async () => {
  await draw({})
  expect(screen.getByText('Die Frist beginnt mit dem Abgang.')).toBeTruthy()
  expect(erase()).toBeNull()
})

test('what is due goes in the next night, and on request at once', async () => {
  await draw({ entries: LEFT })
  expect(screen.getByText('Wird in der nächsten Nacht gelöscht.')).toBeTruthy()
  expect(erase()?.disabled).toBe(false)
})

test('while the erasure is on hold the page says why nothing is erased on request', async () => {
  await draw({ hold: { reason: 'Das Zeugnis steht aus.', until: '2027-02-20', by: null } })
  expect(erase()?.disabled).toBe(true)
  expect(screen.getByText('erst nach der Aussetzung')).toBeTruthy()
})
