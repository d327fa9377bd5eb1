import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { ERROR_TEXTS } from '#contract/error-texts.ts'
import {
  registrationMailEndpoints as endpoints,
  STATUS_MAIL_TEXTS,
} from '#contract/registrations/registrations.mails.ts'
import { registrationEndpoints } from '#contract/registrations/registrations.ts'
import { withdrawalEndpoints } from '#contract/registrations/registrations.withdrawal.ts'
import { makeApplication } from '#server/test/child-factories.ts'
import { type DecidedFamilies, openDecidedFamilies } from '#server/test/decided-families.ts'
import { insideSchool } from '#server/test/factories.ts'
import { TEST_NOW } from '#server/test/test-app.ts'

let school: DecidedFamilies
beforeAll(async () => {
  school = await openDecidedFamilies()
})
afterAll(() => school.app.stop())
beforeEach(() => school.app.setNow(TEST_NOW))

const note = (id: number, body: { is_told?: boolean; version?: number } = {}) =>
  school.head.call(endpoints.tellByPhone, { params: { id }, body: { is_told: true, version: 2, ...body } })

const events = async (id: number) =>
  (await school.details(id)).events.map(({ kind, note: text }: { kind: string; note: string | null }) => [kind, text])

describe('a family that was told on the telephone', () => {
  test('counts as informed: the timeline says so, and it gets no mail by mistake', async () => {
    const id = await school.family('accepted')
    const reply = await note(id)
    expect([reply.statusCode, reply.json()]).toEqual([200, { told_at: TEST_NOW.toISOString() }])
    expect(await events(id)).toEqual([['told_by_phone', 'Zusage']])
    const { last_told, told_at } = await school.details(id)
    expect(last_told).toMatchObject({ by_phone: true, by_letter: false, is_waiting: false })
    expect(Date.parse(told_at)).toBe(TEST_NOW.getTime())
    const listed = await school.head.call(registrationEndpoints.list, { query: { not_informed: '1' } })
    expect(listed.json().data).toEqual([])
    const message = 'Zusage schon am 20.11.2026 telefonisch mitgeteilt.'
    expect((await school.plan([id])).left_out).toMatchObject([{ id, reason: 'informed', message }])
    const again = await note(id)
    expect([again.statusCode, again.json().message]).toEqual([409, message])
    const logged = await insideSchool(school.app, school.fsw, (tx) =>
      tx.selectFrom('user_log').select('id').where('action', '=', 'registration_told_by_phone').execute(),
    )
    expect(logged.length).toBeGreaterThan(0)
  })

  test('is uninformed again when the note is taken back; letters and earlier decisions stay', async () => {
    const id = await school.family('waiting')
    await note(id)
    school.app.setNow(new Date(TEST_NOW.getTime() + 60_000))
    const status = { status: 'accepted' as const, version: 2 }
    await school.head.call(registrationEndpoints.changeStatus, { params: { id }, body: status })
    expect((await school.details(id)).last_told).toBeNull()
    await note(id, { version: 3 })
    const back = await note(id, { is_told: false, version: 3 })
    expect([back.statusCode, back.json()]).toEqual([200, { told_at: null }])
    expect(await events(id)).toEqual([['told_by_phone', 'Mitteilung zur Warteliste']])
    const { last_told, told_at } = await school.details(id)
    expect([last_told, told_at]).toEqual([null, null])
    const written = await school.family('rejected', { mail: null })
    await school.letters([{ id: written, kind: 'rejected' }])
    expect((await note(written, { is_told: false })).json().told_at).not.toBeNull()
    expect((await school.details(written)).last_told).toMatchObject({ by_letter: true })
  })

  test('cannot be noted while nobody decided, after a withdrawal, on an old page, or for another school', async () => {
    const fresh = await school.family('new')
    const undecided = await note(fresh, { version: 1 })
    expect([undecided.statusCode, undecided.json().message]).toEqual([409, STATUS_MAIL_TEXTS.nothingToTell])
    const id = await school.family('accepted')
    const old = await note(id, { version: 1 })
    expect([old.statusCode, old.json().message]).toEqual([409, ERROR_TEXTS.stale])
    await school.head.call(withdrawalEndpoints.withdraw, { params: { id }, body: {} })
    expect((await note(id, { version: 3 })).statusCode).toBe(409)
    const foreign = await makeApplication(school.app, school.fow, { grade: 7 })
    expect((await note(foreign.id)).statusCode).toBe(404)
    expect((await note(999_999)).statusCode).toBe(404)
    expect(await events(id)).not.toContainEqual(['told_by_phone', 'Zusage'])
  })
})
