import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { XLSX_TYPE } from '#contract/file-reply.ts'
import { IMPORT_LABELS } from '#contract/pupilimports/pupilimports.columns.ts'
import { LIST_COLUMNS } from '#contract/pupils/pupil-list-columns.ts'
import { makePupil } from '#server/test/child-factories.ts'
import { type ExportSchool, openExportSchool } from '#server/test/export-school.ts'
import { insideSchool } from '#server/test/factories.ts'
import { readSpreadsheet } from '#server/test/read-spreadsheet.ts'
import { giveClass } from '#server/test/school-staff.ts'

let school: ExportSchool
beforeAll(async () => {
  school = await openExportSchool()
})
afterAll(() => school.app.stop())

const text = async (body: object) => new TextDecoder('utf-8', { ignoreBOM: true }).decode(await school.fileOf(body))
const lines = async (body: object) => (await text(body)).split('\r\n')

const exports = () =>
  insideSchool(school.app, school.fsw, (tx) =>
    tx
      .selectFrom('user_log')
      .select(['entity_type', 'entity_id', 'changed_fields'])
      .where('action', '=', 'export_created')
      .orderBy('id')
      .execute(),
  )

/** Domain §6.3, word for word. */
const HOUSE_HEAD =
  'SuS-Nummer;Nachname;Namensvorsatz;Vorname;Geschlecht;Geburtsdatum;Klasse;Klassenstufe;Status;Aufnahmedatum;Straße;Hausnummer;PLZ;Ort;Sorge1_Vorname;Sorge1_Nachname;Sorge1_Telefon;Sorge1_E-Mail;Sorge2_Vorname;Sorge2_Nachname;Sorge2_Telefon;Sorge2_E-Mail'

describe('the house list', () => {
  test('as CSV has its byte order mark, semicolons, CRLF, and nothing a spreadsheet takes for a formula', async () => {
    expect(await text({ format: 'csv' })).toBe(
      [
        `\ufeff${HOUSE_HEAD}`,
        "FSW-00001;'=1+1;;Ada;w;03.05.2018;1a;1;aktiv;01.08.2024;Am\tWald;3|a;03159;Groß Kölzig;Eva;Muster;'+48 22 1234567;eva@x.example;Jürgen;'@Groß;0331 5550123;",
        'FSW-00002;Yılmaz;von;Beñ-Ağa;m;03.05.2018;1b;1;aktiv;01.08.2024;;;;;;;;;;;;',
        'FSW-00003;Müller;;Mia;d;28.02.2019;1a;1;aktiv;01.08.2024;;;;;;;;;;;;',
        'FSW-00004;Müller;;Mia;d;28.02.2019;1b;1;aktiv;01.08.2024;;;;;;;;;;;;',
        'FSW-00005;Gezogen;;Weg;w;03.05.2018;;;abgegangen;01.08.2024;;;;;;;;;;;;',
        '',
      ].join('\r\n'),
    )
  })

  test('has further fields of the record by key, days as days; other formats have none', async () => {
    const body = { columns: ['Nachname'], fields: ['guardian1', 'date_entry', 'age', 'consent_photo_press'] }
    const [head, first] = await lines({ format: 'csv', ...body })
    expect(head?.slice(1)).toBe('Nachname;Sorgeberechtigte Person 1;Aufnahme am;Alter;Fotos in der Presse')
    expect(first).toBe("'=1+1;Dr. Eva Muster;01.08.2024;8;nicht gefragt")
    const { rows } = readSpreadsheet((await school.exported({ format: 'xlsx', ...body })).rawPayload)
    expect(rows[1]?.slice(0, 3)).toEqual(['=1+1', 'Dr. Eva Muster', 45505])
    expect((await lines({ format: 'iserv', ...body }))[0]).not.toContain('Alter')
    const refused = await school.exported({ format: 'csv', fields: ['note'] })
    expect(refused.statusCode).toBe(422)
  })

  test('as Excel has days as days, numbers of pupils and zip codes as text, and no formula', async () => {
    const reply = await school.exported({ format: 'xlsx' })
    expect(reply.headers['content-type']).toBe(XLSX_TYPE)
    expect(reply.headers['content-disposition']).toBe("attachment; filename*=UTF-8''SuS-Liste-2026-11-20.xlsx")
    const { rows, sheet } = readSpreadsheet(reply.rawPayload)
    expect(rows[0]?.join(';')).toBe(HOUSE_HEAD)
    // 43223: 03.05.2018 as Excel counts days.
    expect(rows[1]?.slice(0, 6)).toEqual(['FSW-00001', '=1+1', 'Ada', 'w', 43223, '1a'])
    expect(rows[1]).toEqual(expect.arrayContaining(['03159', '+48 22 1234567', '@Groß']))
    expect(sheet).not.toContain('<f>')
  })

  test('has the chosen columns in its own order, each heading one that an import reads', async () => {
    const columns = ['Adresszusatz', 'Geburtsname', 'Telefon', 'Vorname', 'Abgangsdatum', 'E-Mail']
    expect(await lines({ format: 'csv', columns, ids: [school.left, school.ada] })).toEqual([
      '\ufeffVorname;Geburtsname;Abgangsdatum;Adresszusatz;Telefon;E-Mail',
      'Weg;;31.10.2026;;;',
      `Ada;'-1;;"Hof; links";0152 5551234;Ada@wald.example`,
      '',
    ])
    expect(Object.values(IMPORT_LABELS)).toEqual(expect.arrayContaining([...LIST_COLUMNS]))
  })
})

describe('a list for another program keeps its cells as they are, without byte order mark', () => {
  test('WebUntis: the head of its own report, TAB; addresses only when asked for', async () => {
    const head =
      'name longName foreName gender birthDate klasse.name entryDate exitDate text id externKey medicalReportDuty schulpflicht majority address.email address.mobile address.phone address.city address.postCode address.street'
    const rows = [
      'FSW-00001\t1+1\tAda\tw\t03.05.2018\t1a\t01.08.2024\t\t\t\tFSW-00001\tFalse\tFalse\tFalse\t\t\t\t\t\t',
      'FSW-00005\tGezogen\tWeg\tw\t03.05.2018\t\t01.08.2024\t31.10.2026\t\t\tFSW-00005\tFalse\tFalse\tFalse\t\t\t\t\t\t',
    ]
    const ids = [school.ada, school.left]
    expect(await lines({ format: 'webuntis', ids })).toEqual([head.replaceAll(' ', '\t'), ...rows, ''])
    const [, ada] = await lines({ format: 'webuntis', ids, options: { addresses: true } })
    expect(ada?.split('\t').slice(14)).toEqual([
      'Ada@wald.example',
      '0152 5551234',
      '',
      'Groß Kölzig',
      '03159',
      'Am Wald 3|a',
    ])
    const [without, withAddress] = (await exports()).slice(-2).map(({ changed_fields }) => changed_fields)
    expect(without).toContain('birthDate')
    expect(without).not.toContain('address.street')
    expect(withAddress).toContain('address.street')
  })

  test('an address of old that begins like a formula loses its signs, with WebUntis and with IServ', async () => {
    const { ada, app, fsw } = school
    const set = (address: { street: string; city: string }) =>
      insideSchool(app, fsw, (tx) => tx.updateTable('pupil').set(address).where('id', '=', ada).execute())
    const before = await insideSchool(app, fsw, (tx) =>
      tx.selectFrom('pupil').select(['street', 'city']).where('id', '=', ada).executeTakeFirstOrThrow(),
    )
    await set({ street: '=HYPERLINK(A1)', city: ' @+SUMME(1)' })
    const [, row] = await lines({ format: 'webuntis', ids: [ada], options: { addresses: true } })
    expect(row?.split('\t').slice(17)).toEqual(['SUMME(1)', '03159', 'HYPERLINK(A1) 3|a'])
    const [, parent] = await lines({ format: 'iserv_parents', ids: [ada] })
    expect(parent?.split(';').slice(3, 6)).toEqual(['HYPERLINK(A1) 3|a', '03159', 'SUMME(1)'])
    await set(before as { street: string; city: string })
  })

  test('IServ: pupils by their number, and a row for each custodian and child', async () => {
    expect(await lines({ format: 'iserv', ids: [school.ben, school.ada] })).toEqual([
      'Import-ID;Vorname;Nachname;Klasse/Information',
      'FSW-00002;Beñ-Ağa;von Yılmaz;1b',
      'FSW-00001;Ada;1+1;1a',
      '',
    ])
    expect(await lines({ format: 'iserv_parents' })).toEqual([
      'Vorname;Nachname;Kind-ID;Straße;PLZ;Ort;Telefon;E-Mail',
      'Eva;Muster;FSW-00001;Am Wald 3|a;03159;Groß Kölzig;+48 22 1234567;eva@x.example',
      'Jürgen;Groß;FSW-00001;Am Wald 3|a;03159;Groß Kölzig;0331 5550123;',
      'Weit;Weg;FSW-00001;Fernweg 9;;Bonn;;',
      '',
    ])
  })

  test('Moodle: user names of its own for everyone, whoever is exported, and no private address', async () => {
    const head = 'username,firstname,lastname,email,idnumber,institution,department,cohort1,auth'
    const wald = '"Freie Schule ""Wald"""'
    expect(await lines({ format: 'moodle' })).toEqual([
      head,
      `ada,Ada,1+1,Ada@wald.example,FSW-00001,${wald},1a,fsw-2026/2027-1a,manual`,
      `ben-aga.yilmaz,Beñ-Ağa,von Yılmaz,fsw-00002@wald.example,FSW-00002,${wald},1b,fsw-2026/2027-1b,manual`,
      `mia.mueller,Mia,Müller,fsw-00003@wald.example,FSW-00003,${wald},1a,fsw-2026/2027-1a,manual`,
      `mia.mueller4,Mia,Müller,fsw-00004@wald.example,FSW-00004,${wald},1b,fsw-2026/2027-1b,manual`,
      `weg.gezogen,Weg,Gezogen,fsw-00005@wald.example,FSW-00005,${wald},,,manual`,
      '',
    ])
    const options = { auth: 'oauth2', mail_domain: '@Schule.example' }
    expect(await lines({ format: 'moodle', ids: [school.twins[1]], options })).toEqual([
      head,
      `mia.mueller4,Mia,Müller,fsw-00004@schule.example,FSW-00004,${wald},1b,fsw-2026/2027-1b,oauth2`,
      '',
    ])
  })
})

test('a user name of Moodle is never that of another child, also after the child is gone', async () => {
  const { app, fsw, twins, set } = school
  const [elder = 0, younger = 0] = twins
  const nameOf = async (id: number) => (await lines({ format: 'moodle', ids: [id] }))[1]?.split(',')[0]
  await lines({ format: 'moodle', ids: [elder, younger] })
  expect([await nameOf(younger), await nameOf(elder)]).toEqual(['mia.mueller4', 'mia.mueller'])
  await set(elder, { firstname: 'Ida' })
  expect([await nameOf(elder), await nameOf(younger)]).toEqual(['ida.mueller', 'mia.mueller4'])
  await set(elder, { firstname: 'Mia' })
  expect(await nameOf(elder)).toBe('mia.mueller')
  // Like after the 30 days in the bin: nothing of the child is left.
  const late = await makePupil(app, fsw, { firstname: 'Nora', lastname: 'Kurz' })
  expect(await nameOf(late)).toBe('nora.kurz')
  await insideSchool(app, fsw, (tx) => tx.deleteFrom('pupil').where('id', '=', late).execute())
  const next = await makePupil(app, fsw, { firstname: 'Nora', lastname: 'Kurz' })
  expect(await nameOf(next)).toMatch(/^nora\.kurz[1-9]\d*$/)
})

describe('an export', () => {
  test('contains exactly the requested pupils, each once, and is logged with their number and columns', async () => {
    await school.fileOf({ format: 'csv', columns: ['Nachname', 'PLZ'], ids: [school.ben, school.ada, school.ben] })
    expect((await exports()).at(-1)).toEqual({
      entity_type: 'pupil',
      entity_id: null,
      changed_fields: ['rows:2', 'CSV für Excel', 'Nachname', 'PLZ'],
    })
  })

  test('has grade and class of another year when it is asked for, as the list has it', async () => {
    const { app, fsw, ben, classOf } = school
    const next = await classOf('2a', { year: '2027/2028' })
    const year = await insideSchool(app, fsw, async (tx) => {
      const row = await tx.selectFrom('schoolclass').selectAll().where('id', '=', next).executeTakeFirstOrThrow()
      await tx.updateTable('pupil_schoolclass').set({ date_end: '2027-07-31' }).where('pupil_id', '=', ben).execute()
      const { school_year_id, schoolgrade_id } = row
      const member = { school_id: fsw, pupil_id: ben, school_year_id, schoolgrade_id, schoolclass_id: next }
      await tx
        .insertInto('pupil_schoolclass')
        .values({ ...member, date_start: '2027-08-01', reason: 'rollover' })
        .execute()
      return school_year_id
    })
    const columns = ['Klasse', 'Klassenstufe']
    const asked = { format: 'csv', columns, ids: [ben] }
    expect((await lines(asked))[1]).toBe('1b;1')
    expect((await lines({ ...asked, school_year_id: year }))[1]).toBe('2a;2')
    expect((await lines({ format: 'moodle', ids: [ben], school_year_id: year }))[1]).toContain('fsw-2027/2028-2a')
    expect((await school.exported({ ...asked, school_year_id: 987_654_321 })).statusCode).toBe(404)
  })

  test('with a child that is unknown, in the bin or of another school is 404, and nothing is logged', async () => {
    const before = await exports()
    await school.set(school.left, { deleted_at: '2026-11-01T00:00:00Z' })
    const replies = []
    for (const id of [school.foreign, 987_654_321, school.left])
      replies.push(await school.exported({ format: 'csv', ids: [school.ada, id] }))
    await school.set(school.left, { deleted_at: null })
    expect(replies.map(({ statusCode }) => statusCode)).toEqual([404, 404, 404])
    expect(new Set(replies.map(({ body }) => body)).size).toBe(1)
    expect(await exports()).toEqual(before)
  })

  test('is refused to teachers and viewers, and with columns that nobody may export', async () => {
    const { browser, employee } = await school.makeTeacher()
    await giveClass(school.app, school.fsw, { employee, schoolclass: school.oneA, function: 'assigned' })
    expect((await school.exported({ format: 'csv' }, browser)).statusCode).toBe(403)
    expect((await school.exported({ format: 'csv' }, await school.signIn('viewer'))).statusCode).toBe(403)
    for (const wrong of [
      { columns: ['uuid'] },
      { columns: ['note'] },
      { columns: [] },
      { ids: [] },
      { format: 'pdf' },
      { options: { mail_domain: 'a b' } },
    ])
      expect((await school.exported({ format: 'csv', ...wrong })).statusCode, JSON.stringify(wrong)).toBe(422)
  })
})
