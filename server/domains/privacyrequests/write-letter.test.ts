import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { privacyRequestEndpoints as endpoints } from '#contract/privacyrequests/privacyrequests.ts'
import { userlogEndpoints } from '#contract/userlog/userlog.ts'
import { readPdf } from '#server/test/read-pdf.ts'
import { errorsOf, openRequestSchool, type RequestSchool } from '#server/test/request-school.ts'

let school: RequestSchool
beforeAll(async () => {
  school = await openRequestSchool()
})
afterAll(() => school.app.stop())

beforeEach(async () => {
  school.goTo('2026-11-20')
  await school.clear()
})

describe('the letter', () => {
  const LETTER = {
    kind: 'receipt',
    address: 'Erna Fremd\nAm Anger 5\n15999 Wacholderhain',
    subject: 'Ihr Antrag auf Auskunft nach Art. 15 DSGVO',
    text: 'Guten Tag Erna Fremd,\n\nIhren Antrag haben wir erhalten.',
  }

  test('has the head of the school, and only that it was made is stored', async () => {
    const id = await school.add()
    const reply = await school.send(endpoints.letter, id, LETTER)
    expect(String(reply.headers['content-disposition'])).toContain(`${id}-2026-11-20.pdf`)
    const { title, isTagged, pages } = await readPdf(reply.rawPayload)
    expect([title, isTagged, pages.length]).toEqual(['Eingangsbestätigung', true, 1])
    const text = pages[0]?.text
    for (const part of ['Freie Schule Wacholderhain', 'Am Anger 5', LETTER.subject, 'Wacholderhain, 20.11.2026'])
      expect(text).toContain(part)
    const { events } = await school.read(id)
    expect(events[0]).toMatchObject({ kind: 'letter', fields: ['receipt'] })
    const { rows } = await school.inFsw((tx) =>
      sql<{ action: string }>`select action from user_log where entity_type = 'privacy_request' and entity_id = ${id}
        order by id desc limit 1`.execute(tx),
    )
    expect(rows).toEqual([{ action: 'privacy_request_letter' }])
  })

  test('stands in the log with the kind and the day of its request, and nobody’s name', async () => {
    await school.add()
    const log = await school.head.call(userlogEndpoints.list, { query: { entity_type: 'privacy_request' } })
    expect(log.json().data[0]).toMatchObject({ entity_label: 'Auskunft vom 02.11.2026' })
  })

  test('with letters that the paper cannot show is refused at its field', async () => {
    const id = await school.add()
    expect(await errorsOf(school.send(endpoints.letter, id, { ...LETTER, text: 'Grüße 😀' }))).toEqual({
      text: [expect.stringContaining('😀')],
    })
  })

  test('knows the address of the guardian who asks for a child', async () => {
    const id = await school.add({
      subject: `pupil:${school.people.pupil}`,
      requester: 'custodian',
      requested_by: 'quittenbaum  Quittenbaum',
    })
    expect((await school.read(id)).known_address).toEqual(['Quittenbaum', 'Quittenbaum'])
    await school.send(endpoints.change, id, { requested_by: 'Erna Fremd' })
    expect((await school.read(id)).known_address).toEqual([])
  })

  test('about a guardian leads to a child, whose page shows what is to be corrected', async () => {
    const { guardian, pupil } = school.people
    const id = await school.add({ kind: 'rectification', subject: `guardian:${guardian}`, subject_name: null })
    expect((await school.read(id)).child_id).toBe(pupil)
    expect((await school.read(await school.add())).child_id).toBeNull()
  })

  test('can name the authority of the federal state', async () => {
    expect((await school.read(await school.add())).authority).toMatch(/Brandenburg$/)
  })
})
