import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { FILE_MESSAGES, MESSAGES } from '#contract/formats.ts'
import { PAPER_BYTES, PAPER_LIMIT, PAPER_TEXTS, PAPERS_MAX } from '#contract/papers/papers.ts'
import { photosToPdf } from '#server/documents/photo-pages.ts'
import { insideSchool } from '#server/test/factories.ts'
import { HOSTILE_PAPERS, packed, pdf, photo } from '#server/test/paper-files.ts'
import { openPaperSchool, type PaperSchool } from '#server/test/paper-school.ts'
import { readPdf } from '#server/test/read-pdf.ts'
import { TEST_NOW } from '#server/test/test-app.ts'

let school: PaperSchool
let mia: number
beforeAll(async () => {
  school = await openPaperSchool()
  mia = school.own.pupil
})
beforeEach(async () => {
  await school.forget()
  Object.assign(school.app.platform, { checkVirus: undefined, paperBytesMax: 100 * 1024 * 1024 })
})
afterAll(() => school.app.stop())

const refusedWith = (message: string) => [422, { file: [message] }]
const answerOf = (reply: Awaited<ReturnType<PaperSchool['upload']>>) => [reply.statusCode, reply.json().errors]

describe('an upload', () => {
  test('of a PDF is stored as it is, and encrypted in the database', async () => {
    const file = pdf({ pages: 3, objects: packed('8 0 << /Type /Font >>') })
    const id = await school.add({ id: mia, files: [file], query: { title: ' Vertrag  2026 ', kind: 'contract' } })
    const [paper] = await school.list(mia)
    expect(paper).toMatchObject({ id, kind: 'contract', title: 'Vertrag 2026', pages: 3, size: file.length })
    expect(paper?.created_by).toMatch(/^Person /)
    const opened = await school.file(mia, id)
    expect(opened.rawPayload.equals(file)).toBe(true)
    const [stored] = await insideSchool(school.app, school.fsw, (tx) =>
      tx.selectFrom('paper').select('content_encrypted').execute(),
    )
    expect(stored?.content_encrypted.includes(Buffer.from('Catalog'))).toBe(false)
  })

  test('of photos becomes one PDF with a page each, turned upright and without place and device', async () => {
    const files = [await photo({ width: 80, height: 60, turn: 6 }), await photo({ width: 90, height: 50, type: 'png' })]
    expect(files[0]?.includes('Kamerawort')).toBe(true)
    const id = await school.add({ id: mia, files, query: { title: 'Notiz', kind: 'minutes' } })
    expect((await school.list(mia))[0]).toMatchObject({ pages: 2, title: 'Notiz' })
    const content = (await school.file(mia, id)).rawPayload
    expect(content.includes('Kamerawort')).toBe(false)
    expect(content.includes('Exif')).toBe(false)
    const { pages } = await readPdf(content)
    expect(pages.map(({ alts }) => alts)).toEqual([['Foto, Seite 1'], ['Foto, Seite 2']])
    const boxes = [...content.toString('latin1').matchAll(/MediaBox \[0 0 (\d+)[.\d]* (\d+)/g)]
    expect(boxes.map(([, width, height]) => `${width} ${height}`)).toEqual(['595 841', '841 595'])
  })

  test('scales large photos down to what is readable on A4', async () => {
    const large = await photo({ width: 3000, height: 4000 })
    const limits = { sideMax: 12_000, pixelsMax: 50_000_000 }
    const content = Buffer.from((await photosToPdf([large], { title: 'x', at: TEST_NOW, limits })) as Uint8Array)
    const start = content.indexOf(Buffer.from([0xff, 0xd8, 0xff]))
    const { width, height, exif } = await sharp(content.subarray(start)).metadata()
    expect([width, height, exif]).toEqual([1754, 2339, undefined])
  })

  test.each(HOSTILE_PAPERS)('of %s is refused, and nothing is stored', async (_, file, reason) => {
    expect(answerOf(await school.upload({ id: mia, files: [file] }))).toEqual(refusedWith(PAPER_TEXTS[reason]))
    expect(await school.rows()).toEqual([])
  })

  test('of a PDF with other files, of too many photos or with wrong sizes is refused', async () => {
    const one = await photo()
    expect(answerOf(await school.upload({ id: mia, files: [pdf(), one] }))).toEqual(refusedWith(PAPER_TEXTS.mixed))
    const many = await school.upload({ id: mia, files: Array.from({ length: 21 }, () => one) })
    expect(answerOf(many)).toEqual([422, { sizes: [PAPER_TEXTS.photos] }])
    for (const sizes of [`${one.length - 1}`, `${one.length + 1}`, `1,${one.length}`]) {
      const reply = await school.upload({ id: mia, files: [one], query: { sizes } })
      expect(answerOf(reply)).toEqual([422, { sizes: [PAPER_TEXTS.incomplete] }])
    }
  })

  test('as large as allowed is taken, a larger one is not', async () => {
    const filled = (bytes: number) => pdf({ objects: `%${' '.repeat(bytes - pdf().length - 1)}` })
    expect((await school.upload({ id: mia, files: [filled(PAPER_BYTES)] })).statusCode).toBe(201)
    expect(answerOf(await school.upload({ id: mia, files: [filled(PAPER_BYTES + 1)] }))).toEqual(
      refusedWith(FILE_MESSAGES.size(PAPER_LIMIT)),
    )
  })

  test('needs a title and a kind of the list', async () => {
    const wrong = await school.upload({ id: mia, query: { title: ' \u202e ', kind: 'measles_proof' } })
    expect(answerOf(wrong)).toEqual([422, { title: [MESSAGES.required], kind: [MESSAGES.boolean] }])
    expect((await school.upload({ id: mia, query: { title: 'x'.repeat(121) } })).statusCode).toBe(422)
  })

  test('with a title for paths and scripts is opened under a harmless name', async () => {
    const id = await school.add({ id: mia, query: { title: '../../etc/<b>"x"\r\nX: y' } })
    const { headers } = await school.file(mia, id)
    expect(decodeURIComponent(String(headers['content-disposition']))).toBe(
      "attachment; filename*=UTF-8''-..-etc--b--x- X- y.pdf",
    )
    expect(headers['x-content-type-options']).toBe('nosniff')
    expect(headers['content-security-policy']).toContain('sandbox')
    expect(headers['cache-control']).toContain('no-store')
  })
})

describe('room', () => {
  test('ends with the twentieth paper of a record, also for two uploads at the same time', async () => {
    for (let count = 1; count < PAPERS_MAX; count++) await school.add({ id: mia, query: { title: `Blatt ${count}` } })
    const other = await school.signIn('schooladmin')
    const replies = await Promise.all([
      school.upload({ id: mia, query: { title: 'letztes' } }),
      school.upload({ id: mia, query: { title: 'zuviel' }, visitor: other }),
    ])
    expect(replies.map(({ statusCode }) => statusCode).sort()).toEqual([201, 422])
    expect(await school.list(mia)).toHaveLength(PAPERS_MAX)
    expect(answerOf(await school.upload({ id: mia }))).toEqual(refusedWith(PAPER_TEXTS.tooMany))
  })

  test('of the school ends with the setting of the operator', async () => {
    school.app.platform.paperBytesMax = pdf().length
    await school.add({ id: mia })
    const refused = await school.upload({ subject: 'employee', id: school.own.employee })
    expect(answerOf(refused)).toEqual(refusedWith(PAPER_TEXTS.schoolFull))
    // Each school has its own room.
    await school.add({ id: school.theirs.pupil, visitor: school.neighbour })
  })
})

describe('the virus check', () => {
  test.each([
    ['infected', 422, PAPER_TEXTS.infected],
    ['unchecked', 503, PAPER_TEXTS.unchecked],
  ] as const)('refuses what is %s', async (finding, status, message) => {
    school.app.platform.checkVirus = async () => finding
    const reply = await school.upload({ id: mia })
    expect([reply.statusCode, reply.json().message]).toEqual([status, message])
    expect(await school.rows()).toEqual([])
  })

  test('sees each file as it was sent', async () => {
    const files = [await photo(), await photo({ type: 'png' })]
    const seen: Buffer[] = []
    school.app.platform.checkVirus = async (file) => {
      seen.push(Buffer.from(file))
      return 'clean'
    }
    await school.add({ id: mia, files })
    expect(seen.map((file, index) => file.equals(files[index] as Buffer))).toEqual([true, true])
  })
})

describe('twice', () => {
  test('with the same key acts once', async () => {
    const key = crypto.randomUUID()
    const first = await school.upload({ id: mia, key })
    const again = await school.upload({ id: mia, key })
    expect([first.statusCode, again.json()]).toEqual([201, first.json()])
    expect(await school.list(mia)).toHaveLength(1)
    const other = await school.upload({ id: mia, key, files: [pdf({ pages: 2 })] })
    expect(other.statusCode).toBe(409)
  })

  test('by one account at the same time is refused, and others go on', async () => {
    const { promise: waiting, resolve: goOn } = Promise.withResolvers<void>()
    const { promise: begun, resolve: begin } = Promise.withResolvers<void>()
    school.app.platform.checkVirus = async () => {
      begin()
      await waiting
      return 'clean'
    }
    const first = school.upload({ id: mia, query: { title: 'eins' } })
    await begun
    const second = await school.upload({ id: mia, query: { title: 'zwei' } })
    expect([second.statusCode, second.json().message]).toEqual([409, PAPER_TEXTS.running])
    const colleague = school.upload({ id: mia, query: { title: 'drei' }, visitor: await school.signIn('schooladmin') })
    goOn()
    expect([(await first).statusCode, (await colleague).statusCode]).toEqual([201, 201])
    expect((await school.upload({ id: mia, query: { title: 'vier' } })).statusCode).toBe(201)
  })
})
