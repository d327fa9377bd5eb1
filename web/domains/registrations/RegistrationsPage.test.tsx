import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { outboxEndpoints } from '#contract/outboxes/outboxes.ts'
import { registrationEndpoints } from '#contract/registrations/registrations.ts'
import { type Capacities, waitlistEndpoints } from '#contract/waitlists/waitlists.ts'
import { closeApp, heading, openApp, press, serverFor } from '#web/app.test-data.ts'
import { answer, stillOnItsWay } from '#web/fake-server.test-data.ts'
import { json, PHONE } from '#web/page.test-data.ts'
import { paths } from '#web/paths.ts'
import { applicationOf, schoolOf } from './registrations.test-data.ts'

const LIST = paths.registrations

afterEach(closeApp)

const status = (name: string) => screen.getByLabelText<HTMLButtonElement>(new RegExp(`: Status von ${name} ändern$`))
const hasStatus = (name: string, text: string) => waitFor(() => expect(status(name).textContent).toBe(text))
const choose = async (name: string, option: string) => {
  fireEvent.click(status(name))
  fireEvent.click(await screen.findByRole('menuitem', { name: option }))
}
const linkOf = (name: string) => screen.findByRole('link', { name })
const notice = (text: string) => screen.findByText(text)
const isGone = (text: string) => waitFor(() => expect(screen.queryByText(text)).toBeNull())

test('a status goes anywhere by menu or by the keys 1 to 4 and can be taken back', async () => {
  const ole = applicationOf({ firstname: 'Ole', lastname: 'Tasten' })
  await openApp(LIST, serverFor('schooladmin', schoolOf([ole])))
  const link = await linkOf('Tasten, Ole')
  fireEvent.click(status('Ole Tasten'))
  const current = await screen.findByRole<HTMLButtonElement>('menuitem', { name: 'Neu' })
  expect(current.disabled).toBe(true)
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('menuitem', { name: 'Angenommen' })))
  await userEvent.keyboard('{Escape}')
  await waitFor(() => expect(document.activeElement).toBe(status('Ole Tasten')))

  link.focus()
  press('3')
  await hasStatus('Ole Tasten', 'Warteliste')
  await notice('Ole Tasten: Warteliste.')
  press('4')
  await hasStatus('Ole Tasten', 'Abgelehnt')
  const rejected = (await notice('Ole Tasten: Abgelehnt.')).closest('[role="alert"]') as HTMLElement
  // The record changed since: only the last change can be taken back.
  await isGone('Ole Tasten: Warteliste.')
  expect(document.activeElement).toBe(link)
  const undo = within(rejected).getByRole('button', { name: 'Rückgängig' })
  await userEvent.click(undo)
  expect(document.activeElement).toBe(link)
  await hasStatus('Ole Tasten', 'Warteliste')
  await notice('Ole Tasten: Warteliste.')
  press('z', { ctrlKey: true })
  await hasStatus('Ole Tasten', 'Abgelehnt')
  await waitFor(() => expect(ole.status).toBe('rejected'))
})

test('two decisions in a hurry are sent one after the other, the later on the version of the earlier', async () => {
  const ole = applicationOf({ firstname: 'Ole', lastname: 'Eilig' })
  const sent: { status: string; version: number | undefined }[] = []
  const replies: (() => void)[] = []
  const slow = answer(registrationEndpoints.changeStatus, async ({ body }) => {
    sent.push({ status: body.status, version: body.version })
    await new Promise<void>((resolve) => replies.push(resolve))
    Object.assign(ole, { status: body.status, version: ole.version + 1 })
    return { status: body.status, wait_rank: null, version: ole.version, warning: null }
  })
  const { version } = ole
  await openApp(LIST, serverFor('schooladmin', [slow, ...schoolOf([ole])]))
  const link = await linkOf('Eilig, Ole')
  link.focus()
  press('4')
  await hasStatus('Ole Eilig', 'Abgelehnt')
  press('4')
  press('2')
  await hasStatus('Ole Eilig', 'Angenommen')
  expect(sent).toEqual([{ status: 'rejected', version }])
  await act(async () => replies[0]?.())
  await waitFor(() => expect(sent).toEqual([sent[0], { status: 'accepted', version: version + 1 }]))
  expect(status('Ole Eilig').textContent).toBe('Angenommen')
  await act(async () => replies[1]?.())
  await notice('Ole Eilig: Angenommen.')
  await isGone('Ole Eilig: Abgelehnt.')
  expect(ole.status).toBe('accepted')
})

test('a refused decision takes the later one with it', async () => {
  const ida = applicationOf({ firstname: 'Ida', lastname: 'Eilig' })
  let asked = 0
  const refuse = answer(registrationEndpoints.changeStatus, () => {
    asked += 1
    return json(500, { message: '' })
  })
  await openApp(LIST, serverFor('schooladmin', [refuse, ...schoolOf([ida])]))
  const link = await linkOf('Eilig, Ida')
  link.focus()
  press('4')
  press('2')
  const dialog = await screen.findByRole('dialog', { name: 'Fehler' })
  fireEvent.click(within(dialog).getByRole('button', { name: 'OK' }))
  await hasStatus('Ida Eilig', 'Neu')
  expect(asked).toBe(1)
})

test('the status menu works by keyboard alone, also while the status is new', async () => {
  const children = ['Ada', 'Bea'].map((firstname) => applicationOf({ firstname, lastname: 'Menue' }))
  await openApp(LIST, serverFor('schooladmin', schoolOf(children)))
  await linkOf('Menue, Ada')
  status('Ada Menue').focus()
  const hasFocus = (name: string) =>
    waitFor(() => expect(document.activeElement).toBe(screen.getByRole('menuitem', { name })))
  for (const _opening of ['first', 'second']) {
    await userEvent.keyboard('{Enter}')
    await hasFocus('Angenommen')
    await userEvent.keyboard('{ArrowDown}')
    await hasFocus('Warteliste')
    await userEvent.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('menu')).toBeNull())
    await waitFor(() => expect(document.activeElement).toBe(status('Ada Menue')))
  }
  await userEvent.keyboard('{Enter}')
  await hasFocus('Angenommen')
  await userEvent.keyboard('{Enter}')
  await hasStatus('Ada Menue', 'Angenommen')
})

test('a refused status says so and the chip returns', async () => {
  const ida = applicationOf({ firstname: 'Ida', lastname: 'Fehler' })
  const refuse = answer(registrationEndpoints.changeStatus, () => json(500, { message: '' }))
  await openApp(LIST, serverFor('schooladmin', [refuse, ...schoolOf([ida])]))
  await linkOf('Fehler, Ida')
  expect(status('Ida Fehler').textContent).toBe('Neu')
  await choose('Ida Fehler', 'Abgelehnt')
  const dialog = await screen.findByRole('dialog', { name: 'Fehler' })
  expect(within(dialog).getByText('Der Status konnten nicht übernommen werden.')).toBeTruthy()
  fireEvent.click(within(dialog).getByRole('button', { name: 'OK' }))
  await hasStatus('Ida Fehler', 'Neu')
})

test('the confirmation mail can be sent again', async () => {
  const lea = applicationOf({ firstname: 'Lea', lastname: 'Mail', mail: 'lea@example.org' })
  const sent: number[] = []
  const resend = answer(registrationEndpoints.resendContactOptin, ({ params }) => {
    sent.push(params.contactId)
    return { message: 'Die E-Mail wurde erfolgreich versendet.' }
  })
  await openApp(LIST, serverFor('schooladmin', [resend, ...schoolOf([lea])]))
  await linkOf('Mail, Lea')
  expect(screen.getByText('unbestätigt')).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Bestätigungsmail an Anna Mail erneut senden' }))
  const done = await screen.findByRole('dialog', { name: 'Erfolgreich' })
  expect(within(done).getByText('Die E-Mail wurde erfolgreich versendet.')).toBeTruthy()
  fireEvent.click(within(done).getByRole('button', { name: 'OK' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(sent).toEqual([lea.contacts[0]?.id])
})

test('a failing list says so and can be asked again', async () => {
  const mia = applicationOf({ firstname: 'Mia', lastname: 'Spaet' })
  let isBroken = true
  const broken = answer(registrationEndpoints.list, () => {
    if (isBroken) return json(500, { message: '' })
    return { data: [mia], total: 1, page: 1, per_page: 10, counts: { new: 1, accepted: 0, rejected: 0, waiting: 0 } }
  })
  await openApp(LIST, serverFor('schooladmin', [broken, ...schoolOf([mia])]))
  const dialog = await screen.findByRole('dialog', { name: 'Fehler' })
  expect(within(dialog).getByText('Es ist zu einem unbekannten Fehler gekommen.')).toBeTruthy()
  fireEvent.click(within(dialog).getByRole('button', { name: 'OK' }))
  isBroken = false
  fireEvent.click(await screen.findByRole('button', { name: 'Erneut versuchen' }))
  expect(await linkOf('Spaet, Mia')).toBeTruthy()
})

const TWO = ['Anton', 'Berta']
const WORK = `${LIST}?status=new&sort=child&search=Fokus`

test('keys alone work off a filtered list: the next row takes the focus', async () => {
  await openApp(
    WORK,
    serverFor('schooladmin', schoolOf(TWO.map((firstname) => applicationOf({ firstname, lastname: 'Fokus' })))),
  )
  const anton = await linkOf('Fokus, Anton')
  anton.focus()
  press('2')
  await isGone('Fokus, Anton')
  const berta = await linkOf('Fokus, Berta')
  await waitFor(() => expect(document.activeElement).toBe(berta))
  fireEvent.click(berta)
  await waitFor(() => expect(heading().textContent).toBe('Berta Fokus'))
})

test('on a phone, too, the next card takes the focus', async () => {
  await openApp(
    WORK,
    serverFor('schooladmin', schoolOf(TWO.map((firstname) => applicationOf({ firstname, lastname: 'Fokus' })))),
    PHONE,
  )
  await linkOf('Fokus, Anton')
  expect(screen.queryByRole('table')).toBeNull()
  status('Anton Fokus').focus()
  await choose('Anton Fokus', 'Angenommen')
  await isGone('Fokus, Anton')
  const berta = await linkOf('Fokus, Berta')
  await waitFor(() => expect(document.activeElement).toBe(berta))
})

test('filters stand in the address, and the way back from an application leads to them', async () => {
  const children = ['Anton', 'Berta', 'Carla'].map((firstname) => applicationOf({ firstname, lastname: 'Reihe' }))
  await openApp(
    `${LIST}?status=new&sort=child`,
    serverFor('schooladmin', schoolOf([...children, applicationOf({ firstname: 'Uwe', lastname: 'Anders' })])),
  )
  fireEvent.change(await screen.findByRole('searchbox', { name: 'Bewerbungen suchen' }), {
    target: { value: 'Reihe' },
  })
  await waitFor(() => expect(window.location.search).toContain('search=Reihe'))
  const fresh = await screen.findByRole('button', { name: 'Neu 3' })
  expect(fresh.getAttribute('aria-pressed')).toBe('true')
  fireEvent.click(await linkOf('Reihe, Anton'))
  await screen.findByText('1 von 3')
  await choose('Anton Reihe', 'Angenommen')
  await hasStatus('Anton Reihe', 'Angenommen')
  heading().focus()
  press('ArrowRight')
  await waitFor(() => expect(heading().textContent).toBe('Berta Reihe'))
  expect(screen.getByText('2 von 3')).toBeTruthy()
  fireEvent.click(screen.getByRole('link', { name: 'Nächste Bewerbung' }))
  await waitFor(() => expect(heading().textContent).toBe('Carla Reihe'))
  const trail = screen.getByRole('navigation', { name: 'Pfad' })
  fireEvent.click(within(trail).getByRole('link', { name: 'Bewerbungen' }))
  expect(await screen.findByRole('button', { name: 'Angenommen 1' })).toBeTruthy()
  window.history.back()
  await waitFor(() => expect(heading().textContent).toBe('Carla Reihe'))
})

const FULL: Capacities = {
  school_year: { id: 3, name: '2027/2028' },
  schoolyears: [{ id: 3, name: '2027/2028' }],
  grades: [{ grade: 1, places: 20, accepted: 1, confirmed: 0, follow_ups: 0, waiting: 0, new: 1 }],
}

test('the rows wait for the bars above them, which would push them away from under the mouse', async () => {
  const mia = applicationOf({ firstname: 'Mia', lastname: 'Ruhe' })
  let tell = (_known: Capacities) => {}
  const known = new Promise<Capacities>((resolve) => {
    tell = resolve
  })
  let asked = 0
  const late = answer(waitlistEndpoints.capacities, () => {
    asked += 1
    return known
  })
  const list = vi.fn()
  const heard = answer(registrationEndpoints.list, () => {
    list()
    return { data: [mia], total: 1, page: 1, per_page: 10, counts: { new: 1, accepted: 0, rejected: 0, waiting: 0 } }
  })
  await openApp(LIST, serverFor('schooladmin', [late, heard, ...schoolOf([mia])]))
  // How many there are is known from the list: its rows are here.
  await screen.findByRole('button', { name: 'Neu 1' })
  await waitFor(() => expect([asked, list.mock.calls.length]).toEqual([1, 1]))
  expect(screen.queryByText('Ruhe, Mia')).toBeNull()
  await act(async () => tell(FULL))
  expect(await linkOf('Ruhe, Mia')).toBeTruthy()
  expect(screen.getByRole('list', { name: 'Plätze 2027/2028' })).toBeTruthy()
})

test('the rows come without bars when it is unknown how full the grades are', async () => {
  const mia = applicationOf({ firstname: 'Mia', lastname: 'Ruhe' })
  const broken = answer(waitlistEndpoints.capacities, () => json(500, { message: '' }))
  await openApp(LIST, serverFor('schooladmin', [broken, ...schoolOf([mia])]))
  expect(await linkOf('Ruhe, Mia')).toBeTruthy()
})

test('applications are shown although nothing is known of the mails', async () => {
  const server = serverFor('schooladmin', schoolOf([applicationOf({ firstname: 'Mia', lastname: 'Bode' })]))
  server.on(outboxEndpoints.get, stillOnItsWay)
  await openApp(LIST, server)
  expect(await linkOf('Bode, Mia')).toBeTruthy()
})

test('a slash leads to the search of a list and is a letter in it', async () => {
  await openApp(LIST, serverFor('schooladmin', schoolOf([applicationOf({ firstname: 'Mia', lastname: 'Suche' })])))
  await linkOf('Suche, Mia')
  const field = screen.getByRole<HTMLInputElement>('searchbox', { name: 'Bewerbungen suchen' })
  await userEvent.keyboard('/')
  expect(document.activeElement).toBe(field)
  expect(field.value).toBe('')
  await userEvent.keyboard('/')
  expect(field.value).toBe('/')
})
