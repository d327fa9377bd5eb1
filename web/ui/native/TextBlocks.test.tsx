import { cleanup, render } from '@testing-library/react'
import fc from 'fast-check'
import { afterEach, describe, expect, it } from 'vitest'
import { TextBlocks } from './TextBlocks.tsx'

afterEach(cleanup)

const htmlOf = (text: string) => {
  const { container, unmount } = render(<TextBlocks text={text} />)
  const html = container.innerHTML
  unmount()
  return html
}

describe('TextBlocks', () => {
  it.each([
    ['## Titel\n### Teil', '<h3>Titel</h3><h4>Teil</h4>'],
    ['# Titel', '<h3>Titel</h3>'],
    ['#Titel', '<p>#Titel</p>'],
    ['Eins\nZwei\n\nDrei', '<p>Eins<br>Zwei</p><p>Drei</p>'],
    ['- a\n- b\n\n- c', '<ul><li>a</li><li>b</li><li>c</li></ul>'],
    ['Bitte:\n- a\n  weiter', '<p>Bitte:</p><ul><li>a<br>weiter</li></ul>'],
    ['1. a\n2. b', '<ol start="1"><li>a</li><li>b</li></ol>'],
    ['1. a\n\n2. b\n\n1. c', '<ol start="1"><li>a</li><li>b</li></ol><ol start="1"><li>c</li></ol>'],
    ['am\n20. November', '<p>am<br>20. November</p>'],
    ['**fett** und *kursiv*', '<p><strong>fett</strong> und <em>kursiv</em></p>'],
    ['***beides***', '<p><strong><em>beides</em></strong></p>'],
    ['**a *b***', '<p><strong>a <em>b</em></strong></p>'],
    ['*a **b** c*', '<p><em>a <strong>b</strong> c</em></p>'],
    ['**a *b** c*', '<p><strong>a *b</strong> c*</p>'],
    ['3 * 4 ** 5', '<p>3 * 4 ** 5</p>'],
    ['**offen', '<p>**offen</p>'],
    ['****', '<p>****</p>'],
    ['\\*kein\\* \\[Link](https://a.de) C:\\Pfad', '<p>*kein* [Link](https://a.de) C:\\Pfad</p>'],
  ])('shows %j', (text, html) => {
    expect(htmlOf(text)).toBe(html)
  })

  it.each([
    ['Mail an a.b@example.org.', '<p>Mail an <a href="mailto:a.b@example.org">a.b@example.org</a>.</p>'],
    ['Telefon: 0331 1234567', '<p>Telefon: <a href="tel:+493311234567">0331 1234567</a></p>'],
    ['Telefon 12345678', '<p>Telefon 12345678</p>'],
    ['Aktenzeichen 0331 1234567', '<p>Aktenzeichen 0331 1234567</p>'],
  ])('who is named in %j can be reached with a tap', (text, html) => {
    expect(htmlOf(text)).toBe(html)
  })

  it('an address within a link is no link of its own', () => {
    const { container } = render(<TextBlocks text="[Mail an **a@example.org**](mailto:a@example.org)" />)
    expect(container.querySelectorAll('a')).toHaveLength(1)
  })

  it('links to the web in a new tab, to mail and phone in place', () => {
    const { container } = render(
      <TextBlocks text="[**Land**](https://www.brandenburg.de) [Mail](mailto:a@example.org) [Ruf](tel:+49331123)" />,
    )
    const [web, mail, phone] = container.querySelectorAll('a')
    expect(web?.getAttribute('href')).toBe('https://www.brandenburg.de')
    expect(web?.getAttribute('target')).toBe('_blank')
    expect(web?.getAttribute('rel')).toContain('noopener')
    expect(web?.textContent).toBe('Land (öffnet sich in einem neuen Tab)')
    expect(mail?.getAttribute('href')).toBe('mailto:a@example.org')
    expect(mail?.hasAttribute('target')).toBe(false)
    expect(phone?.getAttribute('href')).toBe('tel:+49331123')
  })

  it.each([
    '<script>alert(1)</script>',
    '<img src=x onerror=alert(1)>',
    '"><svg onload=alert(1)>',
    '[x](javascript:alert(1))',
    '[x](JaVaScRiPt:alert(1))',
    '[x](data:text/html,<script>)',
    '[x](http://example.org)',
    '[x](//example.org)',
    '[x](https://a.de "Titel" onclick=x)',
    '&lt;b&gt;',
  ])('shows %j as it was written, and nothing comes alive', (text) => {
    const { container } = render(<TextBlocks text={text} />)
    expect(container.textContent).toBe(text)
    expect(container.querySelector('a, script, img, svg')).toBeNull()
  })

  it('never loads an image', () => {
    const { container } = render(<TextBlocks text="![Bild](https://example.org/x.png)" />)
    expect(container.querySelector('img')).toBeNull()
  })

  it('makes only its own elements of whatever is written', () => {
    const signs = fc.constantFrom(
      '*',
      '**',
      '[',
      ']',
      '](',
      ')',
      '\\',
      '\n',
      '# ',
      '- ',
      '1. ',
      'a',
      ' ',
      '<b>',
      '(https://a',
    )
    fc.assert(
      fc.property(fc.array(signs, { maxLength: 60 }), (parts) => {
        const { container, unmount } = render(<TextBlocks text={parts.join('')} />)
        const names = new Set([...container.querySelectorAll('*')].map(({ localName }) => localName))
        unmount()
        for (const name of names) expect('h3 h4 p ul ol li strong em a br span svg path'.split(' ')).toContain(name)
      }),
    )
  })
})
