import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { schoolclassEndpoints } from '#contract/schoolclasses/schoolclasses.ts'
import { type Sicknote, sicknoteEndpoints } from '#contract/sicknotes/sicknotes.ts'
import { closeApp, openApp, serverFor } from '#web/app.test-data.ts'
import { note } from './sicknote.test-data.ts'

afterEach(closeApp)

const CHRISTMAS = {
  name: 'Weihnachtsferien',
  kind: 'holiday',
  date_start: '2026-12-23',
  date_end: '2027-01-02',
} as const

/** The card on the start page of a teacher. */
const openWith = async (notes: Sicknote[], free_days: (typeof CHRISTMAS)[]) => {
  const server = serverFor('teacher_level_1')
  server.on(schoolclassEndpoints.assignedByUser, () => ({ asResponsibleTeacher: [], asAssignedEmployee: [] }))
  server.on(sicknoteEndpoints.list, () => notes)
  server.on(sicknoteEndpoints.formOptions, () => ({ year: null, free_days, schoolclasses: [] }))
  await openApp('/', server)
}
const card = async () => within(await screen.findByRole('region', { name: 'Demnächst' }))

test('a teacher reads who will be away next, the nearest day first, and when there is no school', async () => {
  const on = (day: string) => ({ value: { dateStart: day, dateEnd: day } })
  await openWith(
    [
      note({}),
      note({ id: 2, pupil: { id: 8, firstname: 'Ole' }, ...on('2026-11-25') }),
      note({ id: 3, pupil: { id: 9, firstname: 'Ida' }, ...on('2026-11-24') }),
    ],
    [CHRISTMAS],
  )
  const coming = await card()
  expect(await coming.findByRole('link', { name: 'Ole Müller' })).toBeTruthy()
  const lines = coming.getAllByRole('listitem').map(({ textContent }) => textContent)
  expect(lines).toEqual(['Di 24.11.Ida Müller 3a', 'Mi 25.11.Ole Müller 3a'])
  expect(await coming.findByText('Als Nächstes schulfrei: Weihnachtsferien, Mi 23.12. – Sa 02.01.2027')).toBeTruthy()
})

test('where nobody will be away the card says so; without free days, too, there is none', async () => {
  await openWith([note({})], [CHRISTMAS])
  expect(await (await card()).findByText('Für die nächsten Tage ist niemand abgemeldet.')).toBeTruthy()
  await closeApp()
  await openWith([note({})], [])
  expect(await screen.findByRole('region', { name: 'Meine Klassen heute' })).toBeTruthy()
  await vi.dynamicImportSettled()
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Demnächst' })).toBeNull())
})

test('those for whom there is no room are a link to the list that names them', async () => {
  const later = Array.from({ length: 10 }, (_, index) =>
    note({ id: index + 1, pupil: { id: index + 1 }, value: { dateStart: '2026-11-24', dateEnd: '2026-11-24' } }),
  )
  await openWith(later, [])
  const more = await (await card()).findByRole('link', { name: 'und 2 weitere Kinder' })
  expect(more.getAttribute('href')).toMatch(/\?tab=weitere$/)
})
