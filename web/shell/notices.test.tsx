import { MantineProvider } from '@mantine/core'
import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { appHistory } from './app-history.ts'
import { hideNotice, NoticeArea, showNotice } from './notices.tsx'

// jsdom has none; the kit asks it.
vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: () => {}, removeEventListener: () => {} }))

beforeEach(() =>
  render(
    <MantineProvider env="test">
      <NoticeArea />
    </MantineProvider>,
  ),
)
afterEach(cleanup)

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

test('a way on is offered as long as one is not there already', () => {
  act(() => showNotice('Angelegt.', { link: { text: 'Zur Person', to: '/admin/mitarbeiter/7' } }))
  expect(screen.getByRole('button', { name: 'Zur Person' })).toBeTruthy()
  act(() => appHistory.push('/app/admin/mitarbeiter/7'))
  expect(screen.queryByRole('button', { name: 'Zur Person' })).toBeNull()
  expect(texts()[0]).toContain('Angelegt.')
})
