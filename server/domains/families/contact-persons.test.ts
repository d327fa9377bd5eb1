import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { FAMILY_TEXTS, familyEndpoints } from '#contract/families/families.change.ts'
import { type CallOrder, callOrderOf, isValidOn } from '#contract/families/families.ts'
import { MESSAGES } from '#contract/formats.ts'
import { pupilEndpoints } from '#contract/pupils/pupils.ts'
import { userlogEndpoints } from '#contract/userlog/userlog.ts'
import { type FamilySchool, openFamilySchool } from '#server/test/family-school.ts'

let school: FamilySchool
beforeAll(async () => {
  school = await openFamilySchool()
})
afterAll(() => school.app.stop())

const change = (id: number, contact_id: number, body: object) =>
  school.send(familyEndpoints.changeContactPerson, { id, contact_id }, body)
const remove = (id: number, contact_id: number) => school.send(familyEndpoints.removeContactPerson, { id, contact_id })
const order = (id: number, wanted: CallOrder, before?: CallOrder) =>
  school.send(familyEndpoints.orderEmergency, { id }, { order: wanted, ...(before && { before }) })
const guardian = (id: number) => ({ kind: 'guardian', id }) as const
const contact = (id: number) => ({ kind: 'contact_person', id }) as const
const storedOrder = async (id: number) => callOrderOf(await school.read(id))

test.each([
  [null, null, true],
  ['2026-11-20', '2026-11-20', true],
  ['2026-11-21', null, false],
  [null, '2026-11-19', false],
])('from %s until %s is valid today: %s', (valid_from, valid_until, expected) => {
  expect(isValidOn({ valid_from, valid_until }, '2026-11-20')).toBe(expected)
})

describe('a contact person', () => {
  test('is entered, found by the number, changed by its keys, and gone', async () => {
    const id = await school.child('Kontakt')
    const olga = await school.addContact(id, { phone: '030 23125-612', relation: 'Nachbarin', may_pickup: true })
    const finds = async () =>
      (await school.head.call(pupilEndpoints.list, { query: { search: '+49 30 23125612' } })).json().total
    expect(await finds()).toBe(1)
    const [stored] = (await school.read(id)).contact_persons ?? []
    expect(stored).toMatchObject({ id: olga, relation: 'Nachbarin', may_pickup: true, is_emergency: true, priority: 1 })
    expect((await change(id, olga, { phone: '030 23125-613', version: stored?.version })).statusCode).toBe(200)
    expect(await finds()).toBe(0)
    const stale = await change(id, olga, { phone: '030 23125-614', version: stored?.version })
    expect([stale.statusCode, stale.json().phone]).toEqual([409, '030 23125-613'])
    expect((await change(id, olga, { relation: '', version: stored?.version })).statusCode).toBe(200)
    expect((await change(id, olga, { relation: null })).json().message).toBe('Es gab nichts zu ändern.')
    expect((await remove(id, olga)).json().message).toBe('Olga Nachbar ist bei diesem Kind nicht mehr eingetragen.')
    expect((await school.read(id)).contact_persons).toEqual([])
    expect((await remove(id, olga)).statusCode).toBe(404)
  })

  test('has dates in order, also against what is stored', async () => {
    const id = await school.child()
    const body = { firstname: 'Olga', lastname: 'Nachbar', phone: '030 23125-112' }
    const refused = await school.send(
      familyEndpoints.addContactPerson,
      { id },
      { ...body, valid_from: '2026-12-02', valid_until: '2026-12-01' },
    )
    expect(refused.json().errors).toEqual({ valid_until: [FAMILY_TEXTS.validOrder] })
    const olga = await school.addContact(id, { valid_from: '2026-12-01', valid_until: '2026-12-01' })
    expect((await change(id, olga, { valid_from: '2026-12-02' })).json().errors).toEqual({
      valid_until: [FAMILY_TEXTS.validOrder],
    })
    expect((await change(id, olga, { valid_until: null })).statusCode).toBe(200)
    expect((await change(id, olga, { valid_from: '2026-12-02' })).statusCode).toBe(200)
    const missing = await school.send(familyEndpoints.addContactPerson, { id }, { ...body, phone: '' })
    expect(missing.json().errors).toEqual({ phone: [MESSAGES.required] })
  })

  test('of another child, or of another school, is a 404', async () => {
    const [mia, ben] = [await school.child(), await school.child('Ben')]
    const olga = await school.addContact(mia)
    const stranger = await school.signIn('schooladmin', school.fow)
    const replies = [
      await change(ben, olga, { relation: 'Tante' }),
      await remove(ben, olga),
      await school.sendAs(stranger, familyEndpoints.removeContactPerson, { params: { id: mia, contact_id: olga } }),
    ]
    expect(replies.map(({ statusCode }) => statusCode)).toEqual([404, 404, 404])
    expect((await school.read(mia)).contact_persons).toHaveLength(1)
  })
})

describe('the order in an emergency', () => {
  test('contains guardians and contact persons without gaps, whoever is added or removed', async () => {
    const id = await school.child()
    const anna = await school.addGuardian(id)
    const olga = await school.addContact(id)
    const paul = await school.addGuardian(id, { firstname: 'Paul' })
    const first = [guardian(anna), contact(olga), guardian(paul)]
    expect(await storedOrder(id)).toEqual(first)
    const wanted = [contact(olga), guardian(paul)]
    expect((await order(id, wanted, first)).json().message).toBe('Die Reihenfolge ist gespeichert.')
    expect(await storedOrder(id)).toEqual(wanted)
    expect((await order(id, wanted, first)).json().message).toBe('Es gab nichts zu ändern.')
    await change(id, olga, { is_emergency: false })
    expect(await storedOrder(id)).toEqual([guardian(paul)])
    await change(id, olga, { is_emergency: true })
    expect(await storedOrder(id)).toEqual([guardian(paul), contact(olga)])
    await order(id, [guardian(anna)])
    expect((await school.read(id)).contact_persons).toMatchObject([{ is_emergency: false, priority: null }])
    await school.addContact(id, { firstname: 'Erste', priority: 1 })
    expect((await storedOrder(id))[1]).toEqual(guardian(anna))
  })

  test('is refused with a stranger, with somebody twice, and when it was changed meanwhile', async () => {
    const [id, ben] = [await school.child(), await school.child('Ben')]
    const anna = await school.addGuardian(id)
    const paul = await school.addGuardian(id, { firstname: 'Paul' })
    const stranger = await school.addGuardian(ben)
    const before = await storedOrder(id)
    const errors = async (wanted: CallOrder) => (await order(id, wanted)).json().errors
    expect(await errors([guardian(stranger)])).toEqual({ order: [FAMILY_TEXTS.unknownPerson] })
    expect(await errors([contact(anna)])).toEqual({ order: [FAMILY_TEXTS.unknownPerson] })
    expect(await errors([guardian(anna), guardian(anna)])).toEqual({ order: [FAMILY_TEXTS.twice] })
    // Somebody was added meanwhile: an old page must not remove that person unseen.
    const olga = await school.addContact(id)
    const stale = await order(id, [guardian(paul), guardian(anna)], before)
    expect([stale.statusCode, stale.json().message]).toEqual([409, FAMILY_TEXTS.orderChanged])
    expect(await storedOrder(id)).toEqual([...before, contact(olga)])
  })

  test('a removed person leaves no gap, and comes back to the former position', async () => {
    const id = await school.child()
    const people = [await school.addContact(id), await school.addContact(id), await school.addContact(id)]
    await remove(id, people[1] ?? 0)
    expect((await school.read(id)).contact_persons?.map(({ priority }) => priority)).toEqual([1, 2])
    const back = await school.addContact(id, { priority: 2 })
    expect(await storedOrder(id)).toEqual([people[0], back, people[2]].map((one) => contact(one ?? 0)))
  })
})

describe('rights', () => {
  test('the log names the people by their names, without what was changed', async () => {
    const id = await school.child('Protokoll')
    const anna = await school.addGuardian(id)
    const olga = await school.addContact(id)
    await school.send(familyEndpoints.changeGuardian, { id, guardian_id: anna }, { may_pickup: false, title: 'Dr.' })
    const log = (await school.head.call(userlogEndpoints.list, { query: { per_page: 200 } })).json().data
    const entries = log.map((one: { action: string; entity_label: string }) => `${one.action} ${one.entity_label}`)
    expect(entries).toContain('guardian_updated Anna Müller')
    expect(entries).toContain('pupil_guardian_updated Anna Müller für Protokoll Müller')
    expect(entries).toContain('pupil_contact_person_created Olga Nachbar für Protokoll Müller')
    expect(JSON.stringify(log)).not.toContain('030 23125')
    expect(olga).toBeGreaterThan(0)
  })
})
