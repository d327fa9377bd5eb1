import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, describe, expect, test } from 'vitest'
import { PublicPage, type SchoolContact } from './PublicPage.tsx'

const school: SchoolContact = {
  name: 'Freie Schule am Wald',
  accent: '#ffd700',
  phone: '030 23125-100',
  mail: 'sekretariat@example.org',
  street: 'Waldweg',
  house_number: '1',
  zip: '15999',
  city: 'Wacholderhain',
  carrier_name: 'Trägerverein',
  logo: null,
}
afterEach(cleanup)

const colour = (name: string) => document.documentElement.style.getPropertyValue(name)

describe('a public page', () => {
  test('shows the logo with its name and its size, so that nothing moves when it is there', () => {
    const src = 'data:image/png;base64,iVBORw0KGgo='
    render(
      <PublicPage school={{ ...school, logo: { src, width: 480, height: 120 } }}>
        <p>Inhalt</p>
      </PublicPage>,
    )
    const logo = screen.getByRole('img', { name: 'Freie Schule am Wald' })
    expect(['src', 'width', 'height'].map((name) => logo.getAttribute(name))).toEqual([src, '480', '120'])
  })

  test('shows no picture where there is none', () => {
    render(
      <PublicPage school={school}>
        <p>Inhalt</p>
      </PublicPage>,
    )
    expect(screen.queryByRole('img')).toBeNull()
    expect(screen.getAllByText('Freie Schule am Wald').length).toBeGreaterThan(0)
  })

  test('sets the school’s colour in tones that both looks can show', () => {
    render(
      <PublicPage school={school}>
        <p>Inhalt</p>
      </PublicPage>,
    )
    // Gold is too weak on paper, and seen well in the dark.
    expect(colour('--sh-accent-light')).toMatch(/^#[0-9a-f]{6}$/)
    expect(colour('--sh-accent-light')).not.toBe('#ffd700')
    expect(colour('--sh-accent-dark')).toBe('#ffd700')
  })
})
