import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ApiFailure } from '#web/api/client.ts'
import { RetryText } from '#web/api/RetryText.tsx'
import { waits } from '#web/api/waits.ts'
import { endFakeTime } from '#web/page.test-data.ts'
import { WaitNotice } from './render-page.tsx'

beforeEach(() => vi.useFakeTimers())
afterEach(() => {
  cleanup()
  endFakeTime()
})

const pass = (milliseconds: number) => act(() => vi.advanceTimersByTime(milliseconds))
const said = () => screen.getByRole('status').textContent

test('parents read after two seconds that it takes long, and after ten what to do', () => {
  render(<WaitNotice />)
  const call = waits.begin()
  pass(1999)
  expect(said()).toBe('')
  pass(1)
  expect(said()).toMatch(/^Das dauert länger als sonst/)
  pass(8000)
  expect(said()).toMatch(/Bitte lassen Sie die Seite offen\..*rufen Sie in der Schule an\.$/)
  act(() => call.end())
  expect(said()).toBe('')
})

test('the time until the next try counts down, anew for each try', () => {
  const busy = () => new ApiFailure({ status: 503 })
  const { rerender } = render(<RetryText failure={busy()} seconds={5} />)
  const text = () => screen.getByRole('timer').textContent
  expect(text()).toBe('Das System ist gerade ausgelastet. Nächster Versuch in 5 Sekunden.')
  pass(4000)
  expect(text()).toMatch(/in 1 Sekunde\.$/)
  pass(2000)
  expect(text()).toMatch(/in 1 Sekunde\.$/)
  rerender(<RetryText failure={busy()} seconds={10} />)
  expect(text()).toMatch(/in 10 Sekunden\.$/)
})
