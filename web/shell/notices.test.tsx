import { MantineProvider } from '@mantine/core'
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { removeNotices } from '#web/page.test-data.ts'
import { appHistory } from './app-history.ts'
import { hideNotice, NoticeArea, showNotice } from './notices.tsx'

// jsdom has none; the kit asks it.
vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: () => {}, removeEventListener: () => {} }))

beforeEach(() => {
  removeNotices()
  render(
    <MantineProvider env="test">
      <NoticeArea />
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
    showNotice('Neue Version', { id: 'version', isLasting: true })
    for (const text of ['eins', 'zwei', 'drei']) showNotice(text, {})
  })
  expect(texts()).toEqual(['drei', 'Neue Version'])
  act(() => hideNotice('version'))
  act(() => showNotice('vier', {}))
  await vi.waitFor(() => expect(texts()).toEqual(['vier', 'drei']))
})

test('late replies about records do not push away what the last key was answered with', async () => {
  act(() => {
    showNotice('Das war die letzte Bewerbung dieser Liste.', {})
    for (const name of ['Ada', 'Ben', 'Cem']) showNotice(`${name}: Neu.`, { about: `registration ${name}` })
  })
  await vi.waitFor(() => expect(texts()).toEqual(['Cem: Neu.', 'Das war die letzte Bewerbung dieser Liste.']))
})

test('a way on is offered as long as one is not there already', () => {
  act(() => showNotice('Angelegt.', { link: { text: 'Zur Person', to: '/admin/mitarbeiter/7' } }))
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
    showNotice('Mia: Angenommen.', offerOf('Mia'))
    showNotice('Ben: Angenommen.', offerOf('Ben'))
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
  act(() => showNotice('Mia: Neu.', { about: 'registration Mia' }))
  await vi.waitFor(() => expect(screen.queryByRole('button', { name: 'Mia informieren' })).toBeNull())
  fireEvent.keyDown(document.body, { key: 'i' })
  expect(opened()).toBeUndefined()
})
