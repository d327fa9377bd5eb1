import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'
import { closeApp, openApp, page, serverFor } from '#web/app.test-data.ts'
import { paths } from '#web/paths.ts'

afterEach(closeApp)

test('a placeholder is put where the cursor stands; the subject takes only the school', async () => {
  await openApp(paths.newCircular, serverFor('schooladmin'))
  await page('Rundmail schreiben')
  const text = screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Text' })
  expect(text.value).toBe('{Anrede},\n\n\n\nMit freundlichen Grüßen\n{Schule}')
  await userEvent.clear(text)
  const subject = screen.getByRole<HTMLInputElement>('textbox', { name: 'Betreff' })
  const placeholders = within(screen.getByRole('group', { name: 'Platzhalter einfügen' }))
  const press = (name: RegExp) => userEvent.click(placeholders.getByRole('button', { name }))
  expect(placeholders.getAllByRole('button').map(({ textContent }) => textContent)).toEqual([
    ...['{Anrede}', '{Kinder}', '{Klassen}', '{Schule}', '{Telefon}', '{E-Mail}'],
  ])
  await userEvent.type(text, 'wir wandern mit .')
  text.setSelectionRange(16, 16)
  await press(/^Kinder einfügen/)
  expect(text.value).toBe('wir wandern mit {Kinder}.')
  expect(document.activeElement).toBe(text)
  await userEvent.click(subject)
  await press(/^Schule einfügen/)
  expect(subject.value).toBe('{Schule}')
  await userEvent.click(subject)
  text.setSelectionRange(0, 0)
  await press(/^Anrede einfügen/)
  expect(subject.value).toBe('{Schule}')
  expect(text.value).toBe('{Anrede}wir wandern mit {Kinder}.')
})

test('a greeting alone is no text: it is asked for, and nothing is sent', async () => {
  await openApp(paths.newCircular, serverFor('schooladmin'))
  await page('Rundmail schreiben')
  await userEvent.type(screen.getByRole('textbox', { name: 'Betreff' }), 'Wandertag')
  await userEvent.click(screen.getByRole('button', { name: 'Senden' }))
  const summary = within(await screen.findByRole('alert'))
  expect(
    summary.getByRole('button', { name: /Bitte schreiben Sie Ihren Text zwischen Anrede und Gruß\.$/ }),
  ).toBeTruthy()
})
