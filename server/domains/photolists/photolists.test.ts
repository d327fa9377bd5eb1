import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { XLSX_TYPE } from '#contract/file-reply.ts'
import {
  PHOTO_LIST_MAX,
  PHOTO_LIST_TEXTS,
  PHOTO_PRINTS_MAX,
  type PhotoList,
  photoListEndpoints,
} from '#contract/photolists/photolists.ts'
import { makePupil } from '#server/test/child-factories.ts'
import { type ConfidentialSchool, openConfidentialSchool } from '#server/test/confidential-school.ts'
import { insideSchool } from '#server/test/factories.ts'
import { readSpreadsheet } from '#server/test/read-spreadsheet.ts'
import { deleteOldPhotoPrints, erasePhotoPrints } from './photolists.erasure.shared.queries.ts'

let school: ConfidentialSchool
let oneA: number
let ben: number
let elsewhere: ConfidentialSchool['head']
beforeAll(async () => {
  school = await openConfidentialSchool()
  const { app, fsw, fow } = school
  oneA = await school.classOf('1a')
  ben = await makePupil(app, fsw, { firstname: 'Ben', lastname: 'Abel', gender: 'm', grade: 1, schoolclass: 'a' })
  elsewhere = await school.signIn('schooladmin', fow)
})
afterAll(() => school.app.stop())
afterEach(() => school.goTo('2026-11-20'))

type Query = { schoolclass_id?: number | undefined; ids?: number[] | undefined; since?: number | undefined }

const ask = (query: Query, visitor = school.head) =>
  visitor.call(photoListEndpoints.get, { query: { ...query, ids: query.ids?.join(',') } })
const read = async (query: Query = { schoolclass_id: oneA }, visitor = school.head) =>
  (await ask(query, visitor)).json() as PhotoList
const pupilOf = (list: PhotoList, id = school.mia) => list.pupils.find((pupil) => pupil.id === id)
const photosOf = async (visitor = school.head) => pupilOf(await read(undefined, visitor))?.photos
const print = (body: Query = { schoolclass_id: oneA }, key: string = crypto.randomUUID(), visitor = school.head) =>
  visitor.call(photoListEndpoints.print, { body, headers: { 'idempotency-key': key } })
const save = (body: Query = { schoolclass_id: oneA }, visitor = school.head) =>
  visitor.call(photoListEndpoints.export, { body })
const grant = (purpose: string, givers = [school.anna, school.paul]) =>
  school.record({ purpose, given_by_guardian_ids: givers })
const rows = <R>(work: Parameters<typeof insideSchool<R>>[2]) => insideSchool(school.app, school.fsw, work)

describe('who may be shown where', () => {
  test('everybody with custody has to agree; what nobody was asked for is no consent', async () => {
    await grant('photo_school_internal', [school.anna])
    await grant('photo_website')
    expect(await photosOf()).toEqual({
      photo_school_internal: { state: 'incomplete', withdrawn_at: null, before: null },
      photo_website: { state: 'granted', withdrawn_at: null, before: null },
      photo_press: { state: 'unasked', withdrawn_at: null, before: null },
    })
    const list = await read()
    expect(list).toMatchObject({ schoolclass: { id: oneA, classgradePlain: '1a' }, unseen: 0, prints: [], since: null })
    expect(list.pupils.map(({ id }) => id)).toEqual([ben, school.mia])
  })

  test('a withdrawal is seen with the next request, also by the teacher, and says its day', async () => {
    expect((await photosOf(school.teacher))?.photo_website.state).toBe('granted')
    await school.withdraw('photo_website')
    const photo = (await photosOf(school.teacher))?.photo_website
    expect(photo).toMatchObject({ state: 'withdrawn' })
    expect(photo?.withdrawn_at?.slice(0, 10)).toBe('2026-11-20')
  })

  test('somebody who gets custody later has to agree as well; who loses it is not asked any more', async () => {
    await grant('photo_website')
    const third = await school.makeGuardian('Nora')
    expect((await photosOf())?.photo_website.state).toBe('incomplete')
    await school.endCustody(third)
    expect((await photosOf())?.photo_website.state).toBe('granted')
  })

  test('from 14 on the child decides too, on the page and here alike', async () => {
    await school.setBirthdate('2012-11-20')
    expect((await photosOf())?.photo_website.state).toBe('incomplete')
    expect((await school.consentOf('photo_website'))?.state).toBe('incomplete')
    await school.setBirthdate('2019-11-20')
  })
})

describe('rights', () => {
  test('a teacher sees the own class; another class and other children do not exist', async () => {
    expect((await ask({ schoolclass_id: oneA }, school.teacher)).statusCode).toBe(200)
    const unknown = await ask({ schoolclass_id: 999_999 }, school.otherTeacher)
    for (const reply of [
      await ask({ schoolclass_id: oneA }, school.otherTeacher),
      await ask({ ids: [school.mia] }, school.otherTeacher),
      await print({ schoolclass_id: oneA }, crypto.randomUUID(), school.otherTeacher),
      await ask({ schoolclass_id: oneA }, elsewhere),
      await ask({ ids: [school.mia, ben] }, elsewhere),
      await print({ ids: [school.mia] }, crypto.randomUUID(), elsewhere),
      await save({ schoolclass_id: oneA }, elsewhere),
    ]) {
      expect(reply.statusCode).toBe(404)
      expect(reply.body).toBe(unknown.body)
    }
    expect((await read()).prints).toEqual([])
  })

  test('who only looks things up gets no list, and a teacher takes no file', async () => {
    const viewer = await school.signIn('viewer')
    expect((await ask({ schoolclass_id: oneA }, viewer)).statusCode).toBe(403)
    expect((await print({ schoolclass_id: oneA }, crypto.randomUUID(), viewer)).statusCode).toBe(403)
    expect((await save({ schoolclass_id: oneA }, school.teacher)).statusCode).toBe(403)
  })

  test('of chosen children a teacher gets the own ones, and how many are missing', async () => {
    const stranger = await makePupil(school.app, school.fsw, { grade: 2, schoolclass: 'a' })
    const list = await read({ ids: [stranger, school.mia] }, school.teacher)
    expect([list.schoolclass, list.unseen]).toEqual([null, 1])
    expect(list.pupils.map(({ id, schoolclass }) => [id, schoolclass?.classgradePlain])).toEqual([[school.mia, '1a']])
    expect((await read({ ids: [stranger, school.mia] })).pupils).toHaveLength(2)
  })

  test('a child that has left is no longer on the list of the class, nor on any of the teacher', async () => {
    await rows((tx) =>
      tx.updateTable('pupil').set({ date_exit: '2026-11-19', status: 'left' }).where('id', '=', ben).execute(),
    )
    expect((await read()).pupils.map(({ id }) => id)).toEqual([school.mia])
    expect(await read({ ids: [ben, school.mia] }, school.teacher)).toMatchObject({ unseen: 1 })
    // The office still sees the child, and that it has left.
    expect(pupilOf(await read({ ids: [ben] }), ben)?.status).toBe('left')
    await rows((tx) =>
      tx.updateTable('pupil').set({ date_exit: null, status: 'active' }).where('id', '=', ben).execute(),
    )
  })

  const tooMany = Array.from({ length: PHOTO_LIST_MAX + 1 }, (_, at) => at + 1)
  test.each<{ asked: Query; text: string; field: string }>([
    { asked: {}, text: PHOTO_LIST_TEXTS.oneOf, field: 'schoolclass_id' },
    { asked: { schoolclass_id: 1, ids: [1] }, text: PHOTO_LIST_TEXTS.oneOf, field: 'schoolclass_id' },
    { asked: { ids: [] }, text: PHOTO_LIST_TEXTS.oneOf, field: 'ids' },
    { asked: { ids: tooMany }, text: PHOTO_LIST_TEXTS.tooMany, field: 'ids' },
  ])('case %# is refused in words', async ({ asked, text, field }) => {
    for (const reply of [await ask(asked), await print(asked), await save(asked)]) {
      expect(reply.statusCode).toBe(422)
      expect(reply.json().errors[field]).toEqual([text])
    }
  })
})

describe('what has changed since the last print', () => {
  test('a print is remembered once with who and when; nothing is marked then', async () => {
    const key = crypto.randomUUID()
    const [first, again] = [await print(undefined, key), await print(undefined, key)]
    expect([first.statusCode, again.statusCode]).toEqual([201, 201])
    expect(again.json()).toEqual(first.json())
    const list = await read()
    expect(list.prints).toHaveLength(1)
    expect(list.since).toMatchObject({ id: first.json().id, kind: 'paper', printed_by: expect.any(String) })
    expect(list.since?.printed_at).toBe('2026-11-20T11:00:00Z')
    expect(pupilOf(list)).toMatchObject({ is_new: false, photos: { photo_website: { before: null } } })
  })

  test('a withdrawal, and a consent that somebody new has to give, are marked', async () => {
    await school.withdraw('photo_website')
    expect(pupilOf(await read())?.photos.photo_website).toMatchObject({ state: 'withdrawn', before: 'granted' })
    await grant('photo_website')
    expect(pupilOf(await read())?.photos.photo_website).toMatchObject({ state: 'granted', before: null })
    const third = await school.makeGuardian('Olga')
    expect(pupilOf(await read())?.photos.photo_website).toMatchObject({ state: 'incomplete', before: 'granted' })
    await school.endCustody(third)
  })

  test('a child that joined or left is told apart, and an older print can be compared again', async () => {
    const [first] = (await read()).prints
    const new_ = await makePupil(school.app, school.fsw, { lastname: 'Zoll', grade: 1, schoolclass: 'a' })
    expect(pupilOf(await read(), new_)?.is_new).toBe(true)
    await print()
    expect(pupilOf(await read(), new_)?.is_new).toBe(false)
    expect(pupilOf(await read({ schoolclass_id: oneA, since: first?.id }), new_)?.is_new).toBe(true)
    await rows((tx) => tx.updateTable('pupil').set({ date_exit: '2026-11-19' }).where('id', '=', new_).execute())
    expect(await read()).toMatchObject({ gone: 1 })
    await rows((tx) => tx.deleteFrom('pupil').where('id', '=', new_).execute())
    expect(await read()).toMatchObject({ gone: 0 })
  })

  test('the same chosen children are the same list, others are another one, and a class is its own', async () => {
    await print({ ids: [ben, school.mia] })
    expect((await read({ ids: [school.mia, ben, ben] })).prints).toHaveLength(1)
    expect((await read({ ids: [ben] })).prints).toEqual([])
    const ofClass = (await read()).prints.map(({ id }) => id)
    const [ofChosen] = (await read({ ids: [ben, school.mia] })).prints
    expect(ofClass).not.toContain(ofChosen?.id)
    // A print of another list is nothing to compare with.
    expect((await read({ schoolclass_id: oneA, since: ofChosen?.id })).since?.id).toBe(ofClass[0])
  })

  test('only the last prints are remembered, also when several print at once', async () => {
    const replies = await Promise.all(Array.from({ length: PHOTO_PRINTS_MAX + 2 }, () => print({ ids: [ben] })))
    expect(replies.every(({ statusCode }) => statusCode === 201)).toBe(true)
    await print({ ids: [ben] })
    expect((await read({ ids: [ben] })).prints).toHaveLength(PHOTO_PRINTS_MAX)
    const stored = await rows((tx) =>
      tx.selectFrom('photo_print').select('id').where('selection', 'is not', null).execute(),
    )
    // The prints of the other selection stay.
    expect(stored).toHaveLength(PHOTO_PRINTS_MAX + 1)
  })

  test('nothing of an erased child is left in a print, and prints end after a year', async () => {
    const count = () =>
      rows(
        async (tx) =>
          (await tx.selectFrom('photo_print_pupil').select('print_id').where('pupil_id', '=', ben).execute()).length,
      )
    expect(await count()).toBeGreaterThan(1)
    await rows((tx) => erasePhotoPrints(tx, [ben]))
    expect(await count()).toBe(0)
    await rows((tx) => deleteOldPhotoPrints(tx, '2027-11-19'))
    expect((await read()).prints.length).toBeGreaterThan(0)
    await rows((tx) => deleteOldPhotoPrints(tx, '2027-11-20'))
    expect((await read()).prints).toEqual([])
  })
})

describe('the Excel file', () => {
  test('has the words of the page and what has changed, and is a print as well', async () => {
    await print()
    await school.withdraw('photo_website')
    const reply = await save()
    expect([reply.statusCode, reply.headers['content-type']]).toEqual([200, XLSX_TYPE])
    expect(reply.headers['content-disposition']).toContain('Fotoliste-1a-2026-11-20.xlsx')
    const { rows: table } = await readSpreadsheet(reply.rawPayload)
    expect(table.map((row) => row.slice(0, -1))).toEqual([
      [
        ...['Nachname', 'Vorname', 'Klasse'],
        ...['Fotos in der Schule', 'Fotos auf der Internetseite', 'Fotos in der Presse'],
        ...['Nirgends zeigen', 'Seit 20.11.2026 um 12:00 Uhr'],
      ],
      ['Abel', 'Ben', '1a', 'nicht gefragt', 'nicht gefragt', 'nicht gefragt', 'nirgends'],
      [
        expect.any(String),
        'Mia',
        '1a',
        'unvollständig',
        'widerrufen am 20.11.2026',
        'nicht gefragt',
        'nirgends',
        'geändert',
      ],
    ])
    const list = await read()
    expect([list.since?.kind, pupilOf(list)?.photos.photo_website.before]).toEqual(['excel', null])
  })

  test('paper and file are logged with their number of rows, and whose data they show', async () => {
    expect([(await print()).statusCode, (await save()).statusCode]).toEqual([201, 200])
    const [log, views] = await rows(async (tx) => [
      await tx
        .selectFrom('user_log')
        .select(['action', 'entity_type', 'entity_id', 'changed_fields'])
        .where('action', 'in', ['photo_list_printed', 'export_created'])
        .orderBy('id', 'desc')
        .limit(2)
        .execute(),
      await tx
        .selectFrom('view_log')
        .select(['kind', 'what'])
        .where('kind', 'in', ['export', 'print'])
        .orderBy('id', 'desc')
        .limit(2)
        .execute(),
    ])
    expect(log).toMatchObject([
      { action: 'export_created', entity_type: 'schoolclass', entity_id: oneA },
      {
        action: 'photo_list_printed',
        entity_type: 'schoolclass',
        entity_id: oneA,
        changed_fields: [expect.stringMatching(/^rows:[1-9]/)],
      },
    ])
    expect(log[0]?.changed_fields).toContain('Fotos in der Presse')
    expect(views).toEqual([
      { kind: 'export', what: 'Fotoliste 1a' },
      { kind: 'print', what: 'Fotoliste 1a' },
    ])
  })
})
