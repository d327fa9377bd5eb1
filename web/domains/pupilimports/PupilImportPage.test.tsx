import { fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { ERROR_TEXTS } from '#contract/error-texts.ts'
import { pupilImportEndpoints } from '#contract/pupilimports/pupilimports.ts'
import { TABLE_FILE_TEXTS } from '#contract/table-files.ts'
import { closeApp, openApp, serverFor } from '#web/app.test-data.ts'
import { json } from '#web/page.test-data.ts'
import { paths } from '#web/paths.ts'

afterEach(closeApp)

const open = async () => {
  const server = serverFor('schooladmin')
  server.on(pupilImportEndpoints.list, () => [])
  await openApp(paths.pupilImport, server)
  await screen.findByRole('heading', { name: 'Datei wählen' })
  return server
}

const choose = (...files: File[]) => fireEvent.change(screen.getByTestId('import-file'), { target: { files } })
const sized = (file: File, size: number) => Object.defineProperty(file, 'size', { value: size })
const why = async () => (await screen.findByRole('alert')).textContent

test('a file that is too large and of another kind is refused in the words of both, and is not sent', async () => {
  const server = await open()
  choose(sized(new File(['x'], 'liste.pdf', { type: 'application/pdf' }), 11_500_000))
  expect(await why()).toContain(
    '„liste.pdf“ ist 11,5 MB groß. Die Dateigröße der einzelnen Dateien darf 10 MB nicht übersteigen!',
  )
  expect(await why()).toContain('Dieser Dateityp wird nicht unterstützt.')
  expect(server.sentTo(pupilImportEndpoints.upload)).toEqual([])
})

test('what a proxy in front refuses stands at the field, too', async () => {
  const server = await open()
  server.on(pupilImportEndpoints.upload, () => json(413, { message: ERROR_TEXTS.tooLarge }))
  choose(new File(['x'], 'liste.xlsx'))
  await waitFor(async () => expect(await why()).toBe('Die Anfrage ist zu groß.'))
})

test('an empty file is said to be empty, and is not sent', async () => {
  const server = await open()
  choose(new File([], 'liste.xlsx'))
  await waitFor(async () => expect(await why()).toBe('Die Datei ist leer. Sie enthält keine Zeilen.'))
  expect(server.sentTo(pupilImportEndpoints.upload)).toEqual([])
})

test('what the server cannot read stands at the field, the next refusal instead of it', async () => {
  const server = await open()
  const refuse = (message: string) => server.on(pupilImportEndpoints.upload, () => json(422, { message }))
  refuse(TABLE_FILE_TEXTS.unreadable)
  choose(new File(['x'], 'bombe.xlsx'))
  await waitFor(async () =>
    expect(await why()).toBe(
      'Die Datei ist beschädigt und lässt sich nicht lesen. Bitte speichern Sie die Tabelle neu.',
    ),
  )
  refuse('Die Datei enthält keine Zeilen mit Schülerinnen und Schülern.')
  choose(new File(['x'], 'leer.csv'))
  await waitFor(async () => expect(await why()).toBe('Die Datei enthält keine Zeilen mit Schülerinnen und Schülern.'))
})
