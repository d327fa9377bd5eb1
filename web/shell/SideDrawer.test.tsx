import { act, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { accountEndpoints } from '#contract/account/account.ts'
import { mailtestEndpoints } from '#contract/mailtest/mailtest.ts'
import { type Permission, permissionsOf, type Role } from '#contract/permissions.ts'
import { closeApp, openApp, page, signIn } from '#web/app.test-data.ts'
import { type FakeServer, fakeServer, stillOnItsWay } from '#web/fake-server.test-data.ts'
import { baseDataOf, DESK, PHONE } from '#web/page.test-data.ts'

const CHILDREN = 'Schülerinnen und Schüler'
const DAILY = ['Start', CHILDREN, 'Klassen', 'Krankmeldungen']
const REQUEST_ID = '0190a3c2-7d5e-7000-8000-3f2b1c4d5e6f'

// Loaded once, so that what would come late is there when a test says that it is not.
beforeAll(() => import('./SideDrawer.tsx'))
let server: FakeServer

beforeEach(() => {
  server = fakeServer([stillOnItsWay])
})
afterEach(closeApp)

const menu = () => screen.findByRole('navigation', { name: 'Hauptmenü' })
const openedGroup = () => screen.findByRole('button', { name: 'Verwaltung' })

const openHomeAs = async (role: Role | null) => {
  signIn(server, baseDataOf(role))
  await openApp('/', server)
  await page(/^Willkommen/)
  return menu()
}

const SECRETARY = permissionsOf('schooladmin', { may_view_sensitive: false, may_manage_users: false })

interface Offer {
  who: string
  role: Role | null
  permissions?: Permission[]
  entries: string[]
  manages: number
  mayDebug: number
}

test.each<Offer>([
  {
    who: 'an admin',
    role: 'admin',
    entries: [...DAILY, 'Bewerbungen', 'Profil', 'Benutzer', 'Abmelden'],
    manages: 1,
    mayDebug: 1,
  },
  {
    who: 'a head',
    role: 'schooladmin',
    entries: [...DAILY, 'Bewerbungen', 'Profil', 'Benutzer', 'Abmelden'],
    manages: 1,
    mayDebug: 0,
  },
  {
    who: 'a secretary',
    role: 'schooladmin',
    permissions: SECRETARY,
    entries: [...DAILY, 'Bewerbungen', 'Profil', 'Abmelden'],
    manages: 1,
    mayDebug: 0,
  },
  { who: 'a teacher', role: 'teacher_level_1', entries: [...DAILY, 'Profil', 'Abmelden'], manages: 0, mayDebug: 0 },
  { who: 'a viewer', role: 'viewer', entries: [...DAILY, 'Profil', 'Abmelden'], manages: 0, mayDebug: 0 },
  {
    who: 'somebody without a role',
    role: null,
    entries: ['Start', 'Krankmeldungen', 'Profil', 'Abmelden'],
    manages: 0,
    mayDebug: 0,
  },
])('the menu of $who holds what this person may open, and no more', async (given) => {
  const baseData = baseDataOf(given.role)
  signIn(server, { ...baseData, permissions: given.permissions ?? baseData.permissions })
  await openApp('/', server)
  const entries = within(await menu())
  // The tools of an admin come a moment later.
  await act(async () => {})
  expect(entries.getAllByRole('link').map(({ textContent }) => textContent)).toEqual(given.entries)
  expect(entries.queryAllByRole('button', { name: 'Verwaltung' })).toHaveLength(given.manages)
  expect(entries.queryAllByLabelText('Debug-Ansicht')).toHaveLength(given.mayDebug)
  expect(entries.queryAllByRole('button', { name: 'E-Mail-Test' })).toHaveLength(given.mayDebug)
})

test('the group "Verwaltung" opens what may be managed and stays as it was left', async () => {
  await openHomeAs('schooladmin')
  expect((await openedGroup()).ariaExpanded).toBe('false')
  await userEvent.click(await openedGroup())
  expect(within(await menu()).getAllByRole('link', { name: CHILDREN })).toHaveLength(2)
  await openApp('/', server)
  const group = await openedGroup()
  expect(group.ariaExpanded).toBe('true')
  group.focus()
  await userEvent.keyboard('{Enter}')
  expect(within(await menu()).getAllByRole('link', { name: CHILDREN })).toHaveLength(1)
})

test('the menu can be put away and stays away; the title leads home', async () => {
  await openHomeAs('schooladmin')
  await userEvent.click(screen.getByRole('button', { name: 'Menü schließen' }))
  expect(screen.queryByRole('navigation', { name: 'Hauptmenü' })).toBeNull()
  await openApp('/profile', server)
  await page('Profil')
  expect(screen.getByRole('button', { name: 'Menü öffnen' }).ariaExpanded).toBe('false')
  expect(screen.queryByRole('navigation', { name: 'Hauptmenü' })).toBeNull()
  await userEvent.click(within(screen.getByRole('banner')).getByRole('link', { name: 'Schulhof' }))
  await page(/^Willkommen/)
})

test('the user menu names the person and leads to the profile', async () => {
  await openHomeAs('schooladmin')
  await userEvent.click(screen.getByRole('button', { name: /^Benutzermenü/ }))
  const opened = within(await screen.findByRole('menu'))
  expect(opened.getByText('leitung.fsw@example.org')).toBeTruthy()
  expect(opened.getByRole('menuitem', { name: 'Logout' })).toBeTruthy()
  expect(opened.queryByRole('menuitem', { name: 'Schule anlegen' })).toBeNull()
  await userEvent.click(opened.getByRole('menuitem', { name: 'Profil' }))
  await page('Profil')
})

test('the user menu leads an admin to a further school', async () => {
  await openHomeAs('admin')
  await userEvent.click(screen.getByRole('button', { name: /^Benutzermenü/ }))
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Schule anlegen' }))
  await page('Schule anlegen')
})

test('the debug view shows calls and rights to an admin, and the browser remembers it', async () => {
  const baseData = baseDataOf('admin')
  signIn(server, baseData)
  const headers = { 'X-Request-Id': REQUEST_ID }
  server.on(accountEndpoints.basedata, () => Response.json(baseData, { headers }))
  await openApp('/', server)
  const entries = within(await menu())
  const panel = () => screen.queryByRole('complementary', { name: 'Debug-Ansicht' })
  expect(panel()).toBeNull()
  await userEvent.click(await entries.findByLabelText('Debug-Ansicht'))
  const shown = within(await screen.findByRole('complementary', { name: 'Debug-Ansicht' }))
  const asked = shown.getAllByRole('row', { name: /GET \/api\/basedata/ })
  expect(asked[0]?.textContent).toMatch(new RegExp(`^GET /api/basedata200\\d+ ms${REQUEST_ID}$`))
  await userEvent.click(shown.getByText(/^Rechte/))
  expect(shown.getByText(/debug view/)).toBeTruthy()
  expect(localStorage.getItem('atw_debug_view')).toBe('true')
  await openHomeAs('schooladmin')
  expect(panel()).toBeNull()
})

test.each([['desk', DESK] as const, ['phone', PHONE] as const])(
  'an admin opens the e-mail test from the menu of a %s',
  async (_, width) => {
    server.on(mailtestEndpoints.defaults, () => ({
      from: 'schulhof@localhost',
      subject: '',
      content: '',
      is_configured: true,
    }))
    signIn(server, baseDataOf('admin'))
    await openApp('/', server, width)
    await page(/^Willkommen/)
    if (width === PHONE) await userEvent.click(screen.getByRole('button', { name: 'Menü öffnen' }))
    await userEvent.click(await within(await menu()).findByRole('button', { name: 'E-Mail-Test' }))
    const dialog = await screen.findByRole('dialog', { name: 'Test Email erstellen' })
    expect(screen.queryByRole('navigation', { name: 'Hauptmenü' }) === null).toBe(width === PHONE)
    await userEvent.keyboard('{Escape}')
    expect(dialog.isConnected).toBe(false)
  },
)
