import { afterEach, beforeEach, expect, test, vi } from 'vitest'

const FORMATTERS = ['Collator', 'DateTimeFormat', 'DisplayNames', 'ListFormat', 'NumberFormat'] as const

beforeEach(() => {
  document.body.innerHTML = ''
  vi.resetModules()
})
afterEach(() => vi.restoreAllMocks())

// A browser takes up to 70 ms on a phone for the first one, before anything is seen.
test('a page for visitors and the form make no formatter while they are loaded', async () => {
  const made = FORMATTERS.map((name) => vi.spyOn(Intl, name))
  await import('./visitor-main.tsx')
  await import('#web/domains/registrations/form/PublicRegistrationPage.tsx')
  expect(made.flatMap((spy) => (spy.mock.calls.length > 0 ? [spy.getMockName()] : []))).toEqual([])
})
