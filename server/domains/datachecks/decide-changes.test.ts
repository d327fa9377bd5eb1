import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { dataCheckDecideEndpoints } from '#contract/datachecks/datachecks.decide.ts'
import { DATA_CHECK_TEXTS } from '#contract/datachecks/datachecks.texts.ts'
import { familyEndpoints } from '#contract/families/families.change.ts'
import { tidyUp } from '#server/domains/retentions/tidy-up.ts'
import { type CheckSchool, EVA, NEW_HOME, openCheckSchool } from '#server/test/data-check-school.ts'
import { TEST_NOW } from '#server/test/test-app.ts'

let school: CheckSchool
let round: number
let anna: string
let reader: number
beforeAll(async () => {
  school = await openCheckSchool()
})
afterAll(() => school.stop())
beforeEach(async () => {
  ;({ round, anna, reader } = await school.beginAnew())
})

/** A new number, a new home of both children, a new contact person, and one less. */
async function propose() {
  const [nora] = (await school.page(anna)).children[0]?.contacts ?? []
  const contacts = [
    { ...nora, is_gone: true },
    { ...EVA, is_emergency: true, may_pickup: false },
  ]
  const person = { phone_home: '0331 777888' }
  return school.propose({ anna, reader }, { person, addresses: [NEW_HOME], children: [{ contacts }] })
}

const stateOf = async () => {
  const { address, guardians, contact_persons } = await school.child(school.Mia)
  const anna = guardians?.find(({ guardian_id }) => guardian_id === school.Anna)
  return {
    street: (address as { street: string | null } | null)?.street,
    phone: anna?.phone_home,
    people: contact_persons?.map(({ firstname }) => firstname),
  }
}
const OLD = { street: 'Annaweg', phone: null, people: ['Nora'] }
const NEW = { street: 'Neuweg', phone: '0331 777888', people: ['Eva'] }

describe('taking over', () => {
  test('shows old and new, writes all of it, and the way back restores it', async () => {
    const { changes, ids, seen } = await propose()
    expect(
      changes.map(({ subject, about, before, after, current }) => [subject, about, before, after, current]),
    ).toEqual([
      ['guardian', 'Anna Müller', { phone_home: null }, { phone_home: '0331 777888' }, { phone_home: null }],
      [
        'pupil',
        'Mia',
        expect.objectContaining({ street: 'Annaweg' }),
        NEW_HOME,
        expect.objectContaining({ street: 'Annaweg' }),
      ],
      [
        'pupil',
        'Ben',
        expect.objectContaining({ street: 'Annaweg' }),
        NEW_HOME,
        expect.objectContaining({ street: 'Annaweg' }),
      ],
      [
        'gone_contact',
        'Mia',
        expect.objectContaining({ firstname: 'Nora' }),
        {},
        expect.objectContaining({ firstname: 'Nora' }),
      ],
      ['new_contact', 'Mia', {}, { ...EVA, is_emergency: true, may_pickup: false }, null],
    ])
    expect(await stateOf()).toEqual(OLD)
    const reply = await school.decide('accept', reader, { ids, seen })
    expect(reply.json()).toEqual({ message: '5 Änderungen sind übernommen.' })
    expect(await stateOf()).toEqual(NEW)
    expect((await school.readerOf(round, school.Anna)).state).toBe('decided')
    expect((await school.decide('undo', reader, { ids })).json()).toEqual({ message: DATA_CHECK_TEXTS.undone })
    expect(await stateOf()).toEqual(OLD)
    expect((await school.readerOf(round, school.Anna)).state).toBe('changed')
    // And again, with the contact person who came back under another number.
    const again = await school.family(reader)
    expect((await school.decide('accept', reader, { ids, seen: again.seen })).statusCode).toBe(200)
    expect(await stateOf()).toEqual(NEW)
    await school.decide('undo', reader, { ids })
  })

  test('takes some, and the others wait', async () => {
    const { ids, seen, changes } = await propose()
    const home = changes.filter(({ subject }) => subject === 'pupil').map(({ id }) => id)
    await school.decide('accept', reader, { ids: home, seen })
    expect(await stateOf()).toEqual({ ...OLD, street: 'Neuweg' })
    const rest = ids.filter((id) => !home.includes(id))
    const declined = await school.decide('decline', reader, { ids: rest, reason: 'Am Telefon geklärt.' })
    expect(declined.json().message).toBe('3 Änderungen sind abgelehnt.')
    const family = await school.family(reader)
    expect(family.changes.find(({ id }) => id === rest[0])).toMatchObject({
      ...{ state: 'declined', decline_reason: 'Am Telefon geklärt.', decided_by: expect.any(String) },
    })
    expect(JSON.stringify(await school.page(anna))).not.toContain('geklärt')
    await school.decide('undo', reader, { ids: home })
  })

  test('is refused when the record has changed, and both sides are shown', async () => {
    const { ids, seen } = await propose()
    await school.changeGuardian(school.Mia, school.Anna, { phone_home: '0331 000111' })
    const stale = await school.decide('accept', reader, { ids, seen })
    expect([stale.statusCode, stale.json().message]).toEqual([409, DATA_CHECK_TEXTS.stale])
    expect(await stateOf()).toEqual({ ...OLD, phone: '0331 000111' })
    const [phone] = (await school.family(reader)).changes
    expect([phone?.before, phone?.current, phone?.after].map((one) => one?.phone_home)).toEqual([
      ...[null, '0331 000111', '0331 777888'],
    ])
    await school.changeGuardian(school.Mia, school.Anna, { phone_home: null })
  })

  test('leaves nothing half done when one of them fails', async () => {
    const { ids } = await propose()
    const [nora] = (await school.child(school.Mia)).contact_persons ?? []
    await school.sendAs(school.head, familyEndpoints.removeContactPerson, {
      params: { id: school.Mia, contact_id: nora?.id ?? 0 },
    })
    const { seen } = await school.family(reader)
    const reply = await school.decide('accept', reader, { ids, seen })
    expect([reply.statusCode, reply.json().message]).toEqual([409, DATA_CHECK_TEXTS.gone])
    expect(await stateOf()).toEqual({ ...OLD, people: [] })
    await school.addContact(school.Mia, { firstname: 'Nora', lastname: 'Nachbar' })
  })

  test('happens once when two people press at the same time', async () => {
    const { ids, seen } = await propose()
    const second = await school.signIn('admin')
    const replies = await Promise.all([
      school.decide('accept', reader, { ids, seen }),
      school.decide('accept', reader, { ids, seen, by: second }),
      school.decide('decline', reader, { ids, reason: null, by: second }),
    ])
    expect(replies.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409, 409])
    if ((await school.family(reader)).changes[0]?.state === 'accepted') await school.decide('undo', reader, { ids })
    expect(await stateOf()).toEqual(OLD)
  })

  test('cannot be taken back once somebody has changed the value again', async () => {
    const { changes, seen } = await propose()
    const ids = changes.filter(({ part }) => part === 'phone_home').map(({ id }) => id)
    await school.decide('accept', reader, { ids, seen })
    await school.changeGuardian(school.Mia, school.Anna, { phone_home: '0331 999999' })
    const reply = await school.decide('undo', reader, { ids })
    expect([reply.statusCode, reply.json().message]).toEqual([409, DATA_CHECK_TEXTS.notUndoable])
    await school.changeGuardian(school.Mia, school.Anna, { phone_home: null })
  })

  test('of proposals that are not of this reader, or no longer there, is refused', async () => {
    const { ids, seen } = await propose()
    const jan = (await school.readerOf(round, school.Jan)).reader_id
    const unknown = await school.decide('decline', reader, { ids: [...ids, 999_999], reason: null })
    const others = await school.decide('accept', jan, { ids, seen })
    expect(others.json()).toEqual(unknown.json())
    // The family sends something else while the office looks.
    await school.send(anna, { person: { phone_home: '0331 123456' } })
    const late = await school.decide('accept', reader, { ids, seen })
    expect([late.statusCode, late.json().message]).toEqual([409, DATA_CHECK_TEXTS.stale])
    expect(await stateOf()).toEqual(OLD)
  })
})

describe('what waits and what is confirmed', () => {
  const tasks = async (by = school.head) => (await by.call(dataCheckDecideEndpoints.tasks, {})).json()
  const confirmed = async (by = school.head) =>
    by.call(dataCheckDecideEndpoints.confirmed, { params: { id: school.Mia } })

  test('a family with proposals is a task of this school, until somebody has decided', async () => {
    expect(await tasks()).toEqual({ families: 0, data_check_id: null })
    const { ids } = await propose()
    expect(await tasks()).toEqual({ families: 1, data_check_id: round })
    expect(await tasks(school.neighbour)).toEqual({ families: 0, data_check_id: null })
    expect((await confirmed()).json()).toEqual([])
    await school.decide('decline', reader, { ids, reason: null })
    expect(await tasks()).toEqual({ families: 0, data_check_id: null })
    // What was declined is not confirmed, until the family looks through what is stored again.
    expect((await confirmed()).json()).toEqual([])
    const page = await school.page(anna)
    expect(page).toMatchObject({ answer: 'decided', declined: ['Telefon privat', 'Anschrift', 'Kontaktperson'] })
    await school.app.database.owner.query("update data_check_reader set answered_at = answered_at - interval '1 hour'")
    school.app.setNow(new Date(TEST_NOW.getTime() + 3_600_000))
    await school.send(anna)
    expect(await school.page(anna)).toMatchObject({ answer: 'confirmed', declined: [] })
    expect((await confirmed()).json()).toEqual([{ name: 'Anna Müller', answered_at: '2026-11-20T07:40:00Z' }])
    expect((await confirmed(school.neighbour)).statusCode).toBe(404)
  })

  test('decided proposals go after thirty days, open ones ninety days after the end', async () => {
    const { ids, changes } = await propose()
    await school.decide('decline', reader, { ids: ids.slice(1), reason: null })
    const left = async (day: string) => {
      school.app.setNow(new Date(`${day}T12:00:00Z`))
      await tidyUp(school.app.platform)({})
      return school.count('data_check_change')
    }
    expect(changes).toHaveLength(5)
    expect(await left('2026-12-19')).toBe(5)
    expect(await left('2026-12-20')).toBe(1)
    expect(await left('2027-03-17')).toBe(1)
    expect(await left('2027-03-18')).toBe(0)
  })
})
