import { sql } from 'kysely'
import { erasureOnRequestEndpoints } from '#contract/retentions/retentions.on-request.ts'
import type { Subject } from '#contract/subjects.ts'
import { insideSchool, makeUser } from './factories.ts'
import { plantAbsences } from './planted-absences.ts'
import { plantConfidential } from './planted-confidential.ts'
import { plantPeople } from './planted-people.ts'
import { openRetentionSchool } from './retention-school.ts'
import type { TestVisitor } from './test-visitor.ts'

const GROUND = { ground: 'withdrawn', is_checked: true } as const

/** Everything a pupil can have, with the word in all texts: record, family, confidential, notes, absences, mails. */
const plantWholePupil = (
  { app, fsw }: Awaited<ReturnType<typeof openRetentionSchool>>,
  { word, date_exit }: { word: string; date_exit: string | null },
) =>
  insideSchool(app, fsw, async (tx) => {
    const place = { school_id: fsw, word, keys: app.platform.keys }
    const people = await plantPeople(tx, place)
    await plantConfidential(tx, { ...place, ...people })
    await plantAbsences(tx, { school_id: fsw, school_year_id: people.activeYear, pupil_id: people.pupil, word })
    await tx
      .updateTable('pupil')
      .set({ status: date_exit ? 'left' : 'active', date_exit })
      .where('id', '=', people.pupil)
      .execute()
    await tx
      .insertInto('mail_log')
      .values({
        school_id: fsw,
        template: 'sicknote_report',
        recipient_masked: `${word}@example.org`,
        recipient_hash: Buffer.from(word),
        related_type: 'guardian',
        related_id: people.guardian,
      })
      .execute()
    return people
  })

/** A school with two heads and a secretary, and calls to erase on request. */
export async function openErasureSchool() {
  const school = await openRetentionSchool()
  const { app, fsw } = school
  const signIn = async (may_view_sensitive: boolean) =>
    app.signedIn((await makeUser(app, { role: 'schooladmin', schools: [fsw], may_view_sensitive })).id)
  const inFsw = <T>(work: Parameters<typeof insideSchool<T>>[2]) => insideSchool(app, fsw, work)
  const rowsOf = (query: string) => inFsw(async (tx) => (await sql.raw(query).execute(tx)).rows)
  const needSecond = (asks: boolean) =>
    rowsOf(`insert into school_setting (school_id, key, setting_value)
      values (${fsw}, 'RETENTION_SETTINGS', '{"erasure_needs_second": ${asks}}')
      on conflict (school_id, key) do update set setting_value = excluded.setting_value`)
  return {
    ...school,
    secretary: await signIn(false),
    second: await signIn(true),
    inFsw,
    rowsOf,
    needSecond,
    /** The first day of February 2027, nobody at the school, and no second person asked for. */
    async begin() {
      school.goTo('2027-02-01')
      await needSecond(false)
      await school.forgetErasures()
      for (const table of ['erasure_proposal', 'saved_view', 'sicknote_feed', 'mail_log', 'pupil', 'guardian'])
        await rowsOf(`delete from ${table}`)
    },
    erase: (subject: Subject, id: number, { visitor = school.head, note = null as string | null } = {}) =>
      visitor.call(erasureOnRequestEndpoints.erase, { params: { subject, id }, body: { ...GROUND, note } }),
    read: (subject: Subject, id: number, visitor = school.head) =>
      visitor.call(erasureOnRequestEndpoints.read, { params: { subject, id } }),
    confirm: (subject: Subject, id: number, visitor: TestVisitor) =>
      visitor.call(erasureOnRequestEndpoints.confirm, { params: { subject, id } }),
    withdraw: (subject: Subject, id: number, visitor: TestVisitor) =>
      visitor.call(erasureOnRequestEndpoints.withdraw, { params: { subject, id } }),
    plantPupil: (word: string, date_exit: string | null = '2027-01-15') => plantWholePupil(school, { word, date_exit }),
  }
}
export type ErasureSchool = Awaited<ReturnType<typeof openErasureSchool>>
