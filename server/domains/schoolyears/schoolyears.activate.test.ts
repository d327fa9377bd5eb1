import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { schoolyearEndpoints as endpoints } from '#contract/schoolyears/schoolyears.ts'
import { openStructureSchool, type StructureSchool } from '#server/test/structure-school.ts'

let school: StructureSchool
beforeEach(async () => {
  school = await openStructureSchool()
})
afterEach(() => school.app.stop())

const list = async () => (await school.head.call(endpoints.list)).json()
const activate = (id: number) => school.head.call(endpoints.activate, { params: { id } })

describe('making a year the active one', () => {
  test('closes the former, from its first to its last day', async () => {
    const [old, next] = [await school.yearOf('2026/2027'), await school.yearOf('2027/2028')]
    school.app.setNow(new Date('2027-07-31T23:59:00+02:00'))
    const early = await activate(next.id)
    expect([early.statusCode, early.json().message]).toEqual([422, 'Das Schuljahr beginnt erst am 01.08.2027.'])
    school.app.setNow(new Date('2027-08-01T00:01:00+02:00'))
    const reply = await activate(next.id)
    expect([reply.statusCode, reply.json().message]).toEqual([200, 'Das Schuljahr 2027/2028 ist jetzt aktiv.'])
    expect([(await school.readYear(old.id)).state, (await school.readYear(next.id)).state]).toEqual([
      'closed',
      'active',
    ])
    expect((await activate(old.id)).json().message).toBe('Dieses Schuljahr ist schon vorbei.')
    expect((await school.logOf('schoolyear')).slice(-2)).toMatchObject([
      { action: 'schoolyear_updated', entity_id: old.id, changed_fields: ['state', 'state:active>closed'] },
      { action: 'schoolyear_activated', entity_id: next.id, changed_fields: ['state', 'state:planned>active'] },
    ])
  })

  test('twice at once makes one active year', async () => {
    const next = await school.yearOf('2027/2028')
    school.app.setNow(new Date('2027-08-02T08:00:00+02:00'))
    const replies = await Promise.all([activate(next.id), activate(next.id)])
    expect(replies.map(({ statusCode }) => statusCode)).toEqual([200, 200])
    const states = (await list()).map(({ state }: { state: string }) => state)
    expect(states).toEqual(['active', 'closed'])
  })

  test('of the year that is active already says so', async () => {
    const { id } = await school.yearOf('2026/2027')
    expect((await activate(id)).json()).toEqual({ message: 'Das Schuljahr 2026/2027 ist schon aktiv.' })
  })
})
