import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ERROR_TEXTS } from '#contract/error-texts.ts'
import { registrationDocumentEndpoints as endpoints } from '#contract/registrationdocuments/registrationdocuments.ts'
import { inPaperTurn } from '#server/documents/in-turn.ts'
import { makeApplication } from '#server/test/child-factories.ts'
import { insideSchool, makeSchool, makeUser } from '#server/test/factories.ts'
import { readPdf } from '#server/test/read-pdf.ts'
import { statementsOf } from '#server/test/sent-statements.ts'
import { startTestApp, type TestApp } from '#server/test/test-app.ts'
import type { TestVisitor } from '#server/test/test-visitor.ts'

let app: TestApp
let fsw: number
let head: TestVisitor
beforeAll(async () => {
  app = await startTestApp()
  fsw = await makeSchool(app, 'fsw')
  head = await app.signedIn((await makeUser(app, { role: 'schooladmin', schools: [fsw] })).id)
})
afterAll(() => app.stop())

const PAUL = { firstname: 'Paul', lastname: 'Fern', mail: 'paul@example.org' }

const download = (id: number) => head.call(endpoints.document, { params: { id } })
const downloadMany = (body: object) => head.call(endpoints.documents, { body })
const textOf = async (id: number) => {
  const { pages } = await readPdf((await download(id)).rawPayload)
  return pages.map(({ text }) => text.replace(/\s+/g, ' ')).join(' ')
}

const declare = (id: number, joint_consent_declared: boolean) =>
  insideSchool(app, fsw, async (tx) => {
    const row = await tx.selectFrom('registration').select('meta').where('id', '=', id).executeTakeFirstOrThrow()
    const meta = JSON.stringify({ ...(row.meta as object), joint_consent_declared })
    await tx.updateTable('registration').set({ meta }).where('id', '=', id).execute()
  })

describe('the document of an application', () => {
  test('says that the second person agrees only where that was declared; else it is to be signed', async () => {
    const { id } = await makeApplication(app, fsw, { second: PAUL })
    const consent = 'Die zweite sorgeberechtigte Person stimmt der Bewerbung zu'
    const signed = 'Mit unserer Unterschrift erklären wir:'
    await declare(id, true)
    expect(await textOf(id)).not.toContain(signed)
    // The form says sole custody, so it asked for no consent; staff learned of the second person later.
    await declare(id, false)
    const text = await textOf(id)
    const [online, byHand = ''] = text.split(signed)
    expect(online).toContain('Mit der Online-Bewerbung am 20.11.2026 07:40 erklärt:')
    expect(online).toContain('Ich habe die Datenschutzhinweise gelesen.')
    expect(online).not.toContain(consent)
    expect(byHand).toContain(consent)
    expect(byHand).toContain('Unterschrift Sorgeberechtigte:r 2 (Paul Fern)')
  })
})

describe('documents of many', () => {
  test('read the text of the notices only where it is printed', async () => {
    const ids = [(await makeApplication(app, fsw)).id]
    const askedForText = async (has_notice: boolean) => {
      const { texts, reply } = await statementsOf(() => downloadMany({ ids, has_notice }))
      const notices = texts.filter((text) => text.includes('"privacy_notice" as "n"'))
      expect([reply.statusCode, notices.length]).toEqual([200, 1])
      return notices[0]?.includes('body_markdown')
    }
    expect([await askedForText(false), await askedForText(true)]).toEqual([false, true])
  })

  test('are refused for a moment while too many of the same school wait, and made for another school', async () => {
    const { id } = await makeApplication(app, fsw)
    const fow = await makeSchool(app, 'fow')
    const other = await app.signedIn((await makeUser(app, { role: 'schooladmin', schools: [fow] })).id)
    const foreign = await makeApplication(app, fow, { grade: 7 })
    const { promise: printed, resolve: finish } = Promise.withResolvers<void>()
    const waiting = Array.from({ length: 11 }, () => inPaperTurn(fsw, () => printed))
    const refused = await download(id)
    expect([refused.statusCode, refused.json()]).toEqual([503, { message: ERROR_TEXTS.tooMuchWork }])
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
    expect((await other.call(endpoints.document, { params: { id: foreign.id } })).statusCode).toBe(200)
    finish()
    await Promise.all(waiting)
    expect((await download(id)).statusCode).toBe(200)
  })
})
