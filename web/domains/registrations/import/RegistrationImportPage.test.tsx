import { fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { REGISTRATION_IMPORT_TEXTS, registrationImportEndpoints } from '#contract/registrations.import.ts'
import { type Answer, answer, closeApp, openApp, SOON } from '#web/app.test-data.ts'
import { schoolOf } from '#web/domains/registrations/registrations.test-data.ts'
import { json } from '#web/page.test-data.ts'
import { paths } from '#web/paths.ts'

afterEach(closeApp)

/** Upload bodies are files, which the contract reads on the server alone. */
const readsNothing: Answer = ({ method, url }) =>
  method === 'POST' && url.pathname === registrationImportEndpoints.read.path
    ? json(422, { message: '', errors: { file: [REGISTRATION_IMPORT_TEXTS.empty] } })
    : undefined

test('a file that is none is refused beside the button, and the next one is judged anew', async () => {
  openApp(paths.registrationImport, {
    answers: [readsNothing, answer(registrationImportEndpoints.list, () => []), ...schoolOf([])],
  })
  const field = await screen.findByTestId('import-file', {}, SOON)
  const take = (name: string) => fireEvent.change(field, { target: { files: [new File(['Vorname'], name)] } })
  take('bewerbungen.pdf')
  expect(await screen.findByText('Dieser Dateityp wird nicht unterstützt.')).toBeTruthy()
  take('bewerbungen.csv')
  expect(await screen.findByText('Die Datei enthält keine Zeilen mit Bewerbungen.', {}, SOON)).toBeTruthy()
  await waitFor(() => expect(screen.queryByText('Dieser Dateityp wird nicht unterstützt.')).toBeNull())
})
