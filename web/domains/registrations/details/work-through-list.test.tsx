import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import type { RegistrationDetails } from '#contract/registrations/registrations.details.ts'
import { registrationEndpoints } from '#contract/registrations/registrations.ts'
import { closeApp, heading, openApp, press, serverFor } from '#web/app.test-data.ts'
import { childrenOf, schoolOf } from '#web/domains/registrations/registrations.test-data.ts'
import { type Answer, answer } from '#web/fake-server.test-data.ts'
import { json } from '#web/page.test-data.ts'
import { paths } from '#web/paths.ts'

const LIST = `${paths.registrations}?status=new&sort=child&search=Reihe`

afterEach(closeApp)

const nameOf = (child: RegistrationDetails | undefined) => `${child?.meta.child_firstname} Reihe`
const isAt = (child: RegistrationDetails | undefined) =>
  waitFor(() => expect(heading().textContent).toBe(nameOf(child)))
const statusOf = (child: RegistrationDetails | undefined) =>
  screen.getByLabelText(new RegExp(`: Status von ${nameOf(child)} ändern$`)).textContent
const hasStatus = (child: RegistrationDetails | undefined, status: string) =>
  waitFor(() => expect(statusOf(child)).toBe(status))

/** Opens the list and from it the page of one of its children. */
const openChild = async (children: RegistrationDetails[], index: number, more: readonly Answer[] = []) => {
  await openApp(LIST, serverFor('schooladmin', [...more, ...schoolOf(children)]))
  fireEvent.click(await screen.findByRole('link', { name: `Reihe, ${children[index]?.meta.child_firstname}` }))
  await isAt(children[index])
  await screen.findByText(`${index + 1} von ${children.length}`)
}

test('forty applications are decided by keyboard alone, over the pages of the list', { timeout: 60_000 }, async () => {
  const children = childrenOf(40, 'Reihe')
  await openApp(LIST, serverFor('schooladmin', schoolOf(children)))
  const first = await screen.findByRole('link', { name: 'Reihe, Kaa' })
  expect(screen.getByRole('button', { name: 'Neu 40' })).toBeTruthy()
  press('j')
  expect(document.activeElement).toBe(first)
  // A browser makes a click of Enter on a link.
  fireEvent.click(first)
  await isAt(children[0])
  await screen.findByText('1 von 40')
  for (const [index, child] of children.entries()) {
    await isAt(child)
    press(['2', '3', '4'][index % 3] ?? '')
    press('ArrowRight')
  }
  expect(await screen.findByText('Das war die letzte Bewerbung dieser Liste.')).toBeTruthy()

  // Back over one that has left the list, to whom one has just decided.
  press('ArrowLeft')
  await isAt(children.at(-2))
  press('ArrowRight')
  await isAt(children.at(-1))
  fireEvent.click(screen.getByRole('button', { name: 'Zur Liste' }))
  for (const name of ['Neu 0', 'Angenommen 14', 'Warteliste 13', 'Abgelehnt 13'])
    expect(await screen.findByRole('button', { name })).toBeTruthy()
})

test('who is skipped stays, and the end of a page is no end', async () => {
  const children = childrenOf(12, 'Reihe')
  await openChild(children, 0)
  for (const [index, child] of children.slice(0, 9).entries()) {
    await isAt(child)
    expect(await screen.findByText(`${index + 1} von 12`)).toBeTruthy()
    press('ArrowRight')
  }
  // The last of the first page leaves the list: the first of the second page moves up to where nobody looks for it.
  await isAt(children[9])
  press('2')
  await hasStatus(children[9], 'Angenommen')
  press('ArrowRight')
  await isAt(children[10])
  expect(screen.getByText('11 von 12')).toBeTruthy()
  press('ArrowLeft')
  await isAt(children[9])
})

test('the list goes on over a look at the edit page', async () => {
  const children = childrenOf(3, 'Reihe')
  await openChild(children, 1)
  press('4')
  await hasStatus(children[1], 'Abgelehnt')
  press('e')
  fireEvent.click(await screen.findByRole('link', { name: 'Abbrechen' }))
  expect(await screen.findByText('2 von 3')).toBeTruthy()
  press('ArrowRight')
  await isAt(children[2])
  press('ArrowLeft')
  await isAt(children[1])
})

test('who comes with a link to one that has left the list goes on with those who are left', async () => {
  const children = childrenOf(3, 'Reihe')
  Object.assign(children[1] ?? {}, { status: 'rejected' })
  await openApp(
    `${paths.registration(children[1]?.id ?? 0)}?status=new&sort=child&search=Reihe`,
    serverFor('schooladmin', schoolOf(children)),
  )
  await isAt(children[1])
  await screen.findByRole('link', { name: 'Nächste Bewerbung' })
  press('ArrowRight')
  await isAt(children[0])
  expect(await screen.findByText('1 von 2')).toBeTruthy()
})

test('the focus goes to the name, and a screen reader hears status and place', async () => {
  const children = childrenOf(2, 'Reihe')
  await openChild(children, 0)
  await waitFor(() => expect(document.activeElement).toBe(heading()))
  press('ArrowRight')
  await isAt(children[1])
  await waitFor(() => expect(document.activeElement).toBe(heading()))
  const described = { level: 1, description: /Klassenstufe 1 .* Status: Neu, 2\. von 2$/ }
  expect(await screen.findByRole('heading', described)).toBeTruthy()
  press('?')
  const keys = await screen.findByRole('dialog', { name: 'Tastenkürzel' })
  expect(keys.textContent).toContain('Neu, Angenommen, Warteliste, Abgelehnt')
})

test('a decision that failed is told two pages further, and found again', async () => {
  const children = childrenOf(3, 'Reihe')
  let fail = (_reply: Response) => {}
  const refusal = new Promise<Response>((resolve) => {
    fail = resolve
  })
  await openChild(children, 0, [answer(registrationEndpoints.changeStatus, () => refusal)])
  press('2')
  for (const child of children.slice(1)) {
    press('ArrowRight')
    await isAt(child)
  }
  await act(async () => fail(json(500, { message: '' })))
  const text = new RegExp(`^${nameOf(children[0])}: Der Status konnten nicht übernommen werden\\.`)
  expect(await screen.findByText(text)).toBeTruthy()
  expect(screen.queryByRole('dialog')).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: 'Zur Bewerbung' }))
  await isAt(children[0])
  expect(statusOf(children[0])).toBe('Neu')
})
