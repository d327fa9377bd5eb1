import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { INFORM_TEXTS } from '#contract/registrations/registrations.inform.ts'
import { registrationEndpoints } from '#contract/registrations/registrations.ts'
import { type DecidedFamilies, decided, OLE, openDecidedFamilies } from '#server/test/decided-families.ts'
import { insideSchool } from '#server/test/factories.ts'
import { readPdf } from '#server/test/read-pdf.ts'
import { TEST_NOW } from '#server/test/test-app.ts'

let school: DecidedFamilies
beforeAll(async () => {
  school = await openDecidedFamilies()
})
afterAll(() => school.app.stop())
beforeEach(() => school.app.setNow(TEST_NOW))

/** The text of each page. */
const pagesOf = async (reply: { rawPayload: Buffer }) =>
  (await readPdf(reply.rawPayload)).pages.map(({ text }) => text.replace(/\s+/g, ' '))

describe('letters to families without a confirmed address', () => {
  test('stand in one file, one for each address, with the words of the mail; the families count as informed', async () => {
    const together = await school.family('accepted', { isConfirmed: false, firstname: 'Ida' })
    const apart = await school.family('rejected', { isConfirmed: false, second: OLE, firstname: 'Max' })
    await school.setContact(apart, 2, { street: 'Am Erlengrund', house_number: '44', zip: '14467', city: 'Potsdam' })
    const reply = await school.letters([decided(together), decided(apart, 'rejected')])
    expect(reply.statusCode).toBe(200)
    expect(reply.headers['content-disposition']).toContain('Bescheide-2026-11-20.pdf')
    const texts = await pagesOf(reply)
    expect(texts).toHaveLength(3)
    expect(texts[0]).toMatch(/Anna Müller Dorfstraße 1a 15999 Wacholderhain/)
    expect(texts[0]).toContain('Für Ida können wir Ihnen')
    expect(texts[0]).toContain('Ein kurzer Brief oder ein Anruf genügt.')
    expect(texts[0]).not.toContain('Antwort auf diese E-Mail')
    expect(texts[0]?.match(/04\.12\.2026/g)).toHaveLength(1)
    expect(texts[2]).toMatch(/Ole Berg Am Erlengrund 44 14467 Potsdam/)
    expect(texts[2]).not.toContain('Dorfstraße')
    const { last_told, events } = await school.details(together)
    expect(last_told).toMatchObject({ by_letter: true, is_waiting: false })
    expect(events.at(-1)).toMatchObject({ kind: 'letter_written', note: 'Zusage' })
    expect((await school.plan([together])).left_out[0]?.message).toBe(
      'Zusage schon am 20.11.2026 als Brief geschrieben.',
    )
    const listed = await school.head.call(registrationEndpoints.list, { query: { not_informed: 'true' as never } })
    expect(listed.json().data?.map(({ id }: { id: number }) => id) ?? []).not.toContain(together)
  })

  test('may be fetched again, which notes nothing a second time', async () => {
    const id = await school.family('waiting', { mail: null })
    await school.letters([decided(id, 'waiting')])
    school.app.setNow(new Date(TEST_NOW.getTime() + 3_600_000))
    expect((await school.letters([decided(id, 'waiting')])).statusCode).toBe(200)
    const { events, last_told } = await school.details(id)
    expect(events.filter(({ kind }: { kind: string }) => kind === 'letter_written')).toHaveLength(1)
    expect(Date.parse(last_told.at)).toBe(TEST_NOW.getTime())
  })

  test('name on the last page who is missing, and are refused when there is none', async () => {
    const [silent, reachable] = [
      await school.family('rejected', { mail: null }),
      await school.family('rejected', { firstname: 'Rita' }),
    ]
    const both = await school.letters([decided(silent, 'rejected'), decided(reachable, 'rejected')])
    const texts = await pagesOf(both)
    expect(texts).toHaveLength(2)
    expect(texts[1]).toMatch(/Nicht enthalten.*Rita Müller/)
    expect((await school.details(reachable)).last_told).toBeNull()
    const none = await school.letters([decided(reachable, 'rejected'), decided(silent, 'accepted')])
    expect([none.statusCode, none.json().message]).toEqual([409, INFORM_TEXTS.noLetter])
  })

  test('say no rank, and are logged as paper about these applications', async () => {
    const id = await school.family('waiting', { mail: null })
    const reply = await school.letters([decided(id, 'waiting')])
    expect((await pagesOf(reply)).join(' ')).not.toMatch(/Rang|Platz \d/)
    const logged = await insideSchool(school.app, school.fsw, (tx) =>
      tx.selectFrom('user_log').select('id').where('action', '=', 'registration_letters_written').execute(),
    )
    expect(logged.length).toBeGreaterThan(0)
  })
})
