import { fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { REGISTRATION_IMPORT_TEXTS, registrationImportEndpoints } from '#contract/registrations/registrations.import.ts'
import { closeApp, openApp, serverFor } from '#web/app.test-data.ts'
import { schoolOf } from '#web/domains/registrations/registrations.test-data.ts'
import { answer, refuseField } from '#web/fake-server.test-data.ts'
import { paths } from '#web/paths.ts'

afterEach(closeApp)

const readsNothing = answer(registrationImportEndpoints.read, () =>
  refuseField('file', REGISTRATION_IMPORT_TEXTS.empty),
)

test('a file that is none is refused beside the button, and the next one is validated anew', async () => {
  await openApp(
    paths.registrationImport,
    serverFor('schooladmin', [readsNothing, answer(registrationImportEndpoints.list, () => []), ...schoolOf([])]),
  )
  const field = await screen.findByTestId('import-file')
  const take = (name: string) => fireEvent.change(field, { target: { files: [new File(['Vorname'], name)] } })
  take('bewerbungen.pdf')
  expect(await screen.findByText('„bewerbungen.pdf“: Dieser Dateityp wird nicht unterstützt.')).toBeTruthy()
  take('bewerbungen.csv')
  expect(await screen.findByText('Die Datei enthält keine Zeilen mit Bewerbungen.')).toBeTruthy()
  await waitFor(() => expect(screen.queryByText(/Dieser Dateityp wird nicht unterstützt\.$/)).toBeNull())
})
