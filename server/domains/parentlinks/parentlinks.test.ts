import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { PARENT_LINK_TEXTS, parentLinkEndpoints } from '#contract/parentlinks/parentlinks.ts'
import { hashToken } from '#server/db/hash-token.ts'
import { encrypt } from '#server/secret-keys.ts'
import { makePupil } from '#server/test/child-factories.ts'
import { type ClassSchool, openClassSchool } from '#server/test/class-school.ts'
import { insideSchool } from '#server/test/factories.ts'
import { listLinks } from './parentlinks.shared.queries.ts'

let school: ClassSchool
let mia: number
beforeAll(async () => {
  school = await openClassSchool()
  mia = await makePupil(school.app, school.fsw, { firstname: 'Mia', grade: 1, schoolclass: 'a' })
})
afterAll(() => school.app.stop())

const link = (id = mia, browser = school.head) => browser.call(parentLinkEndpoints.get, { params: { id } })
const rotate = (id = mia, browser = school.head) => browser.call(parentLinkEndpoints.rotate, { params: { id } })

/** The hash by which the public page would find the link. */
const isAlive = async (address: string) => {
  const hash = hashToken(address.split('/').at(-1) ?? '')
  const { rows } = await school.app.database.owner.query('select pupil_id from pupil_link where uuid_hash = $1', [hash])
  return rows.length === 1
}

const logged = () =>
  insideSchool(school.app, school.fsw, (tx) =>
    tx
      .selectFrom('user_log')
      .select(['action', 'entity_id', 'changed_fields'])
      .where('action', 'in', ['pupil_link_viewed', 'uuid_rotated'])
      .orderBy('id')
      .execute(),
  )

describe('the parents’ link', () => {
  test('is made when it is first shown, stays the same, and is logged without the link', async () => {
    const first = await link()
    expect(first.statusCode, first.body).toBe(200)
    const { address, qr_svg, created_at } = first.json()
    expect(address).toMatch(/^http:\/\/localhost:3000\/app\/susByUuid\/[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/)
    expect(qr_svg).toMatch(/^<svg /)
    expect(new Date(created_at).toISOString()).toBe(created_at)
    expect((await link()).json()).toEqual(first.json())
    expect(await isAlive(address)).toBe(true)
    const viewed = { action: 'pupil_link_viewed', entity_id: mia, changed_fields: [] }
    expect(await logged()).toEqual([viewed, viewed])
  })

  test('changes when it is renewed, and the old one stops working at once', async () => {
    const { address: old } = (await link()).json()
    const reply = await rotate()
    expect(reply.statusCode, reply.body).toBe(200)
    const { address, message } = reply.json()
    expect(message).toBe(PARENT_LINK_TEXTS.rotated)
    expect([await isAlive(old), await isAlive(address)]).toEqual([false, true])
    expect((await link()).json().address).toBe(address)
    expect(await logged()).toContainEqual({ action: 'uuid_rotated', entity_id: mia, changed_fields: [] })
  })

  test('is the same for two people who request a missing one at the same time', async () => {
    const ben = await makePupil(school.app, school.fsw, { firstname: 'Ben' })
    const replies = await Promise.all([link(ben), link(ben), link(ben)])
    const addresses = replies.map((reply) => reply.json().address)
    expect(new Set(addresses).size).toBe(1)
    expect(await isAlive(addresses[0])).toBe(true)
  })

  test('is refused for pupils who have left, and unknown for deleted ones or those of another school', async () => {
    const left = await makePupil(school.app, school.fsw, { status: 'left' })
    const deleted = await makePupil(school.app, school.fsw)
    const elsewhere = await makePupil(school.app, school.fow)
    await insideSchool(school.app, school.fsw, (tx) =>
      tx.updateTable('pupil').set({ deleted_at: '2026-11-01T00:00:00Z' }).where('id', '=', deleted).execute(),
    )
    for (const ask of [link, rotate]) {
      const refused = await ask(left)
      expect([refused.statusCode, refused.json().message]).toEqual([409, PARENT_LINK_TEXTS.left])
      const unknown = await ask(987_654_321)
      expect(unknown.statusCode).toBe(404)
      for (const id of [deleted, elsewhere]) expect((await ask(id)).body).toBe(unknown.body)
    }
  })

  test('is only for users who manage pupils', async () => {
    const { browser } = await school.makeTeacher()
    for (const visitor of [browser, await school.signIn('viewer')])
      expect([(await link(mia, visitor)).statusCode, (await rotate(mia, visitor)).statusCode]).toEqual([403, 403])
  })

  test('from a released version still works, and a present one only for its own child', async () => {
    const { app, fsw } = school
    const [eva, tom] = [
      await makePupil(app, fsw, { firstname: 'Eva' }),
      await makePupil(app, fsw, { firstname: 'Tom' }),
    ]
    const { address } = (await link(eva)).json()
    const replace = (sealed: string, pupil: number) =>
      app.database.owner.query(`update pupil_link set uuid_encrypted = ${sealed} where pupil_id = ${pupil}`)
    const uuid = address.split('/').at(-1)
    await replace(`'\\x${encrypt(app.platform.keys, 'pupil link', uuid).toString('hex')}'`, eva)
    expect((await link(eva)).json().address).toBe(address)
    await link(tom)
    await rotate(eva)
    await replace(`(select uuid_encrypted from pupil_link where pupil_id = ${eva})`, tom)
    expect((await link(tom)).statusCode).toBe(500)
  })

  test('can be read for many pupils at once', async () => {
    const ids = await Promise.all(Array.from({ length: 20 }, () => makePupil(school.app, school.fsw)))
    const links = await insideSchool(school.app, school.fsw, (tx) => listLinks(tx, school.app.platform.keys, ids))
    expect([...links.keys()].sort((a, b) => a - b)).toEqual([...ids].sort((a, b) => a - b))
    expect(new Set([...links.values()].map(({ uuid }) => uuid)).size).toBe(20)
  })
})
