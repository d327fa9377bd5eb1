import { fireEvent, render, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type PrivacyNotices, privacyNoticeEndpoints } from '#contract/privacynotices/privacynotices.ts'
import { closeApp, openApp, page, signIn } from '#web/app.test-data.ts'
import { TextChangesWidget } from '#web/domains/legal/TextChangesWidget.tsx'
import { type FakeServer, fakeServer, stillOnItsWay } from '#web/fake-server.test-data.ts'
import { baseDataOf, json } from '#web/page.test-data.ts'

const NOTICES: PrivacyNotices = {
  versions: [
    {
      id: 12,
      version_number: 2,
      body_markdown: '## Verantwortlich\n\nVerein Sonne',
      template_markdown: '## Verantwortlich\n\n{Träger}',
      created_at: '2026-11-02T08:00:00.000Z',
      created_by_name: 'Katharina Vogt',
      readers: 1,
    },
    {
      id: 11,
      version_number: 1,
      body_markdown: 'Der erste Text',
      template_markdown: null,
      created_at: '2025-06-02T08:00:00.000Z',
      created_by_name: null,
      readers: 0,
    },
  ],
  facts: { Träger: 'Verein Sonne' },
  changes: [],
  lacking: [],
  product_template: 'Der mitgelieferte Text {Träger}',
}

/** jsdom has no dialogs of the browser. */
const OPENING = {
  showModal(this: HTMLDialogElement) {
    this.open = true
  },
  close(this: HTMLDialogElement) {
    this.open = false
  },
}

// Neither does it lay anything out; the editor asks where the cursor is.
Range.prototype.getClientRects = () => [] as unknown as DOMRectList
Range.prototype.getBoundingClientRect = () => new DOMRect()

let server: FakeServer
let notices: PrivacyNotices

beforeEach(() => {
  Object.assign(HTMLDialogElement.prototype, OPENING)
  notices = NOTICES
  server = fakeServer([stillOnItsWay])
  server.on(privacyNoticeEndpoints.get, () => notices)
})
afterEach(async () => {
  await closeApp()
  for (const name of Object.keys(OPENING)) Reflect.deleteProperty(HTMLDialogElement.prototype, name)
})

const openPage = async (change: Partial<PrivacyNotices> = {}, role: 'schooladmin' | 'admin' = 'schooladmin') => {
  notices = { ...NOTICES, ...change }
  signIn(server, baseDataOf(role))
  await openApp('/admin/datenschutz/hinweise', server)
  await page('Datenschutzhinweise')
}
const openVersion = (name: string) => {
  fireEvent.click(screen.getByRole('button', { name: `${name} ansehen` }))
  return within(screen.getByRole('dialog', { name: `Datenschutzhinweise: ${name}` }))
}
const publishing = () => screen.queryByRole('button', { name: /Neue Fassung/ })

test('the newest version is shown, with who published it and how many families read which', async () => {
  await openPage()
  const current = screen.getByRole('region', { name: 'Fassung 2' })
  expect(current.textContent).toContain('seit 02.11.2026, Katharina Vogt')
  expect(current.textContent).toContain('Verein Sonne')
  const versions = screen.getByRole('region', { name: 'Fassungen' })
  expect(
    within(versions)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent),
  ).toEqual([
    expect.stringMatching(/^Fassung 2 \(aktuell\) .*Katharina Vogt, 1 Bewerbung/),
    expect.stringMatching(/^Fassung 1 .*0 Bewerbungen/),
    expect.stringMatching(/^Mitgelieferter Text/),
  ])
  expect(screen.queryByText(/haben sich Angaben geändert/)).toBeNull()
  expect(publishing()).toBeTruthy()
})

test('an admin reads it, but only the head publishes', async () => {
  await openPage({ changes: [{ name: 'Träger', before: 'A', after: 'B' }], lacking: ['Träger'] }, 'admin')
  expect(screen.getByText(/Eine neue Fassung veröffentlicht die Schulleitung/)).toBeTruthy()
  expect(publishing()).toBeNull()
  expect(screen.queryByRole('button', { name: /vorbereiten|beginnen/ })).toBeNull()
  expect(openVersion('Fassung 1').queryByRole('button', { name: 'In den Editor übernehmen' })).toBeNull()
})

test('what changed since is told, fact by fact', async () => {
  await openPage({ changes: [{ name: 'Träger', before: 'Verein Sonne', after: 'Stiftung Mond' }] })
  const alert = screen.getByText('Seit der letzten Fassung haben sich Angaben geändert').closest('[role="alert"]')
  expect([alert?.querySelector('del')?.textContent, alert?.querySelector('ins')?.textContent]).toEqual([
    'Entfernt: Verein Sonne',
    'Neu: Stiftung Mond',
  ])
  expect(screen.getByRole('button', { name: 'Neue Fassung vorbereiten' })).toBeTruthy()
})

test('a text without placeholders says what it does not name, and begins anew with the product’s', async () => {
  await openPage({ lacking: ['Datenschutzkontakt', 'Fristen der Bewerbung'] })
  expect(screen.getByText(/Sie nennt nicht, was heute gilt: Datenschutzkontakt, Fristen der Bewerbung/)).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Mit dem mitgelieferten Text beginnen' }))
  const box = await screen.findByRole('textbox', { name: 'Text der Datenschutzhinweise' }, { timeout: 10_000 })
  expect(box.textContent).toContain('Der mitgelieferte Text {Träger}')
  // The difference stands there before anybody publishes.
  expect(screen.getByRole('region', { name: 'Das ändert sich' }).textContent).toContain('Der mitgelieferte Text')
  expect(screen.getByRole('button', { name: 'Änderungen ausblenden' })).toBeTruthy()
})

test('a difference shows links as they read, not their brackets', () => {
  const { container } = render(
    <TextChangesWidget
      before="Fragen an alt@schule.de"
      after="Fragen an [neu@schule.de](mailto:neu@schule.de), [Behörde](https://aufsicht.de)"
    />,
  )
  expect(container.textContent).toContain('neu@schule.de')
  expect(container.textContent).toContain('(https://aufsicht.de)')
  expect(container.textContent).not.toMatch(/[[\]]|mailto/)
})

test('who read a version is loaded when it is asked for, with the way to the application', async () => {
  let isBroken = true
  server.on(privacyNoticeEndpoints.readers, () =>
    isBroken
      ? json(500, { message: '' })
      : {
          total: 3,
          rows: [
            {
              registration_id: 7,
              number: 'FSW-2027-0042',
              child_firstname: 'Mia',
              child_lastname: 'Müller',
              contact: 'Anna Müller',
              read_at: '2026-11-03T08:00:00.000Z',
            },
          ],
        },
  )
  await openPage()
  const dialog = openVersion('Fassung 2')
  expect(server.sentTo(privacyNoticeEndpoints.readers)).toEqual([])
  const details = dialog.getByText('1 Bewerbung kam mit dieser Fassung').closest('details') as HTMLDetailsElement
  details.open = true
  fireEvent(details, new Event('toggle'))
  fireEvent.click(await dialog.findByRole('button', { name: 'Erneut versuchen' }, { timeout: 10_000 }))
  isBroken = false
  fireEvent.click(await dialog.findByRole('button', { name: 'Erneut versuchen' }))
  const link = await dialog.findByRole('link', { name: 'Müller, Mia' }, { timeout: 10_000 })
  expect(link.getAttribute('href')).toContain('/admin/bewerbungen/details/7')
  expect(dialog.getByText('und 2 ältere Bewerbungen')).toBeTruthy()
})

test('taking an old text over is not the first thing a version offers', async () => {
  await openPage()
  const dialog = openVersion('Fassung 1')
  const lookOf = (name: string) => dialog.getByRole('button', { name }).className
  expect(lookOf('In den Editor übernehmen')).toBe(lookOf('Schließen'))
})

test('a version that nobody read says so', async () => {
  await openPage()
  const dialog = openVersion('Fassung 1')
  expect(dialog.getByText('Mit dieser Fassung kam noch keine Bewerbung.')).toBeTruthy()
  expect(dialog.getByText('Der erste Text')).toBeTruthy()
})
