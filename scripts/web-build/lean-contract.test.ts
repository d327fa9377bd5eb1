import { expect, test } from 'vitest'
import { leanText } from './lean-contract.ts'

const SOURCE = `
import { z } from 'zod'
import { endpoint } from '#contract/endpoint.ts'
import { NoteForm } from './notes.forms.ts'
export const Note = z.object({ id: z.int() })
export const isShort = (text) => text.length < 9
export const noteEndpoints = {
  add: endpoint({ method: 'POST', path: '/api/notes/:id', access: 'signed in', params: z.object({ id: z.int() }), body: NoteForm, response: Note, idempotent: true, summary: 'Notiz' }),
}
`
const lean = leanText(SOURCE, '/project/contract/notes/notes.ts')

test('an endpoint keeps how it is called and loses the schemas that only the server needs', () => {
  expect(lean).toContain("method: 'POST', path: '/api/notes/:id', access: 'signed in', idempotent: true")
  for (const part of ['params', 'body', 'response', 'summary']) expect(lean).not.toContain(`${part}:`)
})

test('an import that only these schemas needed goes with them, the others stay', () => {
  expect(lean).not.toContain('notes.forms')
  expect(lean).toContain("from 'zod'")
  expect(lean).toContain('#contract/endpoint.ts')
})

test('a constant may go when nothing reads it, and a schema that stays keeps the German messages', () => {
  expect(lean).toContain(
    'export const Note = /* @__PURE__ */ (() => (issueMessageOfSchemas, z.object({ id: z.int() })))()',
  )
  expect(lean).toContain("import { issueMessage as issueMessageOfSchemas } from '#contract/formats.ts'")
  expect(lean).toContain('export const isShort = (text) => text.length < 9')
})

test('the messages themselves are set as they were', () => {
  const formats = "import { z } from 'zod'\nz.config({ customError })\n"
  expect(leanText(formats, '/project/contract/formats.ts')).toBe(formats)
})
