import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { registrationEndpoints } from '#contract/registrations/registrations.ts'
import { insideSchool } from '#server/test/factories.ts'
import { openRetentionSchool, type RetentionSchool } from '#server/test/retention-school.ts'

const REJECTED = { status: 'rejected', decided_at: '2026-11-20T08:00:00Z' } as const

let school: RetentionSchool
beforeAll(async () => {
  school = await openRetentionSchool()
})
afterAll(() => school.app.stop())
beforeEach(async () => {
  school.goTo('2026-11-20')
  await insideSchool(school.app, school.fsw, (tx) => tx.deleteFrom('registration').execute())
})

describe('a note written after the decision', () => {
  const noteOf = (id: number) =>
    insideSchool(school.app, school.fsw, (tx) =>
      tx.selectFrom('registration').select(['internal_note', 'version']).where('id', '=', id).executeTakeFirstOrThrow(),
    )
  const write = async (id: number, internal_note: string) =>
    school.head.call(registrationEndpoints.saveNote, {
      params: { id },
      body: { internal_note, version: (await noteOf(id)).version },
    })

  test('is kept for seven days after it was written, and page and preview say until when', async () => {
    const { id } = await school.made({ ...REJECTED, internal_note: 'Hospitation' })
    await school.nightOf('2026-11-27')
    expect((await noteOf(id)).internal_note).toBeNull()
    school.goTo('2026-12-10')
    expect((await write(id, 'Rückruf der Mutter')).statusCode).toBe(200)
    expect((await school.read(id)).json().entries[0]).toEqual({
      reason: 'note',
      action: 'delete_note',
      due_on: '2026-12-17',
    })
    expect((await school.preview()).due).toMatchObject([{ reason: 'note', due_on: '2026-12-17' }])
    await school.nightOf('2026-12-16')
    expect((await noteOf(id)).internal_note).toBe('Rückruf der Mutter')
    await school.nightOf('2026-12-17')
    expect((await noteOf(id)).internal_note).toBeNull()
  })

  test('that the night deleted cannot be saved again by a page that still shows it', async () => {
    const { id } = await school.made({ ...REJECTED, internal_note: 'Hospitation' })
    const { version } = await noteOf(id)
    await school.nightOf('2026-11-27')
    const body = { internal_note: 'Hospitation im Mai', version }
    const late = await school.head.call(registrationEndpoints.saveNote, { params: { id }, body })
    expect([late.statusCode, late.json().internal_note]).toEqual([409, null])
    expect((await noteOf(id)).internal_note).toBeNull()
  })

  test('prolongs nothing but itself', async () => {
    const { id } = await school.made(REJECTED)
    await school.nightOf('2027-05-06')
    school.goTo('2027-05-18')
    await write(id, 'Rückruf')
    await school.nightOf('2027-05-20')
    expect(await school.left()).toHaveLength(0)
  })
})
