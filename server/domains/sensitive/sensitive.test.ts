import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { pupilDetailsEndpoints } from '#contract/pupils/pupils.details.ts'
import { pupilHistoryEndpoints } from '#contract/pupils/pupils.notes.ts'
import { pupilStatsEndpoints } from '#contract/pupils/pupils.stats.ts'
import { pupilEndpoints } from '#contract/pupils/pupils.ts'
import { userlogEndpoints } from '#contract/userlog/userlog.ts'
import { tidyUp } from '#server/domains/retentions/tidy-up.ts'
import { type ConfidentialSchool, openConfidentialSchool } from '#server/test/confidential-school.ts'
import { insideSchool, makeUser } from '#server/test/factories.ts'
import type { TestVisitor } from '#server/test/test-visitor.ts'

const WORD = 'Zzgeheim'

let school: ConfidentialSchool
beforeAll(async () => {
  school = await openConfidentialSchool()
})
afterAll(() => school.app.stop())

describe('class D', () => {
  let note: number
  let hint: number

  test('accepts entries without a consent where none is needed, and appears in no other answer', async () => {
    const reply = await school.add({
      kind: 'blocking_note',
      text: `${WORD} Kontaktverbot`,
      document_seen_at: '2026-11-02',
    })
    expect(reply.statusCode, reply.body).toBe(201)
    note = reply.json().id
    expect(reply.body).not.toContain(WORD)
    expect((await school.read(school.head)).json().entries).toMatchObject([
      { id: note, kind: 'blocking_note', text: `${WORD} Kontaktverbot`, document_seen_at: '2026-11-02', version: 1 },
    ])
    expect(
      (
        await school.add({ kind: 'blocking_note', text: `${WORD} Kontaktverbot`, document_seen_at: '2026-11-02' })
      ).json(),
    ).toMatchObject({ id: note, message: 'Genau diese Angabe ist schon eingetragen.' })
  })

  test('reveals that a blocking note exists while it is valid, not its text', async () => {
    const told = async (visitor = school.head) =>
      (await visitor.call(pupilDetailsEndpoints.get, { params: { id: school.mia } })).json().has_blocking_note
    expect(await told(school.teacher)).toBe(true)
    expect((await school.change(note, { valid_until: '2026-11-30' })).statusCode).toBe(200)
    school.goTo('2026-12-01')
    expect(await told()).toBe(false)
    school.goTo('2026-11-20')
    expect(await told()).toBe(true)
  })

  test.each([
    [{ kind: 'health_hint', hint: ' ' }, 'hint', 'Dieses Feld ist ein Pflichtfeld.'],
    [
      { kind: 'blocking_note', text: 'x', document_seen_at: '2026-11-21' },
      'document_seen_at',
      'Dieser Tag liegt in der Zukunft.',
    ],
    [{ kind: 'education_participation' }, 'valid_until', 'Dieses Feld ist ein Pflichtfeld.'],
    [{ kind: 'education_participation', valid_until: '2026-11-19' }, 'valid_until', 'Dieser Tag ist schon vorbei.'],
    [{ kind: 'religion_class', course: 'muslim' }, 'course', 'Bitte wählen Sie einen Wert.'],
    [{ kind: 'health_hint', hint: 'x'.repeat(301) }, 'hint', 'Maximal 300 Zeichen angeben.'],
  ])('refuses %j by field', async (body, field, text) => {
    const reply = await school.add(body)
    expect([reply.statusCode, reply.json().errors]).toEqual([422, { [field]: [text] }])
  })

  test('needs the consent of all custodians for health: each may give it apart', async () => {
    const body = { kind: 'health_hint', hint: `${WORD} Notfallset im Sekretariat`, visible_to_teachers: true }
    const refused = await school.add(body)
    expect([refused.statusCode, Object.keys(refused.json().errors)]).toEqual([422, ['kind']])
    await school.record({ purpose: 'health_hint', given_by_guardian_ids: [school.anna] })
    expect(await school.consentOf('health_hint')).toMatchObject({
      state: 'incomplete',
      undecided: ['Paul Müller'],
    })
    expect((await school.add(body)).statusCode).toBe(422)
    await school.record({ purpose: 'health_hint', given_by_guardian_ids: [school.paul] })
    const reply = await school.add(body)
    expect(reply.statusCode, reply.body).toBe(201)
    hint = reply.json().id
    expect((await school.read(school.head)).json().lacking_consent).toEqual(['special_needs'])
  })

  test('is for users with the right, and for the attached teacher as far as it was released', async () => {
    const texts = (reply: { json(): { entries: { id: number }[] } }) => reply.json().entries.map(({ id }) => id)
    expect(texts(await school.read(school.head))).toEqual([hint, note])
    const seen = await school.read(school.teacher)
    expect([texts(seen), seen.json().may_change]).toEqual([[hint], false])
    const { app, fsw, fow } = school
    const open = async (role: 'admin' | 'schooladmin' | 'viewer', schools: number[], may_view_sensitive = true) =>
      app.signedIn((await makeUser(app, { role, schools, may_view_sensitive })).id)
    const secretary = await open('schooladmin', [fsw], false)
    for (const visitor of [await open('admin', [fsw]), secretary, await open('viewer', [fsw])]) {
      const reply = await school.read(visitor)
      expect([reply.statusCode, reply.body.includes(WORD)]).toEqual([403, false])
    }
    const unknown = await school.read(school.head, 987_654_321)
    for (const visitor of [school.otherTeacher, await open('schooladmin', [fow])]) {
      const reply = await school.read(visitor)
      expect([reply.statusCode, reply.body]).toEqual([404, unknown.body])
    }
    for (const visitor of [school.teacher, secretary]) {
      expect((await school.add({ kind: 'religion_class', course: 'ler' }, visitor)).statusCode).toBe(403)
      expect((await school.change(hint, { hint: 'x' }, visitor)).statusCode).toBe(403)
    }
    // Even the fact that somebody asked for a consent about health reveals something.
    const shown = await school.consents(secretary)
    expect(shown.map(({ purpose }) => purpose)).not.toContain('health_hint')
    expect(
      (await school.record({ purpose: 'health_hint', given_by_guardian_ids: [school.anna] }, secretary)).statusCode,
    ).toBe(403)
    expect((await school.withdraw('health_hint', secretary)).statusCode).toBe(403)
  })

  test('an entry that has run out is no longer shown to teachers', async () => {
    await school.change(hint, { valid_until: '2026-11-30' })
    school.goTo('2026-12-01')
    expect((await school.read(school.teacher)).json().entries).toEqual([])
    expect((await school.read(school.head)).json().entries[0]).toMatchObject({ id: hint, valid_until: '2026-11-30' })
    school.goTo('2026-11-20')
    expect((await school.change(hint, { valid_until: null })).statusCode).toBe(200)
  })

  test('a stale change is refused only for what it would overwrite, and the refusal holds no content', async () => {
    const { version } = (await school.read(school.head)).json().entries[0]
    expect((await school.change(hint, { hint: `${WORD} neu`, version })).statusCode).toBe(200)
    const stale = await school.change(hint, { hint: `${WORD} alt`, version })
    expect([stale.statusCode, stale.body.includes(WORD)]).toEqual([409, false])
    expect((await school.change(hint, { visible_to_teachers: false, version })).statusCode).toBe(200)
    expect((await school.change(hint, { visible_to_teachers: true, hint: `${WORD} neu` })).statusCode).toBe(200)
    expect((await school.read(school.head)).json().entries[0]).toMatchObject({
      hint: `${WORD} neu`,
      visible_to_teachers: true,
    })
  })

  test('is confirmed once a year, and the log says who did', async () => {
    // The head sees at the child that it is due, others do not even see that.
    const due = async (visitor: TestVisitor) => {
      const list = await visitor.call(pupilEndpoints.list, { query: { missing: 'confirmation' } })
      const stats = await visitor.call(pupilStatsEndpoints.get)
      return [list.json().data?.map(({ id }: { id: number }) => id) ?? list.statusCode, stats.json().toConfirm]
    }
    expect(await due(school.head)).toEqual([[], 0])
    school.goTo('2027-11-19')
    expect(await due(school.head)).toEqual([[], 0])
    school.goTo('2027-11-20')
    expect(await due(school.head)).toEqual([[school.mia], 1])
    expect(await due(await school.signIn('admin'))).toEqual([422, undefined])
    expect(await due(school.teacher)).toEqual([422, undefined])
    const reply = await school.confirm(hint)
    expect(await due(school.head)).toEqual([[], 0])
    expect(reply.statusCode, reply.body).toBe(200)
    expect((await school.read(school.head)).json().entries[0].confirmed_at).toBe('2027-11-20')
    expect(await school.logOf('sensitive_confirmed')).toMatchObject([
      { entity_id: hint, changed_fields: ['confirmed_at'] },
    ])
    school.goTo('2026-11-20')
  })

  test('needs the consent of a new custodian, from 18 on of the pupil: until then it is closed to teachers, and the head sees why', async () => {
    const seen = async () => {
      const [own] = (await school.read(school.head)).json().entries
      return {
        lapsed: own.lapsed,
        hint: own.hint,
        forTeacher: (await school.read(school.teacher)).json().entries.length,
      }
    }
    const open = { lapsed: null, hint: `${WORD} neu`, forTeacher: 1 }
    expect(await seen()).toEqual(open)
    const aunt = await school.makeGuardian('Tante')
    expect(await seen()).toEqual({ ...open, lapsed: ['Tante Müller'], forTeacher: 0 })
    for (const refused of [await school.change(hint, { hint: 'x' }), await school.confirm(hint)])
      expect([refused.statusCode, refused.json().message]).toEqual([
        409,
        'Die Einwilligung gilt nicht mehr. Tragen Sie sie neu ein, oder löschen Sie die Angabe.',
      ])
    await school.record({ purpose: 'health_hint', given_by_guardian_ids: [aunt] })
    expect(await seen()).toEqual(open)
    // From 14 on the child has a say, too; this alone does not hide the entry from those who need it.
    await school.setBirthdate('2012-11-20')
    expect(await seen()).toEqual(open)
    await school.setBirthdate('2008-11-20')
    expect(await seen()).toEqual({ ...open, lapsed: ['das Kind'], forTeacher: 0 })
    await school.setBirthdate('2018-05-03')
    await school.endCustody(aunt)
    expect(await seen()).toEqual(open)
  })

  test('is locked at once by a withdrawal; a new consent within the days restores the entry', async () => {
    const withdrawn = await school.withdraw('health_hint')
    expect(withdrawn.statusCode, withdrawn.body).toBe(200)
    expect((await school.consentOf('health_hint'))?.state).toBe('withdrawn')
    const locked = await school.read(school.head)
    expect(locked.json().entries[0]).toMatchObject({ id: hint, locked_at: expect.any(String) })
    expect(locked.json().entries[0]).not.toHaveProperty('hint')
    expect((await school.read(school.teacher)).json().entries).toEqual([])
    const refused = await school.change(hint, { hint: 'x' })
    expect([refused.statusCode, refused.json().message]).toEqual([
      409,
      'Die Einwilligung wurde widerrufen. Der Eintrag ist gesperrt.',
    ])
    for (const body of withdrawn.json().withdrawn) expect((await school.record(body)).statusCode).toBe(201)
    expect((await school.read(school.teacher)).json().entries).toMatchObject([{ id: hint, hint: `${WORD} neu` }])

    // One refusal is enough, and after a week the entry is deleted for good.
    await school.record({ purpose: 'health_hint', decision: 'refused', given_by_guardian_ids: [school.paul] })
    expect((await school.read(school.head)).json().entries[0]).not.toHaveProperty('hint')
    school.goTo('2026-11-26')
    await tidyUp(school.app.platform)({})
    expect((await school.read(school.head)).json().entries).toHaveLength(2)
    school.goTo('2026-11-28')
    await tidyUp(school.app.platform)({})
    expect((await school.read(school.head)).json().entries).toMatchObject([{ id: note }])
    school.goTo('2026-11-20')
  })

  test('every read is one line of the log, and no line holds what was read', async () => {
    const before = (await school.logOf('sensitive_viewed')).length
    await school.read(school.head)
    await school.read(school.teacher)
    const lines = await school.logOf('sensitive_viewed')
    expect(lines.length).toBe(before + 2)
    expect(lines.at(-1)).toMatchObject({ entity_type: 'pupil', entity_id: school.mia, result: 'ok' })
  })

  test('at rest it is nowhere as plain text: no table, no log, no kept reply, no job', async () => {
    const { rows: tables } = await school.app.database.owner.query(
      `select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname in ('public', 'graphile_worker')`,
    )
    const client = await school.app.database.owner.connect()
    await client.query(`select set_config('app.school_id', $1, false)`, [String(school.fsw)])
    const found: string[] = []
    const hex = Buffer.from(WORD).toString('hex')
    for (const { name } of tables) {
      const { rows } = await client.query(`select t::text as row from ${name} t`)
      if (rows.some(({ row }) => row.includes(WORD) || row.includes(hex))) found.push(name)
    }
    const { rows: kept } = await client.query(`select count(*)::int as count from pupil_sensitive`)
    client.release(true)
    expect(kept[0].count).toBeGreaterThan(0)
    expect(found).toEqual([])
  })

  test('a ciphertext that was moved to another row does not open, and says so', async () => {
    const other = (await school.add({ kind: 'disadvantage_compensation', measure: `${WORD} mehr Zeit` })).json().id
    const { rows } = await insideSchool(school.app, school.fsw, async (tx) => ({
      rows: await tx.selectFrom('pupil_sensitive').select('value_encrypted').where('id', '=', other).execute(),
    }))
    await insideSchool(school.app, school.fsw, (tx) =>
      tx
        .updateTable('pupil_sensitive')
        .set({ value_encrypted: rows[0]?.value_encrypted as Buffer })
        .where('id', '=', note)
        .execute(),
    )
    const moved = (await school.read(school.head)).json().entries.find(({ id }: { id: number }) => id === note)
    expect(moved).toMatchObject({ is_unreadable: true })
    expect(moved).not.toHaveProperty('text')
    expect((await school.change(note, { text: 'neu' })).statusCode).toBe(409)
    expect((await school.change(note, { text: 'neu' })).json().message).toBe(
      'Dieser Eintrag ist nicht mehr lesbar. Bitte löschen Sie ihn und geben Sie ihn neu ein.',
    )
    const gone = await school.remove(note)
    expect(gone.statusCode).toBe(200)
  })

  test('a deletion is in the history for users with the right, and in the log without the child', async () => {
    const TEXT = 'hat eine vertrauliche Angabe gelöscht'
    const timesIn = async (visitor: TestVisitor) =>
      (await visitor.call(pupilHistoryEndpoints.list, { params: { id: school.mia } })).body.split(TEXT).length - 1
    // One was deleted by hand just now, one after its consent was withdrawn.
    expect(await timesIn(school.head)).toBe(2)
    const admin = await school.signIn('admin')
    expect(await timesIn(admin)).toBe(0)
    const log = await admin.call(userlogEndpoints.list, { query: { action: 'pupil_sensitive_deleted' } })
    const { data, total } = log.json() as { data: { entity_type: string }[]; total: number }
    expect([total, data.map(({ entity_type }) => entity_type)]).toEqual([2, ['pupil_sensitive', 'pupil_sensitive']])
  })

  test('a permit of the office always ends', async () => {
    const { id } = (await school.add({ kind: 'education_participation', valid_until: '2027-07-31' })).json()
    const reply = await school.change(id, { valid_until: null })
    expect([reply.statusCode, reply.json().errors]).toEqual([
      422,
      { valid_until: ['Ein Bescheid über Bildung und Teilhabe gilt immer bis zu einem Tag.'] },
    ])
  })
})
