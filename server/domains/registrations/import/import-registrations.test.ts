import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  registrationImportEndpoints as endpoints,
  type ImportLine,
  type ImportVerdict,
  REGISTRATION_IMPORT_BYTES,
  type RegistrationFile,
} from '#contract/registrations/registrations.import.ts'
import { registrationListEndpoints } from '#contract/registrations/registrations.list.ts'
import { registrationEndpoints } from '#contract/registrations/registrations.ts'
import { userlogEndpoints } from '#contract/userlog/userlog.ts'
import { insideSchool, makeSchool, makeUser } from '#server/test/factories.ts'
import { hostileFiles, sheetXml, workbook } from '#server/test/hostile-files.ts'
import { logMail, TO_NOBODY } from '#server/test/logged-mails.ts'
import { openPostOffice, type PostOffice } from '#server/test/post-office.ts'
import { statementsOf } from '#server/test/sent-statements.ts'
import { startTestApp, TEST_NOW, type TestApp } from '#server/test/test-app.ts'
import type { TestVisitor } from '#server/test/test-visitor.ts'

let app: TestApp
let post: PostOffice
let fsw: number
let head: TestVisitor
let other: TestVisitor
beforeAll(async () => {
  app = await startTestApp()
  post = await openPostOffice(app)
  fsw = await makeSchool(app, 'fsw')
  const fow = await makeSchool(app, 'fow')
  head = await app.signedIn((await makeUser(app, { role: 'schooladmin', schools: [fsw] })).id)
  other = await app.signedIn((await makeUser(app, { role: 'schooladmin', schools: [fow] })).id)
})
afterAll(async () => {
  await post.stop()
  await app.stop()
})
beforeEach(async () => {
  app.setNow(TEST_NOW)
  await insideSchool(app, fsw, (tx) => tx.deleteFrom('registration').execute())
})

const inFsw = <T>(work: Parameters<typeof insideSchool<T>>[2]) => insideSchool(app, fsw, work)
const key = () => ({ 'idempotency-key': crypto.randomUUID() })
const send = (filename: string, body: Buffer) =>
  head.call(endpoints.read, { query: { filename }, body, headers: { 'content-type': 'application/octet-stream' } })
const read = async (text: string, filename = 'liste.csv'): Promise<RegistrationFile> => {
  const reply = await send(filename, Buffer.from(text))
  if (reply.statusCode !== 200) throw new Error(reply.body)
  return reply.json()
}
const linesOf = ({ mapping, rows }: RegistrationFile): ImportLine[] =>
  rows.map(({ line, cells }) => ({
    line,
    cells: Object.fromEntries(mapping.flatMap((name, column) => (name ? [[name, cells[column] ?? '']] : []))),
  }))
const check = async (rows: ImportLine[]): Promise<ImportVerdict[]> => {
  const reply = await head.call(endpoints.check, { body: { rows } })
  if (reply.statusCode !== 200) throw new Error(reply.body)
  return reply.json()
}
const add = (rows: ImportLine[], more: { send_optin?: boolean } = {}, headers = key()) =>
  head.call(endpoints.add, { body: { rows, ...more }, headers })
const undo = (importId: number, visitor = head) => visitor.call(endpoints.undo, { params: { importId } })
const stored = () => inFsw((tx) => tx.selectFrom('registration').selectAll().orderBy('id').execute())

const HEAD =
  'Schuljahr;Vorname;Nachname;Geschlecht;Geburtsdatum;Straße;Hausnummer;PLZ;Ort;Sorgerecht;Sorge1 Vorname;Sorge1 Nachname;Sorge1 Verhältnis zum Kind;Sorge1 E-Mail;Sorge1 Telefon;Hort gewünscht'
const row = (first: string, more: Partial<Record<'year' | 'gender' | 'birth' | 'custody', string>> = {}) =>
  `${more.year ?? '2027/28'};${first};Berg;${more.gender ?? 'w'};${more.birth ?? '31.3.2021'};Dorfstraße;1a;15999;Wacholderhain;${more.custody ?? 'allein'};Anna;Berg;Mutter;anna@example.org;0331 123456;kein Hort`
const file = async (...rows: string[]) => linesOf(await read([HEAD, ...rows].join('\n')))

describe('a file', () => {
  test('is understood by its headings, whatever wrote it', async () => {
    const csv = await read(`${HEAD}\n${row('Zoë')}`)
    expect(csv.mapping).not.toContain(null)
    const latin = await send('liste.csv', Buffer.from(`${HEAD}\n${row('Zoë')}`, 'latin1'))
    expect(latin.json().rows).toEqual(csv.rows)
    const sheet = workbook(sheetXml([HEAD.split(';'), row('Zoë').split(';')]))
    expect((await send('liste.xlsx', sheet)).json()).toMatchObject({ mapping: csv.mapping, rows: [{ line: 2 }] })
  })

  test('is read without the columns of Art. 9', async () => {
    const { mapping, rows } = await read('Vorname;Konfession;Förderbedarf\nMia;ev;Sehen')
    expect(mapping).toEqual(['meta.child_firstname', null, null])
    expect(rows).toEqual([{ line: 2, cells: ['Mia', '', ''] }])
  })

  test('the template of the school is understood whole', async () => {
    const template = await head.call(endpoints.template)
    expect(template.headers['content-disposition']).toContain('Vorlage_Bewerbungen.xlsx')
    const headings = (await send('v.xlsx', template.rawPayload)).json()
    expect(headings.message).toBe('Die Datei enthält keine Zeilen mit Bewerbungen.')
    const { columns } = await read(`${HEAD}\n${row('Mia')}`)
    const all = await read(`${columns.map(({ heading }) => heading).join(';')}\n${row('Mia')}`)
    expect(all.mapping).toEqual(columns.map((column) => column.key))
  })

  test.each(hostileFiles.filter(({ title }) => !/Zeilen|rows/i.test(title)))(
    '$title is refused',
    async ({ name, make, text }) => {
      const reply = await send(name, make())
      expect(reply.statusCode).toBe(422)
      // This import has its own limits and accepts no archives.
      const own = text.replace('200 Spalten', '120 Spalten').replace('32.767', '2.000')
      expect(reply.json().message).toContain(name.endsWith('.zip') ? 'Dateityp' : own)
    },
  )

  test.each([
    [
      'too many rows',
      () => Buffer.from(`Vorname\n${'Mia\n'.repeat(1001)}`),
      'liste.csv',
      'Die Datei hat mehr als 1.000 Zeilen. Bitte teilen Sie sie auf.',
    ],
    [
      'too large',
      () => Buffer.alloc(REGISTRATION_IMPORT_BYTES + 1, 0x61),
      'liste.csv',
      'Die Dateigröße der einzelnen Dateien darf 10 MB nicht übersteigen!',
    ],
    [
      'an archive',
      () => Buffer.from('PK\u0003\u0004', 'latin1'),
      'liste.zip',
      'Dieser Dateityp wird nicht unterstützt.',
    ],
    [
      'nothing in it',
      () => Buffer.from('Vorname;Nachname\n'),
      'liste.csv',
      'Die Datei enthält keine Zeilen mit Bewerbungen.',
    ],
    [
      'a text that is no table',
      () => Buffer.from('Liebe Eltern\nbitte melden Sie sich.\n'),
      'brief.txt',
      'Bitte eine Excel- oder CSV-Datei wählen.',
    ],
  ])('%s', async (...[, make, name, message]) => {
    const reply = await send(name, make())
    expect(reply.statusCode).toBe(422)
    expect(reply.json().message).toBe(message)
  })
})

test('many rows take as many statements as few, with mails or without: whoever applies meanwhile waits for the numbers', async () => {
  const statementsFor = async (count: number) => {
    const rows = await file(
      ...Array.from({ length: count }, (_, n) => row(`Kind${String.fromCharCode(97 + (n % 26))}`)),
    )
    const { reply, texts } = await statementsOf(() => add(rows, { send_optin: true }))
    expect(reply.statusCode, reply.body.slice(0, 300)).toBe(201)
    return texts.length
  }
  const few = await statementsFor(3)
  expect(await statementsFor(60)).toBe(few)
  const numbers = (await stored()).map(({ number }) => number)
  expect(new Set(numbers).size).toBe(63)
  expect(numbers).toEqual([...numbers].sort())
})

describe('a check', () => {
  test('returns the messages of the form, by field, and writes nothing', async () => {
    const verdicts = await check(await file(row('Mia'), row('', { birth: '31.3.2026', gender: 'x' })))
    const understood = { school_year_id: '2027/2028', 'meta.child_gender': 'weiblich' }
    expect(verdicts[0]).toMatchObject({ line: 2, errors: {}, understood, duplicates: [] })
    expect(Object.keys(verdicts[1]?.errors ?? {}).sort()).toEqual([
      'meta.child_birthdate',
      'meta.child_firstname',
      'meta.child_gender',
    ])
    expect(await stored()).toEqual([])
  })

  test.each(['2027/2028', '2027/28', ' 2027 / 28', 'Schuljahr 2027/28', 'SJ 2027/28', '2027'])(
    'knows the school year %j',
    async (year) => {
      expect((await check(await file(row('Mia', { year }))))[0]?.errors).toEqual({})
    },
  )

  test.each(['2027/29', '27/28', '2027/8', '2028', '2034/35'])(
    'refuses the school year %j instead of guessing',
    async (year) => {
      expect((await check(await file(row('Mia', { year }))))[0]?.errors).toEqual({
        school_year_id: ['Bitte eines dieser Schuljahre angeben: 2026/2027, 2027/2028.'],
      })
    },
  )

  test('names applications of what seems to be the same child', async () => {
    await add(await file(row('Mia')))
    const [known] = await stored()
    const [verdict] = await check(await file(row('Mia')))
    expect(verdict).toMatchObject({
      line: 2,
      errors: {},
      duplicates: [{ id: known?.id, number: known?.number, school_year: '2027/2028' }],
    })
  })
})

describe('an import', () => {
  test('takes rows as the form would, from a file, without mails', async () => {
    const reply = await add(await file(row('Mia'), row('Ole', { gender: 'männlich', birth: '2021-04-01' })))
    expect(reply.statusCode, reply.body).toBe(201)
    expect(reply.json()).toMatchObject({ row_count: 2, may_undo: true, message: '2 Bewerbungen sind übernommen.' })
    const rows = await stored()
    expect(rows.map((one) => [one.number, one.source, one.status, one.child_firstname])).toEqual([
      [expect.stringMatching(/^FSW-2027-\d{4}$/), 'import', 'new', 'Mia'],
      [expect.stringMatching(/^FSW-2027-\d{4}$/), 'import', 'new', 'Ole'],
    ])
    await post.runDue()
    expect(post.mails).toEqual([])
    const details = await head.call(registrationEndpoints.get, { params: { id: rows[0]?.id ?? 0 } })
    expect(details.json()).toMatchObject({
      source: 'import',
      contacts: [{ fullname: 'Anna Berg', mail: 'anna@example.org' }],
    })
  })

  test('can be listed by itself, and only in its own school', async () => {
    const import_id = (await add(await file(row('Mia'), row('Ole')))).json().id
    await add(await file(row('Pia')))
    const totalFor = async (visitor: TestVisitor) =>
      (await visitor.call(registrationListEndpoints.list, { query: { import_id } })).json().total
    expect([await totalFor(head), await totalFor(other)]).toEqual([2, 0])
  })

  test('asks to confirm when that is wished', async () => {
    await add(await file(row('Mia')), { send_optin: true })
    await post.runDue()
    expect(post.mails.map(({ envelope }) => envelope)).toEqual([['anna@example.org']])
  })

  test('writes all or nothing', async () => {
    const reply = await add(await file(row('Mia'), row(''), row('Ole'), row('Pia', { year: '1999/00' })))
    expect(reply.statusCode).toBe(422)
    expect(reply.json().message).toBe('Es wurde nichts übernommen: Die Zeilen 3, 5 haben Fehler.')
    expect(await stored()).toEqual([])
    expect((await head.call(endpoints.list)).json()).not.toContainEqual(expect.objectContaining({ row_count: 4 }))
  })

  test('sent twice with one key is one import', async () => {
    const rows = await file(row('Mia'))
    const headers = key()
    const [first, second] = [await add(rows, {}, headers), await add(rows, {}, headers)]
    expect(second.json()).toEqual(first.json())
    expect(await stored()).toHaveLength(1)
  })

  test('takes a thousand rows', { timeout: 60_000 }, async () => {
    const rows = await file(...Array.from({ length: 1000 }, () => row('Mia')))
    expect((await add(rows)).statusCode).toBe(201)
    expect(await stored()).toHaveLength(1000)
  })
})

describe('taken back', () => {
  test('within a day: untouched applications are deleted, the others are listed', async () => {
    const { id } = (await add(await file(row('Mia'), row('Ole'), row('Pia')))).json()
    const [mia, ole] = await stored()
    const mailsOf = await logMail(app, fsw, mia?.id ?? 0)
    await head.call(registrationEndpoints.changeStatus, { params: { id: ole?.id ?? 0 }, body: { status: 'accepted' } })
    app.setNow(new Date(TEST_NOW.getTime() + 24 * 3_600_000 - 1))
    expect((await undo(id)).json()).toEqual({
      message: '2 Bewerbungen sind wieder entfernt.',
      removed: 2,
      kept: [{ id: ole?.id, number: ole?.number }],
    })
    expect((await stored()).map(({ child_firstname }) => child_firstname)).toEqual(['Ole'])
    expect(await mailsOf()).toEqual([TO_NOBODY])
    const { data } = (await head.call(userlogEndpoints.list, { query: { action: 'registration_deleted' } })).json()
    expect(data.find(({ entity_id }: { entity_id: number }) => entity_id === mia?.id)?.entity_label).toBe(mia?.number)
    const [report] = (await head.call(endpoints.list)).json()
    expect(report).toMatchObject({ id, may_undo: false, undone_at: expect.any(String) })
    expect((await undo(id)).statusCode).toBe(409)
  })

  test('not after a day', async () => {
    const { id } = (await add(await file(row('Mia')))).json()
    app.setNow(new Date(TEST_NOW.getTime() + 24 * 3_600_000))
    const reply = await undo(id)
    expect(reply.statusCode).toBe(409)
    expect(reply.json().message).toBe('Dieser Import lässt sich nicht mehr rückgängig machen.')
    expect(await stored()).toHaveLength(1)
  })

  test('not by another school: the 404 of an unknown one', async () => {
    const { id } = (await add(await file(row('Mia')))).json()
    const [unknown, foreign] = [await undo(999_999), await undo(id, other)]
    expect([unknown.statusCode, foreign.statusCode]).toEqual([404, 404])
    expect(foreign.body).toBe(unknown.body)
    expect((await other.call(endpoints.list)).json()).toEqual([])
  })
})
