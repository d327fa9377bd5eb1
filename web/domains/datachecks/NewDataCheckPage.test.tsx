import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'
import { DATA_CHECK_MAIL } from '#contract/datachecks/datachecks.texts.ts'
import { type DataCheckRow, dataCheckEndpoints, type NotAsked } from '#contract/datachecks/datachecks.ts'
import { schoolclassEndpoints } from '#contract/schoolclasses/schoolclasses.ts'
import { schoolgradeEndpoints } from '#contract/schoolgrades/schoolgrades.ts'
import { closeApp, openApp, page, serverFor } from '#web/app.test-data.ts'
import { paths } from '#web/paths.ts'

afterEach(closeApp)

const RUNNING: DataCheckRow = {
  ...{ id: 8, audience: '1a', ends_on: '2026-12-11', is_running: true },
  ...{ created_at: '2026-11-16T10:00:00Z', created_by: 'Petra Schreiber' },
  counts: { all: 5, open: 3, confirmed: 2, changed: 0, decided: 0, by_letter: 0 },
}
const ANSWERED: NotAsked = { pupil_id: 1, child: 'Mia, 1a', guardian_id: 4, name: 'Anna Berg', reason: 'answered' }
const READERS = [{ id: 5, name: 'Ben Berg', children: 'Mia, 1a', is_mailed: true }]

const open = async (wording: { subject: string; body: string } = DATA_CHECK_MAIL) => {
  const server = serverFor('schooladmin')
  server.on(dataCheckEndpoints.wording, () => wording)
  server.on(schoolclassEndpoints.list, () => [])
  server.on(schoolgradeEndpoints.list, () => ({ schoolgrades: [], schoolyears: [], grade_min: 1, grade_max: 6 }))
  server.on(dataCheckEndpoints.plan, ({ body: { skips_answered } }) => ({
    readers: skips_answered ? READERS : [...READERS, { ...READERS[0], id: 4, name: 'Anna Berg' } as never],
    left_out: skips_answered ? [ANSWERED] : [],
    running: [RUNNING],
  }))
  server.on(dataCheckEndpoints.preview, ({ body: { subject, body } }) => ({
    ...{ subject, paragraphs: [body], closing: [], action: 'Angaben durchsehen', link: null },
    ...{ from: 'Freie Schule', reply_to: 'schule@example.org', school_name: 'Freie Schule' },
  }))
  await openApp(paths.newDataCheck, server)
  await page('Datenabgleich beginnen')
  return server
}

test('names the round that runs and leaves its answers out, unless the office wants otherwise', async () => {
  const server = await open()
  expect(
    await screen.findByText(/^Für 1a läuft schon ein Datenabgleich bis 11\.12\.2026 \(2 von 5 haben geantwortet\)\./),
  ).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Zum laufenden Datenabgleich' }).getAttribute('href')).toContain(
    paths.dataCheck(8),
  )
  expect(screen.getByText('Nicht gefragt: 1 mit Antwort im laufenden Datenabgleich')).toBeTruthy()
  expect(screen.getByText('1 Person bekommt eine E-Mail.')).toBeTruthy()
  await userEvent.click(
    screen.getByRole('checkbox', { name: 'Wer dort schon geantwortet hat, wird nicht noch einmal gefragt' }),
  )
  expect(await screen.findByText('2 Personen bekommen eine E-Mail.')).toBeTruthy()
  expect(screen.queryByText(/^Nicht gefragt/)).toBeNull()
  expect(server.bodiesOf(dataCheckEndpoints.plan).at(-1)).toMatchObject({ skips_answered: false })
})

test('says why there is no preview, and brings the given text back', async () => {
  await open({ subject: 'Eigener Betreff', body: 'Eigener Text' })
  expect(await screen.findByRole('region', { name: 'Vorschau der E-Mail' })).toBeTruthy()
  const subject = screen.getByRole<HTMLInputElement>('textbox', { name: 'Betreff' })
  await userEvent.clear(subject)
  const preview = within(screen.getByRole('region', { name: 'Vorschau' }))
  expect(await preview.findByText('Sobald Betreff und Text stehen, sehen Sie hier die E-Mail.')).toBeTruthy()
  await userEvent.type(subject, 'Für {{Kinder}')
  expect(await preview.findByText(/^\{Kinder\} darf nicht .* stehen\.$/)).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Vorgegebenen Text wiederherstellen' }))
  expect(subject.value).toBe(DATA_CHECK_MAIL.subject)
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Vorgegebenen Text wiederherstellen' })).toBeNull())
})
