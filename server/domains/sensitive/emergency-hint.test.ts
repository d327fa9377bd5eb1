import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ConfidentialSchool, openConfidentialSchool } from '#server/test/confidential-school.ts'
import { makeUser } from '#server/test/factories.ts'

let school: ConfidentialSchool
let hint: number
let note: number
beforeAll(async () => {
  school = await openConfidentialSchool()
  await school.record({ purpose: 'health_hint', given_by_guardian_ids: [school.anna, school.paul] })
  hint = (
    await school.add({ kind: 'health_hint', hint: 'Notfallset im Sekretariat', visible_to_teachers: true })
  ).json().id
  note = (await school.add({ kind: 'blocking_note', text: 'Kontaktverbot', document_seen_at: '2026-11-02' })).json().id
})
afterAll(() => school.app.stop())

const idsOf = async (kind: string, visitor = school.head) =>
  (await school.readKind(visitor, kind)).json().entries.map(({ id }: { id: number }) => id)

test('one kind alone is given out, and each look is a line of the log', async () => {
  const before = (await school.logOf('sensitive_viewed')).length
  expect(await idsOf('health_hint')).toEqual([hint])
  expect(await idsOf('blocking_note')).toEqual([note])
  expect(await idsOf('religion_class')).toEqual([])
  expect((await school.logOf('sensitive_viewed')).length).toBe(before + 3)
})

test('a kind that does not exist is refused', async () => {
  const reply = await school.readKind(school.head, 'allergy')
  expect([reply.statusCode, Object.keys(reply.json().errors)]).toEqual([422, ['kind']])
})

test('asking for one kind opens nothing that is closed to the person', async () => {
  expect(await idsOf('health_hint', school.teacher)).toEqual([hint])
  expect(await idsOf('blocking_note', school.teacher)).toEqual([])
  const { app, fsw, fow } = school
  const secretary = await makeUser(app, { role: 'schooladmin', schools: [fsw], may_view_sensitive: false })
  const elsewhere = await makeUser(app, { role: 'schooladmin', schools: [fow], may_view_sensitive: true })
  const statusFor = async (visitor: typeof school.head) => (await school.readKind(visitor, 'health_hint')).statusCode
  expect(await statusFor(await app.signedIn(secretary.id))).toBe(403)
  expect(await statusFor(await app.signedIn(elsewhere.id))).toBe(404)
  expect(await statusFor(school.otherTeacher)).toBe(404)
})
