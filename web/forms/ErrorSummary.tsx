import { Alert, Anchor, List } from '@mantine/core'
import { CircleAlert } from 'lucide-react'
import { Fragment, type ReactNode, useEffect, useRef } from 'react'
import { PLAIN_MESSAGES } from '#contract/plain-messages.ts'
import { focusField } from '#web/ui/focus-field.ts'

interface ErrorSummaryProps {
  /** First message by field; the field's input has this name as its id. */
  errors: Record<string, ReactNode>
  labels?: Record<string, string>
  /** Counts the refused submits: the summary takes the focus when it changes, not while fields are being mended. */
  attempt: number
}

/** Labels stand in the order of the page; parts of a list (`siblings.0.name`) where their list stands. */
const inOrderOf = (known: readonly string[], fields: string[]) => {
  const placeOf = (field: string) => {
    const place = known.findIndex((one) => field === one || field.startsWith(`${one}.`))
    return place < 0 ? known.length : place
  }
  return fields.sort((a, b) => placeOf(a) - placeOf(b))
}

/** A question or a sentence ends with its own mark; „Vorname fehlt“ says more than the sentence at the field. */
const lineOf = (label: string | undefined, message: ReactNode) => {
  if (!label) return message
  // The field itself lists several faults, each in a line.
  const faults = typeof message === 'string' ? message.split('\n').length : 1
  if (faults > 1) return `${label}: ${faults} Fehler`
  if (/[.?]$/.test(label)) return [label, ' ', message]
  return message === PLAIN_MESSAGES.required ? `${label} fehlt` : [label, ': ', message]
}

/** With more of them the form would stand below the window. */
const MOST_LINES = 5

/** The heading of the part of the page that holds a field. */
const sectionOf = (field: string) => {
  const section = document.getElementById(field)?.closest('section[aria-labelledby]')
  return document.getElementById(section?.getAttribute('aria-labelledby') ?? '')?.textContent ?? ''
}

interface SummaryLine {
  /** The part of a long form. */
  title?: string
  fields: readonly { field: string; text: ReactNode }[]
}

/** Each part of a long form once, with the names of its fields; nothing where the form has no parts. */
const sectionLines = (
  fields: readonly string[],
  nameOf: (field: string) => ReactNode,
): readonly SummaryLine[] | undefined => {
  const sections = Map.groupBy(fields, sectionOf)
  if (fields.length <= MOST_LINES || sections.size < 2) return undefined
  return [...sections].map(([title, those]) => ({
    title,
    fields: those.map((field) => ({ field, text: nameOf(field) })),
  }))
}

const FieldLink = ({ field, text }: SummaryLine['fields'][number]) => (
  <Anchor
    component="button"
    type="button"
    c="var(--sh-negative)"
    ta="start"
    underline="always"
    // Its first line beside the bullet, however many follow.
    style={{ verticalAlign: 'top' }}
    onClick={() => focusField(field)}
  >
    {text}
  </Anchor>
)

/** All refused fields on top of a form, of a long one by its parts; each name leads to its field (ux §2). */
export const ErrorSummary = ({ errors, labels = {}, attempt }: ErrorSummaryProps) => {
  const box = useRef<HTMLDivElement>(null)
  const fields = inOrderOf(Object.keys(labels), Object.keys(errors))
  useEffect(() => {
    if (attempt === 0) return
    box.current?.focus({ preventScroll: true })
    box.current?.scrollIntoView({ block: 'nearest' })
  }, [attempt])
  if (fields.length === 0) return null
  const title = `Bitte prüfen Sie ${fields.length === 1 ? '1 Angabe' : `${fields.length} Angaben`}:`
  const lines: readonly SummaryLine[] =
    sectionLines(fields, (field) => labels[field] ?? errors[field]) ??
    fields.map((field) => ({ fields: [{ field, text: lineOf(labels[field], errors[field]) }] }))
  return (
    <Alert ref={box} tabIndex={-1} color="red" title={title} icon={<CircleAlert size={20} aria-hidden />}>
      <List>
        {lines.map(({ title, fields: those }) => (
          <List.Item key={those[0]?.field}>
            {title && `${title}: `}
            {those.map((one, index) => (
              <Fragment key={one.field}>
                {index > 0 && ', '}
                <FieldLink {...one} />
              </Fragment>
            ))}
          </List.Item>
        ))}
      </List>
    </Alert>
  )
}
