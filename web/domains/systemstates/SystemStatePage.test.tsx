import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { CALM_FACTS } from '#contract/systemstates/systemstates.test-data.ts'
import { type ShownAlarm, systemStateEndpoints } from '#contract/systemstates/systemstates.ts'
import { renewReplies } from '#web/api/queries.ts'
import { queryClient } from '#web/api/query-client.ts'
import { closeApp, openApp, page, serverFor } from '#web/app.test-data.ts'
import { json } from '#web/page.test-data.ts'
import { paths } from '#web/paths.ts'

beforeEach(() => localStorage.clear())
afterEach(closeApp)

const BACKUP = CALM_FACTS.backup as NonNullable<typeof CALM_FACTS.backup>
const DISK: ShownAlarm = { key: 'disk_full', subject: '/data', host: 'schule', since: '2026-11-20T05:00:00Z' }
const JOB: ShownAlarm = { key: 'job_failed', subject: 'backup', host: '', since: '2026-11-20T01:30:00Z' }

const open = async (alarms: readonly ShownAlarm[] = [], facts = CALM_FACTS) => {
  const server = serverFor('admin')
  server.on(systemStateEndpoints.read, () => ({ facts, alarms: [...alarms] }))
  await openApp(paths.systemState, server)
  await page('Systemzustand')
  return server
}
const card = async (name: string) => within(await screen.findByRole('region', { name }))
const row = (name: string) => within(screen.getByRole('row', { name: new RegExp(`^${name}`) }))

test('a calm installation says that nothing is to be done, and shows every part with its time', async () => {
  await open()
  expect((await card('Zu tun')).getByText('Es ist alles in Ordnung. Sie müssen nichts tun.')).toBeTruthy()
  expect(row('Sicherung').getByText('20.11.2026 02:30 Uhr, 12 MB')).toBeTruthy()
  expect(row('Sicherung').getByText('30 Sicherungen in /var/backups/schulhof')).toBeTruthy()
  expect(row('Probe der Sicherung').getByText('15.11.2026 02:40 Uhr')).toBeTruthy()
  expect(row('Kopie der Sicherung').getByText('20.11.2026 02:31 Uhr')).toBeTruthy()
  expect(row('E-Mails').getByText('keine wartet')).toBeTruthy()
  expect(row('Datenträger der Daten').getByText('40 % belegt')).toBeTruthy()
  expect(row('Datenträger der Daten').getByText('60 GB frei, /data')).toBeTruthy()
  expect(row('Datenbank').getByText('48 MB')).toBeTruthy()
  expect(row('Programm').getByText('1 Prozess, Node 24.21.0, Stand der Datenbank 0041')).toBeTruthy()
  expect(screen.getAllByText('in Ordnung').length).toBeGreaterThan(7)
  const runs = await card('Regelmäßige Aufgaben')
  expect(runs.getByRole('row', { name: /^Nächtliche Sicherung 20\.11\.2026 02:30 Uhr 9 Sekunden –$/ })).toBeTruthy()
})

test('what needs doing comes first, with what to do and since when, alarms before advice', async () => {
  const facts = structuredClone(CALM_FACTS)
  facts.has_mail_server = false
  facts.database.jobs.failed = [
    {
      ...{ task: 'backup', count: 1, since: JOB.since, tried_at: JOB.since },
      ...{ failures: 3, is_given_up: false },
    },
  ]
  await open([JOB, DISK], facts)
  const items = (await card('Zu tun')).getAllByRole('listitem')
  expect(items.map((item) => within(item).getByRole('heading').textContent)).toEqual([
    'Eine Aufgabe ist dreimal gescheitert: Nächtliche Sicherung',
    'Ein Datenträger ist zu über 90 % voll: /data auf schule',
    'Es ist kein Mailserver eingerichtet',
  ])
  expect(items[1]?.textContent).toContain('Schaffen Sie bald Platz.')
  expect(items[1]?.textContent).toContain('Seit 20.11.2026 06:00 Uhr')
  expect(items.map((item) => /handeln|prüfen/.exec(item.textContent ?? '')?.[0])).toEqual([
    'handeln',
    'handeln',
    'prüfen',
  ])
  expect(row('Aufgaben im Hintergrund').getByText('handeln')).toBeTruthy()
  expect(row('Datenträger der Daten').getByText('handeln')).toBeTruthy()
  expect(row('Sicherung').getByText('in Ordnung')).toBeTruthy()
})

test.each([
  ['Auf diesem Rechner entstehen keine Sicherungen', { backup: null }],
  ['Die letzte Sicherung ließ sich nicht zurückspielen', { backup: { ...BACKUP, is_broken: true } }],
  ['Die Sicherung wurde nicht an den anderen Ort kopiert', { backup: { ...BACKUP, is_copy_missing: true } }],
  [
    'Es laufen verschiedene Versionen: 1.0.0, 1.1.0',
    { processes: [...CALM_FACTS.processes, { version: '1.1.0', host: 'schule', pid: 78 }] },
  ],
  ['Das nächtliche Löschen ist nicht gelaufen', { database: { ...CALM_FACTS.database, tasks: [] } }],
  [
    'Fällige Aufgaben werden nicht begonnen',
    { database: { ...CALM_FACTS.database, jobs: { waiting: 1, due_since: '2026-11-20T07:00:00.000Z', failed: [] } } },
  ],
])('advice: %s', async (title, change) => {
  await open([], { ...CALM_FACTS, ...change })
  expect((await card('Zu tun')).getByRole('heading', { name: title })).toBeTruthy()
})

test('mails that only their recipients hold back are explained, and nothing is to be done', async () => {
  const mails = { waiting: 1, since: '2026-11-19T08:00:00.000Z', held_since: null, left_at: '2026-11-20T07:12:00.000Z' }
  await open([], { ...CALM_FACTS, database: { ...CALM_FACTS.database, mails } })
  expect(
    row('E-Mails').getByText(
      'Die älteste wartet seit 19.11.2026 09:00 Uhr. Es liegt an ihrem Empfänger, andere gehen hinaus',
    ),
  ).toBeTruthy()
  expect((await card('Zu tun')).getByText(/Sie müssen nichts tun/)).toBeTruthy()
})

test('a page that cannot be loaded offers another try', async () => {
  const server = serverFor('admin')
  let isDown = true
  server.on(systemStateEndpoints.read, () => (isDown ? json(500, {}) : { facts: CALM_FACTS, alarms: [] }))
  await openApp(paths.systemState, server)
  expect(await screen.findByText('Konnte nicht geladen werden.', {}, { timeout: 10_000 })).toBeTruthy()
  isDown = false
  await userEvent.click(screen.getByRole('button', { name: 'Erneut versuchen' }))
  expect(await screen.findByText('Es ist alles in Ordnung. Sie müssen nichts tun.')).toBeTruthy()
})

test('a head has no way there', async () => {
  await openApp(paths.systemState, serverFor('schooladmin'))
  expect(
    await screen.findByText(/Technische Ansichten und Einrichtung|Dafür fehlt Ihnen die Berechtigung/),
  ).toBeTruthy()
  expect(screen.queryByRole('link', { name: 'Systemzustand' })).toBeNull()
})

const banner = () => screen.queryByRole('link', { name: 'Systemzustand ansehen' })
const openWith = async (alarms: ShownAlarm[], role: 'admin' | 'schooladmin' = 'admin') => {
  const server = serverFor(role)
  server.on(systemStateEndpoints.alarms, () => alarms)
  await openApp(paths.profile, server)
  await page('Profil')
  return server
}

test('the banner tells an admin on every page what is wrong, and leads to the page', async () => {
  await openWith([DISK])
  await waitFor(() => expect(banner()).toBeTruthy())
  expect(screen.getByText(/^Ein Datenträger ist zu über 90 % voll: \/data auf schule\./)).toBeTruthy()
  expect(banner()?.getAttribute('href')).toMatch(/\/admin\/systemzustand$/)
})

test('the banner counts several, stays away once put away, and comes back with another state', async () => {
  const alarms = [DISK, JOB]
  await openWith(alarms)
  await waitFor(() => expect(banner()).toBeTruthy())
  expect(screen.getByText(/^Das System braucht Ihre Hilfe: 2 Punkte sind offen\./)).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Hinweis ausblenden, bis sich der Zustand ändert' }))
  expect(banner()).toBeNull()
  // Another visit with the same browser.
  const stored = Object.entries({ ...localStorage })
  closeApp()
  for (const [key, value] of stored) localStorage.setItem(key, value)
  const server = await openWith(alarms)
  await waitFor(() => expect(server.sentTo(systemStateEndpoints.alarms)).toHaveLength(1))
  await waitFor(() => expect(queryClient.isFetching()).toBe(0))
  expect(banner()).toBeNull()
  alarms[0] = { ...DISK, since: '2026-11-21T05:00:00Z' }
  await renewReplies([systemStateEndpoints.alarms])
  await waitFor(() => expect(banner()).toBeTruthy())
})

test('nobody else is asked or told', async () => {
  const server = await openWith([DISK], 'schooladmin')
  expect(banner()).toBeNull()
  expect(server.sentTo(systemStateEndpoints.alarms)).toEqual([])
})
