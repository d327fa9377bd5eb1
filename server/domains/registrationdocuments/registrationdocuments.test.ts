import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { PDF_TYPE } from '#contract/pupildocuments/pupildocuments.ts'
import {
  DOCUMENTS_MAX,
  registrationDocumentEndpoints as endpoints,
} from '#contract/registrationdocuments/registrationdocuments.ts'
import { registrationEndpoints } from '#contract/registrations/registrations.ts'
import { confirmMails, makeApplication } from '#server/test/child-factories.ts'
import { insideSchool, makeSchool, makeUser } from '#server/test/factories.ts'
import { longestStep, STEP_SHARE_MAX } from '#server/test/longest-step.ts'
import { readPdf } from '#server/test/read-pdf.ts'
import { startTestApp, type TestApp } from '#server/test/test-app.ts'
import type { TestVisitor } from '#server/test/test-visitor.ts'

let app: TestApp
let fsw: number
let fow: number
let head: TestVisitor
beforeAll(async () => {
  app = await startTestApp()
  fsw = await makeSchool(app, 'fsw')
  fow = await makeSchool(app, 'fow')
  head = await app.signedIn((await makeUser(app, { role: 'schooladmin', schools: [fsw, fow] })).id)
})
afterAll(() => app.stop())

const download = (id: number, visitor = head) => visitor.call(endpoints.document, { params: { id } })
const downloadMany = (body: object, visitor = head) => visitor.call(endpoints.documents, { body })

const pdfOf = async (reply: Awaited<ReturnType<typeof download>>) => {
  expect(reply.statusCode, reply.statusCode === 200 ? '' : reply.body).toBe(200)
  expect(reply.headers['content-type']).toBe(PDF_TYPE)
  return readPdf(reply.rawPayload)
}
const textOf = async (reply: Awaited<ReturnType<typeof download>>) =>
  (await pdfOf(reply)).pages.map(({ text }) => text.replace(/\s+/g, ' ')).join(' ')
const filename = (reply: Awaited<ReturnType<typeof download>>) =>
  decodeURIComponent(String(reply.headers['content-disposition']).split("''")[1] ?? '')

const setRegistration = (id: number, change: Record<string, unknown>) =>
  insideSchool(app, fsw, (tx) => tx.updateTable('registration').set(change).where('id', '=', id).execute())

/** Answers that no form accepts, such as an older release or another program could have stored. */
const setMeta = async (id: number, change: Record<string, unknown>) => {
  const { meta } = await insideSchool(app, fsw, (tx) =>
    tx.selectFrom('registration').select('meta').where('id', '=', id).executeTakeFirstOrThrow(),
  )
  await setRegistration(id, { meta: { ...(meta as object), ...change } })
}

const logged = (action: string) =>
  insideSchool(app, fsw, (tx) =>
    tx
      .selectFrom('user_log')
      .select(['entity_type', 'entity_id', 'changed_fields'])
      .where('action', '=', action)
      .orderBy('id')
      .execute(),
  )

const PAUL = { firstname: 'Paul', lastname: 'Fern', mail: 'paul@example.org' }

describe('the document of an application', () => {
  test('says all answers, the state of each address and the declarations, tagged and in German', async () => {
    const { id, number } = await makeApplication(app, fsw, {
      second: PAUL,
      meta: {
        siblings: [{ firstname: 'Ben', lastname: 'Müller', school_short: 'fsw', relation: 'enrolled' }],
        motivation: 'Wir mögen den Garten.',
        kita_name: 'Kita Birke',
      },
    })
    await confirmMails(app, fsw, id)
    const reply = await download(id)
    const { pages, ...file } = await pdfOf(reply)
    expect(file).toEqual({ title: `Aufnahmeantrag ${number}`, language: 'de-DE', isTagged: true })
    const text = pages.map((page) => page.text.replace(/\s+/g, ' ')).join(' ')
    for (const part of [
      'Freie Schule Wacholderhain',
      'Aufnahmeantrag Schuljahr 2027/2028 · Klassenstufe 1',
      `Bewerbungsnummer ${number} Eingegangen am 20.11.2026 07:40`,
      'E-Mail Anna Müller bestätigt am 20.11.2026 07:40',
      'Geburtsdatum 31.03.2021',
      'Anschrift Dorfstraße 1a, 15999 Wacholderhain',
      'Name der Kita Kita Birke',
      'gemeinsames Sorgerecht',
      'Sorgeberechtigte Person 2',
      'Ben Müller, Freie Schule Wacholderhain, besucht die Schule',
      'Wir mögen den Garten.',
      'Mit der Online-Bewerbung am 20.11.2026 07:40 erklärt:',
      'Ich habe die Datenschutzhinweise gelesen. (Fassung 1 vom',
      'Die zweite sorgeberechtigte Person stimmt der Bewerbung zu',
      'Nur für die Schule Eingang Gespräch am Hospitation am Entscheidung Kürzel',
      'Bitte mitbringen Geburtsurkunde (zur Einsicht)',
      'Datenschutzhinweise nach Art. 13 DSGVO',
    ])
      expect(text).toContain(part)
    expect(pages[0]?.roles).toMatch(/Sect\(P P H1 P Table\(TR\(TH TD\)/)
    expect(pages.at(-1)?.roles).toContain('H2 P H3 P')
    expect(pages.map((page) => page.text.split('\n').at(-1))).toEqual(
      pages.map((_page, index) => `Seite ${index + 1} von ${pages.length}`),
    )
    expect(text).toContain(`${number} · Erstellt am 20.11.2026 07:40 Seite 1 von ${pages.length}`)
    expect(filename(reply)).toBe(`Bewerbung_${number}.pdf`)
    expect(await logged('registration_document_downloaded')).toEqual([
      { entity_type: 'registration', entity_id: id, changed_fields: [] },
    ])
  })

  test('needs both signatures where custody is joint, else one and the proof', async () => {
    const joint = await textOf(await download((await makeApplication(app, fsw, { second: PAUL })).id))
    expect(joint).toContain('Unterschrift Sorgeberechtigte:r 1 (Anna Müller)')
    expect(joint).toContain('Unterschrift Sorgeberechtigte:r 2 (Paul Fern)')
    expect(joint).not.toContain('Nachweis alleiniges')
    const { id } = await makeApplication(app, fsw)
    const open = await textOf(await download(id))
    expect(open).toContain('Nachweis alleiniges Sorgerecht gesehen am …………………………')
    expect(open).not.toContain('Sorgeberechtigte:r 2')
    const papers = [{ kind: 'custody_proof', seen_on: '2026-11-19' }]
    await head.call(endpoints.savePapers, { params: { id }, body: { papers } })
    const seen = await textOf(await download(id))
    expect(seen).toMatch(/Nachweis alleiniges Sorgerecht gesehen am 19\.11\.2026 durch \S/)
    expect(seen).toContain('Nachweis über das Sorgerecht – gesehen am 19.11.2026')
    const guardian = await makeApplication(app, fsw, { meta: { custody: 'guardian' } })
    expect(await textOf(await download(guardian.id))).toContain('Nachweis der Vormundschaft oder Pflege gesehen am')
  })

  test('says nothing of note, rank and other applicants', async () => {
    const other = await makeApplication(app, fsw, { firstname: 'Lea', lastname: 'Fremd' })
    const { id } = await makeApplication(app, fsw, { firstname: 'Lea', lastname: 'Fremd', mail: null })
    await setRegistration(id, { internal_note: 'GEHEIM', status: 'waiting', wait_rank: 4711, wait_place: 4711 })
    const whole = await textOf(await download(id))
    // The notice at its end says how long applications on the waiting list are kept, whoever is on it.
    const text = whole.slice(0, whole.indexOf('Datenschutzhinweise nach Art. 13'))
    for (const secret of ['GEHEIM', '4711', 'Warteliste', other.number]) expect(text).not.toContain(secret)
    expect(text).toContain('E-Mail Anna Müller keine Adresse')
    await setRegistration(id, { status: 'new', wait_rank: null })
  })

  test('prints names and texts as they are, and the family’s words on one page at most', async () => {
    const { id, number } = await makeApplication(app, fsw)
    const motivation = Array.from({ length: 500 }, (_, line) => `Zeile ${line}`).join('\n')
    await setMeta(id, {
      child_firstname: '<script>alert(1)</script>',
      child_lastname: 'Łukasz \\) Nguyễn O’Neill',
      motivation,
    })
    const { pages } = await pdfOf(await download(id))
    const text = pages.map((page) => page.text.replace(/\s+/g, ' ')).join(' ')
    expect(text).toContain('<script>alert(1)</script>')
    expect(text).toContain('Łukasz \\) Nguyễn O’Neill')
    expect(text).toContain('Zeile 20')
    expect(text).not.toContain('Zeile 70')
    expect(pages.flatMap((page) => page.text.split('\n'))).toContain('…')
    await setMeta(id, {
      child_firstname: 'x'.repeat(5000),
      child_lastname: '\u202eשלום ](http://169.254.169.254)',
      motivation: '😀',
    })
    const reply = await download(id)
    const hostile = await pdfOf(reply)
    const all = hostile.pages.map((page) => page.text.replace(/\n/g, '')).join('')
    expect(all.split('x'.repeat(50)).length - 1).toBeGreaterThan(70)
    expect(all).toContain('](http://169.254.169.254)')
    expect(all).toContain('Ein leeres Kästchen steht für ein Zeichen')
    const bytes = Buffer.from(reply.rawPayload).toString('latin1')
    expect(bytes).not.toMatch(/\/(JS|JavaScript|Launch|URI|EmbeddedFile)\b/)
    expect(filename(reply)).toBe(`Bewerbung_${number}.pdf`)
  })

  test('keeps a mail address in one piece, and leaves out boxes that are not ticked', async () => {
    const mail = 'paul.mustermann-beispiel@schule.example.org'
    const { id } = await makeApplication(app, fsw, { second: { ...PAUL, mail }, meta: { no_kita: false } })
    const { pages } = await pdfOf(await download(id))
    expect(pages.flatMap((page) => page.text.split('\n'))).toContain(mail)
    const text = pages.map((page) => page.text.replace(/\s+/g, ' ')).join(' ')
    expect(text).not.toMatch(/keine Kita|nicht erreichbar/)
    await setMeta(id, { no_kita: true })
    expect(await textOf(await download(id))).toContain('Mein Kind besucht keine Kita Ja')
  })

  test('is made with a logo and without', async () => {
    const png = Buffer.from(
      'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
      'base64',
    )
    const { id } = await makeApplication(app, fsw)
    expect((await pdfOf(await download(id))).pages[0]?.alts).toEqual([])
    await insideSchool(app, fsw, async (tx) => {
      const document = await tx
        .insertInto('document')
        .values({
          ...{ school_id: fsw, owner_type: 'school', owner_id: fsw, kind: 'logo', filename: 'logo.png' },
          ...{ mime: 'image/png', size: png.length, sha256: createHash('sha256').update(png).digest(), content: png },
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      await tx.updateTable('school').set({ logo_document_id: document.id }).where('id', '=', fsw).execute()
    })
    expect((await pdfOf(await download(id))).pages[0]?.alts).toEqual(['Logo: Freie Schule Wacholderhain'])
  })

  test('is for heads, of applications of the own school that are not in the bin', async () => {
    const { id } = await makeApplication(app, fsw)
    expect((await download(id, app.visitor())).statusCode).toBe(401)
    for (const role of ['teacher_level_1', 'viewer'] as const) {
      const visitor = await app.signedIn((await makeUser(app, { role, schools: [fsw] })).id)
      for (const reply of [await download(id, visitor), await downloadMany({ ids: [id] }, visitor)])
        expect(reply.statusCode).toBe(403)
    }
    const foreign = await makeApplication(app, fow, { grade: 7 })
    await head.call(registrationEndpoints.remove, { params: { id } })
    const replies = await Promise.all([987_654_321, id, foreign.id].map((one) => download(one)))
    for (const reply of replies) expect([reply.statusCode, reply.body]).toEqual([404, replies[0]?.body])
  })
})

describe('documents of many', () => {
  test('come in the order of the choice, each from page one, with an entry in the outline', async () => {
    const made = [
      await makeApplication(app, fsw, { firstname: 'Ada', second: PAUL }),
      await makeApplication(app, fsw, { firstname: 'Bea' }),
      await makeApplication(app, fsw, { firstname: 'Cid' }),
    ]
    const [ada, bea, cid] = made as [
      { id: number; number: string },
      { id: number; number: string },
      { id: number; number: string },
    ]
    const reply = await downloadMany({ ids: [cid.id, ada.id, bea.id, cid.id] })
    const { pages, title } = await pdfOf(reply)
    const first = pages.filter(({ text }) => /Seite 1 von \d+$/.test(text))
    expect(first.map(({ text }) => /FSW-\d{4}-\d{4}/.exec(text)?.[0])).toEqual([cid.number, ada.number, bea.number])
    expect(first.every(({ text }) => text.includes('Aufnahmeantrag'))).toBe(true)
    expect(pages.map(({ text }) => text).join(' ')).not.toContain('Art. 13')
    expect([title, filename(reply)]).toEqual(['Aufnahmeanträge', 'Bewerbungen_2026-11-20.pdf'])
    expect(await logged('registrations_printed')).toEqual([
      { entity_type: 'registration', entity_id: null, changed_fields: ['rows:3'] },
    ])
    const bytes = Buffer.from(reply.rawPayload).toString('latin1')
    expect(bytes).toContain(`/Title (${ada.number})`)
    const withNotice = await textOf(await downloadMany({ ids: [ada.id, bea.id], has_notice: true }))
    expect(withNotice.split('Datenschutzhinweise nach Art. 13 DSGVO')).toHaveLength(3)
  })

  test('refuse one of another school or in the bin as unknown, and more than fit into a file', async () => {
    const { id } = await makeApplication(app, fsw)
    const gone = await makeApplication(app, fsw)
    await head.call(registrationEndpoints.remove, { params: { id: gone.id } })
    const foreign = await makeApplication(app, fow, { grade: 7 })
    const unknown = await downloadMany({ ids: [id, 987_654_321] })
    expect(unknown.statusCode).toBe(404)
    for (const other of [gone.id, foreign.id])
      expect((await downloadMany({ ids: [id, other] })).body).toBe(unknown.body)
    const many = Array.from({ length: DOCUMENTS_MAX + 1 }, (_, index) => index + 1)
    expect((await downloadMany({ ids: many })).statusCode).toBe(422)
    expect((await downloadMany({ ids: [] })).statusCode).toBe(422)
  })

  test('do not block other requests while they are drawn', async () => {
    const ids: number[] = []
    for (let count = 0; count < 60; count += 1) ids.push((await makeApplication(app, fsw, { second: PAUL })).id)
    const { share, result } = await longestStep(() => downloadMany({ ids }))
    expect(result.statusCode).toBe(200)
    expect(share).toBeLessThan(STEP_SHARE_MAX)
  })
})
