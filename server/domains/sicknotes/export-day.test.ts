import { afterAll, beforeAll, expect, test } from 'vitest'
import { sicknoteEndpoints as endpoints } from '#contract/sicknotes/sicknotes.ts'
import { makePupil } from '#server/test/child-factories.ts'
import { insideSchool } from '#server/test/factories.ts'
import { readSpreadsheet } from '#server/test/read-spreadsheet.ts'
import { openSicknoteSchool, type SicknoteSchool } from '#server/test/sicknote-school.ts'

let school: SicknoteSchool

beforeAll(async () => {
  school = await openSicknoteSchool()
})
afterAll(() => school.app.stop())

const exportDay = (body: Record<string, unknown> = {}, visitor = school.head) =>
  visitor.call(endpoints.exportDay, { body: { day: '2026-11-20', format: 'csv', ...body } })

test('the list of a day has a line a child, by class, and no reasons', async () => {
  const formula = await school.newChild({ firstname: '=Mia', lastname: 'Zander', lastname_prefix: 'von' })
  const other = await school.newChild({ firstname: 'Tim', lastname: 'Aal', grade: 2 })
  await school.makeNote(formula, { from: '2026-11-19', excuse_state: 'open', comment: 'Pflanzwort' })
  await school.makeNote(formula, { from: '2026-11-20', lessons: [1] })
  await school.makeNote(formula, { from: '2026-11-19', to: '2026-11-20', excuse_state: 'open', comment: 'Pflanzwort' })
  await school.makeNote(formula, {
    from: '2026-11-20',
    to: '2026-11-23',
    reason: 'exempt',
    excuse_state: 'not_required',
  })
  await school.makeNote(other, { from: '2026-11-20', lessons: [1, 2], time_start: '10:00', time_end: '12:00' })
  await school.makeNote(other, { from: '2026-11-23' })
  const reply = await exportDay()
  expect(reply.statusCode).toBe(200)
  expect(reply.headers['content-disposition']).toContain('Fehlliste-2026-11-20.csv')
  const [heading, ...lines] = reply.body.replace('\ufeff', '').trim().split('\r\n')
  expect(heading).toBe('Klasse;Nachname;Vorname;abwesend von;bis;stundenweise;gemeldet am;Entschuldigung')
  expect(lines.map((line) => line.split(';').filter((_cell, index) => index !== 6))).toEqual([
    ['1a', 'von Zander', "'=Mia", '19.11.2026', '23.11.2026', '', 'keine nötig'],
    ['2a', 'Aal', 'Tim', '20.11.2026', '20.11.2026', '10:00–12:00 Uhr, 1.–2. Stunde', 'entschuldigt'],
  ])
  expect(reply.body).not.toMatch(/Pflanzwort|krank|befreit/)
  const ofClass = await exportDay({ schoolclass_ids: [await school.classOf('2a')] })
  expect([ofClass.body.includes('Aal'), ofClass.body.includes('Zander')]).toEqual([true, false])
  const ofBoth = await exportDay({ schoolclass_ids: [await school.classOf('2a'), await school.classOf('1a')] })
  expect([ofBoth.body.includes('Aal'), ofBoth.body.includes('Zander')]).toEqual([true, true])
  const ofNone = await exportDay({ schoolclass_ids: [null] })
  expect([ofNone.body.includes('Aal'), ofNone.body.includes('Zander')]).toEqual([false, false])
  const sheet = await readSpreadsheet(new Uint8Array((await exportDay({ format: 'xlsx' })).rawPayload))
  expect(sheet.rows).toHaveLength(3)
})

/** The classes of a child at the other school. */
const classesOf = (pupil: number) =>
  insideSchool(school.app, school.fow, async (tx) => {
    const rows = await tx
      .selectFrom('pupil_schoolclass')
      .select('schoolclass_id')
      .where('pupil_id', '=', pupil)
      .execute()
    return rows.flatMap(({ schoolclass_id }) => schoolclass_id ?? [])
  })

test('a class of another school is answered like one that does not exist, also beside one of the own', async () => {
  const own = await school.classOf('1a')
  const elsewhere = await makePupil(school.app, school.fow, { grade: 7, schoolclass: 'a' })
  const foreign = (await classesOf(elsewhere)).at(0)
  const unknown = await exportDay({ schoolclass_ids: [999_999] })
  expect(unknown.statusCode).toBe(404)
  for (const ids of [[foreign], [own, foreign], [null, foreign]]) {
    const reply = await exportDay({ schoolclass_ids: ids })
    expect([reply.statusCode, reply.body]).toEqual([404, unknown.body])
  }
  expect((await exportDay({ schoolclass_ids: [own, own, null] })).statusCode).toBe(200)
})

test('a day without notes is a list of headings', async () => {
  const reply = await exportDay({ day: '2026-12-01' })
  expect(reply.body.trim().split('\r\n')).toHaveLength(1)
})

test('the export is logged; teachers and other schools cannot get it', async () => {
  await exportDay()
  const rows = await school.loggedActions('pupil_sicknote')
  expect(rows.at(-1)).toMatchObject({
    action: 'export_created',
    entity_id: null,
    changed_fields: expect.arrayContaining(['Klasse']),
  })
  expect((await exportDay({}, school.teacher)).statusCode).toBe(403)
  const foreign = await exportDay({}, school.stranger)
  expect(foreign.body.trim().split('\r\n')).toHaveLength(1)
})
