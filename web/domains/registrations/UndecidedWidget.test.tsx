import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { registrationEndpoints } from '#contract/registrations/registrations.ts'
import { closeApp, openApp, page, serverFor } from '#web/app.test-data.ts'
import { paths } from '#web/paths.ts'
import { applicationOf, schoolOf } from './registrations.test-data.ts'

afterEach(closeApp)

const MIA = applicationOf({ firstname: 'Mia', lastname: 'Müller' })
const OLE = applicationOf({ firstname: 'Ole', lastname: 'Kern' })
const ACCEPTED = applicationOf({ firstname: 'Ida', lastname: 'Berg' }, { status: 'accepted' })

test('what waits for a decision is a task, with its number and the way to the list', async () => {
  await openApp(paths.home, serverFor('schooladmin', schoolOf([MIA, OLE, ACCEPTED])))
  const tasks = within(await screen.findByRole('region', { name: 'Zu tun' }))
  const text = await tasks.findByText('Bewerbungen warten auf eine Entscheidung')
  expect(text.textContent).toBe('2 Bewerbungen warten auf eine Entscheidung')
  const link = tasks.getByRole('link', { name: 'Zur Liste: Bewerbungen warten auf eine Entscheidung' })
  expect(link.getAttribute('href')).toBe(`/app${paths.registrations}?status=new`)
})

test('where all are decided there is nothing to do', async () => {
  const server = serverFor('schooladmin', schoolOf([ACCEPTED]))
  await openApp(paths.home, server)
  await page(/^Willkommen/)
  await waitFor(() => expect(server.sentTo(registrationEndpoints.list)).not.toHaveLength(0))
  expect(await screen.findByRole('link', { name: 'Ida Berg' })).toBeTruthy()
  expect(screen.queryByText(/auf eine Entscheidung/)).toBeNull()
})
