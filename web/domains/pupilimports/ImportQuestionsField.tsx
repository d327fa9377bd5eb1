import { NativeSelect, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { IMPORT_LABELS } from '#contract/pupilimports/pupilimports.columns.ts'
import type { ImportDetail } from '#contract/pupilimports/pupilimports.ts'
import { pupilEndpoints } from '#contract/pupils/pupils.ts'
import { queryFor } from '#web/api/queries.ts'
import { type Answer, answerOf, freeColumns, isAsked, type Question, questionsOf } from './import-columns.ts'
import classes from './pupilimports.module.css'
import type { ImportColumns } from './use-import-columns.ts'

const LATER = 'later'
const optionsQuery = queryFor(pupilEndpoints.formOptions, {}, { quiet: true })

const toValue = (answer: Answer | undefined) => {
  if (answer === undefined || answer === LATER) return answer ?? ''
  return 'column' in answer ? `column ${answer.column}` : `text ${answer.text}`
}

const fromValue = (value: string): Answer | undefined => {
  if (value === '' || value === LATER) return value || undefined
  const [kind, said] = [value.slice(0, value.indexOf(' ')), value.slice(value.indexOf(' ') + 1)]
  return kind === 'column' ? { column: Number(said) } : { text: said }
}

interface Group {
  group: string
  items: { value: string; label: string }[]
}

const said = (text: string, label: string) => ({ value: toValue({ text }), label })
const GENDERS = [said('w', 'Alle weiblich'), said('m', 'Alle männlich'), said('d', 'Alle divers')]

/** What holds for all rows, or that the file does not say. */
const otherAnswers = (field: Question, classNames: readonly string[]): Group[] => {
  if (field === 'gender')
    return [
      { group: 'Für alle Kinder', items: GENDERS },
      { group: 'Steht nicht in der Datei', items: [{ value: LATER, label: 'Später eintragen (bis dahin divers)' }] },
    ]
  if (field !== 'schoolclass') return []
  return [
    { group: 'Für alle Kinder', items: classNames.map((name) => said(name, `Alle in ${name}`)) },
    { group: 'Steht nicht in der Datei', items: [{ value: LATER, label: 'Später eintragen' }] },
  ]
}

const QUESTIONS: Partial<Record<Question, string>> = {
  schoolclass: 'Keine Spalte nennt die Klasse. Wohin kommen die Kinder?',
  gender: 'Keine Spalte nennt das Geschlecht. Was wird eingetragen?',
  birthdate: 'Keine Spalte nennt das Geburtsdatum. Welche ist es?',
}
/** First name and last name share a question, because both may stand in one column. */
const NAME_QUESTION =
  'In welcher Spalte steht der Name? Stehen beide Namen in einer Spalte, wählen Sie unten „Vor- und Nachname“ oder „Nachname, Vorname“.'

const CONSEQUENCES: Partial<Record<Question, string>> = {
  schoolclass: 'Neue Kinder bekommen noch keine Klasse. Alle anderen behalten ihre.',
  gender: 'Neue Kinder zählen bis dahin als „divers“. Bei allen anderen ändert sich nichts.',
}

interface QuestionProps {
  field: Question
  detail: ImportDetail
  columns: ImportColumns
  classNames: readonly string[]
}

const QuestionField = ({ field, detail, columns, classNames }: QuestionProps) => {
  const { mapping, attempt } = columns
  const answer = answerOf(field, columns)
  const free = freeColumns(detail.headings, mapping, field)
  const groups: Group[] = [
    {
      group: 'Steht in der Spalte',
      items: free.map(({ column, heading }) => ({ value: toValue({ column }), label: heading })),
    },
    ...otherAnswers(field, classNames),
  ]
  return (
    <div>
      <NativeSelect
        label={IMPORT_LABELS[field]}
        description={QUESTIONS[field] ?? NAME_QUESTION}
        error={attempt > 0 && answer === undefined ? 'Bitte wählen Sie einen Wert.' : undefined}
        value={toValue(answer)}
        data={[{ value: '', label: 'Bitte wählen' }, ...groups.filter(({ items }) => items.length > 0)]}
        onChange={(event) => columns.answer(field, fromValue(event.currentTarget.value))}
      />
      {answer === LATER && (
        <Text role="status" mt={4} className="sh-quiet sh-flush">
          {CONSEQUENCES[field]}
        </Text>
      )}
    </div>
  )
}

/** What the file does not seem to say: without an answer nothing is checked, and nothing is guessed (ADR 0037). */
export const ImportQuestionsField = ({ detail, columns }: Pick<QuestionProps, 'detail' | 'columns'>) => {
  // A question stays when a column is its answer, or the field that somebody is in would go away.
  const [asked, setAsked] = useState(() => questionsOf(columns.mapping))
  const open = questionsOf(columns.mapping)
  const isMore = open.some((field) => !asked.includes(field))
  if (isMore) setAsked([...asked, ...open.filter((field) => !asked.includes(field))])
  const { data } = useQuery({ ...optionsQuery, enabled: asked.some(isAsked) })
  const classNames = data?.schoolclasses.map(({ classgradePlain }) => classgradePlain) ?? []
  if (asked.length === 0) return null
  return (
    <section aria-labelledby="import-questions">
      <Title order={3} id="import-questions" mb="xs">
        Das fehlt in der Liste
      </Title>
      <div className={classes.questions}>
        {asked.map((field) => (
          <QuestionField key={field} field={field} detail={detail} columns={columns} classNames={classNames} />
        ))}
      </div>
    </section>
  )
}
