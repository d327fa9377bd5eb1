import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  ATTACHMENT_BYTES,
  ATTACHMENT_LIMIT,
  ATTACHMENT_TEXTS,
  ATTACHMENTS_MAX,
  type CircularAttachment,
  circularAttachmentEndpoints as endpoints,
} from '#contract/circulars/circulars.attachments.ts'
import { circularEndpoints } from '#contract/circulars/circulars.ts'
import { FILE_MESSAGES } from '#contract/formats.ts'
import { PDF_TYPE } from '#contract/pupildocuments/pupildocuments.ts'
import { tidyUp } from '#server/domains/retentions/tidy-up.ts'
import { CIRCULAR_TEXT, type CircularSchool, openCircularSchool } from '#server/test/circular-school.ts'
import { insideSchool } from '#server/test/factories.ts'
import { TEST_NOW } from '#server/test/test-app.ts'

let school: CircularSchool
beforeAll(async () => {
  school = await openCircularSchool()
})
beforeEach(() => school.forget())
afterAll(() => school.stop())

const inFsw = <T>(work: Parameters<typeof insideSchool<T>>[2]) => insideSchool(school.app, school.fsw, work)
const pdf = (bytes = 20): Buffer => Buffer.from('%PDF-1.7 Elternbrief'.padEnd(bytes, ' '))
const upload = (filename = 'Elternbrief.pdf', body = pdf(), visitor = school.head) =>
  visitor.call(endpoints.add, {
    query: { filename },
    body,
    headers: { 'content-type': 'application/octet-stream' },
  })
const chosen = async (...files: Parameters<typeof upload>[]) => {
  const ids: number[] = []
  for (const file of files) {
    const reply = await upload(...file)
    expect(reply.statusCode, reply.body).toBe(201)
    ids.push((reply.json() as CircularAttachment).id)
  }
  return ids
}
const fileOf = (id: number, attachment_id: number, visitor = school.head) =>
  visitor.call(endpoints.file, { params: { id, attachment_id } })

describe('a file', () => {
  test('belongs to its own circular, however close the next one follows', async () => {
    const bodies = [pdf(40), pdf(50)]
    for (const body of bodies) await school.send({ attachment_ids: await chosen(['Brief.pdf', body]) })
    await school.send()
    await school.post.runDue()
    const sizes = school.post.server.mails.map(({ attachments }) =>
      attachments.map(({ content }) => (content as ArrayBuffer).byteLength),
    )
    expect(sizes.toSorted()).toEqual([[], [], [40], [40], [50], [50]])
  })

  test('goes to every reader with its name, and can be opened from the page of the circular', async () => {
    const attachment_ids = await chosen(['Elternbrief März.pdf'], ['Plan: a/b.pdf', pdf(30)])
    const id = await school.send({ attachment_ids })
    await school.post.runDue()
    expect(school.readers()).toEqual(['anna@example.org', 'jan@example.org'])
    for (const { attachments } of school.post.server.mails) {
      expect(attachments.map(({ filename, mimeType }) => [filename, mimeType])).toEqual([
        ['Elternbrief März.pdf', PDF_TYPE],
        ['Plan- a-b.pdf', PDF_TYPE],
      ])
      expect(Buffer.from(attachments[0]?.content as ArrayBuffer).equals(pdf())).toBe(true)
    }
    const shown = (await school.read(id)).attachments
    expect(shown.map(({ filename, size }) => [filename, size])).toEqual([
      ['Elternbrief März.pdf', 20],
      ['Plan- a-b.pdf', 30],
    ])
    const file = await fileOf(id, shown[0]?.id ?? 0)
    expect([file.statusCode, file.headers['content-type']]).toEqual([200, PDF_TYPE])
    expect(file.rawPayload.equals(pdf())).toBe(true)
  })

  test('goes along with the trial and stays for the circular', async () => {
    const attachment_ids = await chosen([])
    const trial = await school.head.call(circularEndpoints.trial, {
      body: { ...school.both, ...CIRCULAR_TEXT, reader_id: school.Anna, attachment_ids },
    })
    expect(trial.statusCode, trial.body).toBe(200)
    expect(school.post.server.mails[0]?.attachments).toHaveLength(1)
    expect((await school.add({ attachment_ids })).statusCode).toBe(201)
  })

  test.each<[string, { filename?: string; body?: Buffer; message: string }]>([
    ['of another kind', { filename: 'Brief.docx', message: ATTACHMENT_TEXTS.type }],
    ['that only calls itself PDF', { body: Buffer.from('<html>'), message: ATTACHMENT_TEXTS.type }],
    ['that is empty', { body: Buffer.alloc(0), message: ATTACHMENT_TEXTS.empty }],
    ['that is too large', { body: pdf(ATTACHMENT_BYTES + 1), message: FILE_MESSAGES.size(ATTACHMENT_LIMIT) }],
  ])('%s is refused', async (_, { filename, body, message }) => {
    const reply = await upload(filename, body)
    expect([reply.statusCode, reply.json().errors]).toEqual([422, { file: [message] }])
  })

  test('as large as allowed is taken, and nobody fills the disk with files that are not sent', async () => {
    const replies = []
    for (let count = 0; count < 6; count++) replies.push(await upload('Brief.pdf', pdf(ATTACHMENT_BYTES)))
    expect(replies.map(({ statusCode }) => statusCode)).toEqual([...Array.from({ length: 5 }, () => 201), 422])
    expect(replies.at(-1)?.json().errors).toEqual({ file: [ATTACHMENT_TEXTS.waiting] })
  })
})

describe('sending is refused, and nothing is sent,', () => {
  const refused = async (attachment_ids: readonly number[], message: string) => {
    const reply = await school.add({ attachment_ids })
    expect([reply.statusCode, reply.json().errors]).toEqual([422, { attachment_ids: [message] }])
    expect(await inFsw((tx) => tx.selectFrom('circular').select('id').execute())).toEqual([])
  }

  test('with too many files, or too large ones together', async () => {
    const ids = await chosen(...Array.from({ length: ATTACHMENTS_MAX + 1 }, (): [] => []))
    await refused(ids, FILE_MESSAGES.count(ATTACHMENTS_MAX))
    const [one, two] = await chosen(['a.pdf', pdf(ATTACHMENT_BYTES)], [])
    await refused([one ?? 0, two ?? 0], FILE_MESSAGES.totalSize(ATTACHMENT_LIMIT))
    expect((await school.add({ attachment_ids: [one] })).statusCode).toBe(201)
  })

  test('with files of somebody else, of another school, of another circular, or none at all', async () => {
    const colleague = await school.signIn('schooladmin', school.fsw)
    const [theirs = 0] = await chosen(['a.pdf', pdf(), colleague])
    const [foreign = 0] = await chosen(['a.pdf', pdf(), school.neighbour])
    for (const id of [theirs, foreign, 987_654_321]) await refused([id], ATTACHMENT_TEXTS.gone)
    const [own = 0] = await chosen([])
    const sent = await school.send({ attachment_ids: [own] })
    const again = await school.add({ attachment_ids: [own] })
    expect(again.json().errors).toEqual({ attachment_ids: [ATTACHMENT_TEXTS.gone] })
    const [unknown, elsewhere] = [await fileOf(sent, 987_654_321), await fileOf(sent, own, school.neighbour)]
    expect([unknown.statusCode, elsewhere.statusCode]).toEqual([404, 404])
    expect(elsewhere.body).toBe(unknown.body)
    // What is not sent has no page yet.
    expect((await fileOf(sent, theirs)).statusCode).toBe(404)
  })
})

test('what was not sent goes after a day, what was sent goes with its circular', async () => {
  const [unsent = 0, sent = 0] = await chosen([], [])
  await school.send({ attachment_ids: [sent] })
  const left = async () =>
    (await inFsw((tx) => tx.selectFrom('circular_attachment').select('id').execute())).map(({ id }) => id)
  await inFsw((tx) => tx.updateTable('circular_attachment').set({ created_at: TEST_NOW.toISOString() }).execute())
  const tidyAfter = async (hours: number) => {
    school.app.setNow(new Date(TEST_NOW.getTime() + hours * 3_600_000))
    await tidyUp(school.app.platform)({})
  }
  await tidyAfter(23)
  expect(await left()).toEqual([unsent, sent])
  await tidyAfter(25)
  expect(await left()).toEqual([sent])
  await tidyAfter(24 * 185)
  expect(await left()).toEqual([])
  school.app.setNow(TEST_NOW)
})
