import { afterAll, beforeAll, expect, test } from 'vitest'
import { requestState } from '#contract/privacyrequests/privacyrequests.rules.ts'
import { startFilledDemo } from '#server/test/filled-demo.ts'

const ANCHOR = '2026-11-20'

let demo: Awaited<ReturnType<typeof startFilledDemo>>
beforeAll(async () => {
  demo = await startFilledDemo(ANCHOR)
})
afterAll(() => demo.stop())

test('the demo has a request that is overdue, one that is near, others that are open, and some that are done', async () => {
  const rows = await demo.rowsOf<{ received_on: string; extended_by: number | null; done_on: string | null }>(
    'select received_on::text, extended_by, done_on::text from privacy_request order by school_id, received_on desc',
  )
  expect(rows.map((row) => requestState(row, ANCHOR))).toEqual([
    'open',
    'open',
    'near',
    'overdue',
    'done',
    'done',
    'open',
  ])
})

test('who asks for a child is the guardian of that name, and nobody asks for a child of another school', async () => {
  const wrong = await demo.rowsOf(
    `select r.id from privacy_request r left join guardian g on (g.school_id, g.id) = (r.school_id, r.requester_guardian_id)
      left join pupil p on (p.school_id, p.id) = (r.school_id, r.subject_id) and r.subject_type = 'pupil'
     where r.subject_type <> 'unknown' and (g.firstname || ' ' || g.lastname) is distinct from r.requested_by
       or r.subject_type = 'pupil' and p.id is null`,
  )
  expect(wrong).toEqual([])
})
