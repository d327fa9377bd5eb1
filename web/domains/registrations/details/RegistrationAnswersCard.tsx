import { Card, Title } from '@mantine/core'
import { counted } from '#contract/counted.ts'
import { ADDRESS_LABEL } from '#contract/field-units.ts'
import { type AnswerRow, hasAnswer, storedSections } from '#contract/registrations/registrations.answers.ts'
import type { RegistrationDetails } from '#contract/registrations/registrations.details.ts'
import { groupNeighbours } from '#web/domains/registrations/form/registration-flow.ts'
import classes from './registration-details.module.css'

/** Year, grade and way in stand below the title, people and their numbers in the card of the contacts. */
const SAID_ABOVE =
  /^(school_year_id|desired_grade|meta\.entry_type|contacts\.\d\.(firstname|lastname|relationship|mail|phone|same_address))$/

const PARTS = ['street', 'house_number', 'zip', 'city']

/** „Zum Alten Gutshof 58, 15999 Wacholderhain“ where four answers stood. */
const withAddressLines = (rows: readonly AnswerRow[]): AnswerRow[] => {
  const starts = rows.flatMap(({ key }) => (key.endsWith('street') ? [key.slice(0, -'street'.length)] : []))
  const startOf = (key: string) => starts.find((start) => PARTS.some((part) => key === start + part))
  const partOf = (key: string) => rows.find((row) => row.key === key)?.text ?? ''
  return rows.flatMap((row) => {
    const start = startOf(row.key)
    if (start === undefined) return [row]
    if (row.key !== `${start}street`) return []
    const [street, place] = [
      [row.text, partOf(`${start}house_number`)],
      [partOf(`${start}zip`), partOf(`${start}city`)],
    ].map((words) => words.filter(Boolean).join(' '))
    const line = { ...row, label: ADDRESS_LABEL, text: [street, place].filter(Boolean).join(', ') }
    return [row.group === ADDRESS_LABEL ? { ...line, group: undefined } : line] as AnswerRow[]
  })
}

/** Letters that no longer fit one column, or two; labels are smaller. */
const WIDE_FROM = 16
const LINE_FROM = 34
const LABEL_SHARE = 0.8

/** How much room an answer needs beside others. */
const lengthOf = ({ text, label }: AnswerRow) => {
  const length = Math.max(text.length, label.length * LABEL_SHARE)
  if (text.includes('\n') || length >= LINE_FROM) return 'line'
  return length >= WIDE_FROM ? 'wide' : undefined
}

const AnswerList = ({ rows }: { rows: readonly AnswerRow[] }) => (
  <dl className={`sh-flush ${classes.answerList}`}>
    {rows.map((row) => (
      <div key={row.key} data-length={lengthOf(row)}>
        <dt className="sh-quiet sh-small">{row.label}</dt>
        <dd className="sh-flush sh-breaks sh-keeps-lines">{row.text}</dd>
      </div>
    ))}
  </dl>
)

/** What the family left open, on demand: it decides nothing and would only part the answers. */
const Unanswered = ({ rows }: { rows: readonly AnswerRow[] }) => (
  <details className="sh-screen-only">
    <summary>{`${counted(rows.length, 'Angabe', 'Angaben')} ohne Antwort`}</summary>
    <ul className="sh-bullets sh-quiet sh-above-1">
      {rows.map(({ key, label, group }) => (
        <li key={key}>{group ? `${group}: ${label}` : label}</li>
      ))}
    </ul>
  </details>
)

/** All answers in the form's order and sections, read by the form's own definition. */
export const RegistrationAnswersCard = ({ details }: { details: RegistrationDetails }) => {
  const sections = storedSections(details)
  const open = sections.flatMap(({ rows }) => rows.filter((row) => !hasAnswer(row)))
  const answered = sections
    .map((section) => ({
      ...section,
      rows: withAddressLines(section.rows.filter((row) => hasAnswer(row) && !SAID_ABOVE.test(row.key))),
    }))
    .filter(({ rows }) => rows.length > 0)
  return (
    <Card component="section" aria-label="Angaben der Bewerbung">
      <div className={`sh-stack sh-gap-5 ${classes.answers}`}>
        {answered.map(({ key, title, rows }) => (
          <section key={key} aria-labelledby={`answers-${key}`}>
            <Title order={2} id={`answers-${key}`} mb={4}>
              {title}
            </Title>
            {groupNeighbours(rows).map((group) => (
              <div key={group.items[0]?.key} className={classes.answerGroup}>
                {group.title && <Title order={3}>{group.title}</Title>}
                <AnswerList rows={group.items} />
              </div>
            ))}
          </section>
        ))}
        {open.length > 0 && <Unanswered rows={open} />}
      </div>
    </Card>
  )
}
