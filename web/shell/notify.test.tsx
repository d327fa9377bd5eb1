import { MantineProvider } from '@mantine/core'
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { endFakeTime, removeNotices } from '#web/page.test-data.ts'
import { appHistory } from './app-history.ts'
import { hideNotice, NoticeHost, notify } from './notify.tsx'

// jsdom has none; the kit asks it.
vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: () => {}, removeEventListener: () => {} }))

beforeEach(() => {
  removeNotices()
  render(
    <MantineProvider env="test">
      <NoticeHost />
    </MantineProvider>,
  )
})
afterEach(() => {
  cleanup()
  removeNotices()
})

const texts = () => screen.queryAllByRole('alert').map(({ textContent }) => textContent)

test('two notices stand at most: the newest takes the place of the oldest that need not stay', async () => {
  act(() => {
    notify('Neue Version', { id: 'version', isLasting: true })
    for (const text of ['eins', 'zwei', 'drei']) notify(text, {})
  })
  expect(texts()).toEqual(['drei', 'Neue Version'])
  act(() => hideNotice('version'))
  act(() => notify('vier', {}))
  await vi.waitFor(() => expect(texts()).toEqual(['vier', 'drei']))
})

test('late replies about records do not push away what the last key was answered with', async () => {
  act(() => {
    notify('Das war die letzte Bewerbung dieser Liste.', {})
    for (const name of ['Ada', 'Ben', 'Cem']) notify(`${name}: Neu.`, { about: `registration ${name}` })
  })
  await vi.waitFor(() => expect(texts()).toEqual(['Cem: Neu.', 'Das war die letzte Bewerbung dieser Liste.']))
})

test('a way on is offered as long as one is not there already', () => {
  act(() => notify('Angelegt.', { link: { text: 'Zur Person', to: '/admin/mitarbeiter/7' } }))
  expect(screen.getByRole('button', { name: 'Zur Person' })).toBeTruthy()
  act(() => appHistory.push('/app/admin/mitarbeiter/7'))
  expect(screen.queryByRole('button', { name: 'Zur Person' })).toBeNull()
  expect(texts()[0]).toContain('Angelegt.')
})

test('what a notice offers opens by its letter, not while somebody types, and outlives the notice', async () => {
  const offerOf = (name: string) => ({
    about: `registration ${name}`,
    dialog: {
      text: `${name} informieren`,
      render: (onGone: () => void) => <button type="button" onClick={onGone}>{`Dialog ${name}`}</button>,
    },
  })
  const opened = () => screen.queryByRole('button', { name: /^Dialog/ })?.textContent
  act(() => {
    notify('Mia: Angenommen.', offerOf('Mia'))
    notify('Ben: Angenommen.', offerOf('Ben'))
  })
  const field = document.body.appendChild(document.createElement('input'))
  fireEvent.keyDown(field, { key: 'i' })
  field.remove()
  expect(opened()).toBeUndefined()
  fireEvent.keyDown(document.body, { key: 'i' })
  expect(opened()).toBe('Dialog Ben')
  await vi.waitFor(() => expect(screen.queryByRole('button', { name: 'Ben informieren' })).toBeNull())
  expect(opened()).toBe('Dialog Ben')
  fireEvent.click(screen.getByRole('button', { name: 'Dialog Ben' }))
  expect(opened()).toBeUndefined()
  // Decided anew: what was offered before is out of date.
  act(() => notify('Mia: Neu.', { about: 'registration Mia' }))
  await vi.waitFor(() => expect(screen.queryByRole('button', { name: 'Mia informieren' })).toBeNull())
  fireEvent.keyDown(document.body, { key: 'i' })
  expect(opened()).toBeUndefined()
})

const shownAfter = (milliseconds: number) => {
  act(() => vi.advanceTimersByTime(milliseconds))
  // Leaving takes a moment more.
  act(() => vi.advanceTimersByTime(300))
  return texts()
}

/** A field with the focus, as a page has it. */
const focusedField = () => {
  const field = document.body.appendChild(document.createElement('input'))
  field.focus()
  return field
}

describe('a notice', () => {
  let field: HTMLInputElement
  beforeEach(() => {
    vi.useFakeTimers()
    field = focusedField()
  })
  afterEach(() => {
    field.remove()
    endFakeTime()
  })
  const undo = () => screen.getByRole('button', { name: 'Rückgängig' })

  test('goes after five seconds, not while the pointer or the focus is on it', () => {
    act(() => notify('eins', {}))
    expect(shownAfter(4000)).toHaveLength(1)
    expect(shownAfter(1000)).toEqual([])
    act(() => notify('zwei', {}))
    const [notice] = screen.getAllByRole('alert')
    if (!notice) throw new Error('no notice')
    // It appeared under a pointer that rests: nobody reads it yet.
    fireEvent.mouseEnter(notice)
    expect(shownAfter(4000)).toHaveLength(1)
    fireEvent.mouseMove(notice)
    expect(shownAfter(60_000)).toHaveLength(1)
    fireEvent.mouseLeave(notice)
    expect(shownAfter(4000)).toHaveLength(1)
    expect(shownAfter(1000)).toEqual([])
    act(() => notify('drei', { undo: () => {} }))
    act(() => undo().focus())
    expect(shownAfter(60_000)).toHaveLength(1)
    expect(document.activeElement).toBe(undo())
    // Nor does another one that comes meanwhile.
    act(() => notify('vier', {}))
    expect(shownAfter(60_000)).toHaveLength(2)
    act(() => field.focus())
    expect(shownAfter(4000)).toHaveLength(2)
    expect(shownAfter(1000)).toEqual([])
  })

  test('is reached by F8 from a field and left by F8 or Escape', () => {
    const press = (key: string) => fireEvent.keyDown(document.activeElement ?? document.body, { key })
    // Answers whether the key is left to the browser.
    expect(press('F8')).toBe(true)
    act(() => notify('Gelöscht.', { undo: () => {} }))
    for (const back of ['F8', 'Escape']) {
      expect(press('F8')).toBe(false)
      expect(document.activeElement).toBe(undo())
      press(back)
      expect(document.activeElement).toBe(field)
    }
    expect(screen.getByText('Mit F8 zu den Schaltflächen dieser Meldung.')).toBeTruthy()
  })

  test('gives the focus back when it goes, whatever makes it go', () => {
    const takeBack = vi.fn()
    act(() => notify('Gelöscht.', { undo: takeBack, undoText: 'Alle zurückholen', about: 'deleted pupils' }))
    act(() => screen.getByRole('button', { name: 'Alle zurückholen' }).focus())
    fireEvent.click(screen.getByRole('button', { name: 'Alle zurückholen' }))
    expect(takeBack).toHaveBeenCalledOnce()
    expect(document.activeElement).toBe(field)
    const makesItGo = [
      () => fireEvent.click(screen.getByRole('button', { name: 'Meldung schließen' })),
      () => hideNotice('gone'),
      () => notify('Wieder da.', { about: 'deleted pupils' }),
    ]
    for (const go of makesItGo) {
      shownAfter(6000)
      act(() => notify('Gelöscht.', { id: 'gone', undo: takeBack, about: 'deleted pupils' }))
      act(() => screen.getByRole('button', { name: 'Meldung schließen' }).focus())
      act(() => void go())
      expect(document.activeElement).toBe(field)
    }
  })

  test('stands bottom right, also the one that stays', () => {
    act(() => {
      notify('Gelöscht.', {})
      notify('Neue Version', { isLasting: true })
    })
    for (const notice of screen.getAllByRole('alert'))
      expect(notice.closest('[data-position]')?.getAttribute('data-position')).toBe('bottom-right')
  })
})
