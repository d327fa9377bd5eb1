import { expect, test } from 'vitest'
import type { StatusResult } from '#contract/registrations/registrations.bulk.ts'
import { changeStatusJob } from './bulk-jobs.ts'

const result = (id: number, from: StatusResult['from']) =>
  ({ id, number: `FSW-2027-${id}`, child: 'Mia', ok: true, message: null, from, version: 2 }) as StatusResult

test('after many decisions it is said how many families no mail has told, and where they stand', () => {
  const next = (status: 'accepted' | 'new', results: StatusResult[]) => changeStatusJob([], status).next?.(results)
  expect(next('accepted', [result(1, 'new'), result(2, 'waiting'), result(3, null)])).toEqual({
    text: '2 Familien sind noch nicht per E-Mail informiert.',
    link: {
      text: 'Noch nicht informierte ansehen',
      to: '/admin/bewerbungen?school_year_id=alle&status=accepted&not_informed=1',
    },
  })
  expect(next('accepted', [result(1, 'new')])?.text).toBe('1 Familie ist noch nicht per E-Mail informiert.')
  // There was nothing to tell.
  expect(next('accepted', [result(1, null)])).toBeUndefined()
  expect(next('new', [result(1, 'waiting')])).toBeUndefined()
})
