import { afterAll, beforeAll, expect, test } from 'vitest'
import { familyEndpoints } from '#contract/families/families.change.ts'
import { pupilChangeEndpoints } from '#contract/pupils/pupils.change.ts'
import { type PupilHistoryEntry, pupilHistoryEndpoints } from '#contract/pupils/pupils.notes.ts'
import { insideSchool } from '#server/test/factories.ts'
import { type FamilySchool, openFamilySchool } from '#server/test/family-school.ts'

let school: FamilySchool
beforeAll(async () => {
  school = await openFamilySchool()
})
afterAll(() => school.app.stop())

const historyOf = async (id: number) =>
  (await school.head.call(pupilHistoryEndpoints.list, { params: { id } })).json() as PupilHistoryEntry[]
/** The text that one call adds to the history; it is one entry. */
const newLine = async (id: number, act: () => Promise<unknown>) => {
  const before = await historyOf(id)
  await act()
  const now = await historyOf(id)
  expect(now.length - before.length).toBe(1)
  return now[0]?.changes.map(({ text, fields }) => [text, ...fields].join(' | '))
}
const change = (id: number, guardian_id: number, body: object) =>
  school.send(familyEndpoints.changeGuardian, { id, guardian_id }, body)

test('the history names people around the child and the new state of switches, one line for each request', async () => {
  const id = await school.child()
  const anna = await school.addGuardian(id)
  expect((await historyOf(id))[0]?.changes).toEqual([{ text: 'hat Anna Müller eingetragen', fields: [] }])
  expect(await newLine(id, () => school.addGuardian(id, { firstname: 'Paul' }))).toEqual([
    'hat Paul Müller eingetragen',
  ])
  const both = { phone_home: '030 23125-001', may_pickup: false }
  expect(await newLine(id, () => change(id, anna, both))).toEqual([
    'hat Angaben zu Anna Müller geändert | darf abholen: nein | Telefon privat',
  ])
  expect(await newLine(id, () => change(id, anna, { has_custody: false, receives_sicknote_mail: false }))).toEqual([
    'hat Angaben zu Anna Müller geändert | Sorgerecht: nein | bekommt Mails zu Abwesenheiten: nein',
  ])
  expect(await newLine(id, () => change(id, anna, { has_custody: true, may_pickup: true }))).toEqual([
    'hat Angaben zu Anna Müller geändert | Sorgerecht: ja | darf abholen: ja',
  ])
  // Earlier entries stay true after the next change.
  const texts = (await historyOf(id)).flatMap(({ changes }) => changes.flatMap(({ fields }) => fields))
  expect(texts.filter((text) => text.startsWith('Sorgerecht'))).toEqual(['Sorgerecht: ja', 'Sorgerecht: nein'])
  expect(JSON.stringify(await historyOf(id))).not.toContain('23125')
})

test('a contact person is added, changed and removed; a new order is no change of a person', async () => {
  const id = await school.child()
  const anna = await school.addGuardian(id)
  const olga = await school.addContact(id)
  expect((await historyOf(id))[0]?.changes).toEqual([
    { text: 'hat Olga Nachbar (Kontaktperson) eingetragen', fields: [] },
  ])
  const pickUp = () => school.send(familyEndpoints.changeContactPerson, { id, contact_id: olga }, { may_pickup: true })
  expect(await newLine(id, pickUp)).toEqual(['hat Angaben zu Olga Nachbar (Kontaktperson) geändert | darf abholen: ja'])
  const order = [
    { kind: 'contact_person', id: olga },
    { kind: 'guardian', id: anna },
  ]
  const reorder = () => school.send(familyEndpoints.orderEmergency, { id }, { order })
  expect(await newLine(id, reorder)).toEqual(['hat die Reihenfolge im Notfall geändert'])
  const remove = () => school.send(familyEndpoints.removeContactPerson, { id, contact_id: olga })
  await remove()
  expect((await historyOf(id))[0]?.changes).toEqual([{ text: 'hat eine Kontaktperson entfernt', fields: [] }])
})

test('everything created with the child is one line, and so is everything that an exit ends', async () => {
  const person = { firstname: 'Eva', lastname: 'Neu', relationship: 'mother', phone_mobile: '0152 28817386' }
  const schoolgrade_id = await insideSchool(school.app, school.fsw, async (tx) => {
    const grade = await tx.selectFrom('schoolgrade').select('id').where('grade', '=', 1).executeTakeFirstOrThrow()
    return grade.id
  })
  const child = { firstname: 'Lea', lastname: 'Neu', gender: 'f', birthdate: '2019-05-03' }
  const reply = await school.sendAs(school.head, pupilChangeEndpoints.add, {
    params: {},
    body: { ...child, date_entry: '2026-11-20', schoolgrade_id, guardians: [person] },
  })
  expect(reply.statusCode, reply.body).toBe(201)
  const { id } = reply.json()
  expect((await historyOf(id)).map(({ changes }) => changes)).toEqual([[{ text: 'hat das Kind angelegt', fields: [] }]])
  const leave = () => school.send(pupilChangeEndpoints.leave, { id }, { date_exit: '2026-11-27', exit_reason: 'moved' })
  expect(await newLine(id, leave)).toEqual(['hat den Abgang eingetragen'])
})
