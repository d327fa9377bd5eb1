import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { NOTICE_TEMPLATE } from '#contract/privacynotices/notice-texts.ts'
import { privacyNoticeEndpoints } from '#contract/privacynotices/privacynotices.ts'
import { publicRegistrationEndpoints } from '#contract/registrations/registrations.public.ts'
import { schoolEndpoints } from '#contract/schools/schools.ts'
import { userlogEndpoints } from '#contract/userlog/userlog.ts'
import { insideSchool, makeSchool, makeUser } from '#server/test/factories.ts'
import { readPdf } from '#server/test/read-pdf.ts'
import { startTestApp, type TestApp } from '#server/test/test-app.ts'
import type { TestVisitor } from '#server/test/test-visitor.ts'

let app: TestApp
let fsw: number
let fow: number
let head: TestVisitor
let stranger: TestVisitor

const signIn = async (school: number, change: { role?: 'admin'; may_view_sensitive?: boolean } = {}) =>
  app.signedIn((await makeUser(app, { role: 'schooladmin', schools: [school], ...change })).id)

beforeAll(async () => {
  app = await startTestApp()
  fsw = await makeSchool(app, 'fsw', { carrier_name: 'Verein *Sonne* [e. V.]', privacy_officer_contact: 'Frau {Groß}' })
  fow = await makeSchool(app, 'fow')
  head = await signIn(fsw)
  stranger = await signIn(fow)
})
afterAll(() => app.stop())

const readAs = async (browser: TestVisitor) => {
  const reply = await browser.call(privacyNoticeEndpoints.get)
  expect(reply.statusCode).toBe(200)
  return privacyNoticeEndpoints.get.response.parse(reply.json())
}
const read = () => readAs(head)
const publish = (version_number: number, template_markdown: string, browser = head) =>
  browser.call(privacyNoticeEndpoints.publish, { body: { template_markdown, version_number } })
const shownInForm = async (short = 'fsw') => {
  const reply = await app
    .visitor()
    .call(publicRegistrationEndpoints.settings, { params: { school_short: short }, query: {} })
  return reply.json().notice as { id: number; text: string }
}
const changeSchool = (body: object) => head.call(schoolEndpoints.change, { params: { id: fsw }, body: body as never })

/** The shortest text that is accepted. */
const SHORT = '{Träger} {Datenschutzkontakt}\n\n{Fristen der Bewerbung}'

describe('the first notice of a school', () => {
  test('comes from the template, names the facts whatever signs they have, and the periods of its settings', async () => {
    const { versions, facts, changes, lacking, product_template } = await read()
    expect(versions).toHaveLength(1)
    const [first] = versions
    expect(first).toMatchObject({ version_number: 1, created_by_name: null, readers: 0 })
    expect(first?.template_markdown).toBe(NOTICE_TEMPLATE)
    expect(product_template).toBe(NOTICE_TEMPLATE)
    const text = first?.body_markdown ?? ''
    expect(text).toContain('Verein \\*Sonne\\* \\[e. V.\\], Träger der Schule Freie Schule Wacholderhain')
    expect(text).toContain('Frau {Groß}')
    expect(text).toContain('- abgelehnte Bewerbungen: 6 Monate ab der Entscheidung')
    expect(text).toContain('30 Tage ab dem Eingang')
    expect(text).toContain('10 Jahre ab demselben Tag')
    expect(text).toContain('Landesbeauftragter für den Datenschutz und für das Recht auf Akteneinsicht Brandenburg')
    expect(text.replace('{Groß}', '')).not.toMatch(/[{}]|undefined|null/)
    expect([changes, lacking]).toEqual([[], []])
    expect(Object.keys(facts)).toHaveLength(9)
    expect((await shownInForm()).text).toBe(text)
  })
})

describe('a new version', () => {
  test('is what the form shows from then on; the old one stays, with who wrote which', async () => {
    const before = await read()
    const reply = await publish(1, `## Neu\n\n${SHORT}`)
    expect(reply.json().message).toBe('Die neue Fassung ist veröffentlicht.')
    const { versions } = await read()
    expect(versions.map(({ version_number, created_by_name }) => [version_number, created_by_name])).toEqual([
      [2, expect.stringMatching(/^Person/)],
      [1, null],
    ])
    expect(versions[1]).toEqual(before.versions[0])
    const form = await shownInForm()
    expect(form).toEqual({ id: versions[0]?.id, text: versions[0]?.body_markdown })
    expect(form.text).toMatch(/^## Neu\n\nVerein/)
    expect((await shownInForm('fow')).text).not.toContain('## Neu')
    const log = await head.call(userlogEndpoints.list, { query: { entity_type: 'privacy_notice' } })
    expect(log.json().data[0]).toMatchObject({ action: 'privacy_notice_published' })
  })

  test('is none when nothing changed', async () => {
    expect((await publish(2, `## Neu\r\n\r\n${SHORT}\n`)).json().message).toBe('Es gab nichts zu ändern.')
    expect((await read()).versions).toHaveLength(2)
  })

  test('does not overwrite what somebody else published meanwhile: 409 with who, when and what', async () => {
    const reply = await publish(1, SHORT)
    expect(reply.statusCode).toBe(409)
    expect(reply.json()).toEqual({
      message: 'Der Datensatz wurde inzwischen geändert.',
      changed_by: expect.stringMatching(/^Person/),
      changed_at: expect.stringMatching(/^\d{4}-.*Z$/),
      version: 2,
      template_markdown: `## Neu\n\n${SHORT}`,
    })
    expect((await publish(9, SHORT)).statusCode).toBe(409)
    const replies = await Promise.all(Array.from({ length: 6 }, (_, i) => publish(2, `Zugleich ${i}\n\n${SHORT}`)))
    expect(replies.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409, 409, 409, 409, 409])
  })

  test.each([
    ['', 'Dieses Feld ist ein Pflichtfeld.'],
    ['x'.repeat(60_001), expect.any(String)],
    [
      'Ohne alles.',
      'Im Text fehlen {Träger}, {Datenschutzkontakt}, {Fristen der Bewerbung}. Das Gesetz verlangt diese Angaben.',
    ],
    [SHORT.replace('{Träger}', 'Verein Sonne'), 'Im Text fehlt {Träger}. Das Gesetz verlangt diese Angaben.'],
    [`${SHORT} {Fristen}`, 'Diesen Platzhalter gibt es nicht: {Fristen}.'],
    [`${SHORT} }`, 'Geschweifte Klammern stehen nur um einen Platzhalter, zum Beispiel {Träger}.'],
  ])('with the text %.20j is refused', async (text, message) => {
    const { versions } = await read()
    const reply = await publish(versions[0]?.version_number ?? 0, text)
    expect([reply.statusCode, reply.json().errors]).toEqual([422, { template_markdown: [message] }])
  })

  test('is published by heads only: neither by a secretary nor by an admin', async () => {
    const { versions } = await read()
    for (const browser of [await signIn(fsw, { may_view_sensitive: false }), await signIn(fsw, { role: 'admin' })]) {
      expect((await publish(versions[0]?.version_number ?? 0, SHORT, browser)).statusCode).toBe(403)
      expect((await readAs(browser)).versions).toEqual(versions)
    }
  })

  test('cannot be changed or deleted by the application', async () => {
    for (const statement of ["update privacy_notice set body_markdown = 'x'", 'delete from privacy_notice'])
      await expect(app.platform.pool.query(statement)).rejects.toThrow('permission denied')
  })
})

describe('facts that change', () => {
  test('leave the published text as it is, and are named until somebody publishes again', async () => {
    const { versions } = await read()
    const number = versions[0]?.version_number ?? 0
    await publish(number, SHORT)
    const published = (await read()).versions[0]
    const reply = await changeSchool({ carrier_name: 'Stiftung Mond', city: 'Neudorf' })
    expect(reply.json().message).toBe(
      'Die Änderungen sind gespeichert. Die Datenschutzhinweise nennen noch die bisherigen Angaben: Bitte veröffentlichen Sie unter „Datenschutz, Hinweise“ eine neue Fassung.',
    )
    const stale = await read()
    // The address stands nowhere in this text.
    expect(stale.changes).toEqual([
      { name: 'Träger', before: 'Verein \\*Sonne\\* \\[e. V.\\]', after: 'Stiftung Mond' },
    ])
    expect(stale.versions[0]).toEqual(published)
    expect((await shownInForm()).text).toBe(published?.body_markdown)
    expect((await publish(number + 1, SHORT)).json().message).toBe('Die neue Fassung ist veröffentlicht.')
    expect((await read()).changes).toEqual([])
    expect((await shownInForm()).text).toMatch(/^Stiftung Mond/)
    // What the text does not name needs no word.
    expect((await changeSchool({ phone: '030 23125-199' })).json().message).toBe('Die Änderungen sind gespeichert.')
  })

  test.each([
    ['RETENTION_SETTINGS', { rejected_months: 4 }, '4 Monate ab der Entscheidung'],
    ['SCHOOL_REGISTRATION_SETTINGS', { unverified_purge_days: 45 }, '45 Tage ab dem Eingang'],
  ] as const)('are also the periods in %s', async (key, value, words) => {
    const reply = await head.call(schoolEndpoints.changeSettings, {
      params: { id: fsw },
      body: { key, value } as never,
    })
    expect(reply.json().message).toContain('Die Datenschutzhinweise nennen noch die bisherigen Angaben')
    const { changes } = await read()
    expect(changes.map(({ name }) => name)).toEqual(['Fristen der Bewerbung'])
    expect(changes[0]?.before).not.toContain(words)
    expect(changes[0]?.after).toContain(words)
  })

  test('are searched in a text from before there were placeholders', async () => {
    const insertOld = (version_number: number, body_markdown: string) =>
      insideSchool(app, fow, (tx) =>
        tx.insertInto('privacy_notice').values({ version_number, body_markdown }).execute(),
      )
    await insertOld(2, 'Ein anderer Träger.')
    const first = await readAs(stranger)
    expect(first.lacking).toEqual(['Träger', 'Datenschutzkontakt', 'Fristen der Bewerbung'])
    expect(first.changes).toEqual([])
    await insertOld(3, `${first.facts.Träger}, ${first.facts.Datenschutzkontakt}`)
    expect((await readAs(stranger)).lacking).toEqual(['Fristen der Bewerbung'])
  })
})

describe('who read which version', () => {
  const insertApplication = (privacy_notice_id: number | null, name: string, deleted_at?: string) =>
    insideSchool(app, fsw, async (tx) => {
      const year = await tx
        .selectFrom('schoolyear')
        .select('id')
        .where('state', '=', 'planned')
        .executeTakeFirstOrThrow()
      const { id } = await tx
        .insertInto('registration')
        .values({
          number: `N-${name}`,
          school_year_id: year.id,
          desired_grade: 1,
          entry_type: 'regular',
          source: 'web',
          form_version: '2026.1',
          privacy_notice_id,
          deleted_at: deleted_at ?? null,
          meta: JSON.stringify({ child_firstname: name, child_lastname: 'Leser', child_birthdate: '2020-10-05' }),
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      await tx
        .insertInto('registration_contact')
        .values({
          registration_id: id,
          position: 1,
          firstname: 'Anna',
          lastname: 'Leser',
          relationship: 'mother',
          has_custody: true,
        })
        .execute()
      return id
    })

  test('is counted with each version, and listed with child and family', async () => {
    const { versions } = await read()
    const [newest, older] = versions
    if (!newest || !older) throw new Error('There are two versions.')
    const mia = await insertApplication(newest.id, 'Mia')
    await insertApplication(older.id, 'Ben')
    await insertApplication(null, 'Papier')
    await insertApplication(newest.id, 'Papierkorb', '2026-11-20T08:00:00Z')
    const counts = (await read()).versions.map(({ id, readers }) => [id, readers])
    expect(counts.slice(0, 2)).toEqual([
      [newest.id, 2],
      [older.id, 1],
    ])
    const reply = await head.call(privacyNoticeEndpoints.readers, { params: { id: newest.id } })
    expect(privacyNoticeEndpoints.readers.response.parse(reply.json())).toMatchObject({
      total: 1,
      rows: [
        {
          registration_id: mia,
          number: 'N-Mia',
          child_firstname: 'Mia',
          child_lastname: 'Leser',
          contact: 'Anna Leser',
        },
      ],
    })
  })

  test('is not for other schools, nor for a version that there is not', async () => {
    const { versions } = await read()
    for (const id of [versions[0]?.id ?? 0, 999_999])
      expect((await stranger.call(privacyNoticeEndpoints.readers, { params: { id } })).statusCode).toBe(404)
  })
})

describe('a version on paper', () => {
  const print = (id: number, browser = head) => browser.call(privacyNoticeEndpoints.document, { params: { id } })
  const textOf = async (reply: { rawPayload: Buffer }) => {
    const { pages } = await readPdf(new Uint8Array(reply.rawPayload))
    return pages.map(({ text }) => text).join('\n')
  }

  test('has the head of the school, its number and day, and the text as families read it', async () => {
    const { versions } = await read()
    const first = versions.at(-1)
    if (!first) throw new Error('There is a first version.')
    const reply = await print(first.id)
    expect([reply.statusCode, reply.headers['content-type']]).toEqual([200, 'application/pdf'])
    expect(reply.headers['content-disposition']).toContain('datenschutzhinweise-fassung-1.pdf')
    const text = await textOf(reply)
    for (const words of ['Freie Schule Wacholderhain', 'Fassung 1 vom', 'Wer ist verantwortlich?', 'Verein Sonne'])
      expect(text.replaceAll('*', '')).toContain(words)
    expect(text).not.toContain('{Träger}')
  })

  test('is there for older versions, and for secretaries as well', async () => {
    const { versions } = await read()
    const [newest, older] = versions
    const secretary = await signIn(fsw, { may_view_sensitive: false })
    for (const version of [newest, older])
      expect(await textOf(await print(version?.id ?? 0, secretary))).toContain(`Fassung ${version?.version_number} vom`)
  })

  test('is not for other schools, teachers, nor a version that there is not', async () => {
    const { versions } = await read()
    expect((await print(versions[0]?.id ?? 0, stranger)).statusCode).toBe(404)
    expect((await print(999_999)).statusCode).toBe(404)
    const teacher = await app.signedIn((await makeUser(app, { role: 'teacher_level_1', schools: [fsw] })).id)
    expect((await print(versions[0]?.id ?? 0, teacher)).statusCode).toBe(403)
  })
})
