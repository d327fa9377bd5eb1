import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { CIRCULAR_TEXTS, circularEndpoints } from '#contract/circulars/circulars.ts'
import { readPdf } from '#server/test/read-pdf.ts'
import { openWaitingFamilies, WAITING_TEXT, type WaitingFamilies } from '#server/test/waiting-families.ts'

let school: WaitingFamilies
let circular: number
const body = `${WAITING_TEXT.body}\n\nMit freundlichen Grüßen\n{Schule}`

beforeAll(async () => {
  school = await openWaitingFamilies()
})
beforeEach(async () => {
  await school.forget()
  circular = await school.send({ ...school.everybody, ...WAITING_TEXT, body })
})
afterAll(() => school.stop())

const letters = (contact_ids: number[] = [], id = circular) =>
  school.head.call(circularEndpoints.letters, { params: { id }, body: { contact_ids } })
const pagesOf = async (reply: { rawPayload: Buffer }) =>
  (await readPdf(reply.rawPayload)).pages.map(({ text }) => text.replace(/\s+/g, ' '))

describe('letters of a circular to the waiting list', () => {
  test('go to everybody whom no mail reaches, with the same text and one farewell', async () => {
    const reply = await letters()
    expect(reply.statusCode).toBe(200)
    expect(reply.headers['content-disposition']).toContain('Rundmail-2026-11-20.pdf')
    const texts = await pagesOf(reply)
    expect(texts).toHaveLength(2)
    expect(texts[0]).toMatch(/Sina Wald Dorfstraße 1a 15999 Wacholderhain/)
    expect(texts[0]).toContain('Guten Tag Sina Wald, für Kim (Klassenstufe 1, 2027/2028) öffnen wir die Schule.')
    expect(texts[0]?.match(/Mit freundlichen Grüßen/g)).toHaveLength(1)
    expect(texts[1]).toContain('Guten Tag Udo Zorn, für Tom')
  })

  test('or to chosen ones; anybody else is unknown', async () => {
    expect(await pagesOf(await letters([await school.contactOf(school.Tom)]))).toHaveLength(1)
    expect((await letters([await school.contactOf(school.Mia)])).statusCode).toBe(404)
    expect((await letters([await school.contactOf(school.Tom), 987_654])).statusCode).toBe(404)
  })

  test('failed ones get one, too: parents at two addresses their own, and sisters stand together', async () => {
    await school.setContact(
      school.Mia,
      { street: 'Am Erlengrund', house_number: '44', zip: '14467', city: 'Potsdam', same_address: false },
      2,
    )
    school.post.server.state.mood = 'refuse'
    await school.post.runAll()
    const texts = await pagesOf(await letters())
    expect(texts).toHaveLength(4)
    const [ole, anna] = [texts.find((text) => text.includes('Berg')), texts.find((text) => text.includes('Anna'))]
    expect(ole).toMatch(/Ole Berg Am Erlengrund 44 14467 Potsdam/)
    expect(ole).toContain('für Mia (')
    expect(anna).toContain('Guten Tag Anna Weber, für Mia und Lea (Klassenstufe 1 und 3')
  })

  test('people at one address with the same child get one together; without an address the name stands alone', async () => {
    await school.setContact(school.Mia, { same_address: true }, 2)
    await school.setContact(school.Kim, { same_address: false, street: null })
    await school.setStatus(school.Lea, 'rejected')
    school.post.server.state.mood = 'refuse'
    await school.post.runAll()
    const texts = await pagesOf(await letters())
    expect(
      texts.some((text) => /Guten Tag (Anna Weber und Ole Berg|Ole Berg und Anna Weber), für Mia/.test(text)),
    ).toBe(true)
    expect(texts.find((text) => text.includes('Sina Wald'))).not.toContain('Dorfstraße')
    await school.setStatus(school.Lea, 'waiting')
    await school.setContact(school.Kim, { same_address: true })
  })

  test('nobody gets one who left the list meanwhile', async () => {
    await school.setStatus(school.Kim, 'accepted')
    await school.setStatus(school.Tom, 'rejected')
    const reply = await letters()
    expect([reply.statusCode, reply.json().message]).toEqual([409, CIRCULAR_TEXTS.noLetters])
    const { left_out } = await school.read(circular)
    const refusals = left_out.filter(({ reason }) => reason !== 'no_custody').map(({ no_letter }) => no_letter)
    expect(refusals).toContain('Tom steht nicht mehr auf der Warteliste. Es wird kein Brief gedruckt.')
    await school.setStatus(school.Kim, 'waiting')
    await school.setStatus(school.Tom, 'waiting')
  })

  test('are only for circulars to the waiting list', async () => {
    const id = await school.send()
    expect((await letters([], id)).statusCode).toBe(404)
  })
})
