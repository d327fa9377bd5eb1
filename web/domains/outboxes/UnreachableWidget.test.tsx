import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'
import { outboxMailEndpoints } from '#contract/outboxes/outboxes.mails.ts'
import {
  UNREACHABLE_TEXTS,
  type UnreachableContact,
  unreachableEndpoints,
} from '#contract/outboxes/outboxes.unreachable.ts'
import type { Role } from '#contract/permissions.ts'
import { closeApp, openApp, page, serverFor } from '#web/app.test-data.ts'
import type { FakeServer } from '#web/fake-server.test-data.ts'
import { json, knowPerson, renderAsPage, stubBrowser } from '#web/page.test-data.ts'
import { paths } from '#web/paths.ts'
import { UnreachableTaskWidget } from './UnreachableTaskWidget.tsx'
import { UnreachableWidget } from './UnreachableWidget.tsx'

afterEach(closeApp)

const contactOf = (id: number, changes: Partial<UnreachableContact> = {}): UnreachableContact => ({
  ...{ kind: 'guardian', id, name: `Person ${id}`, address: 'p***@example.org', child: 'Mia Müller' },
  ...{ page: { name: 'pupil', id: 7 }, since: '2026-11-19T08:00:00.000Z', reason: 'unknown' },
  ...changes,
})

const serve = (server: FakeServer, contacts: readonly UnreachableContact[]) => {
  let left = [...contacts]
  server.on(unreachableEndpoints.list, () => left)
  server.on(unreachableEndpoints.markGood, ({ body }) => {
    left = left.filter(({ id }) => id !== body.id)
    return { message: UNREACHABLE_TEXTS.good }
  })
  server.on(outboxMailEndpoints.list, () => ({
    ...{ data: [], total: 0, page: 1, per_page: 50, failed: 0 },
    left_out: { people: [], total: 0 },
  }))
  return server
}

test('the outbox lists them with the reason, the way to the address, and „Adresse stimmt“', async () => {
  const employee = contactOf(3, { kind: 'employee', child: null, page: { name: 'employee', id: 3 }, reason: 'full' })
  await openApp(paths.outbox, serve(serverFor('schooladmin'), [contactOf(1), employee]))
  await page(/^Postausgang/)
  const card = within(await screen.findByRole('region', { name: 'Adresse nicht erreichbar: 2' }))
  expect(card.getByText('Person 1 (für Mia Müller)')).toBeTruthy()
  expect(card.getByText('p***@example.org, seit 19.11.2026. Das Postfach ist seit Tagen voll.')).toBeTruthy()
  expect(card.getByRole('link', { name: 'Adresse ändern: Person 3' }).getAttribute('href')).toContain('#contact')
  expect(card.getByRole('link', { name: 'Adresse ändern: Person 1' }).getAttribute('href')).toMatch(
    /\?kontakt=1#contacts$/,
  )
  await userEvent.click(card.getByRole('button', { name: 'Adresse stimmt: Person 1' }))
  expect(await screen.findByRole('region', { name: 'Adresse nicht erreichbar: 1' })).toBeTruthy()
  expect(screen.getByText(UNREACHABLE_TEXTS.good)).toBeTruthy()
})

test('more than three are unfolded', async () => {
  await openApp(
    paths.outbox,
    serve(
      serverFor('schooladmin'),
      [1, 2, 3, 4, 5].map((id) => contactOf(id)),
    ),
  )
  await screen.findByRole('region', { name: 'Adresse nicht erreichbar: 5' })
  expect(screen.queryByRole('button', { name: 'Adresse stimmt: Person 4' })).toBeNull()
  await userEvent.click(screen.getByText('Weitere anzeigen (2)'))
  expect(await screen.findByRole('button', { name: 'Adresse stimmt: Person 4' })).toBeTruthy()
})

/** Both widgets, drawn for this role; `asked` counts the calls. */
const draw = (role: Role, contacts: readonly UnreachableContact[]) => {
  const asked: string[] = []
  stubBrowser(async (input) => {
    asked.push(String(input))
    return json(200, contacts)
  })
  knowPerson(role)
  renderAsPage(() => (
    <>
      <UnreachableWidget kind="guardian" id={1} mail="p@example.org" />
      <UnreachableWidget kind="guardian" id={2} mail="q@example.org" />
      <ul>
        <UnreachableTaskWidget />
      </ul>
    </>
  ))
  return asked
}

test('beside the address stands since when and why, on the start page how many there are', async () => {
  draw('schooladmin', [contactOf(1), contactOf(2, { kind: 'pupil' })])
  expect(await screen.findByText('seit 19.11.2026. Die Adresse gibt es nicht.')).toBeTruthy()
  expect(screen.getAllByText('Adresse nicht erreichbar')).toHaveLength(1)
  const link = screen.getByRole('link', { name: 'Zur Liste: E-Mail-Adressen sind nicht erreichbar' })
  expect(link.getAttribute('href')).toContain(`${paths.outbox}#unreachable`)
})

test('teachers neither see nor ask it', async () => {
  const asked = draw('teacher_level_1', [contactOf(1)])
  await waitFor(() => expect(document.querySelector('ul')).not.toBeNull())
  expect(asked).toEqual([])
  expect(screen.queryByText('Adresse nicht erreichbar')).toBeNull()
})
