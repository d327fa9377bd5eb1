import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  EMPLOYEE_IMPORT_BYTES,
  type EmployeeFile,
  type EmployeeFinding,
  type EmployeeLine,
  employeeImportEndpoints as endpoints,
} from '#contract/employeeimports/employeeimports.ts'
import { type EmployeeDetails, type EmployeeRow, employeeEndpoints } from '#contract/employees/employees.ts'
import { schoolclassEndpoints } from '#contract/schoolclasses/schoolclasses.ts'
import { insideSchool, makeSchool, makeUser } from '#server/test/factories.ts'
import { sheetXml, workbook } from '#server/test/hostile-files.ts'
import { classIds, giveClass, makeEmployee } from '#server/test/school-staff.ts'
import { startTestApp, TEST_NOW, type TestApp } from '#server/test/test-app.ts'
import type { TestVisitor } from '#server/test/test-visitor.ts'

let app: TestApp
let fsw: number
let head: TestVisitor
let other: TestVisitor
let classes: { id: number; name: string }[]
beforeAll(async () => {
  app = await startTestApp()
  fsw = await makeSchool(app, 'fsw')
  const fow = await makeSchool(app, 'fow')
  head = await app.signedIn((await makeUser(app, { role: 'schooladmin', schools: [fsw] })).id)
  other = await app.signedIn((await makeUser(app, { role: 'schooladmin', schools: [fow] })).id)
  const found: { id: number; classgradePlain: string }[] = (await head.call(schoolclassEndpoints.list)).json()
  classes = found.map(({ id, classgradePlain }) => ({ id, name: classgradePlain }))
})
afterAll(() => app.stop())
beforeEach(async () => {
  app.setNow(TEST_NOW)
  await insideSchool(app, fsw, async (tx) => {
    await tx.deleteFrom('schoolclass_employee').execute()
    await tx.deleteFrom('employee').execute()
  })
})

const key = () => ({ 'idempotency-key': crypto.randomUUID() })
const send = (filename: string, body: Buffer) =>
  head.call(endpoints.read, { query: { filename }, body, headers: { 'content-type': 'application/octet-stream' } })
const read = async (text: string): Promise<EmployeeFile> => {
  const reply = await send('liste.csv', Buffer.from(text))
  if (reply.statusCode !== 200) throw new Error(reply.body)
  return reply.json()
}
const linesOf = ({ mapping, rows }: EmployeeFile): EmployeeLine[] =>
  rows.map(({ line, cells }) => ({
    line,
    cells: Object.fromEntries(mapping.flatMap((name, column) => (name ? [[name, cells[column] ?? '']] : []))),
  }))
const check = async (rows: EmployeeLine[]): Promise<EmployeeFinding[]> => {
  const reply = await head.call(endpoints.check, { body: { rows } })
  if (reply.statusCode !== 200) throw new Error(reply.body)
  return reply.json()
}
const add = (rows: EmployeeLine[], headers = key()) => head.call(endpoints.add, { body: { rows }, headers })
const undo = (importId: number, visitor = head) => visitor.call(endpoints.undo, { params: { importId } })
const stored = async (): Promise<EmployeeRow[]> => (await head.call(employeeEndpoints.list)).json()
const details = async (short: string): Promise<EmployeeDetails> => {
  const found = (await stored()).find(({ short_name }) => short_name === short)
  return (await head.call(employeeEndpoints.get, { params: { id: found?.id ?? 0 } })).json()
}

const HEAD =
  'Anrede;Nachname;Vorname;Kürzel;Tätigkeit;E-Mail dienstlich;Telefon;Eintritt;Klassenleitung;Stellvertretung;Bezugserzieherin'
const USUAL = {
  ...{ salutation: 'Frau', lastname: 'Berg', firstname: '', short: '', type: 'Lehrerin', mail: '', phone: '' },
  ...{ entry: '01.08.2020', led: '', deputy: '', assigned: '' },
}
const row = (firstname: string, more: Partial<typeof USUAL> = {}) =>
  Object.values({ ...USUAL, firstname, short: firstname.slice(0, 3), ...more }).join(';')
const file = async (...rows: string[]) => linesOf(await read([HEAD, ...rows].join('\n')))
const errorsOf = async (...rows: string[]) => (await check(await file(...rows))).map(({ errors }) => errors)
const className = (index: number) => classes[index]?.name ?? ''

describe('a file', () => {
  test('is understood by its headings, as CSV and as a workbook, and names the school year', async () => {
    const csv = await read(`${HEAD}\n${row('Zoë')}`)
    expect(csv.mapping).not.toContain(null)
    expect(csv.school_year).toMatch(/^\d{4}\/\d{4}$/)
    const sheet = workbook(sheetXml([HEAD.split(';'), row('Zoë').split(';')]))
    expect((await send('liste.xlsx', sheet)).json()).toMatchObject({ mapping: csv.mapping, rows: [{ line: 2 }] })
  })

  test('the template is understood whole, and is empty', async () => {
    const template = await head.call(endpoints.template)
    expect(template.headers['content-disposition']).toContain('Vorlage_Mitarbeitende.xlsx')
    expect((await send('v.xlsx', template.rawPayload)).json().message).toBe(
      'Die Datei enthält keine Zeilen mit Mitarbeitenden.',
    )
  })

  test('is read without what is never taken', async () => {
    const { mapping, rows } = await read('Nachname;Masernnachweis;Konfession\nBerg;ja;ev')
    expect(mapping).toEqual(['lastname', null, null])
    expect(rows).toEqual([{ line: 2, cells: ['Berg', '', ''] }])
  })

  test.each([
    ['too many rows', () => Buffer.from(`Vorname\n${'Mia\n'.repeat(501)}`), 'Die Datei hat mehr als 500 Zeilen.'],
    ['too large', () => Buffer.alloc(EMPLOYEE_IMPORT_BYTES + 1, 0x61), 'darf 10 MB nicht übersteigen!'],
    ['nothing in it', () => Buffer.from('Vorname;Nachname\n'), 'Die Datei enthält keine Zeilen mit Mitarbeitenden.'],
  ])('%s is refused', async (...[, make, message]) => {
    const reply = await send('liste.csv', make())
    expect(reply.statusCode).toBe(422)
    expect(reply.json().message).toContain(message)
  })
})

describe('the check', () => {
  test('has the rules of the form, and each mistake stands at its cell', async () => {
    const [errors] = await errorsOf(
      row('', {
        salutation: 'Graf',
        lastname: '',
        short: 'b1',
        type: 'Zauberer',
        mail: 'x',
        phone: '1',
        entry: 'bald',
      }),
    )
    expect(Object.keys(errors ?? {}).sort()).toEqual(
      ['date_entry', 'employee_type', 'firstname', 'lastname', 'mail', 'phone', 'salutation', 'short_name'].sort(),
    )
    expect(await stored()).toEqual([])
  })

  test('unknown classes and functions are refused where they stand', async () => {
    const [errors] = await errorsOf(row('Ida', { led: '99z', deputy: className(0), assigned: className(0) }))
    expect(errors?.responsible?.[0]).toMatch(/^Im Schuljahr .* gibt es keine Klasse „99z“\.$/)
    expect(errors?.assigned).toEqual([`Die Klasse ${className(0)} steht in dieser Zeile zweimal.`])
    const pairs = await read(
      `Nachname;Vorname;Kürzel;Tätigkeit;Klasse;Funktion in der Klasse\nBerg;Ida;Ida;LK;${className(0)};Chefin\nBerg;Udo;Udo;LK;9z;Chefin\nBerg;Eva;Eva;LK;;Klassenleitung\nBraun;Tilda;;LK;${className(0)};`,
    )
    expect((await check(linesOf(pairs))).map(({ errors: wrong }) => wrong)).toEqual([
      { class_function: ['Bitte Klassenleitung, Stellvertretung oder zugeordnet angeben.'] },
      {
        class_function: ['Bitte Klassenleitung, Stellvertretung oder zugeordnet angeben.'],
        schoolclass: [expect.stringMatching(/keine Klasse „9z“\.$/)],
      },
      { schoolclass: ['Bitte die Klasse angeben.'] },
      {},
    ])
  })

  test('a class gets two leaders at most, those included who lead it already', async () => {
    const id = await makeEmployee(app, fsw, { short_name: 'Vo' })
    await giveClass(app, fsw, { employee: id, schoolclass: classes[0]?.id ?? 0 })
    const led = className(0)
    const [first, second] = await errorsOf(row('Ida', { led }), row('Udo', { deputy: led }))
    expect(first).toEqual({})
    expect(second).toEqual({ deputy: [`Die Klasse ${led} hat schon zwei Klassenleitungen.`] })
  })

  test('whoever is here already is shown, and a short name belongs to one person', async () => {
    await makeEmployee(app, fsw, { firstname: 'Ida', lastname: 'Berg', short_name: 'Ida', mail: 'ida@example.org' })
    const rows = await file(
      row('Ida'),
      row('Ida', { short: 'Idb' }),
      row('Eva', { short: 'IDA' }),
      row('Udo', { mail: 'IDA@example.org' }),
      row('Ole', { short: 'Neu' }),
      row('Max', { short: 'neu'.replace('n', 'N') }),
      row('Olé', { short: 'Olx' }),
    )
    const found = await check(rows)
    expect(found.map((one) => one.is_here)).toEqual([true, false, false, false, false, false, false])
    expect(found.map((one) => one.duplicates.map(({ short_name }) => short_name))).toEqual([
      ['Ida'],
      ['Ida'],
      [],
      ['Ida'],
      [],
      [],
      [],
    ])
    expect(found[2]?.errors.short_name).toEqual(['Dieses Kürzel ist an der Schule schon vergeben.'])
    expect(found[5]?.errors.short_name).toEqual(['Dieses Kürzel steht schon in Zeile 6.'])
    expect(found[6]?.repeats).toBe(6)
  })

  test('another school sees neither our people nor our classes', async () => {
    await makeEmployee(app, fsw, { firstname: 'Ida', lastname: 'Berg', short_name: 'Ida' })
    const rows = await file(row('Ida'))
    const [found]: EmployeeFinding[] = (await other.call(endpoints.check, { body: { rows } })).json()
    expect(found).toMatchObject({ duplicates: [], is_here: false, errors: {} })
  })
})

describe('an import', () => {
  test('creates all people with their classes, the deputy behind the class teacher', async () => {
    const [a, b] = [className(0), className(1)]
    const rows = await file(
      row('Udo', { salutation: 'Herr Dr.', deputy: a, mail: 'udo@example.org', phone: '030 23125-100' }),
      row('Ida', { led: `Klasse ${a.toUpperCase()}` }),
      row('Eva', { type: 'Erzieherin', assigned: `${a}, ${b}`, entry: '' }),
    )
    const reply = await add(rows)
    expect(reply.statusCode).toBe(201)
    expect(reply.json()).toMatchObject({ message: '3 Personen sind angelegt.', row_count: 3, may_undo: true })
    expect(await details('Udo')).toMatchObject({
      salutation: 'mr',
      title: 'Dr.',
      employee_type: 'teacher',
      mail: 'udo@example.org',
      date_entry: '2020-08-01',
      account: { state: 'none' },
    })
    const eva = await details('Eva')
    expect(eva.employee_type).toBe('educator')
    expect(eva.classes.map((one) => [one.classgradePlain, one.function])).toEqual([
      [a, 'assigned'],
      [b, 'assigned'],
    ])
    const found = (await head.call(schoolclassEndpoints.get, { params: { id: classes[0]?.id ?? 0 } })).json()
    expect(found.responsible_teachers.map((one: { short_name: string }) => one.short_name)).toEqual(['Ida', 'Udo'])
    expect((await head.call(endpoints.list)).json()).toMatchObject([{ row_count: 3, undone_at: null, may_undo: true }])
    expect((await other.call(endpoints.list)).json()).toEqual([])
  })

  test('one wrong row stores nobody', async () => {
    const before = (await head.call(endpoints.list)).json()
    const reply = await add(await file(row('Ida'), row('Udo', { short: 'u' })))
    expect(reply.statusCode).toBe(422)
    expect(reply.json().message).toBe('Es wurde nichts übernommen: Zeile 3 hat Fehler.')
    expect(await stored()).toEqual([])
    expect((await head.call(endpoints.list)).json()).toEqual(before)
  })

  test('the same call twice creates everybody once', async () => {
    const rows = await file(row('Ida'))
    const same = key()
    const [first, second] = [await add(rows, same), await add(rows, same)]
    expect(second.json()).toEqual(first.json())
    expect(await stored()).toHaveLength(1)
    expect((await add(rows)).json().message).toBe('Es wurde nichts übernommen: Zeile 2 hat Fehler.')
  })

  test('of two at once only one gets a short name, and only one the last seat of a class', async () => {
    const codesOf = async (...all: string[]) => {
      const lists = await Promise.all(all.map((one) => file(one)))
      return (await Promise.all(lists.map((rows) => add(rows)))).map(({ statusCode }) => statusCode).sort()
    }
    expect(await codesOf(row('Ida'), row('Ida', { lastname: 'Tal' }))).toEqual([201, 422])
    const led = className(0)
    expect((await add(await file(row('Eva', { led })))).statusCode).toBe(201)
    expect(await codesOf(row('Udo', { led }), row('Ole', { led }))).toEqual([201, 422])
    expect(await stored()).toHaveLength(3)
  })

  test('a coming colleague has the class from the first day, not after the school year', async () => {
    const led = className(0)
    const [late] = await errorsOf(row('Ida', { led, entry: '01.09.2027' }))
    expect(late?.date_entry?.[0]).toMatch(/^Der Eintritt liegt nach dem Ende des Schuljahrs/)
    expect((await add(await file(row('Ida', { led, entry: '1.2.27' })))).statusCode).toBe(201)
    expect((await details('Ida')).functions).toMatchObject([{ date_start: '2027-02-01', date_end: null }])
  })
})

describe('the way back', () => {
  test('removes those whom nobody touched, and names the others', async () => {
    const led = className(0)
    const rows = await file(row('Ida', { led }), row('Udo'), row('Eva'))
    const { id } = (await add(rows)).json()
    const udo = await details('Udo')
    await head.call(employeeEndpoints.change, {
      params: { id: udo.id },
      body: { title: 'Dr.', version: udo.version },
    })
    const eva = await details('Eva')
    await giveClass(app, fsw, { employee: eva.id, schoolclass: (await classIds(app, fsw))[1] ?? 0 })
    expect((await undo(id, other)).statusCode).toBe(404)
    const reply = await undo(id)
    expect(reply.json()).toEqual({
      message: '1 Person ist wieder entfernt.',
      removed: 1,
      kept: [
        { id: eva.id, name: 'Eva Berg' },
        { id: udo.id, name: 'Udo Berg' },
      ],
    })
    expect((await stored()).map(({ short_name }) => short_name).sort()).toEqual(['Eva', 'Udo'])
    const found = (await head.call(schoolclassEndpoints.get, { params: { id: classes[0]?.id ?? 0 } })).json()
    expect(found.responsible_teachers).toEqual([])
    expect((await undo(id)).statusCode).toBe(409)
  })

  test('is open for a day', async () => {
    const { id } = (await add(await file(row('Ida')))).json()
    app.setNow(new Date(TEST_NOW.getTime() + 24 * 3_600_000))
    expect((await undo(id)).json().message).toBe('Dieser Import lässt sich nicht mehr rückgängig machen.')
    expect((await undo(id + 1000)).statusCode).toBe(404)
    app.setNow(new Date(TEST_NOW.getTime() + 24 * 3_600_000 - 1000))
    expect((await undo(id)).statusCode).toBe(200)
    expect(await stored()).toEqual([])
  })
})
