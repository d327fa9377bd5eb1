import type { RegistrationDetails } from '#contract/registrations/registrations.details.ts'
import { similarRegistrationEndpoints } from '#contract/registrations/registrations.similar.ts'
import { registrationEndpoints } from '#contract/registrations/registrations.ts'
import { queryFor } from '#web/api/queries.ts'
import { queryClient } from '#web/api/query-client.ts'

const SOON_SECONDS = 2
const LATEST_SECONDS = 30

const hasWaitingMail = (details: RegistrationDetails | undefined) =>
  details?.contacts.some(({ mails }) => mails.some(({ state }) => state === 'queued')) ?? false

/** How many answers each query had when a mail began to wait. */
const answersBefore = new WeakMap<object, number>()

/** A mail leaves within seconds, or it takes long: asked soon, then less and less often. */
const untilSent = (query: { state: { data: RegistrationDetails | undefined; dataUpdateCount: number } }) => {
  const { data, dataUpdateCount: answers } = query.state
  if (!hasWaitingMail(data)) {
    answersBefore.delete(query)
    return false
  }
  const before = answersBefore.get(query) ?? answers
  answersBefore.set(query, before)
  return Math.min(SOON_SECONDS + answers - before, LATEST_SECONDS) * 1000
}

export const detailsQuery = (id: number) => ({
  ...queryFor(registrationEndpoints.get, { params: { id } }, { quiet: true }),
  refetchInterval: untilSent,
})

/** What is known of the child and its family besides: asked for apart, so that the application is there first. */
export const similarQuery = (id: number) =>
  queryFor(similarRegistrationEndpoints.list, { params: { id } }, { quiet: true })

/** The applications one may go to next are there before one goes. */
export const prefetchRegistration = (id: number) => {
  void queryClient.prefetchQuery(detailsQuery(id))
  void queryClient.prefetchQuery(similarQuery(id))
}
