import { cleanup, configure, fireEvent, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { json, knowPerson, removeNotices, renderAsPage, stubBrowser } from '#web/page.test-data.ts'
import { RestrictWidget } from './RestrictWidget.tsx'

let sent: { address: string; body: unknown }[]
const onClose = vi.fn()
const onChanged = vi.fn()

// Drawing a whole page may take more than a second on a busy machine.
beforeAll(() => configure({ asyncUtilTimeout: 10_000 }))
afterAll(() => configure({ asyncUtilTimeout: 1000 }))
beforeEach(() => {
  sent = []
  onChanged.mockReset()
  stubBrowser(async (address, init) => {
    sent.push({ address: String(address), body: init?.body ? JSON.parse(String(init.body)) : null })
    return json(200, { message: 'Die Verarbeitung ist eingeschränkt.' })
  })
  knowPerson('schooladmin')
})
afterEach(() => {
  cleanup()
  removeNotices()
  vi.unstubAllGlobals()
})

const decide = async (shown: { requestId?: number; isLifting?: boolean }) => {
  renderAsPage(() => (
    <RestrictWidget subject="pupil" id={5} name="Ida Kern" {...shown} onClose={onClose} onChanged={onChanged} />
  ))
  const reason = await screen.findByRole('textbox', { name: 'Grund' })
  fireEvent.change(reason, { target: { value: 'Wird geprüft.' } })
  await userEvent.click(
    screen.getByRole('button', { name: shown.isLifting ? 'Einschränkung aufheben' : 'Einschränken' }),
  )
  await waitFor(() => expect(onChanged).toHaveBeenCalledOnce())
}

test.each([
  ['a person is restricted on its page', {}, '/api/admin/restriction/pupil/5'],
  ['for a request its history gets the line with it', { requestId: 7 }, '/api/admin/privacyRequest/7/restriction'],
  ['a request also lifts it', { requestId: 7, isLifting: true }, '/api/admin/privacyRequest/7/restriction/lift'],
])('%s', async (_what, shown, address) => {
  await decide(shown)
  const calls = sent.filter(({ body }) => body !== null)
  expect(calls).toEqual([{ address: expect.stringContaining(address), body: { reason: 'Wird geprüft.' } }])
})
