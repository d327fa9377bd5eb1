import { type Browser, expect, type Page } from '@playwright/test'
import { addPupils } from './own-pupil.ts'
import { makeAdmin, openSchoolOf } from './own-school.ts'
import { confirmMail } from './public-form.ts'
import { askAs, enterApplication, putStatus, transform, uniqueName } from './staff-calls.ts'

/** Siblings at a school that the journeys of a worker create for themselves, and their parents' links. */

const TODAY = '2026-11-20'
const REGISTRATIONS = '/api/admin/schoolRegistration'

export interface OwnChild {
  id: number
  firstname: string
  /** The key in the parents' link. */
  uuid: string
  /** The address of the parents' page without the host. */
  path: string
}

let staff: Promise<Page> | undefined

/** The admin of that school, who has no other school, so it stays the active one. */
const openStaff = (browser: Browser) => {
  staff ??= (async () => {
    const page = await (await browser.newContext()).newPage()
    await openSchoolOf(await makeAdmin(browser), page)
    return page
  })()
  return staff
}

const linkOf = async (page: Page, id: number, firstname: string): Promise<OwnChild> => {
  const reply = await askAs(page, { method: 'GET', path: `/api/admin/pupil/${id}/link` })
  const { pathname } = new URL(((await reply.json()) as { address: string }).address)
  return { id, firstname, uuid: pathname.split('/').at(-1) ?? '', path: pathname }
}

/** The first guardian of that name; in a mailed family the one with an address. */
const guardianOf = async (page: Page, lastname: string) => {
  const reply = await askAs(page, { method: 'GET', path: `/api/admin/guardian?search=${lastname}` })
  const found = (await reply.json()) as { guardian_id: number; mail: string | null }[]
  const guardian = found.find(({ mail }) => mail !== null) ?? found[0]
  expect(guardian).toBeDefined()
  return guardian?.guardian_id ?? 0
}

const linkGuardian = async (page: Page, pupil: number, guardian: number) => {
  const path = `/api/admin/pupil/${pupil}/guardians/${guardian}`
  const reply = await askAs(page, { method: 'POST', path, body: { relationship: 'mother' } })
  expect(reply.status(), await reply.text()).toBe(201)
}

/** Children of one mother, at the school since the start of its year. */
export const ownFamily = async <const Names extends readonly string[]>(browser: Browser, firstnames: Names) => {
  const page = await openStaff(browser)
  const lastname = uniqueName('Mohn')
  const [first, ...others] = firstnames
  const eldest = await addPupils(page, [{ firstname: first ?? '', lastname, isOld: true }])
  const guardian = await guardianOf(page, lastname)
  const further = await addPupils(
    page,
    others.map((firstname) => ({ firstname, lastname, isOld: true })),
  )
  for (const id of further) await linkGuardian(page, id, guardian)
  const children: OwnChild[] = []
  for (const [index, id] of [...eldest, ...further].entries())
    children.push(await linkOf(page, id, firstnames[index] ?? ''))
  return { staff: page, lastname, children: children as { [Place in keyof Names]: OwnChild } }
}

/** The same for two children whose mother has confirmed her address, with that address. */
export const ownMailedFamily = async (browser: Browser, [first, second]: readonly [string, string]) => {
  const page = await openStaff(browser)
  const lastname = uniqueName('Mohn')
  const mail = `${uniqueName('eltern-')}@example.org`
  const application = { firstname: first, lastname, mail, birthdate: '2019-05-04', lateralGrade: 2, startsOn: TODAY }
  const { id } = await enterApplication(page, application)
  const details = await askAs(page, { method: 'GET', path: `${REGISTRATIONS}/${id}` })
  const { contacts } = (await details.json()) as { contacts: { id: number }[] }
  const asked = await askAs(page, { method: 'POST', path: `${REGISTRATIONS}/resendContactOptin/${contacts[0]?.id}` })
  expect(asked.ok(), await asked.text()).toBe(true)
  await confirmMail(browser, mail)
  await putStatus(page, id, 'accepted')
  const moved = await transform(page, id)
  expect(moved.status(), await moved.text()).toBe(201)
  const { pupil_id } = (await moved.json()) as { pupil_id: number }
  const [younger = 0] = await addPupils(page, [{ firstname: second, lastname }])
  await linkGuardian(page, younger, await guardianOf(page, lastname))
  return { mail, children: [await linkOf(page, pupil_id, first), await linkOf(page, younger, second)] as const }
}

interface SeenNote {
  pupil: { id: number }
  value: { dateStart: string; dateEnd: string; reason: string; comment: string | null }
  source: string
  is_late: boolean
}

/** The child's notes since November, in the order of their days. */
export const notesOf = async (page: Page, { id }: OwnChild) => {
  const reply = await askAs(page, { method: 'GET', path: '/api/admin/pupilSickNotes?from=2026-11-01&to=2027-01-31' })
  expect(reply.ok(), await reply.text()).toBe(true)
  const notes = ((await reply.json()) as SeenNote[]).filter(({ pupil }) => pupil.id === id)
  return notes.sort((a, b) => a.value.dateStart.localeCompare(b.value.dateStart))
}
