import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { publicRegistrationEndpoints } from '#contract/registrations/registrations.public.ts'
import { LOGO_BYTES, schoolEndpoints } from '#contract/schools/schools.ts'
import { insideSchool, makeSchool, makeUser } from '#server/test/factories.ts'
import { startTestApp, type TestApp } from '#server/test/test-app.ts'
import type { TestVisitor } from '#server/test/test-visitor.ts'

let app: TestApp
let fsw: number
let head: TestVisitor
beforeAll(async () => {
  app = await startTestApp()
  fsw = await makeSchool(app, 'fsw')
})
afterAll(() => app.stop())
beforeEach(async () => {
  head = await app.signedIn((await makeUser(app, { role: 'schooladmin', schools: [fsw] })).id)
})

const picture = (width: number, height: number, background = '#2e7d4f') =>
  sharp({ create: { width, height, channels: 3, background } })
    .png()
    .toBuffer()
const save = (file: Buffer | string) =>
  head.call(schoolEndpoints.saveLogo, {
    params: { id: fsw },
    body: { content: typeof file === 'string' ? file : file.toString('base64') },
  })
const remove = () => head.call(schoolEndpoints.removeLogo, { params: { id: fsw } })
const shown = async () => (await head.call(schoolEndpoints.get, { params: { id: fsw } })).json().logo
const inForm = async () =>
  (await app.visitor().call(publicRegistrationEndpoints.settings, { params: { school_short: 'fsw' } })).json().school
    .logo
const documents = () =>
  insideSchool(app, fsw, (tx) =>
    tx.selectFrom('document').select(['id', 'kind', 'mime', 'filename', 'size', 'content']).execute(),
  )

describe('a logo', () => {
  test('is shown to staff and in the form, with its size, and no further request', async () => {
    expect([await shown(), await inForm()]).toEqual([null, null])
    const reply = await save(await picture(600, 150))
    expect(reply.statusCode).toBe(200)
    expect(reply.json()).toEqual({
      message: 'Das Logo ist gespeichert.',
      logo: expect.stringMatching(/^data:image\/png;base64,iVBOR/),
    })
    expect(await shown()).toBe(reply.json().logo)
    expect(await inForm()).toEqual({ src: reply.json().logo, width: 480, height: 120 })
  })

  test('replaces the one before, whose file is gone', async () => {
    const first = (await save(await picture(20, 10))).json().logo
    const second = (await save(await picture(20, 10, '#ff0000'))).json().logo
    expect(second).not.toBe(first)
    expect(await shown()).toBe(second)
    const rows = await documents()
    expect(rows).toHaveLength(1)
    expect(rows[0]).toMatchObject({ kind: 'logo', mime: 'image/png', filename: 'logo-fsw.png' })
    expect(rows[0]?.size).toBe(rows[0]?.content.length)
  })

  test('can be removed, once', async () => {
    await save(await picture(20, 10))
    expect((await remove()).json()).toEqual({ message: 'Das Logo ist entfernt.' })
    expect((await remove()).json()).toEqual({ message: 'Es gibt kein Logo.' })
    expect([await shown(), await inForm(), await documents()]).toEqual([null, null, []])
  })

  test('sent five times at once is kept once', async () => {
    const file = await picture(20, 10)
    const replies = await Promise.all(Array.from({ length: 5 }, () => save(file)))
    expect(replies.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200, 200])
    expect(await documents()).toHaveLength(1)
    expect(await shown()).toBe(replies[0]?.json().logo)
  })

  test('is logged as a change of the school and of its file', async () => {
    await save(await picture(20, 10))
    const entries = await insideSchool(app, fsw, (tx) =>
      tx.selectFrom('user_log').select(['action', 'changed_fields']).orderBy('id', 'desc').limit(6).execute(),
    )
    expect(entries).toContainEqual({ action: 'school_updated', changed_fields: ['logo_document_id'] })
    expect(entries.map(({ action }) => action)).toContain('document_created')
  })
})

describe('an invalid logo is refused, and the present one stays', () => {
  const refuse = async (file: Buffer | string, text: string) => {
    const before = await shown()
    const reply = await save(file)
    expect([reply.statusCode, reply.json().errors]).toEqual([422, { content: [text] }])
    expect(await shown()).toBe(before)
  }
  const TYPE = 'Dieser Dateityp wird nicht unterstützt.'
  const UNREADABLE = 'Diese Datei ist kein lesbares Bild.'
  const SIZE = 'Die Dateigröße der einzelnen Dateien darf 500 kB nicht übersteigen!'

  beforeAll(async () => {
    await app.signedIn((await makeUser(app, { role: 'schooladmin', schools: [fsw] })).id).then(async (browser) =>
      browser.call(schoolEndpoints.saveLogo, {
        params: { id: fsw },
        body: { content: (await picture(40, 20)).toString('base64') },
      }),
    )
  })

  test('another kind of file, whatever it says it is', async () => {
    await refuse(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'), TYPE)
    await refuse(Buffer.from('GIF89a'), TYPE)
    await refuse(
      await sharp(await picture(20, 20))
        .webp()
        .toBuffer(),
      TYPE,
    )
  })

  test('a picture that was cut off', async () => refuse((await picture(400, 400)).subarray(0, 200), UNREADABLE))

  test('one that is wider than 4000 pixels', async () =>
    refuse(await picture(4001, 2), 'Das Bild darf höchstens 4000 Bildpunkte breit und hoch sein.'))

  test('more than 500 kB; exactly 500 kB are looked at', async () => {
    const exactly = Buffer.concat([await picture(20, 10), Buffer.alloc(LOGO_BYTES)]).subarray(0, LOGO_BYTES)
    expect((await save(exactly)).statusCode).toBe(200)
    await refuse(Buffer.concat([exactly, Buffer.from([0])]), SIZE)
    await refuse(Buffer.concat([exactly, Buffer.alloc(3)]), SIZE)
    const reply = await save(Buffer.alloc(600_000))
    expect([reply.statusCode, reply.json().message]).toEqual([413, expect.any(String)])
  })

  test('nothing, and what is no base64', async () => {
    await refuse('', 'Die Datei ist leer.')
    expect((await save('<svg>')).statusCode).toBe(422)
  })
})
