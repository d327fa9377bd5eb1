import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Permission, ROLE_PERMISSIONS, ROLES } from '#contract/permissions.ts'
import {
  BULK_TEXTS,
  registrationBulkEndpoints as endpoints,
  type ResendResult,
} from '#contract/registrations/registrations.bulk.ts'
import { OPTIN_SENDS_MAX } from '#contract/registrations/registrations.mail-state.ts'
import { REGISTRATION_TEXTS } from '#contract/registrations/registrations.texts.ts'
import { registrationEndpoints } from '#contract/registrations/registrations.ts'
import { queueOptin } from '#server/domains/registrations/mails/send-optin.ts'
import { confirmMails, makeApplication, setApplication } from '#server/test/child-factories.ts'
import { insideSchool, makeUser } from '#server/test/factories.ts'
import { readSpreadsheet } from '#server/test/read-spreadsheet.ts'
import { statementsOf } from '#server/test/sent-statements.ts'
import { TEST_NOW, type TestApp } from '#server/test/test-app.ts'
import type { TestVisitor } from '#server/test/test-visitor.ts'
import { openTwoSchools } from '#server/test/two-schools.ts'

let app: TestApp
let fsw: number
let fow: number
let head: TestVisitor

beforeAll(async () => {
  ;({ app, fsw, fow, head } = await openTwoSchools())
})
afterAll(() => app.stop())
beforeEach(() => app.setNow(TEST_NOW))

const resend = (ids: number[], key: string = crypto.randomUUID(), visitor = head) =>
  visitor.call(endpoints.resend, { body: { ids }, headers: { 'idempotency-key': key } })
const resendAll = async (ids: number[]): Promise<ResendResult[]> => {
  const reply = await resend(ids)
  expect(reply.statusCode).toBe(200)
  return reply.json().results
}
const contactsOf = (id: number) =>
  insideSchool(app, fsw, (tx) =>
    tx
      .selectFrom('registration_contact')
      .select(['id', 'mail'])
      .where('registration_id', '=', id)
      .orderBy('position')
      .execute(),
  )
const countMails = (id: number) =>
  insideSchool(app, fsw, async (tx) => {
    const rows = await tx
      .selectFrom('mail_log as m')
      .innerJoin('registration_contact as c', 'c.id', 'm.related_id')
      .select('m.id')
      .where('m.related_type', '=', 'registration_contact')
      .where('c.registration_id', '=', id)
      .execute()
    return rows.length
  })
const PARENTS = { parent: { firstname: 'Anna', lastname: 'Adler' }, mail: 'anna.adler@example.org' }

describe('confirmation mails to many', () => {
  test('go to every unconfirmed address; the reply says for each application who got one and why not', async () => {
    const both = await makeApplication(app, fsw, {
      ...PARENTS,
      second: { firstname: 'Ben', lastname: 'Adler', mail: 'ben@example.org' },
    })
    const confirmed = await makeApplication(app, fsw, { lastname: 'Bestätigt' })
    await confirmMails(app, fsw, confirmed.id)
    const silent = await makeApplication(app, fsw, { lastname: 'Stumm', mail: null })
    const withdrawn = await makeApplication(app, fsw, { lastname: 'Fort' })
    await setApplication(app, fsw, { id: withdrawn.id, withdrawn_at: '2026-11-19T09:00:00Z' })
    const rejected = await makeApplication(app, fsw, { lastname: 'Abgelehnt' })
    await setApplication(app, fsw, { id: rejected.id, status: 'rejected' })
    const used = await makeApplication(app, fsw, { lastname: 'Oft' })
    const [contact] = await contactsOf(used.id)
    await insideSchool(app, fsw, async (tx) => {
      for (let sent = 0; sent < OPTIN_SENDS_MAX; sent++)
        await queueOptin(tx, { id: contact?.id ?? 0, mail: contact?.mail ?? '' })
    })
    const { id: foreign } = await makeApplication(app, fow, { grade: 7 })
    const ids = [both, confirmed, silent, withdrawn, rejected, used].map(({ id }) => id)
    const results = await resendAll([...ids, foreign, 999_999])
    expect(results.map(({ outcome, sent, message }) => [outcome, sent, message])).toEqual([
      ['sent', 2, 'E-Mail an Anna Adler und Ben Adler.'],
      ['verified', 0, REGISTRATION_TEXTS.mailVerified],
      ['no_address', 0, BULK_TEXTS.noAddress],
      ['left_out', 0, REGISTRATION_TEXTS.withdrawn],
      ['left_out', 0, BULK_TEXTS.rejected],
      ['failed', 0, `Anna Müller: ${REGISTRATION_TEXTS.checkAddress}`],
      ['failed', 0, BULK_TEXTS.notFound],
      ['failed', 0, BULK_TEXTS.notFound],
    ])
    expect(results.map(({ ok }) => ok)).toEqual([true, ...Array.from({ length: 7 }, () => false)])
    expect({ ...results[6], id: 0 }).toEqual({ ...results[7], id: 0 })
    expect(await Promise.all(ids.map(countMails))).toEqual([2, 0, 0, 0, 0, OPTIN_SENDS_MAX])
  })

  test('are reported as waiting while mails do not leave', async () => {
    const { id } = await makeApplication(app, fsw, { lastname: 'Wartend', ...PARENTS })
    app.platform.hasMailServer = false
    const results = await resendAll([id])
    app.platform.hasMailServer = true
    expect(results).toMatchObject([{ outcome: 'sent', is_waiting: true }])
  })

  test('one a minute for each address, however it is asked; a repeat with the same key sends none', async () => {
    const { id } = await makeApplication(app, fsw, { lastname: 'Eilig', ...PARENTS })
    const [contact] = await contactsOf(id)
    const first = await resend([id], 'the same')
    expect((await resend([id], 'the same')).body).toBe(first.body)
    expect(await resendAll([id])).toMatchObject([{ ok: false, message: expect.stringContaining('gerade erst') }])
    const single = await head.call(registrationEndpoints.resendContactOptin, {
      params: { contactId: contact?.id ?? 0 },
    })
    expect(single.statusCode).toBe(429)
    expect(await countMails(id)).toBe(1)
  })

  test('cost the same statements for one application and for many', async () => {
    const statements = async (count: number) => {
      const ids: number[] = []
      for (let one = 0; one < count; one++) ids.push((await makeApplication(app, fsw, { lastname: 'Viele' })).id)
      const { texts, reply } = await statementsOf(() => resendAll(ids))
      expect(reply.map(({ sent }) => sent)).toEqual(ids.map(() => 1))
      return texts.length
    }
    const one = await statements(1)
    expect(await statements(5)).toBe(one)
  })

  test('two at the same moment send one', async () => {
    const { id } = await makeApplication(app, fsw, { lastname: 'Doppelt' })
    const replies = await Promise.all([resendAll([id]), resendAll([id])])
    expect(
      replies
        .flat()
        .map(({ sent }) => sent)
        .toSorted(),
    ).toEqual([0, 1])
    expect(await countMails(id)).toBe(1)
  })

  test('need at least one id, at most a hundred, each once; a viewer gets 403', async () => {
    for (const ids of [[], [1, 1], Array.from({ length: 101 }, (_, index) => index + 1)])
      expect((await resend(ids)).statusCode).toBe(422)
    const viewer = await app.signedIn((await makeUser(app, { role: 'viewer', schools: [fsw] })).id)
    expect((await resend([1], 'key', viewer)).statusCode).toBe(403)
  })
})

describe('the ids of all hits', () => {
  test('are those of the list with its filters, in its order', async () => {
    for (const lastname of ['Zeder', 'Ahorn', 'Birke'])
      await makeApplication(app, fsw, { lastname: `Baum ${lastname}`, grade: 4, entry_type: 'lateral' })
    const query = { search: 'baum', sort: '-child', grade: 4 }
    const list = (await head.call(registrationEndpoints.list, { query: { ...query, per_page: 0 } })).json()
    const { ids } = (await head.call(endpoints.ids, { query })).json()
    expect(ids).toEqual(list.data.map(({ id }: { id: number }) => id))
    expect(ids).toHaveLength(3)
    expect((await head.call(endpoints.ids, { query: { ...query, status: 'accepted' } })).json().ids).toEqual([])
  })
})

const exported = (body: unknown, visitor = head) => visitor.call(endpoints.export, { body })

describe('a file of applications', () => {
  test('whoever may take personal data out also works on applications', () => {
    const rolesWith = (permission: Permission) =>
      ROLES.filter((role) => ROLE_PERMISSIONS[role].some((one) => one === permission))
    const exporting = rolesWith('export personal data')
    expect(exporting).toContain('schooladmin')
    expect(rolesWith('manage pupil application')).toEqual(expect.arrayContaining(exporting))
  })

  test('contains exactly these in this order: days are days, formulas text, nothing confidential', async () => {
    const first = await makeApplication(app, fsw, {
      firstname: 'Mia',
      lastname: 'Öztürk',
      birthdate: '2021-03-31',
      parent: { firstname: 'Anna', lastname: 'Öztürk' },
      second: { firstname: 'Ben', lastname: 'Öztürk', mail: null },
      meta: {
        motivation: 'Das bleibt unter uns.',
        siblings: [{ firstname: 'Eva', lastname: 'Öztürk', school_short: 'fsw', relation: 'enrolled' }],
      },
    })
    // Forms refuse such a name, but older rows still have it.
    const renamed = sql<string>`jsonb_set(meta::jsonb, '{child_firstname}', '"-Mia"')`
    await insideSchool(app, fsw, (tx) =>
      tx.updateTable('registration').set({ meta: renamed }).where('id', '=', first.id).execute(),
    )
    const second = await makeApplication(app, fsw, { lastname: 'Zweiter', mail: null })
    const third = await makeApplication(app, fsw, { lastname: 'Ausgelassen' })
    await head.call(registrationEndpoints.saveNote, {
      params: { id: first.id },
      body: { internal_note: 'Ruft oft an.', version: 1 },
    })
    const ids = [second.id, first.id]
    const xlsx = await exported({ ids, format: 'xlsx' })
    expect(xlsx.headers['content-disposition']).toContain('Bewerbungen-2026-11-20.xlsx')
    const { rows } = readSpreadsheet(xlsx.rawPayload)
    expect(rows).toHaveLength(3)
    expect(rows[2]?.slice(1, 3)).toEqual(['Öztürk', '-Mia'])
    const csv = await exported({ ids, format: 'csv' })
    expect(csv.headers['content-type']).toBe('text/csv; charset=utf-8')
    expect(csv.body.startsWith('\uFEFFNummer;Nachname;Vorname;Geburtsdatum;')).toBe(true)
    const lines = csv.body.split('\r\n').map((line) => line.split(';'))
    const cell = (row: number, heading: string) => lines[row]?.[(lines[0] ?? []).indexOf(heading)]
    expect([cell(1, 'Nachname'), cell(2, 'Nachname'), cell(2, 'Vorname')]).toEqual(['Zweiter', 'Öztürk', "'-Mia"])
    expect([cell(2, 'Geburtsdatum'), cell(2, 'Eingang'), cell(2, 'Rang')]).toEqual(['31.03.2021', '20.11.2026', ''])
    expect(cell(2, 'Sorgerecht')).toBe('gemeinsames Sorgerecht')
    expect([cell(2, 'Kontakt 1: E-Mail'), cell(2, 'Kontakt 1: E-Mail bestätigt?')]).toEqual([
      'anna@example.org',
      'unbestätigt',
    ])
    expect(cell(2, 'Kontakt 2: Name')).toBe('Ben Öztürk')
    expect(cell(2, 'Geschwister (laut Bewerbung)')).toBe('Eva Öztürk (fsw, besucht die Schule)')
    expect(csv.body).not.toContain(third.number)
    expect(csv.body + readSpreadsheet(xlsx.rawPayload).rows.join()).not.toMatch(/unter uns|Ruft oft/)
  })

  test('is logged with its columns and the number of rows, never with a name', async () => {
    const { id } = await makeApplication(app, fsw, { lastname: 'Protokoll' })
    await exported({ ids: [id], format: 'csv' })
    const [entry] = await insideSchool(app, fsw, (tx) =>
      tx
        .selectFrom('user_log')
        .select(['entity_type', 'entity_id', 'changed_fields'])
        .where('action', '=', 'export_created')
        .orderBy('id', 'desc')
        .limit(1)
        .execute(),
    )
    expect(entry).toMatchObject({ entity_type: 'registration', entity_id: null })
    expect(entry?.changed_fields).toEqual(expect.arrayContaining(['rows:1', 'Nachname', 'Kontakt 1: E-Mail']))
    expect(JSON.stringify(entry)).not.toContain('Protokoll')
  })

  test('is a 404 when one of them is unknown, in the bin or of another school', async () => {
    const { id } = await makeApplication(app, fsw, { lastname: 'Da' })
    const { id: binned } = await makeApplication(app, fsw, { lastname: 'Weg' })
    await head.call(registrationEndpoints.remove, { params: { id: binned } })
    const { id: foreign } = await makeApplication(app, fow, { grade: 7 })
    const replies = []
    for (const missing of [binned, foreign, 999_999])
      replies.push(await exported({ ids: [id, missing], format: 'csv' }))
    for (const reply of replies) expect([reply.statusCode, reply.body]).toEqual([404, replies[0]?.body])
  })

  test('needs an id, each once, and a known format; a teacher gets 403', async () => {
    const { id } = await makeApplication(app, fsw, { lastname: 'Format' })
    for (const body of [
      { ids: [], format: 'csv' },
      { ids: [id, id], format: 'csv' },
      { ids: [id], format: 'pdf' },
    ])
      expect((await exported(body)).statusCode).toBe(422)
    const teacher = await app.signedIn((await makeUser(app, { role: 'teacher_level_1', schools: [fsw] })).id)
    expect((await exported({ ids: [id], format: 'csv' }, teacher)).statusCode).toBe(403)
  })
})
