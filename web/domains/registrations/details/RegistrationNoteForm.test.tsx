import { cleanup, fireEvent, renderHook, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ERROR_TEXTS } from '#contract/error-texts.ts'
import type { RegistrationDetails } from '#contract/registrations/registrations.details.ts'
import { NO_CONNECTION } from '#web/api/errors.ts'
import { json, renderAsPage, stubBrowser } from '#web/page.test-data.ts'
import { dialogRequests } from '#web/shell/dialog-requests.ts'
import { useHasUnsaved } from '#web/ui/unsaved-mark.ts'
import { RegistrationNoteForm } from './RegistrationNoteForm.tsx'

const DETAILS = { id: 7, internal_note: 'Alt', version: 3 } as RegistrationDetails
const SOON = { timeout: 10_000 }
const answer = vi.fn<typeof fetch>()

beforeEach(async () => {
  answer.mockReset()
  stubBrowser(answer)
  renderAsPage(() => <RegistrationNoteForm details={DETAILS} />)
  fireEvent.change(await screen.findByRole('textbox'), { target: { value: 'Neu' } })
})
afterEach(() => {
  for (const { id } of dialogRequests.get()) dialogRequests.remove(id)
  cleanup()
  vi.unstubAllGlobals()
})

const note = () => screen.getByRole<HTMLTextAreaElement>('textbox')
const save = () => fireEvent.click(screen.getByRole('button', { name: 'Notiz speichern' }))

test.each([
  ['no answer at all', () => Promise.reject(new TypeError('offline')), NO_CONNECTION],
  ['an error page of a proxy', async () => new Response('<html>', { status: 502 }), ERROR_TEXTS.unknown],
  ['a conflict without a body', async () => new Response('<html>', { status: 409 }), ERROR_TEXTS.unknown],
])('%s is said, and what was typed stays', async (_, reply, text) => {
  answer.mockImplementation(reply)
  save()
  await vi.waitFor(() => expect(dialogRequests.get()).toMatchObject([{ message: text }]), SOON)
  expect(note().value).toBe('Neu')
})

test('who keeps the note somebody else stored has nothing left to save', async () => {
  answer.mockImplementation(async () =>
    json(409, { message: ERROR_TEXTS.stale, internal_note: 'Von der Kollegin', version: 4 }),
  )
  save()
  fireEvent.click(await screen.findByRole('button', { name: 'Gespeicherte behalten' }))
  expect(note().value).toBe('Von der Kollegin')
  expect(renderHook(useHasUnsaved).result.current).toBe(false)
  expect(screen.queryByRole('button', { name: 'Notiz speichern' })).toBeNull()
  // And the next word is added to that one.
  fireEvent.change(note(), { target: { value: 'Von der Kollegin und mir' } })
  save()
  await vi.waitFor(() => expect(answer).toHaveBeenCalledTimes(2))
  expect(JSON.parse(String(answer.mock.calls[1]?.[1]?.body))).toMatchObject({ version: 4 })
})
