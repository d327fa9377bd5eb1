import { act, cleanup, renderHook } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import type { FamilyStatus } from '#contract/registrations/registrations.family.ts'
import { json, stubBrowser } from '#web/page.test-data.ts'
import { useFamilyStatus } from './use-family-status.ts'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const statusOf = (stage: string) => ({ stage }) as FamilyStatus

test('an answer that was asked for before a withdrawal does not show over it', async () => {
  const waiting: ((stage: string) => void)[] = []
  stubBrowser(() => new Promise((answer) => waiting.push((stage) => answer(json(200, statusOf(stage))))))
  const { result } = renderHook(() => useFamilyStatus('token'))
  await act(async () => waiting[0]?.('received'))
  expect(result.current.state).toMatchObject({ kind: 'loaded', status: { stage: 'received' } })
  act(() => void document.dispatchEvent(new Event('visibilitychange')))
  act(() => result.current.show(statusOf('withdrawn')))
  await act(async () => waiting[1]?.('received'))
  expect(result.current.state).toMatchObject({ status: { stage: 'withdrawn' } })
  // Asking goes on.
  act(() => void document.dispatchEvent(new Event('visibilitychange')))
  await act(async () => waiting[2]?.('decided'))
  expect(result.current.state).toMatchObject({ status: { stage: 'decided' } })
})
