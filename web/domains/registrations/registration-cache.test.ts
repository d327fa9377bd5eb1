import { afterEach, expect, test } from 'vitest'
import { mailWordingEndpoints } from '#contract/mailwordings/mailwordings.ts'
import { registrationTaskEndpoints } from '#contract/registrations/registrations.tasks.ts'
import { registrationEndpoints } from '#contract/registrations/registrations.ts'
import { retentionEndpoints } from '#contract/retentions/retentions.ts'
import { queryKey } from '#web/api/queries.ts'
import { queryClient } from '#web/api/query-client.ts'
import { refreshRegistrations } from './registration-cache.ts'

afterEach(() => queryClient.clear())

test('after a change what follows from applications is asked for again: tasks, deadlines, what goes when', async () => {
  const { list, get } = registrationEndpoints
  const told = [list, get, registrationTaskEndpoints.list, retentionEndpoints.get, retentionEndpoints.preview]
  const isStale = (endpoint: (typeof told)[number] | typeof mailWordingEndpoints.list) =>
    queryClient.getQueryState(queryKey(endpoint))?.isInvalidated
  for (const endpoint of [...told, mailWordingEndpoints.list]) queryClient.setQueryData(queryKey(endpoint), [])
  await refreshRegistrations()
  expect(told.map(isStale)).toEqual(told.map(() => true))
  expect(isStale(mailWordingEndpoints.list)).toBe(false)
})
