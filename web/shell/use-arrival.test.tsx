import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query'
import { act, cleanup, render } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { MAIN_ID } from './page-start.ts'
import { useArrival } from './use-arrival.ts'

let client: QueryClient
/** Answers the load of this name. */
let answers: Map<string, (answer: string) => void>
beforeEach(() => {
  vi.useFakeTimers()
  client = new QueryClient()
  answers = new Map()
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

const useLoad = (name: string, isWanted = true) =>
  useQuery({
    queryKey: [name],
    queryFn: () => new Promise<string>((resolve) => answers.set(name, resolve)),
    enabled: isWanted,
    staleTime: Number.POSITIVE_INFINITY,
  }).data

/** What `data-arriving` said at each drawing of the page, as the browser would paint it. */
const Page = () => {
  useArrival()
  const child = useLoad('child')
  const family = useLoad('family', child !== undefined)
  return (
    <p>
      {child} {family}
    </p>
  )
}

const open = () =>
  render(
    <QueryClientProvider client={client}>
      <main id={MAIN_ID}>
        <Page />
      </main>
    </QueryClientProvider>,
  )
const phase = () => document.getElementById(MAIN_ID)?.getAttribute('data-arriving')
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
const answer = async (name: string) => {
  answers.get(name)?.(name)
  await pass(40)
}

test('a page whose data are known shows at once', () => {
  client.setQueryData(['child'], 'Mia')
  client.setQueryData(['family'], 'Müller')
  open()
  expect(phase()).toBeNull()
})

test('a page is held back until its first data are there, also those that the first ones lead to', async () => {
  open()
  expect(phase()).toBe('held')
  await answer('child')
  expect(phase()).toBe('held')
  await answer('family')
  expect(phase()).toBeNull()
})

test('what takes longer shows on its way, and only the footer waits on', async () => {
  open()
  await pass(399)
  expect(phase()).toBe('held')
  await pass(1)
  expect(phase()).toBe('late')
  await answer('child')
  await answer('family')
  expect(phase()).toBeNull()
})

test('data that come at the last moment stay there, also when nothing is drawn in between', async () => {
  client.setQueryData(['child'], 'Mia')
  open()
  await pass(350)
  await act(async () => answers.get('family')?.('family'))
  // The next frame and the end of the wait, before the page is drawn again.
  act(() => void vi.advanceTimersByTime(100))
  expect(phase()).toBeNull()
})

test('a refresh of known data, and a later load, hold nothing back', async () => {
  client.setQueryData(['child'], 'Mia')
  client.setQueryData(['family'], 'Müller')
  open()
  await act(async () => void client.invalidateQueries({ queryKey: ['child'] }))
  expect(answers.has('child')).toBe(true)
  await act(async () => void client.fetchQuery({ queryKey: ['other'], queryFn: () => new Promise<string>(() => {}) }))
  expect(phase()).toBeNull()
})

test('a page that is left holds nothing back', () => {
  open().unmount()
  render(<main id={MAIN_ID} />)
  expect(phase()).toBeNull()
})
