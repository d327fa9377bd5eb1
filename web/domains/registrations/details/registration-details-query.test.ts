import { expect, test } from 'vitest'
import type { RegistrationDetails } from '#contract/registrations/registrations.details.ts'
import { detailsQuery } from './registration-details-query.ts'

const withMail = (state: string) => ({ contacts: [{ mails: [{ state }] }] }) as unknown as RegistrationDetails

test('a waiting mail is asked for soon, then less often; the next one soon again', () => {
  const { refetchInterval } = detailsQuery(1)
  const query = { state: { data: withMail('sent'), dataUpdateCount: 40 } }
  const answer = (state: string) => {
    query.state = { data: withMail(state), dataUpdateCount: query.state.dataUpdateCount + 1 }
    return refetchInterval(query)
  }
  expect(refetchInterval(query)).toBe(false)
  expect([answer('queued'), answer('queued'), answer('queued')]).toEqual([2000, 3000, 4000])
  for (let answers = 0; answers < 50; answers++) answer('queued')
  expect(answer('queued')).toBe(30_000)
  expect(answer('sent')).toBe(false)
  expect(answer('queued')).toBe(2000)
})
