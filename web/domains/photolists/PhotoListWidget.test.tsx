import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import type { ConsentState } from '#contract/consents/consents.state.ts'
import { PHOTO_PURPOSES, type PhotoList, type PhotoPupil, photoListEndpoints } from '#contract/photolists/photolists.ts'
import { closeApp, openApp, page, serverFor } from '#web/app.test-data.ts'
import { answer, type FakeServer } from '#web/fake-server.test-data.ts'
import { json } from '#web/page.test-data.ts'

afterEach(() => {
  vi.restoreAllMocks()
  return closeApp()
})

const pupilOf = (id: number, lastname: string, ...states: ConsentState[]): PhotoPupil => {
  const photos = PHOTO_PURPOSES.map((purpose, at) => {
    const state = states[at] ?? states[0] ?? 'unasked'
    const withdrawn_at = state === 'withdrawn' ? '2026-11-20T10:00:00Z' : null
    return [purpose, { state, withdrawn_at, before: null }] as const
  })
  return {
    ...{ id, lastname, lastname_prefix: null, firstname: 'Ida', status: 'active', is_new: false },
    schoolclass: { id: 31, classgradePlain: '3a' },
    photos: Object.fromEntries(photos) as PhotoPupil['photos'],
  }
}

const FIRST = { id: 1, kind: 'paper', printed_at: '2026-11-12T10:00:00Z', printed_by: 'Lena Lang' } as const
const SECOND = { ...FIRST, id: 2, kind: 'excel', printed_at: '2026-11-20T10:00:00Z' } as const

/** One may be shown everywhere, one nowhere, one in the school only. */
const LIST: PhotoList = {
  ...{ schoolclass: null, unseen: 0, prints: [], since: null, gone: 0 },
  pupils: [
    pupilOf(1, 'Ahrens', 'granted'),
    pupilOf(2, 'Bode', 'unasked', 'refused', 'withdrawn'),
    pupilOf(3, 'Conrad', 'granted', 'incomplete', 'incomplete'),
  ],
}

const changed = (): PhotoList => {
  const [ahrens, bode, conrad] = LIST.pupils as [PhotoPupil, PhotoPupil, PhotoPupil]
  const photo_press = { ...bode.photos.photo_press, before: 'granted' as const }
  return {
    ...LIST,
    pupils: [ahrens, { ...bode, photos: { ...bode.photos, photo_press } }, { ...conrad, is_new: true }],
    ...{ prints: [FIRST], since: FIRST, gone: 1, unseen: 1 },
  }
}

const open = async (list: () => PhotoList | Response, role: Parameters<typeof serverFor>[0] = 'schooladmin') => {
  const asked: URLSearchParams[] = []
  const server: FakeServer = serverFor(role, [
    answer(photoListEndpoints.get, ({ query }) => {
      asked.push(new URLSearchParams(query as unknown as Record<string, string>))
      return list()
    }),
  ])
  await openApp('/admin/sus/fotoliste?kinder=1,2,3', server)
  await page(/^Fotoliste/)
  return { server, asked }
}

const groups = () => screen.getAllByRole('rowheader').map(({ textContent }) => textContent?.trim())

test('children who may not be shown at all come first, each purpose has a word', async () => {
  await open(() => LIST)
  const table = await screen.findByRole('table', { name: 'Fotoliste 3a, 20.11.2026' })
  expect(
    within(table)
      .getAllByRole('rowheader')
      .map(({ textContent }) => textContent?.trim()),
  ).toEqual([
    ...['Nirgends zeigen (1)', 'Bode, Ida'],
    ...['Nicht überall zeigen (1)', 'Conrad, Ida'],
    ...['Darf überall gezeigt werden (1)', 'Ahrens, Ida'],
  ])
  const bode = within(table).getByRole('row', { name: /Bode/ })
  expect(
    within(bode)
      .getAllByRole('cell')
      .map(({ textContent }) => textContent),
  ).toEqual([...['3a', 'nicht gefragt', 'nein', 'widerrufen am 20.11.2026']])
  expect(
    screen.getAllByText('1 von 3 Kindern darf nirgends gezeigt werden, 1 weiteres nicht überall.').length,
  ).toBeGreaterThan(0)
})

test('only those who may not be shown everywhere can be listed', async () => {
  await open(() => LIST)
  fireEvent.click(await screen.findByRole('button', { name: /^Nur wer nicht überall darf/ }))
  await waitFor(() => expect(groups()).toHaveLength(4))
  expect(groups()).not.toContain('Ahrens, Ida')
  expect(screen.getByText(/Auf diesem Blatt stehen nur Kinder/)).toBeTruthy()
})

test('what has changed since the last print is marked in words, and who is missing is said', async () => {
  await open(changed)
  expect(await screen.findByText('▸ neu seit 12.11.2026, vorher: ja')).toBeTruthy()
  expect(screen.getByText('▸ neu auf der Liste seit 12.11.2026')).toBeTruthy()
  expect(
    screen.getAllByText(
      /Verglichen mit dem Druck vom 12.11.2026 um 11:00 Uhr von Lena Lang. Seitdem anders: 2 Kinder, nicht mehr/,
    ).length,
  ).toBeGreaterThan(0)
  expect(screen.getByText(/^1 gewähltes Kind fehlt/)).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: /^Geändert/ }))
  await waitFor(() => expect(groups()).toHaveLength(4))
})

test('a print is remembered before the paper is made, and the paper still shows what is new', async () => {
  const printed: unknown[] = []
  let prints: PhotoList['prints'] = [FIRST]
  const { server, asked } = await open(() => ({ ...changed(), prints, since: FIRST }))
  server.on(photoListEndpoints.print, ({ body }) => {
    printed.push(body)
    prints = [SECOND, FIRST]
    return { id: SECOND.id }
  })
  const paper = vi.spyOn(window, 'print').mockImplementation(() => {
    expect(printed).toHaveLength(1)
  })
  fireEvent.click(await screen.findByRole('button', { name: 'Drucken' }))
  await waitFor(() => expect(paper).toHaveBeenCalledOnce())
  expect(printed).toEqual([{ ids: [1, 2, 3], since: FIRST.id }])
  expect(asked.at(-1)?.get('since')).toBe(String(FIRST.id))
  expect(screen.getByText('▸ neu seit 12.11.2026, vorher: ja')).toBeTruthy()
  // Another print to compare with.
  fireEvent.change(screen.getByRole('combobox', { name: 'Vergleichen mit' }), { target: { value: '2' } })
  await waitFor(() => expect(asked.at(-1)?.get('since')).toBe('2'))
})

test('nothing is printed when it cannot be remembered', async () => {
  const { server } = await open(() => LIST)
  server.on(photoListEndpoints.print, () => json(409, { message: 'Das geht gerade nicht.' }))
  const paper = vi.spyOn(window, 'print').mockImplementation(() => {})
  fireEvent.click(await screen.findByRole('button', { name: 'Drucken' }))
  expect(await screen.findByText('Das geht gerade nicht.')).toBeTruthy()
  expect(paper).not.toHaveBeenCalled()
})

test('a teacher prints, and takes no file; children of others are explained', async () => {
  await open(() => LIST, 'teacher_level_1')
  expect(await screen.findByRole('button', { name: 'Drucken' })).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Excel' })).toBeNull()
  await closeApp()
  await open(() => json(404, { message: '' }), 'teacher_level_1')
  expect(await screen.findByText('Diese Fotoliste gibt es nicht.')).toBeTruthy()
})

test('coming back to the page asks anew: a withdrawal elsewhere is seen', async () => {
  let list = LIST
  const { asked } = await open(() => list)
  expect(await screen.findByText('Darf überall gezeigt werden (1)')).toBeTruthy()
  list = { ...LIST, pupils: [pupilOf(1, 'Ahrens', 'withdrawn'), ...LIST.pupils.slice(1)] }
  const before = asked.length
  fireEvent(window, new Event('visibilitychange'))
  expect(await screen.findByText('Nirgends zeigen (2)')).toBeTruthy()
  expect(asked.length).toBeGreaterThan(before)
})

test('without children the page says where to choose some', async () => {
  await openApp('/admin/sus/fotoliste', serverFor('schooladmin'))
  await page(/^Fotoliste/)
  expect(screen.getByText('Noch keine Kinder gewählt.')).toBeTruthy()
})
