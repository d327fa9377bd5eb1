import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { json } from '#web/page.test-data.ts'

const answer = vi.fn(async () => json(200, { name: '1.4.0', build_date: '2026-11-20T06:00:00Z' }))

beforeEach(() => {
  // The page asks once for as long as its program lives.
  vi.resetModules()
  vi.stubGlobal('fetch', answer)
  vi.stubGlobal('requestIdleCallback', (run: () => void) => run())
})
afterEach(() => {
  cleanup()
  answer.mockClear()
  vi.unstubAllGlobals()
})

test('the version is asked for once, however often the footer is drawn, and a press says it in words', async () => {
  const { VersionWidget } = await import('./VersionWidget.tsx')
  const { rerender, unmount } = render(<VersionWidget />)
  const button = await screen.findByRole('button', { name: 'VERSION v1.4.0' })
  expect(screen.getByText('gebaut 20.11.2026 07:00')).toBeTruthy()
  expect(screen.getByRole('status').textContent).toBe('')
  fireEvent.click(button)
  expect(screen.getByRole('status').textContent).toBe('Diese Seite benutzt Schulhof in der Version 1.4.0.')
  rerender(<VersionWidget />)
  unmount()
  render(<VersionWidget />)
  await screen.findByRole('button', { name: 'VERSION v1.4.0' })
  expect(answer).toHaveBeenCalledTimes(1)
})
