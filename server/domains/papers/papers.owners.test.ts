import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { PaperSubject } from '#contract/papers/papers.kinds.ts'
import { PAPER_ENDPOINTS, PAPER_TEXTS, type Paper } from '#contract/papers/papers.ts'
import { openPackageSchool, type PackageSchool, sectionsOf } from '#server/test/package-school.ts'
import { pdf } from '#server/test/paper-files.ts'
import type { TestVisitor } from '#server/test/test-visitor.ts'
import { openTransformSchool } from '#server/test/transform-school.ts'

const upload = (visitor: TestVisitor, subject: PaperSubject, id: number) =>
  visitor.call(PAPER_ENDPOINTS[subject].add, {
    params: { id },
    query: { kind: 'contract', title: 'Titelwort' },
    body: pdf(),
    headers: { 'content-type': 'application/octet-stream', 'idempotency-key': crypto.randomUUID() },
  })

describe('papers of an application', () => {
  test('go along to the pupil that the child becomes, and open there; nothing more is added here', async () => {
    const school = await openTransformSchool()
    const { head } = school
    const id = await school.accepted({ firstname: 'Mia', lastname: school.freshName() })
    const paper = (await upload(head, 'registration', id)).json().id as number
    const made = await school.transform({ id, force: true })
    expect(made.statusCode, made.body).toBe(201)
    const pupil = made.json().pupil_id as number
    const list = async (subject: PaperSubject, of: number) =>
      (await head.call(PAPER_ENDPOINTS[subject].list, { params: { id: of } })).json() as Paper[]
    expect((await list('pupil', pupil)).map((one) => one.id)).toEqual([paper])
    expect(await list('registration', id)).toEqual([])
    const opened = await head.call(PAPER_ENDPOINTS.pupil.file, { params: { id: pupil, paper_id: paper } })
    expect(opened.rawPayload.equals(pdf())).toBe(true)
    const late = await upload(head, 'registration', id)
    expect([late.statusCode, late.json().message]).toEqual([409, PAPER_TEXTS.closed])
    await school.app.stop()
  })
})

describe('an access package', () => {
  let school: PackageSchool
  beforeAll(async () => {
    school = await openPackageSchool()
    const reply = await upload(school.head, 'pupil', school.mia)
    if (reply.statusCode !== 201) throw new Error(reply.body)
  })
  afterAll(() => school.app.stop())

  test('of the child has the papers as files, under names that name nothing', async () => {
    const { names, data, files } = await school.open({ subject: 'pupil', id: school.mia })
    expect(names).toEqual(['auskunft.pdf', 'daten.json', 'unterlage-1.pdf'])
    expect(Buffer.from(files.get('unterlage-1.pdf') ?? []).equals(pdf())).toBe(true)
    const [section] = sectionsOf(data.sections, 'paper')
    expect(section?.entries[0]?.facts.map(({ key, text }) => [key, text])).toContainEqual(['title', 'Titelwort'])
    expect(section?.entries[0]?.facts).toContainEqual({
      key: 'file',
      label: 'Datei',
      value: 'unterlage-1.pdf',
      text: 'unterlage-1.pdf',
    })
  })

  test('of a parent who lives apart says that there are papers, without title and file', async () => {
    const { names, data } = await school.open({ subject: 'pupil', id: school.mia, recipient_id: school.paul })
    expect(names.filter((name) => name.startsWith('unterlage'))).toEqual([])
    const [section] = sectionsOf(data.sections, 'paper')
    expect(section?.paragraphs[0]).toMatch(/^Die Dateien sind nicht enthalten/)
    expect(JSON.stringify(data)).not.toContain('Titelwort')
  })
})
