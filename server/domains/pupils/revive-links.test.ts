import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { pupilChangeEndpoints } from '#contract/pupils/pupils.change.ts'
import { rotateLinksOfAge } from '#server/domains/parentlinks/rotate-of-age.ts'
import { turnDay } from '#server/domains/rollovers/turn-day.ts'
import { type LinkedChild, openParentsSchool, type ParentsSchool } from '#server/test/parents-school.ts'

let school: ParentsSchool
beforeAll(async () => {
  school = await openParentsSchool()
})
afterAll(() => school.app.stop())
beforeEach(() => school.goTo('2026-11-20'))

/** A child with a printed link who is so new at the school that it may be deleted. */
const enter = async (firstname = 'Mia', birthdate = '2018-05-03') => {
  const child = await school.makeChild({ firstname, birthdate })
  await school.setPupil(child, { date_entry: '2026-11-16' })
  return child
}
const withKey = (ids: readonly number[]) => ({
  body: { ids: [...ids] },
  headers: { 'idempotency-key': crypto.randomUUID() },
})
const remove = ({ id }: LinkedChild) => school.head.call(pupilChangeEndpoints.remove, { params: { id } })
const restore = async ({ id }: LinkedChild) =>
  (await school.head.call(pupilChangeEndpoints.restore, { params: { id } })).json()
const massDelete = (ids: readonly number[]) => school.head.call(pupilChangeEndpoints.massDelete, withKey(ids))
const massRestore = (ids: readonly number[], visitor = school.head) =>
  visitor.call(pupilChangeEndpoints.massRestore, withKey(ids))
const leave = async ({ id }: LinkedChild, date_exit: string | null) => {
  const exit = date_exit === null ? { date_exit } : { date_exit, exit_reason: 'moved' as const }
  return (await school.head.call(pupilChangeEndpoints.leave, { params: { id }, body: exit })).json()
}
/** What parents see when they open this address. */
const opens = async (uuid: string) => (await school.readPage(uuid)).statusCode
/** Deletes the link of a child who is away, like earlier versions of the program. */
const forgetLink = ({ id }: LinkedChild) =>
  school.app.database.owner.query('delete from pupil_link where pupil_id = $1', [id])

describe('the printed parents’ link', () => {
  test('does not work while the child is in the bin, and works again afterwards', async () => {
    const mia = await enter()
    expect(await opens(mia.uuid)).toBe(200)
    await remove(mia)
    expect(await opens(mia.uuid)).toBe(404)
    expect(await restore(mia)).toEqual({ message: 'Mia Müller ist wieder da.', renewed_links: [] })
    expect(await opens(mia.uuid)).toBe(200)
    expect(await school.uuidOf(mia.id)).toBe(mia.uuid)
  })

  test('works again for the single ones who are brought back out of a batch', async () => {
    const [mia, ben, eva] = [await enter('Mia'), await enter('Ben'), await enter('Eva')]
    const deleted = (await massDelete([mia.id, ben.id, eva.id])).json()
    expect(deleted.pupils.map(({ firstname }: { firstname: string }) => firstname)).toEqual(['Mia', 'Ben', 'Eva'])
    const back = await massRestore([eva.id])
    expect(back.json()).toEqual({ message: 'Eva Müller ist wieder da.', renewed_links: [] })
    expect([await opens(mia.uuid), await opens(ben.uuid), await opens(eva.uuid)]).toEqual([404, 404, 200])
    expect((await massRestore([mia.id, ben.id])).json().message).toBe('2 Kinder sind wieder da.')
    expect([await opens(mia.uuid), await opens(ben.uuid)]).toEqual([200, 200])
  })

  test('comes back only for people who manage pupils of the school', async () => {
    const mia = await enter()
    const leo = await school.makeChild({}, school.fow)
    await massDelete([mia.id])
    await school.setPupil(leo, { deleted_at: '2026-11-20T11:00:00Z' })
    const { browser: teacher } = await school.makeTeacher()
    expect((await massRestore([mia.id], teacher)).statusCode).toBe(403)
    expect((await massRestore([mia.id], await school.signIn('schooladmin', school.fow))).statusCode).toBe(404)
    expect((await massRestore([mia.id, leo.id])).statusCode).toBe(404)
    expect([await opens(mia.uuid), await opens(leo.uuid)]).toEqual([404, 404])
  })

  test('does not work when it was renewed in the bin, and the reply names the child', async () => {
    const [ida, mia] = [await enter('Ida', '2008-11-24'), await enter('Mia')]
    await school.app.database.owner.query("update pupil_link set created_at = '2025-09-01' where pupil_id = $1", [
      ida.id,
    ])
    await massDelete([ida.id, mia.id])
    school.goTo('2026-11-25')
    await rotateLinksOfAge(school.app.platform)({})
    expect((await massRestore([ida.id, mia.id])).json()).toEqual({
      message: '2 Kinder sind wieder da. 1 von ihnen hat einen neuen Elternlink. Bitte drucken Sie neue Bögen.',
      renewed_links: [ida.id],
    })
    expect([await opens(ida.uuid), await opens(mia.uuid)]).toEqual([404, 200])
    expect(await opens(await school.uuidOf(ida.id))).toBe(200)
  })

  test('is replaced when the old one was deleted for good, and the reply says so', async () => {
    const mia = await enter()
    await remove(mia)
    await forgetLink(mia)
    expect(await restore(mia)).toEqual({
      message: 'Mia Müller ist wieder da. Der alte Elternlink gilt nicht mehr. Bitte drucken Sie einen neuen Bogen.',
      renewed_links: [mia.id],
    })
    expect(await opens(mia.uuid)).toBe(404)
    expect(await opens(await school.uuidOf(mia.id))).toBe(200)
  })

  test('works again when an exit is taken back', async () => {
    const mia = await enter()
    await leave(mia, '2026-11-19')
    expect(await opens(mia.uuid)).toBe(404)
    expect(await leave(mia, null)).toEqual({
      message: 'Der Abgang von Mia Müller ist zurückgenommen. Bitte wählen Sie wieder eine Klasse.',
      renewed_links: [],
    })
    expect(await opens(mia.uuid)).toBe(200)
  })

  test('is deleted more than 30 days after the last day at the school', async () => {
    const mia = await enter()
    await leave(mia, '2026-11-19')
    school.goTo('2026-12-19')
    await turnDay(school.app.platform)(undefined as never)
    await leave(mia, null)
    expect(await opens(mia.uuid)).toBe(200)
    await leave(mia, '2026-11-19')
    school.goTo('2026-12-20')
    await turnDay(school.app.platform)(undefined as never)
    expect(await leave(mia, null)).toEqual({
      message:
        'Der Abgang von Mia Müller ist zurückgenommen. Bitte wählen Sie wieder eine Klasse. Der alte Elternlink gilt nicht mehr. Bitte drucken Sie einen neuen Bogen.',
      renewed_links: [mia.id],
    })
    expect([await opens(mia.uuid), await opens(await school.uuidOf(mia.id))]).toEqual([404, 200])
  })
})
