import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { familyEndpoints } from '#contract/families/families.change.ts'
import {
  type PupilHistoryEntry,
  type PupilNote,
  pupilHistoryEndpoints,
  pupilNoteEndpoints,
} from '#contract/pupils/pupils.notes.ts'
import { type CheckSchool, EVA, NEW_HOME, openCheckSchool } from '#server/test/data-check-school.ts'

let school: CheckSchool
let anna: string
let reader: number
beforeAll(async () => {
  school = await openCheckSchool()
})
afterAll(() => school.stop())
beforeEach(async () => {
  ;({ anna, reader } = await school.beginAnew())
})

const personOf = async (firstname: string) =>
  (await school.child(school.Mia)).contact_persons?.find((one) => one.firstname === firstname)
const propose = (body: object) => school.propose({ anna, reader }, body)

test('restores what the office entered after the family had looked, and shows what was replaced', async () => {
  await propose({ person: { phone_home: '0331 777888' } })
  await school.changeGuardian(school.Mia, school.Anna, { phone_home: '0331 555111' })
  const { seen, changes } = await school.family(reader)
  const ids = changes.map(({ id }) => id)
  expect((await school.decide('accept', reader, { ids, seen })).statusCode).toBe(200)
  expect((await school.family(reader)).changes).toMatchObject([
    { before: { phone_home: null }, replaced: { phone_home: '0331 555111' }, is_undoable: true },
  ])
  expect((await school.decide('undo', reader, { ids })).statusCode).toBe(200)
  const { guardians = [] } = await school.child(school.Mia)
  expect(guardians.find(({ guardian_id }) => guardian_id === school.Anna)?.phone_home).toBe('0331 555111')
  await school.changeGuardian(school.Mia, school.Anna, { phone_home: null })
})

test('brings a contact person back to the same place with everything that was entered', async () => {
  const nora = await personOf('Nora')
  await school.sendAs(school.head, familyEndpoints.changeContactPerson, {
    params: { id: school.Mia, contact_id: nora?.id ?? 0 },
    body: { relation: 'Nachbarin', may_pickup: true, valid_until: '2027-07-31' },
  })
  await school.addContact(school.Mia, { firstname: 'Zoe', lastname: 'Zimmer' })
  const before = await personOf('Nora')
  const [first] = (await school.page(anna)).children[0]?.contacts ?? []
  const { ids, seen } = await propose({ children: [{ contacts: [{ ...first, is_gone: true }, null] }] })
  await school.decide('accept', reader, { ids, seen })
  expect([await personOf('Nora'), (await personOf('Zoe'))?.priority]).toEqual([undefined, before?.priority])
  await school.decide('undo', reader, { ids })
  const { id: _, version: __, ...after } = (await personOf('Nora')) ?? { id: 0, version: 0 }
  const { id: ___, version: ____, ...known } = before ?? { id: 0, version: 0 }
  expect(after).toEqual(known)
  // Nor does somebody lose the place who was not to be called for a moment.
  const [again] = (await school.page(anna)).children[0]?.contacts ?? []
  const { is_gone: _____, ...person } = again ?? { is_gone: false }
  const change = await propose({ children: [{ contacts: [{ ...person, is_emergency: false }, null] }] })
  await school.decide('accept', reader, change)
  expect((await personOf('Nora'))?.priority).toBeNull()
  await school.decide('undo', reader, change)
  expect((await personOf('Nora'))?.priority).toBe(before?.priority)
  await school.sendAs(school.head, familyEndpoints.removeContactPerson, {
    params: { id: school.Mia, contact_id: (await personOf('Zoe'))?.id ?? 0 },
  })
})

test('takes the note of a remark away again, unless somebody has changed it', async () => {
  const notes = async (id: number) =>
    (await school.head.call(pupilNoteEndpoints.list, { params: { id } })).json() as PupilNote[]
  const { ids, seen } = await propose({ remarks: 'Ab Mai wieder **alle** zusammen.' })
  await school.decide('accept', reader, { ids, seen })
  const text = 'Aus dem Datenabgleich, Anna Müller, 20.11.2026: Ab Mai wieder **alle** zusammen.'
  expect([await notes(school.Mia), await notes(school.Ben)]).toMatchObject([
    [{ body_markdown: text }],
    [{ body_markdown: text }],
  ])
  await school.decide('undo', reader, { ids })
  expect([await notes(school.Mia), await notes(school.Ben)]).toEqual([[], []])
  await school.decide('accept', reader, { ids, seen: (await school.family(reader)).seen })
  const [note] = await notes(school.Ben)
  const params = { id: school.Ben, note_id: note?.id ?? 0 }
  await school.head.call(pupilNoteEndpoints.change, { params, body: { body_markdown: 'Erledigt.' } })
  expect((await school.family(reader)).changes[0]?.is_undoable).toBe(false)
  expect((await school.decide('undo', reader, { ids })).statusCode).toBe(409)
  await school.app.database.owner.query('delete from pupil_note')
})

test('of a decision is closed once the family has proposed something newer', async () => {
  const first = await propose({ person: { phone_home: '0331 777888' } })
  await school.decide('decline', reader, { ids: first.ids, reason: null })
  expect((await school.family(reader)).changes[0]?.is_undoable).toBe(true)
  await propose({ person: { phone_home: '0331 777889' } })
  expect((await school.decide('undo', reader, { ids: first.ids })).statusCode).toBe(409)
})

test('the history of the child names the data check, the address and who came', async () => {
  const { ids, seen } = await propose({
    addresses: [NEW_HOME],
    children: [{ contacts: [null, { ...EVA, is_emergency: true, may_pickup: false }] }],
  })
  await school.decide('accept', reader, { ids, seen })
  const history = (
    await school.head.call(pupilHistoryEndpoints.list, { params: { id: school.Mia } })
  ).json() as PupilHistoryEntry[]
  const accepted = history.find(({ changes }) => changes.some(({ text }) => text.includes('Datenabgleich')))
  expect(accepted?.changes).toEqual([
    {
      text: 'hat Änderungen der Familie aus dem Datenabgleich übernommen',
      fields: expect.arrayContaining(['Straße', 'Ort']),
    },
    { text: 'hat Eva Neu (Kontaktperson) eingetragen', fields: [] },
  ])
  await school.decide('undo', reader, { ids })
})
