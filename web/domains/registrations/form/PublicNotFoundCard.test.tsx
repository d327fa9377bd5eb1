import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { publicSchoolEndpoints } from '#contract/schools/schools.public.ts'
import { fakeServer } from '#web/fake-server.test-data.ts'
import { stubBrowser } from '#web/page.test-data.ts'
import { PublicNotFoundCard } from './PublicNotFoundCard.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

test('whoever mistyped the address of a form finds the forms that are open, and the way home', async () => {
  const server = fakeServer([])
  server.on(publicSchoolEndpoints.list, () => [
    { short: 'fsw', name: 'Freie Schule', phone: '030 1', registration_open: true },
    { short: 'fow', name: 'Freie Oberschule', phone: '030 2', registration_open: false },
  ])
  stubBrowser(server.fetch)
  render(<PublicNotFoundCard />)
  const link = await screen.findByRole('link', { name: 'Freie Schule' })
  expect(link.getAttribute('href')).toBe('/app/fsw/registrierungNeueSchueler')
  expect(screen.getByRole('heading', { level: 1, name: 'Seite nicht gefunden' })).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Zur Startseite' }).getAttribute('href')).toBe('/app/')
  expect(screen.queryByText('Freie Oberschule')).toBeNull()
})
