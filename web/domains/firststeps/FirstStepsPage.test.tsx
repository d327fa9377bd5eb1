import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'
import { FIRST_STEPS, firstStepEndpoints } from '#contract/firststeps/firststeps.ts'
import { privacyTaskEndpoints } from '#contract/processings/processings.tasks.ts'
import { closeApp, openApp, page, serverFor } from '#web/app.test-data.ts'
import { answer } from '#web/fake-server.test-data.ts'

afterEach(closeApp)

const openSteps = async (processings: number, open_year: string | null, title: string) => {
  const steps = FIRST_STEPS.map((step) => ({
    step,
    is_done: true,
    count: step === 'pupils' ? 206 : null,
    last_on: step === 'mail' ? '2026-11-20' : step === 'backup' ? '2026-11-19' : null,
    open_year: step === 'holidays' ? open_year : null,
    missing: [],
    doers: [],
    without_account: 0,
  }))
  const tasks = { is_notice_stale: false, has_processors: true, processors: 0, processings }
  await openApp(
    '/admin/erste-schritte',
    serverFor('schooladmin', [
      answer(firstStepEndpoints.list, () => steps),
      answer(privacyTaskEndpoints.get, () => tasks),
    ]),
  )
  await page('Erste Schritte')
  return within(await screen.findByRole('region', { name: title }))
}

test('when all is done it says so, with what shows it and the way to each', async () => {
  const steps = await openSteps(0, null, 'Fertig: Alles Nötige ist eingerichtet')
  expect(steps.getByText('206 Kinder eingetragen, auch ehemalige')).toBeTruthy()
  expect(steps.getByText('Letzte E-Mail verschickt am 20.11.2026')).toBeTruthy()
  expect(steps.getByText('Letzte Sicherung am 19.11.2026')).toBeTruthy()
  expect(steps.getByRole('link', { name: 'Schülerinnen und Schüler importieren' })).toBeTruthy()
  // A head cannot test the mail server, and sees what it has sent.
  expect(steps.getByRole('link', { name: 'Mailserver prüfen' }).getAttribute('href')).toMatch(/\/postausgang$/)
  expect(steps.queryByText(/fehlen noch|Zu prüfen/)).toBeNull()
})

test('a done step says what is to do again: holidays of a year to come, and data protection', async () => {
  const steps = await openSteps(2, '2027/2028', 'Eingerichtet. Bitte prüfen Sie 2 Punkte noch einmal.')
  expect(steps.getByText('2027/2028: Ferien fehlen noch')).toBeTruthy()
  expect(await steps.findByText('Zu prüfen: 2 Einträge im Verzeichnis')).toBeTruthy()
  expect(steps.getByRole('link', { name: 'Datenschutz vorbereiten' }).getAttribute('href')).toMatch(
    /\/datenschutz\/verzeichnis$/,
  )
  expect(steps.getAllByRole('img', { name: 'noch einmal prüfen:' })).toHaveLength(2)
  // They come first and do not count as done; the others are folded below.
  expect(steps.queryByText('6 von 8 erledigt')).toBeNull()
  expect(within(steps.getAllByRole('list')[0] as HTMLElement).getAllByRole('listitem')).toHaveLength(2)
  expect(steps.queryByText('206 Kinder eingetragen, auch ehemalige')).toBeNull()
  await userEvent.click(steps.getByText('Erledigt (6)'))
  expect(await steps.findByText('206 Kinder eingetragen, auch ehemalige')).toBeTruthy()
})
