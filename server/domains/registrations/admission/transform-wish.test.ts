import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { REGISTRATION_TEXTS } from '#contract/registrations/registrations.texts.ts'
import type { TransformOptions } from '#contract/registrations/registrations.transform.ts'
import { registrationEndpoints as endpoints } from '#contract/registrations/registrations.ts'
import { WITHDRAWAL_TEXTS } from '#contract/registrations/registrations.withdrawal.ts'
import { makePupil } from '#server/test/child-factories.ts'
import { insideSchool } from '#server/test/factories.ts'
import { openTransformSchool, type TransformSchool } from '#server/test/transform-school.ts'

let school: TransformSchool
beforeAll(async () => {
  school = await openTransformSchool()
})
afterAll(() => school.app.stop())

/** An accepted application of two people with custody; the second one wishes to withdraw it. */
const wished = async (application: Parameters<TransformSchool['accepted']>[0] = {}) => {
  const second = { firstname: 'Paul', lastname: 'Fern', mail: 'paul@example.org' }
  const id = await school.accepted({ lastname: school.freshName(), second, ...application })
  await insideSchool(school.app, school.fsw, (tx) =>
    tx
      .updateTable('registration')
      .set({
        withdraw_requested_at: '2026-11-19T08:00:00Z',
        withdraw_requested_position: 2,
        withdraw_reason: 'Wir ziehen um.',
      })
      .where('id', '=', id)
      .execute(),
  )
  return id
}
const details = async (id: number) => (await school.head.call(endpoints.get, { params: { id } })).json()

describe('a family that wishes to withdraw', () => {
  test('is named in the dialog, with day and reason', async () => {
    const options = async (id: number) => (await school.optionsOf(id)).json() as TransformOptions
    expect((await options(await wished())).wish).toEqual({
      fullname: 'Paul Fern',
      at: '2026-11-19T08:00:00Z',
      reason: 'Wir ziehen um.',
    })
    expect((await options(await school.accepted({ lastname: school.freshName() }))).wish).toBeNull()
  })

  test('is not overlooked: 422 until staff decline, also with force, and nothing is written', async () => {
    const id = await wished()
    const before = await school.countRows()
    for (const more of [{}, { force: true }, { declines_wish: false }]) {
      const reply = await school.transform({ id, ...more })
      expect([reply.statusCode, reply.json()]).toMatchObject([
        422,
        { message: REGISTRATION_TEXTS.wishOpen, errors: { declines_wish: [REGISTRATION_TEXTS.wishOpen] } },
      ])
    }
    expect(await school.countRows()).toEqual(before)
    expect(await details(id)).toMatchObject({ is_withdraw_requested: true, pupil_id: null, version: 1 })
  })

  test('declined with the step, the wish ends with a line in the timeline', async () => {
    const id = await wished()
    const { pupil_id } = (await school.transform({ id, declines_wish: true })).json()
    const after = await details(id)
    expect(after).toMatchObject({
      pupil_id,
      is_withdraw_requested: false,
      withdraw_requested_at: null,
      withdraw_requested_position: null,
      withdraw_reason: null,
    })
    expect(after.events).toMatchObject([
      {
        kind: 'withdraw_declined',
        by: expect.any(String),
        contact_position: 2,
        note: WITHDRAWAL_TEXTS.takenOver,
      },
    ])
  })

  test('the same where the application is only noted at a pupil who is here already', async () => {
    const lastname = school.freshName()
    const link_pupil_id = await makePupil(school.app, school.fsw, { lastname, birthdate: '2021-03-31' })
    const id = await wished({ lastname })
    expect((await school.transform({ id, link_pupil_id })).statusCode).toBe(422)
    expect((await school.transform({ id, link_pupil_id, declines_wish: true })).json()).toEqual({
      pupil_id: link_pupil_id,
    })
    expect((await details(id)).events).toMatchObject([{ kind: 'withdraw_declined' }])
  })

  test('without a wish there is nothing to decline, and no line says so', async () => {
    const id = await school.accepted({ lastname: school.freshName() })
    expect((await school.transform({ id, declines_wish: true })).statusCode).toBe(201)
    expect((await details(id)).events).toEqual([])
  })
})
