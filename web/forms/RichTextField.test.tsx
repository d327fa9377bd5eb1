import { MantineProvider } from '@mantine/core'
import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Editor } from '@tiptap/core'
import { useState } from 'react'
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { markdownOf } from './markdown-writer.ts'
import { cleanPastedHtml } from './RichTextEditor.tsx'
import { RichTextField } from './RichTextField.tsx'
import { documentOf, richTextKit } from './rich-text-schema.ts'

vi.stubGlobal('matchMedia', (media: string) => ({
  media,
  matches: false,
  addEventListener: () => {},
  removeEventListener: () => {},
}))

// jsdom lays nothing out; the editor asks where the cursor is.
Range.prototype.getClientRects = () => [] as unknown as DOMRectList
Range.prototype.getBoundingClientRect = () => new DOMRect()

// Its code comes on demand; under load that takes longer than a search for an element waits.
beforeAll(() => import('./RichTextEditor.tsx'))
afterEach(cleanup)

const editorWith = (content: Editor['options']['content']) =>
  new Editor({ extensions: [richTextKit], content, injectCSS: false })

/** What the editor keeps of a text that goes through its own document. */
const through = (markdown: string) => markdownOf(editorWith(documentOf(markdown)).getJSON())

/** What it makes of pasted HTML. */
const pasted = (html: string) => markdownOf(editorWith(cleanPastedHtml(html)).getJSON())

const Form = ({ initial, ...props }: { initial: string; error?: string; isDisabled?: boolean }) => {
  const [value, setValue] = useState(initial)
  return (
    <MantineProvider env="test">
      <RichTextField id="body" label="Text" description="Kurz und klar" value={value} onChange={setValue} {...props} />
    </MantineProvider>
  )
}

describe('the editor', () => {
  it.each([
    '## Titel\n\nEin **fetter *kursiver*** Text mit [Adresse](https://example.org)\nund Umbruch.\n\n### Teil',
    '- eins\n- zwei\n  weiter\n\n1. a\n2. b',
    '5. fünf\n6. sechs',
    '[Mail](mailto:a@example.org) und [Ruf](tel:+49331123)',
  ])('keeps %j as it is', (markdown) => {
    expect(through(markdown)).toBe(markdown)
  })

  it('reduces what Word writes to what the house can show', () => {
    const word = `<h1>Titel</h1><p class=MsoNormal style='color:red'><b><span lang=DE>Fett</span></b> und <u>mehr</u><o:p></o:p></p>
      <p class=MsoListParagraphCxSpFirst style='mso-list:l0 level1 lfo1'><span style='mso-list:Ignore'>·<span>&nbsp; </span></span>eins</p>
      <p class=MsoListParagraphCxSpLast style='mso-list:l0 level1 lfo1'><span style='mso-list:Ignore'>·<span>&nbsp; </span></span>zwei</p>
      <p class=MsoListParagraph style='mso-list:l1 level1 lfo2'><span style='mso-list:Ignore'>1.<span>&nbsp; </span></span>drei</p>
      <table><tr><td>Zelle</td></tr></table><img src="x.png">`
    expect(pasted(word)).toBe('## Titel\n\n**Fett** und mehr\n\n- eins\n- zwei\n\n1. drei\n\nZelle')
  })

  it('flattens lists in lists and drops links to nowhere safe', () => {
    expect(pasted('<ul><li>a<ul><li>b</li></ul></li><li><a href="javascript:alert(1)">c</a></li></ul>')).toBe(
      '- a\n- b\n- c',
    )
    expect(pasted('<p><script>alert(1)</script><a href="https://a.de" onclick="x()">d</a></p>')).toBe(
      '[d](https://a.de)',
    )
  })
})

describe('RichTextField', () => {
  it('is a text box with name, description and error', async () => {
    render(<Form initial="Hallo" error="Dieses Feld ist ein Pflichtfeld." />)
    const box = await screen.findByRole('textbox', { name: 'Text' })
    expect(box.textContent).toBe('Hallo')
    // Where a list of errors leads.
    expect(document.getElementById('body')).toBe(box)
    expect(box.getAttribute('aria-invalid')).toBe('true')
    const described = box.getAttribute('aria-describedby')?.split(' ') ?? []
    expect(described.map((id) => document.getElementById(id)?.textContent)).toEqual([
      'Dieses Feld ist ein Pflichtfeld.',
      'Kurz und klar',
    ])
  })

  it('has a toolbar of one stop, with arrows between the buttons', async () => {
    render(<Form initial="Hallo" />)
    await screen.findByRole('toolbar', { name: 'Formatierung' })
    const names = screen.getAllByRole('button').map(({ textContent }) => textContent)
    expect(names).toEqual(['Fett', 'Kursiv', 'Liste', 'Aufzählung'])
    await userEvent.tab()
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Fett' }))
    await userEvent.keyboard('{ArrowLeft}')
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Aufzählung' }))
    await userEvent.keyboard('{Home}{ArrowRight}')
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Kursiv' }))
    await userEvent.tab()
    expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Text' }))
  })

  it('shows which of them holds at the cursor', async () => {
    render(<Form initial="- **Hallo**" />)
    await screen.findByRole('toolbar')
    const pressed = screen.getAllByRole('button', { pressed: true }).map(({ textContent }) => textContent)
    expect(pressed).toEqual(['Fett', 'Liste'])
  })

  it('cannot be changed while disabled', async () => {
    render(<Form initial="Hallo" isDisabled />)
    const box = await screen.findByRole('textbox', { name: 'Text' })
    expect(box.getAttribute('contenteditable')).toBe('false')
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Fett' }).disabled).toBe(true)
  })
})
