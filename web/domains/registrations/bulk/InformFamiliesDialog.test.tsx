import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import {
  type Decided,
  registrationInformEndpoints as endpoints,
  type InformPlan,
  type InformResult,
} from '#contract/registrations/registrations.inform.ts'
import { registrationMailEndpoints } from '#contract/registrations/registrations.mails.ts'
import { closeApp, openApp, serverFor } from '#web/app.test-data.ts'
import { childrenOf, schoolOf } from '#web/domains/registrations/registrations.test-data.ts'
import { type Answer, answer } from '#web/fake-server.test-data.ts'
import { json } from '#web/page.test-data.ts'
import { paths } from '#web/paths.ts'

afterEach(closeApp)

const PREVIEW = {
  kind: 'rejected' as const,
  version: 1,
  mail: {
    ...{ subject: 'Nachricht', from: 'fsw', reply_to: 'a@example.org', school_name: 'fsw' },
    ...{ paragraphs: ['Leider nein.'], action: null, link: null, closing: [] },
  },
  recipients: [{ contact_id: 1, fullname: 'Anna', mail: 'anna@example.org' }],
  unreachable: [],
  sent_before: null,
  hints: [],
}

const familyOf = ({ id, number }: { id: number; number: string }) => ({
  ...{ id, number, child: `Kind ${id}`, kind: 'rejected' as const, readers: ['Anna Müller'] },
})

/** What was asked for: mails and letters, by the ids of the applications. */
const asked: { mails: number[]; letters: number[] } = { mails: [], letters: [] }

const openList = async (planOf: (ids: readonly number[]) => InformPlan, more: readonly Answer[] = []) => {
  asked.mails = []
  asked.letters = []
  const all = childrenOf(6, 'Viele')
  const answers: Answer[] = [
    answer(endpoints.plan, ({ body: { ids } }) => planOf(ids)),
    answer(registrationMailEndpoints.previewStatusMail, () => PREVIEW),
    answer(endpoints.send, ({ body: { families } }) => {
      asked.mails.push(...families.map(({ id }: Decided) => id))
      const results = families.map(({ id }: Decided): InformResult => {
        const result = { id, number: `FSW-${id}`, child: `Kind ${id}`, message: 'E-Mail an Anna Müller.' }
        return { ...result, ok: true, is_informed: false, sent: 1, is_waiting: false }
      })
      return { results }
    }),
  ]
  const server = serverFor('schooladmin', [...more, ...answers, ...schoolOf(all)])
  await openApp(`${paths.registrations}?per_page=50&not_informed=1`, server)
}

const dialogNow = async () => within(await screen.findByRole('dialog', { name: 'Familien informieren' }))

const open = async (...given: Parameters<typeof openList>) => {
  await openList(...given)
  fireEvent.click(await screen.findByRole('checkbox', { name: 'Alle auswählen' }))
  fireEvent.click(await screen.findByRole('button', { name: 'Informieren …' }))
  return dialogNow()
}

const split = (ids: readonly number[], mails: number, letters: number): InformPlan => {
  const families = ids.map((id) => familyOf({ id, number: `FSW-${id}` }))
  return {
    mails: families.slice(0, mails),
    letters: families.slice(mails, mails + letters),
    left_out: families
      .slice(mails + letters)
      .map((one) => ({ ...one, reason: 'informed' as const, message: 'Absage schon am 20.11.2026 gesendet.' })),
  }
}

test('who gets a mail and who nothing is said before one press sends all mails', async () => {
  const dialog = await open((ids) => split(ids, 4, 0))
  expect(await dialog.findByText('Per E-Mail: 4 Absagen')).toBeTruthy()
  expect(dialog.getByText('2 Familien bekommen nichts')).toBeTruthy()
  const left = within(dialog.getByRole('list', { name: 'Bekommen nichts' }))
  for (const item of left.getAllByRole('listitem'))
    expect(item.textContent).toContain('Absage schon am 20.11.2026 gesendet.')
  expect(await dialog.findByText('Leider nein.')).toBeTruthy()
  expect(dialog.getByLabelText<HTMLSelectElement>('Vorschau für').options).toHaveLength(4)
  fireEvent.click(dialog.getByRole('button', { name: '4 Familien per E-Mail informieren' }))
  expect(await screen.findByText('4 Familien sind per E-Mail informiert.')).toBeTruthy()
  expect(asked.mails).toHaveLength(4)
})

test('no mail leaves when the letters could not be written', async () => {
  const letters = answer(endpoints.letters, ({ body: { families } }) => {
    asked.letters.push(...families.map(({ id }: Decided) => id))
    return json(503, { message: 'Bitte gleich noch einmal.' })
  })
  const dialog = await open((ids) => split(ids, 3, 3), [letters])
  fireEvent.click(await dialog.findByRole('button', { name: '3 Familien per E-Mail informieren, 3 Briefe laden' }))
  await waitFor(() => expect(asked.letters).toHaveLength(3))
  expect(await screen.findByText('Bitte gleich noch einmal.')).toBeTruthy()
  expect(asked.mails).toEqual([])
})

test('the list of families that know nothing has one button for all of them', async () => {
  await openList((ids) => split(ids, 4, 2))
  fireEvent.click(await screen.findByRole('button', { name: '6 Familien informieren …' }))
  const dialog = await dialogNow()
  expect(await dialog.findByText('Per E-Mail: 4 Absagen')).toBeTruthy()
  expect(dialog.getByText('Per Brief: 2 Absagen')).toBeTruthy()
})

test('afterwards nobody is selected, neither who got a mail nor who got a letter or nothing', async () => {
  const headers = {
    'content-type': 'application/pdf',
    'content-disposition': "attachment; filename*=UTF-8''Bescheide.pdf",
  }
  const letters = answer(endpoints.letters, () => new Response('PDF', { headers }))
  const dialog = await open((ids) => split(ids, 3, 2), [letters])
  expect(screen.getByText('6 ausgewählt')).toBeTruthy()
  fireEvent.click(await dialog.findByRole('button', { name: '3 Familien per E-Mail informieren, 2 Briefe laden' }))
  expect(await screen.findByText('3 Familien sind per E-Mail informiert.')).toBeTruthy()
  await waitFor(() => expect(screen.queryByText(/ ausgewählt$/)).toBeNull())
})

test('where nobody can be informed there is only a way out', async () => {
  const dialog = await open((ids) => split(ids, 0, 0))
  expect(await dialog.findByText('6 Familien bekommen nichts')).toBeTruthy()
  expect(dialog.getByText('6 × Absage schon am 20.11.2026 gesendet.')).toBeTruthy()
  expect(dialog.queryByRole('button', { name: /informieren|laden/ })).toBeNull()
  fireEvent.click(dialog.getByRole('button', { name: 'Schließen' }))
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Familien informieren' })).toBeNull())
})
