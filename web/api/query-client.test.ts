import { QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ERROR_TEXTS } from '#contract/error-texts.ts'
import { dialogRequests } from '#web/shell/dialog-requests.ts'
import { ApiFailure } from './client.ts'
import { queryClient } from './query-client.ts'

const UNKNOWN = 'Es ist zu einem unbekannten Fehler gekommen.'

const shown = () => dialogRequests.get().map(({ title, message }) => [title, message])

const closeAll = () => {
  for (const request of dialogRequests.get()) {
    request.answer(undefined)
    dialogRequests.remove(request.id)
  }
}

beforeEach(() => queryClient.clear())
afterEach(closeAll)

const refuse = (status: number) => () =>
  Promise.reject(new ApiFailure({ status, body: { message: `Antwort ${status}` } }))
const load = (queryFn: () => Promise<unknown>) =>
  queryClient.fetchQuery({ queryKey: ['list'], queryFn }).catch(() => {})

/** Refreshes rows that are shown, at first in vain; answers the rows of a while later. */
const refreshAfter = async (more: { isRepeated: boolean }) => {
  vi.useFakeTimers()
  queryClient.setQueryData(['list'], ['Mia'])
  const busy = new ApiFailure({ status: 503, retryAfter: 2, ...more })
  const queryFn = vi.fn().mockRejectedValueOnce(busy).mockResolvedValue(['Mia', 'Tim'])
  const refreshed = new QueryObserver(queryClient, { queryKey: ['list'], queryFn }).refetch()
  await vi.advanceTimersByTimeAsync(5000)
  await refreshed
  vi.useRealTimers()
  return queryClient.getQueryData(['list'])
}

describe('a load that failed (spec §8)', () => {
  it.each([500, 403, 404, 422])('is an alert with the unknown-error text: %d', async (status) => {
    await load(refuse(status))
    await vi.waitFor(() => expect(shown()).toEqual([['Fehler', UNKNOWN]]))
  })

  it('offers to load anew when another school is active by now', async () => {
    await load(() => Promise.reject(new ApiFailure({ status: 409, body: { message: ERROR_TEXTS.otherSchool } })))
    await vi.waitFor(() => expect(shown()).toEqual([['Andere Schule aktiv', ERROR_TEXTS.otherSchool]]))
    expect(dialogRequests.get()[0]?.accept).toBe('Neu laden')
  })

  it('brings one alert, however many lists fail together', async () => {
    await Promise.all([
      load(refuse(500)),
      queryClient.fetchQuery({ queryKey: ['other'], queryFn: refuse(500) }).catch(() => {}),
    ])
    await vi.waitFor(() => expect(shown()).toHaveLength(1))
  })

  it('brings none when the rows of before are still shown, and none when the page says so itself', async () => {
    await load(() => Promise.resolve(['Mia']))
    await queryClient.refetchQueries({ queryKey: ['list'] })
    await queryClient.fetchQuery({ queryKey: ['list'], queryFn: refuse(500) }).catch(() => {})
    await queryClient.fetchQuery({ queryKey: ['quiet'], queryFn: refuse(500), meta: { quiet: true } }).catch(() => {})
    expect(queryClient.getQueryData(['list'])).toEqual(['Mia'])
    expect(shown()).toEqual([])
  })

  it('of what is shown already is tried again when the server was busy', async () => {
    expect(await refreshAfter({ isRepeated: false })).toEqual(['Mia', 'Tim'])
  })

  it('that the call has tried for a minute is not tried again', async () => {
    expect(await refreshAfter({ isRepeated: true })).toEqual(['Mia'])
  })

  it('is not tried again, and alerted again, by coming back to the tab', async () => {
    const queryFn = vi.fn(refuse(500))
    const observer = new QueryObserver(queryClient, { queryKey: ['list'], queryFn })
    queryClient.mount()
    const leave = observer.subscribe(() => {})
    await vi.waitFor(() => expect(shown()).toHaveLength(1))
    window.dispatchEvent(new Event('visibilitychange'))
    await Promise.resolve()
    expect(queryFn).toHaveBeenCalledOnce()
    leave()
    queryClient.unmount()
  })
})
