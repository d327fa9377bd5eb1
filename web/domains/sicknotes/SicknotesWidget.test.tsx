import { screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { sicknoteEndpoints } from '#contract/sicknotes/sicknotes.ts'
import { closeApp, openApp, serverFor } from '#web/app.test-data.ts'
import { paths } from '#web/paths.ts'
import { note } from './sicknote.test-data.ts'

afterEach(closeApp)

test('each number of the start page leads to what it counts', async () => {
  const server = serverFor('schooladmin')
  server.on(sicknoteEndpoints.list, () => [note({}), note({ id: 2, pupil: { id: 8 }, seen_at: null })])
  await openApp(paths.home, server)
  expect((await screen.findByRole('link', { name: '1 neu' })).getAttribute('href')).toMatch(/\?status=neu$/)
  expect(screen.getByRole('link', { name: '2 heute' }).getAttribute('href')).not.toContain('?')
})
