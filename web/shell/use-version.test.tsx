import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { changelogEndpoints, NEW_VERSION_TEXT } from '#contract/changelog/changelog.ts'
import { type FakeServer, fakeServer, stillOnItsWay } from '#web/fake-server.test-data.ts'
import { baseDataOf, json } from '#web/page.test-data.ts'

type App = typeof import('#web/app.test-data.ts')
let app: App
let server: FakeServer

// What a page knows of the version lives as long as its program: each test loads it anew.
beforeEach(async () => {
  vi.resetModules()
  app = await import('#web/app.test-data.ts')
  server = fakeServer([stillOnItsWay])
})
afterEach(async () => {
  Reflect.deleteProperty(document, 'visibilityState')
  await app.closeApp()
})

const versionButton = () => screen.findByRole('button', { name: /^VERSION v/ })
const notices = () => screen.queryAllByText(NEW_VERSION_TEXT)
const askedTimes = () => server.sentTo(changelogEndpoints.currentVersion).length

/** Answers the polls by turns: a name, or the status of a failure; the last one stays. */
const answerPolls = (...replies: (string | number)[]) => {
  server.on(changelogEndpoints.currentVersion, () => {
    const reply = replies.length > 1 ? replies.shift() : replies[0]
    return typeof reply === 'string'
      ? json(200, { name: reply, commit: 'fc24b8777aa1', build_date: '2026-11-20T06:00:00Z' })
      : json(reply ?? 500, {})
  })
}

const openHome = async (...person: Parameters<typeof baseDataOf>) => {
  vi.useFakeTimers({ toFake: [...TIMERS], shouldAdvanceTime: true, now: new Date('2026-11-20T08:00:00Z') })
  app.signIn(server, baseDataOf(...person))
  await app.openApp('/', server)
  await app.page(/^Willkommen/)
}

const TIMERS = ['Date', 'setTimeout', 'clearTimeout'] as const
const STEP = 4000
const pass = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds))

/** One poll is due every 60 s, ±20 %. */
const nextPoll = async () => {
  const before = askedTimes()
  for (let passed = 0; passed <= 72_000 && askedTimes() === before; passed += STEP) await pass(STEP)
  expect(askedTimes()).toBe(before + 1)
}

test('a new version is told once, takes no focus and stays until it is closed', async () => {
  answerPolls('1.0.0', '1.0.0', '1.1.0', '1.2.0')
  await openHome('schooladmin')
  expect((await versionButton()).textContent).toBe('VERSION v1.0.0')
  await nextPoll()
  expect(notices()).toHaveLength(0)
  const search = screen.getByRole('button', { name: /^Seite oder Befehl suchen/ })
  search.focus()
  await nextPoll()
  await waitFor(() => expect(notices()).toHaveLength(1))
  expect(document.activeElement).toBe(search)
  expect((await versionButton()).textContent).toBe('VERSION v1.0.0')
  await nextPoll()
  expect(notices()).toHaveLength(1)
  await userEvent.click(screen.getByRole('link', { name: 'Profil' }))
  await app.page('Profil')
  expect(notices()).toHaveLength(1)
  expect(screen.getByRole('button', { name: 'Jetzt neu laden' })).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Meldung schließen' }))
  await waitFor(() => expect(notices()).toHaveLength(0))
})

test('a server that restarts (503) keeps the version, any other failure forgets it', async () => {
  answerPolls('1.0.0', 500, '1.1.0', 503, '1.2.0')
  await openHome('schooladmin')
  await versionButton()
  await nextPoll()
  await nextPoll()
  expect(notices()).toHaveLength(0)
  await nextPoll()
  await nextPoll()
  await waitFor(() => expect(notices()).toHaveLength(1))
  expect((await versionButton()).textContent).toBe('VERSION v1.0.0')
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('a page nobody looks at does not ask, and asks at once when it is looked at again', async () => {
  answerPolls('1.0.0')
  await openHome('schooladmin')
  await versionButton()
  const before = askedTimes()
  Object.defineProperty(document, 'visibilityState', { value: 'hidden', configurable: true })
  await pass(160_000)
  expect(askedTimes()).toBe(before)
  Reflect.deleteProperty(document, 'visibilityState')
  document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))
  expect(askedTimes()).toBe(before + 1)
})

test('the version button opens the changelog, or says which version it is', async () => {
  answerPolls('1.0.0')
  server.on(changelogEndpoints.list, () => [])
  await openHome('teacher_level_1')
  expect(screen.getByText('gebaut 20.11.2026 07:00')).toBeTruthy()
  await userEvent.click(await versionButton())
  await app.page('ChangeLog')

  app.signIn(server, baseDataOf('viewer'))
  await app.openApp('/', server)
  await userEvent.click(await versionButton())
  const dialog = within(await screen.findByRole('dialog', { name: 'Hinweis' }))
  expect(dialog.getByText(/^Sie arbeiten mit Version 1\.0\.0, gebaut am 20\.11\.2026 07:00 Uhr\./)).toBeTruthy()
  await userEvent.click(dialog.getByRole('button', { name: 'OK' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await app.page(/^Willkommen/)
})
