import { act, cleanup, renderHook } from '@testing-library/react'
import type { FormEvent } from 'react'
import { afterEach, expect, test } from 'vitest'
import { z } from 'zod'
import { useNativeForm } from './use-native-form.ts'

afterEach(cleanup)

const press = { preventDefault: () => undefined } as FormEvent

test('a form whose sending fails can be sent again', async () => {
  const { result } = renderHook(() => useNativeForm({ initial: { email: '' }, schema: async () => z.unknown() }))
  const sent: string[] = []
  const send = (outcome: Promise<void>) =>
    act(() =>
      result.current.onSubmit(() => {
        sent.push('try')
        return outcome
      })(press),
    )
  await expect(send(Promise.reject(new Error('The next page did not come.')))).rejects.toThrow('The next page')
  expect(result.current.isRunning).toBe(false)
  await send(Promise.resolve())
  expect(sent).toEqual(['try', 'try'])
})
