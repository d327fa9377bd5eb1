import { afterAll, beforeAll, expect, test } from 'vitest'
import { pupilChangeEndpoints } from '#contract/pupils/pupils.change.ts'
import { type PupilHistoryEntry, pupilHistoryEndpoints, pupilNoteEndpoints } from '#contract/pupils/pupils.notes.ts'
import { makePupil } from '#server/test/child-factories.ts'
import { type ClassSchool, openClassSchool } from '#server/test/class-school.ts'
import { insideSchool } from '#server/test/factories.ts'
import { giveClass } from '#server/test/school-staff.ts'
import type { TestVisitor } from '#server/test/test-visitor.ts'

let school: ClassSchool
let mia: number
let elsewhere: number
let teacher: TestVisitor
let colleague: TestVisitor

beforeAll(async () => {
  school = await openClassSchool()
  mia = await makePupil(school.app, school.fsw, { grade: 1, schoolclass: 'a' })
  elsewhere = await makePupil(school.app, school.fsw, { firstname: 'Ben', grade: 2, schoolclass: 'a' })
  const schoolclass = await school.classOf('1a')
  const attach = async () => {
    const { employee, browser } = await school.makeTeacher()
    await giveClass(school.app, school.fsw, { schoolclass, employee })
    return browser
  }
  teacher = await attach()
  colleague = await attach()
})
afterAll(() => school.app.stop())

const headers = () => ({ 'idempotency-key': crypto.randomUUID() })
const write = (visitor: TestVisitor, body_markdown: string, id = mia) =>
  visitor.call(pupilNoteEndpoints.add, { params: { id }, body: { body_markdown }, headers: headers() })
const notesOf = async (visitor: TestVisitor, id = mia) =>
  (await visitor.call(pupilNoteEndpoints.list, { params: { id } })).json() as {
    id: number
    body_markdown: string
    is_own: boolean
  }[]
const textsOf = async (visitor: TestVisitor) => (await notesOf(visitor)).map(({ body_markdown }) => body_markdown)

test('a teacher sees their own notes about attached pupils, the head all, a viewer none', async () => {
  const own = await write(teacher, 'Gespräch **gut**')
  expect(own.statusCode).toBe(201)
  school.app.setNow(new Date('2026-11-20T09:00:00+01:00'))
  await write(school.head, 'Vom Kopf')
  expect(await textsOf(school.head)).toEqual(['Vom Kopf', 'Gespräch **gut**'])
  expect(await textsOf(teacher)).toEqual(['Gespräch **gut**'])
  expect(await textsOf(colleague)).toEqual([])
  expect((await write(teacher, 'x', elsewhere)).statusCode).toBe(404)
  expect((await write(await school.signIn('viewer'), 'x')).statusCode).toBe(403)
  expect((await write(await school.signIn('schooladmin', school.fow), 'x')).statusCode).toBe(404)
  expect((await write(teacher, '  ')).statusCode).toBe(422)
  expect((await write(teacher, 'x'.repeat(4001))).statusCode).toBe(422)
})

test('the author of a note is decided by the account and not by the name', async () => {
  const own = await notesOf(teacher)
  expect(own.map((note) => note.is_own)).toEqual([true])
  const forHead = new Map((await notesOf(school.head)).map((note) => [note.body_markdown, note.is_own]))
  expect([forHead.get('Vom Kopf'), forHead.get('Gespräch **gut**')]).toEqual([true, false])
})

test('nobody changes or deletes an invisible note; a stale change gets a conflict', async () => {
  const { id } = (await write(teacher, 'Erste Fassung')).json()
  const params = { id: mia, note_id: id }
  const change = (visitor: TestVisitor, body_markdown: string) =>
    visitor.call(pupilNoteEndpoints.change, { params, body: { body_markdown, version: 1 } })
  expect((await change(colleague, 'Fremd')).statusCode).toBe(404)
  expect((await colleague.call(pupilNoteEndpoints.remove, { params })).statusCode).toBe(404)
  const wrongChild = { id: elsewhere, note_id: id }
  expect((await school.head.call(pupilNoteEndpoints.remove, { params: wrongChild })).statusCode).toBe(404)
  expect((await change(teacher, 'Zweite Fassung')).statusCode).toBe(200)
  const stale = await change(school.head, 'Dritte Fassung')
  expect([stale.statusCode, stale.json().body_markdown]).toEqual([409, 'Zweite Fassung'])
  expect((await school.head.call(pupilNoteEndpoints.remove, { params })).statusCode).toBe(200)
  expect((await notesOf(school.head)).map((note) => note.id)).not.toContain(id)
})

const historyOf = async (visitor: TestVisitor, id = mia) =>
  (await visitor.call(pupilHistoryEndpoints.list, { params: { id } })).json()

test('the history says in German who changed which field, and never shows a value', async () => {
  await insideSchool(school.app, school.fsw, async (tx) => {
    const { id } = await tx
      .insertInto('guardian')
      .values({ school_id: school.fsw, firstname: 'Rosa', lastname: 'Name' })
      .returning('id')
      .executeTakeFirstOrThrow()
    const link = { school_id: school.fsw, pupil_id: mia, guardian_id: id, relationship: 'mother', has_custody: true }
    await tx.insertInto('pupil_guardian').values(link).execute()
    await tx
      .insertInto('pupil_sensitive')
      .values({
        school_id: school.fsw,
        pupil_id: mia,
        kind: 'health_hint',
        value_encrypted: Buffer.from('x'),
        legal_basis: 'x',
        confirmed_at: '2026-11-20',
      })
      .execute()
  })
  await school.head.call(pupilChangeEndpoints.change, {
    params: { id: mia },
    body: { street: 'Geheimweg', birthplace: 'Geheimstadt', swim_level: 'gold' },
  })
  const history = await historyOf(school.head)
  expect(history[0]).toMatchObject({ by: expect.any(String) })
  expect(history[0].changes).toEqual([
    { text: 'hat geändert', fields: expect.arrayContaining(['Straße', 'Geburtsort']) },
  ])
  const texts = history.flatMap(({ changes }: PupilHistoryEntry) => changes.map(({ text }) => text))
  expect(texts).toEqual(
    expect.arrayContaining(['hat die Klasse zugewiesen', 'hat eine Notiz geschrieben', 'hat eine Notiz gelöscht']),
  )
  // One transaction is one entry, also for changes by the system.
  const bySystem = history.find(({ by, changes }: PupilHistoryEntry) => by === null && changes.length === 2)
  expect(bySystem.changes).toEqual([
    { text: 'hat eine vertrauliche Angabe angelegt', fields: [] },
    { text: 'hat Rosa Name eingetragen', fields: [] },
  ])
  expect(JSON.stringify(history)).not.toContain('Geheim')
  // Even the existence of a confidential entry is confidential.
  const forAdmin = await historyOf(await school.signIn('admin'))
  expect(JSON.stringify(forAdmin)).not.toContain('vertrauliche')
  expect((await teacher.call(pupilHistoryEndpoints.list, { params: { id: mia } })).statusCode).toBe(403)
  const foreign = await school.signIn('schooladmin', school.fow)
  expect((await foreign.call(pupilHistoryEndpoints.list, { params: { id: mia } })).statusCode).toBe(404)
})
