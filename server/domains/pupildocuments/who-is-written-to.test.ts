import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { pupilDocumentEndpoints } from '#contract/pupildocuments/pupildocuments.ts'
import { sensitiveEndpoints } from '#contract/sensitive/sensitive.ts'
import { hashMail } from '#server/mail/outbox.ts'
import { makePupil } from '#server/test/child-factories.ts'
import { type ClassSchool, openClassSchool } from '#server/test/class-school.ts'
import { insideSchool } from '#server/test/factories.ts'
import { readPdf } from '#server/test/read-pdf.ts'

let school: ClassSchool
let mia: number
const HOME = { street: 'Dorfstraße', house_number: '1', zip: '15999', city: 'Wacholderhain' }

const setPupil = (id: number, change: Record<string, unknown>) =>
  insideSchool(school.app, school.fsw, (tx) => tx.updateTable('pupil').set(change).where('id', '=', id).execute())

/** A guardian of these pupils who gets letters and lives with them. */
const giveGuardian = (
  pupils: number[],
  person: { firstname: string; mail?: string },
  relation: { has_custody?: boolean } = {},
) =>
  insideSchool(school.app, school.fsw, async (tx) => {
    const { id } = await tx
      .insertInto('guardian')
      .values({ school_id: school.fsw, lastname: 'Müller', ...person })
      .returning('id')
      .executeTakeFirstOrThrow()
    const link = { guardian_id: id, relationship: 'mother', has_custody: true, lives_with_pupil: true, ...relation }
    await tx
      .insertInto('pupil_guardian')
      .values(pupils.map((pupil_id) => ({ school_id: school.fsw, pupil_id, ...link })))
      .execute()
  })

beforeAll(async () => {
  school = await openClassSchool()
  mia = await makePupil(school.app, school.fsw, { firstname: 'Mia', lastname: 'Jung', grade: 1, schoolclass: 'a' })
  await setPupil(mia, HOME)
})
afterAll(() => school.app.stop())

const sheets = (body: Record<string, unknown>) => school.head.call(pupilDocumentEndpoints.sheets, { body })
const preview = (body: Record<string, unknown>) => school.head.call(pupilDocumentEndpoints.preview, { body })
const pdfOf = async (reply: Awaited<ReturnType<typeof sheets>>) => {
  expect(reply.statusCode).toBe(200)
  return readPdf(reply.rawPayload)
}

describe('somebody who may not hear of the child', () => {
  const letter = { kind: 'letters', subject: 'Fest', body: 'Hallo {Kind}', only_without_mail: false }

  test('without custody gets no letter while there is a blocking note, whatever was ticked', async () => {
    const kim = await makePupil(school.app, school.fsw, { firstname: 'Kim', grade: 1, schoolclass: 'a' })
    await setPupil(kim, HOME)
    await giveGuardian([kim], { firstname: 'Vera' })
    await giveGuardian([kim], { firstname: 'Gesperrt' }, { has_custody: false })
    const noted = await school.head.call(sensitiveEndpoints.add, {
      params: { id: kim },
      body: {
        ...{ kind: 'blocking_note', visible_to_teachers: false },
        ...{ text: 'Kontaktverbot', document_seen_at: '2026-11-01' },
      },
      headers: { 'idempotency-key': crypto.randomUUID() },
    })
    expect(noted.statusCode, noted.body).toBe(201)
    expect((await preview({ ...letter, ids: [kim] })).json().recipients).toEqual([
      { name: 'Vera Müller', has_custody: true },
    ])
  })

  test('counts as reached by mail only with custody and an address from which nothing came back', async () => {
    const ids = []
    for (const [firstname, has_custody] of [
      ['Gut', true],
      ['Ohne', false],
      ['Weg', true],
    ] as const) {
      const child = await makePupil(school.app, school.fsw, { firstname, grade: 1, schoolclass: 'a' })
      await setPupil(child, { ...HOME, house_number: String(child) })
      await giveGuardian([child], { firstname, mail: `${firstname}@example.org` }, { has_custody })
      ids.push(child)
    }
    await insideSchool(school.app, school.fsw, (tx) =>
      tx
        .insertInto('mail_log')
        .values({
          ...{ school_id: school.fsw, state: 'failed' },
          ...{ template: 'circular', related_type: 'guardian', related_id: 1, recipient_masked: 'w@example.org' },
          ...{
            recipient_hash: hashMail('weg@example.org'),
            bounce_reason: 'unknown',
            bounced_at: '2026-11-20T07:00:00Z',
          },
        })
        .execute(),
    )
    const reply = await preview({ ...letter, only_without_mail: true, ids })
    expect(reply.json()).toMatchObject({ count: 2, reached_by_mail: 1 })
    const names = reply.json().recipients.map(({ name }: { name: string }) => name)
    expect(names).toEqual(['Ohne Müller', 'Weg Müller'])
  })

  test('of age is written to in person, with a link of their own, and the parents are not', async () => {
    const uma = await makePupil(school.app, school.fsw, { firstname: 'Uma', lastname: 'Alt', birthdate: '2008-11-20' })
    await setPupil(uma, HOME)
    await giveGuardian([uma, mia], { firstname: 'Vera' })
    expect((await preview({ ...letter, ids: [uma] })).json().recipients).toEqual([
      { name: 'Uma Alt', has_custody: true },
    ])
    const { pages } = await pdfOf(await sheets({ kind: 'link_letters', ids: [uma, mia] }))
    const [own, parents] = pages.map(({ text }) => text.replace(/\s+/g, ' '))
    expect(own).toContain('Guten Tag Uma Alt,')
    expect(own).toContain('Ihr eigener Link')
    expect(own).not.toMatch(/Vera|Mia/)
    expect(parents).toContain('Vera Müller')
    expect(parents).not.toContain('Uma')
    await setPupil(uma, { birthdate: '2008-11-21' })
    expect((await preview({ ...letter, ids: [uma] })).json().recipients).toEqual([
      { name: 'Vera Müller', has_custody: true },
    ])
  })
})
