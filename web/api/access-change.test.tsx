import { act, screen, within } from '@testing-library/react'
import { afterEach, describe, expect, test } from 'vitest'
import { accountEndpoints, type BaseData } from '#contract/account/account.ts'
import { ERROR_TEXTS } from '#contract/error-texts.ts'
import { pupilDetailsEndpoints } from '#contract/pupils/pupils.details.ts'
import { pupilEndpoints } from '#contract/pupils/pupils.ts'
import { closeApp, openApp, page } from '#web/app.test-data.ts'
import { pupilServer } from '#web/domains/pupils/pupils.test-data.ts'
import { BOTH_SCHOOLS, baseDataOf, json } from '#web/page.test-data.ts'
import { paths } from '#web/paths.ts'
import { goTo } from '#web/shell/app-history.ts'
import { accessChange } from './access-change.ts'

afterEach(closeApp)

const [FSW, FOW] = BOTH_SCHOOLS as [BaseData['attachedSchools'][number], BaseData['attachedSchools'][number]]
const head = baseDataOf('schooladmin', { attachedSchools: [FSW, FOW] })
const { school, user } = head
const elsewhere: BaseData = { ...head, school: school && { ...school, ...FOW }, attachedSchools: [FOW] }
const ASK = 'Bei Fragen wenden Sie sich bitte an die Schulleitung.'

describe('what was taken since the page was loaded', () => {
  test.each<[string, BaseData, string | undefined]>([
    ['nothing', head, undefined],
    ['nothing: another tab only switched the school', { ...head, school: elsewhere.school }, undefined],
    ['the other school, which the page is not about', { ...head, attachedSchools: [FSW] }, undefined],
    ['nothing that concerns somebody else', { ...elsewhere, user: { ...user, id: user.id + 1 } }, undefined],
    [
      'the school',
      elsewhere,
      `Ihr Zugriff auf die Schule fsw (${school?.name}) wurde beendet. Nach dem Neuladen arbeiten Sie an der Schule fow. ${ASK}`,
    ],
    [
      'the only school',
      { ...head, school: null, attachedSchools: [] },
      `Ihr Zugriff auf die Schule fsw (${school?.name}) wurde beendet. ${ASK}`,
    ],
    [
      'the role',
      baseDataOf('viewer', { attachedSchools: [FSW, FOW] }),
      `Ihre Rechte wurden geändert, seit diese Seite geladen wurde. Ihre Rolle ist jetzt „Betrachter“. ${ASK}`,
    ],
    [
      'every role',
      baseDataOf(null, { attachedSchools: [FSW, FOW] }),
      `Ihre Rechte wurden geändert, seit diese Seite geladen wurde. Ihr Konto hat jetzt keine Rolle. ${ASK}`,
    ],
    [
      'one right',
      { ...head, permissions: head.permissions.filter((one) => one !== 'manage users') },
      `Ihre Rechte wurden geändert, seit diese Seite geladen wurde. ${ASK}`,
    ],
  ])('%s', (_what, now, message) => {
    expect(accessChange(head, now)?.message).toBe(message)
  })
})

/** The program on a page that asks the server for nothing. */
const openQuietPage = async () => {
  const server = pupilServer('schooladmin', [], { attachedSchools: [FSW, FOW] })
  await openApp('/gibt-es-nicht', server)
  await page('Seite nicht gefunden')
  return server
}

test('who has lost a right reads so instead of an unknown error, and is offered a fresh page', async () => {
  const server = await openQuietPage()
  for (const endpoint of [pupilEndpoints.list, pupilEndpoints.formOptions])
    server.on(endpoint, () => json(403, { message: ERROR_TEXTS.forbidden }))
  server.on(accountEndpoints.basedata, () => baseDataOf('viewer', { attachedSchools: [FSW, FOW] }))
  act(() => goTo(paths.pupils))
  const dialog = within(await screen.findByRole('dialog', { name: 'Rechte geändert' }))
  expect(dialog.getByText(/Ihre Rolle ist jetzt „Betrachter“\./)).toBeTruthy()
  expect(dialog.getByRole('button', { name: 'Neu laden' })).toBeTruthy()
})

test('who has lost the school reads which one, also where a page cannot be opened', async () => {
  const server = await openQuietPage()
  server.on(pupilDetailsEndpoints.get, () => json(409, { message: ERROR_TEXTS.otherSchool }))
  server.on(accountEndpoints.basedata, () => elsewhere)
  act(() => goTo(paths.pupil(7)))
  await page('Zugriff beendet')
  expect(screen.getByText(/^Ihr Zugriff auf die Schule fsw .* wurde beendet\./)).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Seite neu laden' })).toBeTruthy()
})

test('whose rights are as before reads the usual words', async () => {
  const server = await openQuietPage()
  server.on(pupilEndpoints.list, () => json(403, { message: ERROR_TEXTS.forbidden }))
  act(() => goTo(paths.pupils))
  const dialog = within(await screen.findByRole('dialog', { name: 'Fehler' }))
  expect(dialog.getByText(ERROR_TEXTS.unknown)).toBeTruthy()
})
