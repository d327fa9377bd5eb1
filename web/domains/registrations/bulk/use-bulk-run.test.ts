import { describe, expect, test } from 'vitest'
import type { ResendOutcome, ResendResult, StatusResult } from '#contract/registrations/registrations.bulk.ts'
import { type BulkReply, changeStatusJob, refusedOf, resendJob } from './bulk-jobs.ts'
import { chunksOf, countLeft, mergedWarnings, runChunks } from './use-bulk-run.ts'

const items = (count: number) => Array.from({ length: count }, (_, index) => ({ id: index + 1 }))
const chunks = (count: number) => {
  let keys = 0
  return chunksOf(items(count), () => {
    keys += 1
    return `key ${keys}`
  })
}
const result = (id: number, more: Partial<StatusResult> = {}): StatusResult => ({
  id,
  number: 'FSW-2027-0001',
  child: 'Mia Müller',
  ok: true,
  message: null,
  status: 'accepted',
  from: 'waiting',
  version: 2,
  wait_rank: null,
  ...more,
})

describe('chunks', () => {
  test.each([
    [1, [1]],
    [25, [25]],
    [26, [25, 1]],
    [50, [25, 25]],
  ])('%i applications are sent in as many as one call may take', (count, sizes) => {
    expect(chunks(count).map(({ items: some }) => some.length)).toEqual(sizes)
  })

  test('each has a key of its own, and keeps it for a second try', async () => {
    const all = chunks(60)
    expect(new Set(all.map(({ key }) => key)).size).toBe(3)
    const sent: string[] = []
    let isBroken = true
    const send = async ({ key }: { key: string }): Promise<BulkReply> => {
      sent.push(key)
      if (key === 'key 2' && isBroken) throw new Error('The network is gone.')
      return { results: [] }
    }
    const running = { send, onReply: () => {}, isCancelled: () => false }
    const { left, failure } = await runChunks(all, running)
    expect([countLeft(left), failure]).toEqual([35, new Error('The network is gone.')])
    isBroken = false
    expect(await runChunks(left, running)).toEqual({ left: [] })
    expect(sent).toEqual(['key 1', 'key 2', 'key 2', 'key 3'])
  })

  test('are stopped between two calls, never within one', async () => {
    const replies: BulkReply[] = []
    const { left, failure } = await runChunks(chunks(60), {
      send: async () => ({ results: [] }),
      onReply: (reply) => replies.push(reply),
      isCancelled: () => replies.length === 2,
    })
    expect([replies.length, countLeft(left), failure]).toEqual([2, 10, undefined])
  })
})

test('of a grade the last warning counts', () => {
  const warning = { school_year: '2027/2028', grade: 1, accepted: 3, places: 2 }
  const other = { ...warning, grade: 2 }
  expect(mergedWarnings([warning, other], [{ ...warning, accepted: 28 }])).toEqual([
    other,
    { ...warning, accepted: 28 },
  ])
})

describe('a change of status', () => {
  test('is sent by arrival, with the versions that are known', () => {
    const job = changeStatusJob([{ id: 3 }, { id: 1, version: 4 }, { id: 2 }], 'waiting')
    expect(job.items).toEqual([
      { id: 1, status: 'waiting', version: 4 },
      { id: 2, status: 'waiting' },
      { id: 3, status: 'waiting' },
    ])
  })

  test('is taken back the other way round, and only where something changed', () => {
    const job = changeStatusJob([{ id: 1 }], 'accepted')
    const results = [
      result(1, { version: 5 }),
      result(2, { from: null }),
      result(3, { from: 'new', version: 7 }),
      result(4, { ok: false, from: null, message: 'Die Bewerbung wurde zurückgezogen.' }),
    ]
    expect(job.undo(results)?.items).toEqual([
      { id: 3, status: 'new', version: 7 },
      { id: 1, status: 'waiting', version: 5 },
    ])
    expect(job.undo([result(2, { from: null })])).toBeUndefined()
    expect(job.doneText(results)).toBe('2 Bewerbungen: Angenommen. 1 Bewerbung war es schon.')
  })
})

test('mails are counted, not applications, and cannot be taken back', () => {
  const job = resendJob([{ id: 1 }])
  const told = (outcome: ResendOutcome, sent = 0): ResendResult => ({
    id: 1,
    number: null,
    child: null,
    ok: sent > 0,
    message: '',
    outcome,
    sent,
    is_waiting: false,
  })
  const results = [told('sent', 2), told('verified'), told('failed'), told('verified'), told('sent', 1)]
  expect(job.doneText(results)).toBe('3 E-Mails gesendet, 2 schon bestätigt, 1 fehlgeschlagen.')
  const waiting = { ...told('sent', 2), is_waiting: true }
  expect(job.doneText([waiting])).toBe('2 E-Mails warten im Postausgang.')
  expect(job.doneText([told('no_address'), told('left_out')])).toBe(
    'Keine E-Mail gesendet, 1 ohne Adresse, 1 abgelehnt oder zurückgezogen.',
  )
  expect(
    refusedOf([...results, told('no_address'), told('left_out')]).map((one) => 'outcome' in one && one.outcome),
  ).toEqual(['failed', 'no_address'])
  expect(job.undo(results)).toBeUndefined()
})
