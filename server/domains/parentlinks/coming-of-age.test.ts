import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { CONSENT_TEXTS_OF_REFUSAL, consentEndpoints } from '#contract/consents/consents.ts'
import { pupilExportEndpoints } from '#contract/pupilexports/pupilexports.ts'
import { insideSchool, makeUser } from '#server/test/factories.ts'
import { type LinkPost, openLinkPost } from '#server/test/link-post.ts'
import type { LinkedChild } from '#server/test/parents-school.ts'
import type { TestVisitor } from '#server/test/test-visitor.ts'
import { rotateLinksOfAge } from './rotate-of-age.ts'

const post: LinkPost = openLinkPost()
let head: TestVisitor
beforeAll(async () => {
  head = await post.school.app.signedIn(
    (await makeUser(post.school.app, { role: 'schooladmin', schools: [post.school.fsw] })).id,
  )
})

// Nobody of an earlier test comes of age in a later one.
beforeEach(() =>
  insideSchool(post.school.app, post.school.fsw, (tx) =>
    tx.updateTable('pupil').set({ birthdate: '2018-01-01', mail: null }).where('firstname', '=', 'Ida').execute(),
  ),
)

/** 18 on 24.11.2026. */
const BIRTHDATE = '2008-11-24'
const BEFORE = '2026-11-20T07:40:00+01:00'
const NIGHT = '2026-11-24T00:01:00+01:00'

let count = 0
/** Somebody who is nearly 18, with a link from long ago and a mother who gets the mails. */
const makeIda = async (change: Record<string, unknown> = {}) => {
  count += 1
  const ida = await post.school.makeChild({ firstname: 'Ida', birthdate: BIRTHDATE })
  const mother = `mutter${count}@example.org`
  await post.school.makeGuardian([ida], { mail: mother })
  await post.school.app.database.owner.query(
    `update pupil_link set created_at = '2025-09-01T08:00:00Z' where pupil_id = $1 and school_id = $2`,
    [ida.id, ida.school],
  )
  if (Object.keys(change).length > 0) await post.school.setPupil(ida, change)
  return { ida, mother }
}

const at = (moment: string) => post.school.setClock(moment)
const night = async (moment = NIGHT) => {
  at(moment)
  await rotateLinksOfAge(post.school.app.platform)({})
}
const hasKeptLink = async (child: LinkedChild) => (await post.school.uuidOf(child.id, child.school)) === child.uuid
const decide = (child: LinkedChild, body: Record<string, unknown> = {}) =>
  head.call(consentEndpoints.record, {
    params: { id: child.id },
    body: {
      ...{ purpose: 'parents_informed', decision: 'granted', pupil_decision: 'granted' },
      ...{ method: 'paper', given_at: '2026-11-20', ...body },
    },
    headers: { 'idempotency-key': crypto.randomUUID() },
  })
const withdraw = (child: LinkedChild) =>
  head.call(consentEndpoints.withdraw, { params: { id: child.id }, body: { purpose: 'parents_informed' } })
const recipients = () => post.mails().flatMap(({ envelope }) => envelope)
const report = async (uuid: string, dateStart: string) => {
  expect((await post.school.report({ uuid, dateStart })).statusCode).toBe(201)
  await post.send()
}

describe('without a consent', () => {
  test('the night of the 18th birthday ends the parents’ link and their mails, and sends the pupil an own link', async () => {
    const { ida, mother } = await makeIda({ mail: 'ida1@example.org' })
    await report(ida.uuid, '2026-11-20')
    expect(recipients()).toEqual([mother])
    post.clear()
    await night()
    await post.send()
    const [sent] = post.mails()
    const own = await post.school.uuidOf(ida.id)
    expect(own).not.toBe(ida.uuid)
    expect([sent?.envelope, sent?.subject]).toEqual([['ida1@example.org'], 'Ihr eigener Link zum Abmelden'])
    expect(sent?.text).toContain(`http://localhost:3000/app/susByUuid/${own}`)
    expect(sent?.raw).not.toContain('Müller')
    post.clear()
    expect((await post.school.readPage(ida.uuid)).statusCode).toBe(404)
    await report(own, '2026-11-24')
    expect(recipients()).toEqual([])
  })

  test('a pupil without an address gets no mail, and no parent does either', async () => {
    const { ida } = await makeIda()
    await night()
    await post.send()
    expect([await hasKeptLink(ida), recipients()]).toEqual([false, []])
  })

  test('a lost link goes to the own address of somebody of age, and no longer to the mother', async () => {
    const { ida, mother } = await makeIda({ mail: 'ida2@example.org' })
    await night()
    await post.send()
    post.clear()
    for (const mail of [mother, 'IDA2@example.org']) {
      expect((await post.school.askForLinks(mail)).statusCode).toBe(200)
      await post.send()
    }
    expect(recipients()).toEqual(['ida2@example.org'])
    expect(post.mails()[0]?.text).toContain(await post.school.uuidOf(ida.id))
  })

  test('a minor’s own address gets no link', async () => {
    await makeIda({ mail: 'ida3@example.org' })
    at(BEFORE)
    await post.school.askForLinks('ida3@example.org')
    await post.send()
    expect(recipients()).toEqual([])
  })
})

describe('with a consent', () => {
  test('given before the birthday, link and mails stay with the parents', async () => {
    const { ida, mother } = await makeIda({ mail: 'ida4@example.org' })
    expect((await decide(ida)).statusCode).toBe(201)
    await night()
    await post.send()
    expect([await hasKeptLink(ida), recipients()]).toEqual([true, []])
    await report(ida.uuid, '2026-11-24')
    expect(recipients()).toEqual([mother])
    post.clear()
    await post.school.askForLinks(mother)
    await post.send()
    expect(recipients()).toEqual([mother])
  })

  test('that is taken back, the job that the withdrawal queues ends the link at once', async () => {
    const { ida } = await makeIda({ mail: 'ida5@example.org' })
    await decide(ida)
    await night()
    at('2026-12-01T10:00:00+01:00')
    expect((await withdraw(ida)).statusCode).toBe(200)
    await post.send()
    expect([await hasKeptLink(ida), recipients()]).toEqual([false, ['ida5@example.org']])
    const own = await post.school.uuidOf(ida.id)
    await night('2026-12-02T00:01:00+01:00')
    expect(await post.school.uuidOf(ida.id)).toBe(own)
  })

  test('that was given after the birthday and is taken back, the link of that time ends as well', async () => {
    const { ida } = await makeIda()
    await night()
    const own = await post.school.uuidOf(ida.id)
    at('2026-12-01T10:00:00+01:00')
    await decide(ida, { given_at: '2026-12-01' })
    await night('2026-12-02T00:01:00+01:00')
    expect(await post.school.uuidOf(ida.id)).toBe(own)
    at('2026-12-03T10:00:00+01:00')
    await withdraw(ida)
    await post.send()
    expect(await post.school.uuidOf(ida.id)).not.toBe(own)
  })

  test('that was refused and never given, the own link stays', async () => {
    const { ida } = await makeIda()
    await night()
    const own = await post.school.uuidOf(ida.id)
    at('2026-12-01T10:00:00+01:00')
    expect((await decide(ida, { decision: 'refused', pupil_decision: 'refused' })).statusCode).toBe(201)
    await post.send()
    expect(await post.school.uuidOf(ida.id)).toBe(own)
  })

  test('only the parents who have custody of the child hear of it', async () => {
    const { ida, mother } = await makeIda()
    await post.school.makeGuardian([ida], { mail: 'ohne-sorge@example.org', has_custody: false })
    await decide(ida)
    await night()
    await report(ida.uuid, '2026-11-24')
    expect(recipients()).toEqual([mother])
  })
})

describe('the consent itself', () => {
  const states = async (child: LinkedChild) => {
    const { purposes } = (await head.call(consentEndpoints.list, { params: { id: child.id } })).json()
    return purposes.find(({ purpose }: { purpose: string }) => purpose === 'parents_informed')
  }

  test('is the pupil’s alone, and asked from the 17th birthday on', async () => {
    const { ida } = await makeIda()
    expect(await states(ida)).toMatchObject({ state: 'unasked', is_own: true })
    const anna = await post.school.makeGuardian([ida], { mail: 'anna9@example.org' })
    const both = await decide(ida, { given_by_guardian_ids: [anna] })
    expect([both.statusCode, both.json().errors]).toEqual([
      422,
      { given_by_guardian_ids: [CONSENT_TEXTS_OF_REFUSAL.onlyPupil] },
    ])
    expect((await decide(ida, { pupil_decision: null })).statusCode).toBe(422)
    await decide(ida)
    expect(await states(ida)).toMatchObject({ state: 'granted', undecided: [] })
  })

  test.each([
    ['2009-11-20', true],
    ['2009-11-21', false],
  ])('of somebody born on %s can be recorded on 20.11.2026: %s', async (birthdate, isAsked) => {
    const { ida } = await makeIda({ birthdate })
    expect((await states(ida)) !== undefined).toBe(isAsked)
    const reply = await decide(ida)
    expect(reply.statusCode).toBe(isAsked ? 201 : 422)
    if (!isAsked) expect(reply.json().errors).toEqual({ given_at: [CONSENT_TEXTS_OF_REFUSAL.notYet] })
  })
})

test('an export names no parents of somebody of age, unless the pupil wants it', async () => {
  const { ida } = await makeIda()
  const exported = async () =>
    (await head.call(pupilExportEndpoints.create, { body: { ids: [ida.id], format: 'csv' } })).body
  expect(await exported()).toContain('Anna;Müller')
  at('2026-11-24T08:00:00+01:00')
  expect(await exported()).not.toContain('Anna;Müller')
  await decide(ida)
  expect(await exported()).toContain('Anna;Müller')
})

test('the list of links to end holds nobody of another school', async () => {
  const { ida } = await makeIda()
  const there = await post.school.makeChild({ birthdate: '2010-01-01' }, post.school.fow)
  await night()
  expect([await hasKeptLink(ida), await hasKeptLink(there)]).toEqual([false, true])
  const logged = await insideSchool(post.school.app, post.school.fow, (tx) =>
    tx.selectFrom('user_log').select('id').where('action', '=', 'uuid_rotated').execute(),
  )
  expect(logged).toEqual([])
})
