import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { consentEndpoints } from '#contract/consents/consents.ts'
import { pupilHistoryEndpoints } from '#contract/pupils/pupils.notes.ts'
import { type ConfidentialSchool, openConfidentialSchool } from '#server/test/confidential-school.ts'
import { makeUser } from '#server/test/factories.ts'
import type { TestVisitor } from '#server/test/test-visitor.ts'

let school: ConfidentialSchool
beforeAll(async () => {
  school = await openConfidentialSchool()
})
afterAll(() => school.app.stop())

describe('consents', () => {
  test('are recorded with people and form; refusals are recorded, and withdrawn ones stay visible', async () => {
    expect((await school.consentOf('photo_website'))?.state).toBe('unasked')
    await school.record({ purpose: 'photo_website', given_by_guardian_ids: [school.anna, school.paul] })
    expect((await school.consentOf('photo_website'))?.state).toBe('granted')
    expect((await school.withdraw('photo_website')).statusCode).toBe(200)
    expect((await school.withdraw('photo_website')).statusCode).toBe(409)
    expect((await school.noteWithdrawal('photo_website', 'Anruf der Mutter')).statusCode).toBe(200)
    expect((await school.noteWithdrawal('trip_messenger', 'Nichts')).json().message).toBe(
      'Hier gibt es keinen Widerruf.',
    )
    expect((await school.noteWithdrawal('photo_website', 'x', school.teacher)).statusCode).toBe(403)
    await school.record({ purpose: 'photo_website', decision: 'refused', given_by_guardian_ids: [school.paul] })
    const line = await school.consentOf('photo_website')
    expect(line).toMatchObject({
      state: 'refused',
      records: [
        { decision: 'refused', withdrawn_at: null, given_by: [{ name: 'Paul Müller' }] },
        { decision: 'granted', withdrawn_at: expect.any(String), withdrawn_note: 'Anruf der Mutter' },
      ],
    })
    expect((await school.logOf('consent_withdrawn')).length).toBeGreaterThan(0)
  })

  test.each([
    [{ given_by_guardian_ids: [] }, 'given_by_guardian_ids', 'Bitte angeben, wer sich erklärt hat.'],
    [
      { given_by_guardian_ids: [987_654_321] },
      'given_by_guardian_ids',
      'Diese Person hat für dieses Kind kein Sorgerecht.',
    ],
    [{ pupil_decision: 'granted' }, 'pupil_decision', 'Erst ab 14 Jahren entscheidet das Kind selbst mit.'],
    [{ given_at: '2026-11-21' }, 'given_at', 'Dieser Tag liegt in der Zukunft.'],
  ])('refuses %j', async (body, field, text) => {
    const reply = await school.record({ purpose: 'phone_list', given_by_guardian_ids: [school.anna], ...body })
    expect([reply.statusCode, reply.json().errors]).toEqual([422, { [field]: [text] }])
  })

  test('of an older pupil ask the pupil, too', async () => {
    await school.setBirthdate('2012-05-03')
    await school.record({ purpose: 'photo_press', given_by_guardian_ids: [school.anna, school.paul] })
    expect(await school.consentOf('photo_press')).toMatchObject({
      state: 'incomplete',
      undecided: ['das Kind'],
    })
    await school.record({ purpose: 'photo_press', pupil_decision: 'granted' })
    expect((await school.consentOf('photo_press'))?.state).toBe('granted')
    await school.setBirthdate('2018-05-03')
  })

  test('are visible to the attached teacher, and changed by users who manage pupils', async () => {
    expect((await school.consents(school.teacher)).map(({ purpose }) => purpose)).toContain('photo_website')
    expect(
      (await school.record({ purpose: 'phone_list', given_by_guardian_ids: [school.anna] }, school.teacher)).statusCode,
    ).toBe(403)
    const foreign = await school.head.call(consentEndpoints.list, { params: { id: 987_654_321 } })
    const unattached = await school.otherTeacher.call(consentEndpoints.list, { params: { id: school.mia } })
    expect([unattached.statusCode, unattached.body]).toEqual([404, foreign.body])
  })

  test('about class D appear in the history only for users who may see class D', async () => {
    const told = async (visitor: TestVisitor) => {
      const reply = await visitor.call(pupilHistoryEndpoints.list, { params: { id: school.mia } })
      return reply.body.split('eine Einwilligung').length - 1
    }
    const { app, fsw } = school
    const secretary = await app.signedIn(
      (await makeUser(app, { role: 'schooladmin', schools: [fsw], may_view_sensitive: false })).id,
    )
    const before = [await told(school.head), await told(secretary)]
    await school.record({ purpose: 'health_hint', given_by_guardian_ids: [school.anna] })
    await school.record({ purpose: 'phone_list', given_by_guardian_ids: [school.anna] })
    expect([await told(school.head), await told(secretary)]).toEqual([(before[0] ?? 0) + 2, (before[1] ?? 0) + 1])
    await school.withdraw('health_hint')
    expect(await told(secretary)).toBe((before[1] ?? 0) + 1)
  })

  test('from 18 on only the pupil decides', async () => {
    await school.setBirthdate('2008-11-20')
    const reply = await school.record({ purpose: 'photo_press', given_by_guardian_ids: [school.anna] })
    expect([reply.statusCode, reply.json().errors]).toEqual([
      422,
      { given_by_guardian_ids: ['Ab 18 Jahren entscheidet nur noch die Schülerin oder der Schüler.'] },
    ])
    expect((await school.record({ purpose: 'photo_press', pupil_decision: 'granted' })).statusCode).toBe(201)
    expect((await school.consentOf('photo_press'))?.state).toBe('granted')
    await school.setBirthdate('2018-05-03')
  })
})
