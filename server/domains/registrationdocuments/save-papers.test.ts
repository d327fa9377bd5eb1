import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  registrationDocumentEndpoints as endpoints,
  PAPER_TEXTS,
} from '#contract/registrationdocuments/registrationdocuments.ts'
import type { RegistrationDetails } from '#contract/registrations/registrations.details.ts'
import { REGISTRATION_TEXTS } from '#contract/registrations/registrations.texts.ts'
import { registrationEndpoints } from '#contract/registrations/registrations.ts'
import { makeApplication, makePupil, setApplication } from '#server/test/child-factories.ts'
import { insideSchool, makeUser } from '#server/test/factories.ts'
import type { TestApp } from '#server/test/test-app.ts'
import type { TestVisitor } from '#server/test/test-visitor.ts'
import { openTwoSchools } from '#server/test/two-schools.ts'

let app: TestApp
let fsw: number
let fow: number
let head: TestVisitor
beforeAll(async () => {
  ;({ app, fsw, fow, head } = await openTwoSchools())
})
afterAll(() => app.stop())

const save = (id: number, papers: object[], visitor = head) =>
  visitor.call(endpoints.savePapers, { params: { id }, body: { papers } })
const request = (id: number, is_requested: boolean, visitor = head) =>
  visitor.call(endpoints.requestPapers, { params: { id }, body: { is_requested } })
const details = async (id: number) =>
  (await head.call(registrationEndpoints.get, { params: { id } })).json() as RegistrationDetails

const birth = { kind: 'birth_certificate', seen_on: '2026-11-20' }

describe('papers that were shown', () => {
  test('are stored with day and person, corrected and taken back, each in the timeline', async () => {
    const { id } = await makeApplication(app, fsw)
    expect((await save(id, [birth, { kind: 'custody_proof', seen_on: '2026-11-18' }])).json()).toEqual({
      papers: [
        { ...birth, seen_by: 'Person 1' },
        { kind: 'custody_proof', seen_on: '2026-11-18', seen_by: 'Person 1' },
      ],
      papers_requested_at: null,
    })
    await save(id, [{ ...birth, seen_on: '2026-11-19' }])
    const reply = await save(id, [{ ...birth, seen_on: null }])
    expect(reply.json().papers).toMatchObject([{ kind: 'custody_proof' }])
    const { papers, events, version } = await details(id)
    expect(papers).toMatchObject([{ kind: 'custody_proof', seen_on: '2026-11-18' }])
    expect(events.map(({ kind, note, by }) => [kind, note, by])).toEqual([
      ['paper_seen', 'Geburtsurkunde (zur Einsicht), 20.11.2026', 'Person 1'],
      ['paper_seen', 'Nachweis über das Sorgerecht, 18.11.2026', 'Person 1'],
      ['paper_seen', 'Geburtsurkunde (zur Einsicht), 19.11.2026', 'Person 1'],
      ['paper_seen', 'Geburtsurkunde (zur Einsicht), zurückgenommen', 'Person 1'],
    ])
    // It is no change of the application: somebody who writes a note at the same time gets no conflict.
    expect(version).toBe(1)
  })

  test('are noted once, also when two press at the same time', async () => {
    const { id } = await makeApplication(app, fsw)
    const replies = await Promise.all([save(id, [birth]), save(id, [birth])])
    expect(replies.map(({ statusCode }) => statusCode)).toEqual([200, 200])
    const { papers, events } = await details(id)
    expect([papers.length, events.length]).toEqual([1, 1])
  })

  test('have no day in the future, and each is named once', async () => {
    const { id } = await makeApplication(app, fsw)
    const late = await save(id, [{ ...birth, seen_on: '2026-11-21' }])
    expect([late.statusCode, late.json().errors]).toEqual([422, { 'papers.0.seen_on': [PAPER_TEXTS.future] }])
    const twice = await save(id, [birth, { ...birth, seen_on: null }])
    expect([twice.statusCode, twice.json().errors]).toEqual([422, { papers: [PAPER_TEXTS.twice] }])
    expect((await save(id, [{ kind: 'passport', seen_on: '2026-11-20' }])).statusCode).toBe(422)
    expect((await save(id, [])).statusCode).toBe(422)
  })
})

describe('the request for papers', () => {
  test('is noted on its day, keeps it when asked again, and can end', async () => {
    const { id } = await makeApplication(app, fsw)
    expect((await request(id, true)).json().papers_requested_at).toBe('2026-11-20')
    await request(id, true)
    expect((await details(id)).papers_requested_at).toBe('2026-11-20')
    expect((await request(id, false)).json().papers_requested_at).toBe(null)
    expect((await details(id)).events.map(({ kind, note }) => [kind, note])).toEqual([
      ['papers_requested', null],
      ['papers_requested', 'zurückgenommen'],
    ])
  })
})

describe('papers and request', () => {
  const both = [
    (id: number, visitor = head) => save(id, [birth], visitor),
    (id: number, visitor = head) => request(id, true, visitor),
  ]

  test('are refused once it is withdrawn; of a pupil papers are noted, but no longer asked for', async () => {
    const withdrawn = await makeApplication(app, fsw)
    await setApplication(app, fsw, { id: withdrawn.id, withdrawn_at: '2026-11-19T09:00:00Z' })
    const transformed = await makeApplication(app, fsw)
    const pupil_id = await makePupil(app, fsw)
    await insideSchool(app, fsw, (tx) =>
      tx.updateTable('registration').set({ pupil_id, status: 'accepted' }).where('id', '=', transformed.id).execute(),
    )
    for (const ask of both) {
      const reply = await ask(withdrawn.id)
      expect([reply.statusCode, reply.json().message]).toEqual([409, REGISTRATION_TEXTS.withdrawn])
    }
    expect((await save(transformed.id, [birth])).json().papers).toMatchObject([birth])
    const asked = await request(transformed.id, true)
    expect([asked.statusCode, asked.json().message]).toEqual([409, REGISTRATION_TEXTS.transformed])
  })

  test('are for heads, of applications of the own school that are not in the bin', async () => {
    const { id } = await makeApplication(app, fsw)
    const teacher = await app.signedIn((await makeUser(app, { role: 'teacher_level_1', schools: [fsw] })).id)
    const foreign = await makeApplication(app, fow, { grade: 7 })
    const gone = await makeApplication(app, fsw)
    await head.call(registrationEndpoints.remove, { params: { id: gone.id } })
    for (const ask of both) {
      expect((await ask(id, app.visitor())).statusCode).toBe(401)
      expect((await ask(id, teacher)).statusCode).toBe(403)
      const unknown = await ask(987_654_321)
      expect(unknown.statusCode).toBe(404)
      for (const other of [foreign.id, gone.id]) expect((await ask(other)).body).toBe(unknown.body)
    }
  })
})
