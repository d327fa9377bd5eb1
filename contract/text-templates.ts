import { z } from 'zod'
import { Lines } from './formats.ts'
import { bracedNames, hasLoneBrace, hasPlaceholder, unknownFault, unknownPlaceholders } from './placeholders.ts'

/** Letters of a text before its placeholders are filled in, its Markdown counted. */
export const TEMPLATE_MAX = 60_000

interface TemplateRules {
  /** The placeholders that can be filled in. */
  names: readonly string[]
  /** The placeholders without which the text would lack what law asks for. */
  required: readonly string[]
}

/** What is wrong with the placeholders of a text, in German; undefined when there is nothing. */
export const templateFault = (text: string, { names, required }: TemplateRules) => {
  const unknown = unknownPlaceholders(text, names)
  if (unknown.length > 0) return unknownFault(unknown, names)
  if (hasLoneBrace(text)) return 'Geschweifte Klammern stehen nur um einen Platzhalter, zum Beispiel {Träger}.'
  const lacking = required.filter((name) => !hasPlaceholder(text, name))
  if (lacking.length === 0) return undefined
  return `Im Text ${lacking.length === 1 ? 'fehlt' : 'fehlen'} ${bracedNames(lacking).join(', ')}. Das Gesetz verlangt diese Angaben.`
}

/** What an editor of such a text sends. */
export const TemplateForm = z.object({
  template_markdown: Lines(TEMPLATE_MAX),
  /** The version that was read before writing; 409 when there is a newer one. */
  version_number: z.int().min(0),
})
export type TemplateForm = z.output<typeof TemplateForm>

/** The facts of a text by their placeholder, as Markdown. */
export const TextFacts = z.record(z.string(), z.string())
export type TextFacts = z.output<typeof TextFacts>

export const FactChange = z.object({ name: z.string(), before: z.string(), after: z.string() })
