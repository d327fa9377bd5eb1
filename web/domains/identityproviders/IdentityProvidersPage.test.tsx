import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import {
  identityProviderEndpoints as endpoints,
  PROVIDER_TEXTS,
  type Provider,
} from '#contract/identityproviders/identityproviders.ts'
import { PROVIDER_FAULTS } from '#contract/identityproviders/provider-faults.ts'
import { address, closeApp, openApp, page, serverFor } from '#web/app.test-data.ts'
import { type FakeServer, refuseField, refuseStale, stillOnItsWay } from '#web/fake-server.test-data.ts'
import { BOTH_SCHOOLS, baseDataOf } from '#web/page.test-data.ts'
import { ISERV } from './provider.test-data.ts'

const PATH = '/admin/anmeldedienste'

let server: FakeServer
let providers: Provider[]

beforeEach(() => {
  providers = []
  server = serverFor(baseDataOf('admin'), [stillOnItsWay])
  server.on(endpoints.list, () => providers)
})
afterEach(closeApp)

const openList = async () => {
  await openApp(PATH, server)
  await page(/^Anmeldedienste/)
}
const openOne = async (change: Partial<Provider> = {}) => {
  providers = [{ ...ISERV, ...change }]
  await openApp(`${PATH}?dienst=7`, server)
  await page('IServ')
}
const changes = () => {
  const sent: unknown[] = []
  server.on(endpoints.change, ({ params, body }) => {
    sent.push([params.id, body])
    providers = [{ ...ISERV, ...body, version: 4 } as Provider]
    return { message: 'Gespeichert.' }
  })
  return sent
}
const dialogOf = async (name: string) => within(await screen.findByRole('dialog', { name }))
const type = (field: HTMLElement, value: string) => fireEvent.change(field, { target: { value } })

test('without a service the page says what one is for; adding one leads to its next step', async () => {
  const sent: unknown[] = []
  server.on(endpoints.add, ({ body }) => {
    sent.push(body)
    providers = [{ ...ISERV, ...body, client_id: null, has_secret: false }]
    return { id: 7, message: 'IServ ist eingetragen.' }
  })
  await openList()
  expect(screen.getByText('Noch ist kein Anmeldedienst verbunden.')).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Anmeldedienst hinzufügen' }))
  const dialog = await dialogOf('Anmeldedienst hinzufügen')
  type(dialog.getByLabelText(/^Art/), 'iserv')
  expect((dialog.getByLabelText(/^Name auf dem Knopf/) as HTMLInputElement).value).toBe('IServ')
  const issuer = dialog.getByLabelText(/^Adresse des Dienstes/) as HTMLInputElement
  expect(issuer.placeholder).toBe('https://iserv.schule.example')
  type(issuer, 'https://iserv.schule.example')
  fireEvent.click(dialog.getByRole('button', { name: 'Weiter' }))
  await page('IServ')
  expect(address()).toBe(`${PATH}?dienst=7`)
  expect(sent).toEqual([
    {
      kind: 'iserv',
      name: 'IServ',
      issuer: 'https://iserv.schule.example',
      school_ids: [1],
      client_id: null,
      second_factor_acr: null,
      groups_claim: 'groups',
      mail_domain: null,
    },
  ])
  expect(screen.getByText('noch nicht fertig')).toBeTruthy()
  expect(screen.getByText('Dafür fehlen noch Client-ID und Client-Secret.')).toBeTruthy()
})

test('a refused address stays in the dialog with its reason', async () => {
  server.on(endpoints.add, () => refuseField('issuer', PROVIDER_TEXTS.tenant))
  await openList()
  fireEvent.click(screen.getByRole('button', { name: 'Anmeldedienst hinzufügen' }))
  const dialog = await dialogOf('Anmeldedienst hinzufügen')
  type(dialog.getByLabelText(/^Art/), 'entra')
  type(dialog.getByLabelText(/^Adresse des Dienstes/), 'https://login.microsoftonline.com/common/v2.0')
  fireEvent.click(dialog.getByRole('button', { name: 'Weiter' }))
  expect((await dialog.findAllByText(PROVIDER_TEXTS.tenant)).length).toBeGreaterThan(0)
})

test.each([
  [{ is_active: true }, 'eingeschaltet', '–'],
  [{}, 'ausgeschaltet', '–'],
  [{ client_id: null }, 'noch nicht fertig', '–'],
  [{ has_secret: false }, 'noch nicht fertig', '–'],
  [
    { last_failure: 'client', last_failure_at: '2026-11-20T08:00:00.000Z' },
    'ausgeschaltet',
    PROVIDER_FAULTS.client.admin,
  ],
  [
    {
      last_failure: 'client',
      last_failure_at: '2026-11-19T08:00:00.000Z',
      last_success_at: '2026-11-20T08:00:00.000Z',
    },
    'ausgeschaltet',
    'Gelungen am 20.11.2026',
  ],
] as const)('the list shows how a service with %j is', async (change, state, outcome) => {
  providers = [{ ...ISERV, ...change, identity_count: 12 }]
  await openList()
  const row = await screen.findByRole('row', { name: /IServ/ })
  expect(within(row).getByText(state)).toBeTruthy()
  expect(row.textContent).toContain(outcome)
  expect(row.textContent).toContain('12')
})

const unfold = async () => {
  const summary = screen.getByText('Weitere Einstellungen')
  const details = summary.closest('details') as HTMLDetailsElement
  details.open = true
  fireEvent(details, new Event('toggle'))
  await screen.findByRole('form', { name: 'Regel hinzufügen' })
}

test('rules of groups are added and removed as a whole list; an empty or double one is refused', async () => {
  const sent = changes()
  await openOne({ rules: [{ group_name: 'Kollegium', school_id: 1, role: 'teacher_level_1' }] })
  await unfold()
  const group = screen.getByLabelText('Gruppe')
  const add = screen.getByRole('button', { name: 'Regel hinzufügen' })
  fireEvent.click(add)
  expect(await screen.findByText('Bitte geben Sie die Gruppe an.')).toBeTruthy()
  type(group, 'Kollegium')
  fireEvent.click(add)
  expect(await screen.findByText('Diese Regel gibt es schon.')).toBeTruthy()
  type(group, 'Hort')
  type(screen.getByLabelText('Rolle'), 'viewer')
  fireEvent.click(add)
  const first = { group_name: 'Kollegium', school_id: 1, role: 'teacher_level_1' }
  const second = { group_name: 'Hort', school_id: 1, role: 'viewer' }
  await waitFor(() => expect(sent).toEqual([[7, { rules: [first, second], version: 3 }]]))
  fireEvent.click(await screen.findByRole('button', { name: 'Regel entfernen: Kollegium' }))
  await waitFor(() => expect(sent[1]).toEqual([7, { rules: [second], version: 4 }]))
})

test('a rule that may not be removed stays, and the page says why', async () => {
  server.on(endpoints.change, () => refuseField('rules', PROVIDER_TEXTS.ruleSchool))
  await openOne({ rules: [{ group_name: 'Kollegium', school_id: 1, role: 'teacher_level_1' }] })
  await unfold()
  fireEvent.click(screen.getByRole('button', { name: 'Regel entfernen: Kollegium' }))
  expect((await screen.findByText(PROVIDER_TEXTS.ruleSchool)).closest('[role="alert"]')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Regel entfernen: Kollegium' })).toBeTruthy()
})

test('a mail domain warns before it is saved', async () => {
  await openOne()
  await unfold()
  fireEvent.click(screen.getByRole('button', { name: 'Weitere Einstellungen ändern' }))
  const dialog = await dialogOf('IServ: weitere Einstellungen')
  expect(dialog.queryByText('Nur für eine Domain, die Ihrer Schule gehört')).toBeNull()
  type(dialog.getByLabelText(/^Erste Verbindung über/), 'schule.example')
  expect(dialog.getByText('Nur für eine Domain, die Ihrer Schule gehört')).toBeTruthy()
})

test('when somebody else was faster both versions are shown', async () => {
  await openOne()
  server.on(endpoints.change, () => {
    providers = [{ ...ISERV, name: 'Schulserver', version: 4 }]
    return refuseStale()
  })
  fireEvent.click(screen.getByRole('button', { name: 'Bearbeiten' }))
  const dialog = await dialogOf('IServ: bearbeiten')
  type(dialog.getByLabelText(/^Name auf dem Knopf/), 'Unser IServ')
  fireEvent.click(dialog.getByRole('button', { name: 'Übernehmen' }))
  expect(await screen.findByText('Schulserver', { selector: 'dialog *, [role="dialog"] *' })).toBeTruthy()
})

test('the page of a service leads to what was done with it', async () => {
  await openOne()
  const way = screen.getByRole('link', { name: 'Benutzeraktionen' })
  expect(way.getAttribute('href')).toBe('/app/admin/userlog?entity_type=identity_provider&entity_id=7')
})

test('removing says how many accounts lose the link, and leads back to the list', async () => {
  const removed: unknown[] = []
  server.on(endpoints.remove, ({ params }) => {
    removed.push(params.id)
    providers = []
    return { message: 'IServ ist entfernt.' }
  })
  await openOne({ identity_count: 12 })
  fireEvent.click(screen.getByRole('button', { name: 'Entfernen' }))
  const question = await dialogOf('IServ entfernen?')
  expect(question.getByText(/^12 Konten verlieren ihre Verbindung/)).toBeTruthy()
  fireEvent.click(question.getByRole('button', { name: 'Entfernen' }))
  await page(/^Anmeldedienste/)
  expect(removed).toEqual([7])
  expect(await screen.findByText('Noch ist kein Anmeldedienst verbunden.')).toBeTruthy()
})

test('without an active school the own schools can be chosen', async () => {
  server = serverFor(baseDataOf('admin', { school: null, attachedSchools: BOTH_SCHOOLS }), [stillOnItsWay])
  server.on(endpoints.list, () => providers)
  await openList()
  fireEvent.click(screen.getByRole('button', { name: 'Anmeldedienst hinzufügen' }))
  const dialog = await dialogOf('Anmeldedienst hinzufügen')
  expect(dialog.getAllByRole('checkbox')).toHaveLength(2)
})

test('a head has no such page', async () => {
  server = serverFor('schooladmin', [stillOnItsWay])
  await openApp(PATH, server)
  expect(await screen.findByText(/Dafür fehlt Ihnen die Berechtigung/)).toBeTruthy()
})
