import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { type ResendResult, registrationBulkEndpoints } from '#contract/registrations/registrations.bulk.ts'
import type { RegistrationDetails } from '#contract/registrations/registrations.details.ts'
import { closeApp, openApp, press, serverFor } from '#web/app.test-data.ts'
import { applicationOf, childrenOf, schoolOf, store } from '#web/domains/registrations/registrations.test-data.ts'
import { type Answer, answer } from '#web/fake-server.test-data.ts'
import { PHONE } from '#web/page.test-data.ts'
import { paths } from '#web/paths.ts'

afterEach(closeApp)

const countOf = (all: readonly RegistrationDetails[], status: string) =>
  all.filter((one) => one.status === status).length

const openList = async (all: RegistrationDetails[], more: readonly Answer[] = []) => {
  await openApp(`${paths.registrations}?per_page=50`, serverFor('schooladmin', [...more, ...schoolOf(all)]))
  fireEvent.click(await screen.findByRole('checkbox', { name: 'Alle auswählen' }))
  await screen.findByText(`${all.length} ausgewählt`)
}
const button = (name: string) => screen.findByRole('button', { name })
const chooseStatus = async (status: string) => {
  fireEvent.click(await button('Status ändern'))
  fireEvent.click(await screen.findByRole('menuitem', { name: status }))
}
const dialog = async (name: string) => within(await screen.findByRole('dialog', { name }))

/** Holds or breaks the second call, as a slow or a lost network does. */
const secondCall = (happens: () => Promise<unknown>): Answer => {
  let calls = 0
  return answer(registrationBulkEndpoints.status, async () => {
    calls += 1
    if (calls === 2) await happens()
    return undefined
  })
}

test('fifty at once: asked before, shown while it runs, taken back after', async () => {
  const all = childrenOf(50, 'Viele')
  let release = (_done?: unknown) => {}
  const held = new Promise((resolve) => {
    release = resolve
  })
  await openList(all, [secondCall(() => held)])
  await chooseStatus('Warteliste')
  const question = await dialog('50 Bewerbungen auf „Warteliste“ setzen?')
  fireEvent.click(question.getByRole('button', { name: '50 Bewerbungen auf die Warteliste setzen' }))
  const running = await dialog('Status ändern: Warteliste')
  expect(await running.findByText('25 von 50')).toBeTruthy()
  await act(async () => release())
  expect(await running.findByText('50 Bewerbungen: Warteliste.')).toBeTruthy()
  const close = running.getByRole('button', { name: 'Schließen' })
  await waitFor(() => expect(document.activeElement).toBe(close))
  expect(countOf(all, 'waiting')).toBe(50)
  fireEvent.click(running.getByRole('button', { name: 'Rückgängig' }))
  const undone = await dialog('Änderung zurücknehmen')
  expect(await undone.findByText('50 Änderungen sind zurückgenommen.')).toBeTruthy()
  fireEvent.click(undone.getByRole('button', { name: 'Schließen' }))
  expect(countOf(all, 'new')).toBe(50)
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Auswahl' })).toBeNull())
})

test('when the network goes in the middle, it says what is done and goes on from there', async () => {
  const all = childrenOf(30, 'Viele')
  await openList(all, [secondCall(() => Promise.reject(new TypeError('offline')))])
  await chooseStatus('Angenommen')
  fireEvent.click(await button('30 Bewerbungen annehmen'))
  const stopped = await dialog('Status ändern: Angenommen')
  expect(await stopped.findByText(/25 von 30 sind erledigt\. Bei 5 ist offen/)).toBeTruthy()
  expect(screen.getByText('5 ausgewählt')).toBeTruthy()
  expect(countOf(all, 'accepted')).toBe(25)
  fireEvent.click(stopped.getByRole('button', { name: 'Mit den übrigen 5 weitermachen' }))
  expect(await stopped.findByText('30 Bewerbungen: Angenommen.')).toBeTruthy()
  expect(countOf(all, 'accepted')).toBe(30)
})

test('a few are accepted with three presses and no question, and taken back by the notice', async () => {
  const all = childrenOf(3, 'Viele')
  await openList(all)
  await chooseStatus('Angenommen')
  const done = (await screen.findByText(/^3 Bewerbungen: Angenommen\./)).closest('[role="alert"]')
  expect(screen.queryByRole('dialog')).toBeNull()
  fireEvent.click(within(done as HTMLElement).getByRole('button', { name: 'Rückgängig' }))
  expect(await screen.findByText('3 Änderungen sind zurückgenommen.')).toBeTruthy()
  expect(countOf(all, 'new')).toBe(3)
})

test('one that somebody else changed meanwhile stays chosen, with the reason', async () => {
  const [first, ...others] = childrenOf(2, 'Viele')
  if (!first) throw new Error('There is no child.')
  await openApp(paths.registrations, serverFor('schooladmin', schoolOf([first, ...others])))
  const link = await screen.findByRole('link', { name: 'Viele, Kaa' })
  link.focus()
  press('x')
  expect(await screen.findByText('1 ausgewählt')).toBeTruthy()
  store(first, { status: 'rejected' })
  await chooseStatus('Angenommen')
  const refused = await dialog('Status ändern: Angenommen')
  expect((await refused.findByRole('listitem')).textContent).toContain('Der Status wurde inzwischen geändert.')
  fireEvent.click(refused.getByRole('button', { name: 'Schließen' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(screen.getByText('1 ausgewählt')).toBeTruthy()
})

test('unconfirmed addresses get their mail again, and who got none is named with the reason', async () => {
  const mailed = applicationOf({ firstname: 'Mit', lastname: 'Brief', mail: 'mit@example.org' })
  const none = applicationOf({ firstname: 'Ohne', lastname: 'Brief' })
  const resend = answer(registrationBulkEndpoints.resend, ({ body: { ids } }) => ({
    results: ids.map((id): ResendResult => {
      const [one, isSent] = id === mailed.id ? [mailed, true] : [none, false]
      const known = {
        id,
        number: one.number,
        child: `${one.meta.child_firstname} Brief`,
        ok: isSent,
        is_waiting: false,
      }
      return isSent
        ? { ...known, message: 'E-Mail an Anna Brief.', outcome: 'sent', sent: 1 }
        : { ...known, message: 'Keine E-Mail-Adresse.', outcome: 'no_address', sent: 0 }
    }),
  }))
  await openList([mailed, none], [resend])
  fireEvent.click(await button('Unbestätigte anschreiben'))
  const told = await dialog('Bestätigungsmails erneut senden')
  expect(await told.findByText('1 E-Mail gesendet, 1 ohne Adresse.')).toBeTruthy()
  const lineOf = (name: string) => told.getAllByRole('listitem').find((line) => line.textContent?.startsWith(name))
  expect(lineOf('Ohne Brief')?.textContent).toContain('Keine E-Mail-Adresse.')
  expect(lineOf('Mit Brief')?.textContent).toContain('E-Mail an Anna Brief.')
  fireEvent.click(told.getByRole('checkbox', { name: 'Fehlgeschlagene ausgewählt lassen' }))
  fireEvent.click(told.getByRole('button', { name: 'Schließen' }))
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Auswahl' })).toBeNull())
})

test('on a phone one menu holds what is done with many', async () => {
  const all = childrenOf(2, 'Viele')
  await openApp(paths.registrations, serverFor('schooladmin', schoolOf(all)), PHONE)
  for (const name of ['Kaa', 'Kab'])
    fireEvent.click(await screen.findByRole('checkbox', { name: new RegExp(`${name} Viele`) }))
  fireEvent.click(await button('Aktionen'))
  fireEvent.click(await screen.findByRole('menuitem', { name: 'Abgelehnt' }))
  expect(await screen.findByText(/^2 Bewerbungen: Abgelehnt\./)).toBeTruthy()
  expect(countOf(all, 'rejected')).toBe(2)
})
