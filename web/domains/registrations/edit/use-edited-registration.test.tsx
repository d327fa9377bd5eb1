import { act, cleanup, renderHook } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { checkRegistration } from '#contract/registrations/registrations.check.ts'
import type { RegistrationDetails } from '#contract/registrations/registrations.details.ts'
import { FSW, fill, REGULAR, staff } from '#contract/registrations/registrations.sample.test-data.ts'
import { NO_CONNECTION } from '#web/api/errors.ts'
import { stubBrowser, withQueries } from '#web/page.test-data.ts'
import { dialogRequests } from '#web/shell/dialog-requests.ts'
import { useEditedRegistration } from './use-edited-registration.ts'

afterEach(() => {
  for (const { id } of dialogRequests.get()) dialogRequests.remove(id)
  cleanup()
  vi.unstubAllGlobals()
})

test('without a connection it is said, and what was typed stays', async () => {
  stubBrowser(() => Promise.reject(new TypeError('offline')))
  const { answers } = checkRegistration(REGULAR, FSW)
  const details = { id: 7, version: 1, answers } as RegistrationDetails
  const { result } = renderHook(() => useEditedRegistration({ details, context: staff(FSW), onSaved: () => {} }), {
    wrapper: withQueries,
  })
  act(() => result.current.setAnswers(fill(result.current.answers, { 'meta.child_firstname': 'Anna' })))
  act(() => void result.current.submit())
  await vi.waitFor(() => expect(dialogRequests.get()).toMatchObject([{ message: NO_CONNECTION }]), {
    timeout: 10_000,
  })
  expect(result.current.isDirty).toBe(true)
})
