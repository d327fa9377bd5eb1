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

test('what somebody has entered is not new to them, and the children left out are a link to the list', async () => {
  const inClass = (id: number) => ({ id, schoolclass: { id, classgradePlain: `${id}a` } })
  const notes = Array.from({ length: 14 }, (_, index) => note({ id: index + 1, pupil: inClass(index + 1) }))
  const server = serverFor('schooladmin')
  server.on(sicknoteEndpoints.list, () => [...notes, note({ id: 20, seen_at: null, is_own: true })])
  await openApp(paths.home, server)
  const more = await screen.findByRole('link', { name: 'und 2 weitere Kinder' })
  expect(more.getAttribute('href')).toBe(`/app${paths.sicknotes}`)
  expect(screen.queryByRole('link', { name: /neu$/ })).toBeNull()
})
