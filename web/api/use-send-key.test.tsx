import { renderHook } from '@testing-library/react'
import { expect, test } from 'vitest'
import { useSendKey } from './use-send-key.ts'

test('the same content has the same key, also when something else was sent in between', () => {
  const { result, rerender } = renderHook(() => useSendKey())
  const first = result.current({ name: 'Mia' })
  const other = result.current({ name: 'Ben' })
  rerender()
  expect(other).not.toBe(first)
  expect(result.current({ name: 'Mia' })).toBe(first)
  expect(result.current({ name: 'Ben' })).toBe(other)
})
