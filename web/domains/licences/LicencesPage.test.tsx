import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { legalEndpoints } from '#contract/legal/legal.ts'
import type { LicenceList } from '#contract/licences/licences.ts'
import { closeApp, openApp, page } from '#web/app.test-data.ts'
import { type Answer, type FakeServer, fakeServer, stillOnItsWay } from '#web/fake-server.test-data.ts'
import { json } from '#web/page.test-data.ts'
import { unwrapped } from './LicencesPage.tsx'

const LIST: LicenceList = {
  packages: [
    { name: '@img/sharp', version: '0.35.5', licence: 'Apache-2.0', uses: ['server'], text: 1 },
    { name: 'react', version: '19.3.1', licence: 'MIT', uses: ['browser'], text: 0 },
    { name: 'zod', version: '4.6.7', licence: 'MIT', uses: ['browser', 'server'], text: 0 },
  ],
  texts: ['Permission is hereby granted', 'Apache License\nVersion 2.0'],
}

let server: FakeServer
let fails = 0

const list: Answer = ({ url }) => {
  if (url.pathname !== '/app/lizenzen.json') return undefined
  fails -= 1
  return fails >= 0 ? json(500, {}) : json(200, LIST)
}

beforeEach(() => {
  fails = 0
  // jsdom has no modal dialogs.
  Object.assign(HTMLDialogElement.prototype, {
    showModal(this: HTMLDialogElement) {
      this.open = true
    },
    close(this: HTMLDialogElement) {
      this.open = false
    },
  })
  server = fakeServer([list, stillOnItsWay])
})
afterEach(async () => {
  await closeApp()
  for (const name of ['showModal', 'close']) Reflect.deleteProperty(HTMLDialogElement.prototype, name)
})

const openLicences = async () => {
  await openApp('/lizenzen', server)
  await page('Lizenzen')
}
const names = () =>
  within(screen.getByRole('table'))
    .getAllByRole('rowheader')
    .map(({ textContent }) => textContent)

test('visitors see what Schulhof contains, where it runs and the text of its licence', async () => {
  await openLicences()
  await screen.findByText('3 Programme')
  expect(names()).toEqual(['@img/sharp', 'react', 'zod'])
  expect(screen.getByText('Browser und Server')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Alle Lizenztexte in einer Datei' }).getAttribute('href')).toBe(
    '/app/lizenzen.txt',
  )
  await userEvent.click(screen.getByRole('button', { name: 'Text der Lizenz: @img/sharp 0.35.5' }))
  expect(within(screen.getByRole('dialog', { name: '@img/sharp 0.35.5' })).getByText(/Apache License/)).toBeTruthy()
})

test('the lines of a paragraph are joined, those that stand apart stay', () => {
  const long = 'Permission is hereby granted, free of charge, to any person obtaining'
  expect(unwrapped(`MIT License\n\n${long}\na copy of it.\n\n(b) Else`)).toBe(
    `MIT License\n\n${long} a copy of it.\n\n(b) Else`,
  )
  expect(unwrapped(`${long}\nCopyright (c) 2026`)).toBe(`${long}\nCopyright (c) 2026`)
  expect(unwrapped(`${long}\n  2. Grant`)).toBe(`${long}\n  2. Grant`)
})

test('a search finds names, licences and where something runs', async () => {
  await openLicences()
  await userEvent.type(await screen.findByRole('searchbox'), 'mit server')
  await screen.findByText('1 von 3 Programmen')
  expect(names()).toEqual(['zod'])
  await userEvent.type(screen.getByRole('searchbox'), 'x')
  await screen.findByText('Keine Treffer für „mit serverx“.')
  await userEvent.click(screen.getByRole('button', { name: 'Alle zeigen' }))
  await screen.findByText('3 Programme')
})

test('a list that cannot be loaded is asked for again', async () => {
  fails = 1
  await openLicences()
  const again = await screen.findByRole('button', { name: 'Erneut versuchen' })
  expect(screen.queryByRole('dialog')).toBeNull()
  await userEvent.click(again)
  await screen.findByText('3 Programme')
})

test('the imprint leads to it', async () => {
  server.on(legalEndpoints.find, ({ params: { key } }) => ({
    key,
    body_markdown: 'Verein Sonne',
    version_number: 1,
    created_at: null,
  }))
  await openApp('/impressum', server)
  await userEvent.click(await screen.findByRole('link', { name: 'Lizenzen der enthaltenen Programme' }))
  await page('Lizenzen')
})
