import { Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { type FieldValue, type FieldValues, type FormField, readText } from '#web/forms/fields.ts'
import { type PlainColumn, PlainTable } from '#web/lists/PlainTable.tsx'
import { FactList } from '#web/ui/FactList.tsx'
import { TextBlocks } from '#web/ui/native/TextBlocks.tsx'
import type { ReadGroup, SchoolSection } from './school-sections.ts'
import classes from './schools.module.css'

const shownValue = (field: FormField, value: FieldValue): ReactNode =>
  field.kind === 'rich text' && value ? <TextBlocks text={String(value)} /> : readText(field, value) || '–'

interface Period {
  key: string
  label: string
  text: ReactNode
  hint: ReactNode
}

interface SectionValuesProps {
  section: SchoolSection
  values: FieldValues
  /** Words that no field of the form has, by the name that stands in a joined fact. */
  words?: Record<string, string>
  /** A period that is changed in another section, by the group in which it is looked for. */
  further?: (Omit<Period, 'key'> & { group: string }) | undefined
}

const readers = ({ section, values, words = {} }: SectionValuesProps) => {
  const textOf = (key: string) => {
    const field = section.fields.find((one) => one.key === key)
    return words[key] ?? (field ? readText(field, values[key] ?? '') : '')
  }
  const fieldOf = (key: string) => section.fields.find((one) => one.key === key && one.kind !== 'accent')
  const factsOf = (rows: ReadGroup['rows']) =>
    rows.flatMap((row) => {
      if (typeof row !== 'string')
        return [{ label: row.label, value: row.text.replace(/{(.*?)}/g, (_, key: string) => textOf(key)) }]
      const field = fieldOf(row)
      return field ? [{ label: field.label, value: shownValue(field, values[row] ?? '') }] : []
    })
  return { fieldOf, factsOf }
}

/** „6 Monate“, and the usual one where the school has changed it. */
const periodText = ({ defaults = {} }: SchoolSection, field: FormField, value: FieldValue) => {
  const usual = defaults[field.key]
  return (
    <>
      {shownValue(field, value)}
      {field.kind === 'count' && String(usual) !== String(value) && (
        <span className="sh-quiet sh-small sh-block"> üblich: {shownValue(field, String(usual))}</span>
      )}
    </>
  )
}

/** Numbers with their hints as rows below the name of their group: what, how long, and from when. */
const PeriodTable = (props: SectionValuesProps) => {
  const { section, values, further } = props
  const { title, tableTitles = ['', '', ''], groups = [] } = section
  const { fieldOf } = readers(props)
  const columnsOf = (group: ReadGroup): PlainColumn<Period>[] => [
    {
      title: tableTitles[0],
      head: <strong className="sh-ink">{group.title}</strong>,
      isName: true,
      cell: ({ label }) => label,
    },
    { title: tableTitles[1], cell: ({ text }) => text },
    { title: tableTitles[2], label: null, cell: ({ hint }) => hint },
  ]
  const rowsOf = (group: ReadGroup): Period[] => [
    ...group.rows.flatMap((key) => {
      const field = typeof key === 'string' ? fieldOf(key) : undefined
      return field?.kind === 'count'
        ? [
            {
              key: field.key,
              label: field.label,
              text: periodText(section, field, values[field.key] ?? ''),
              hint: field.hint,
            },
          ]
        : []
    }),
    ...(further?.group === group.title ? [{ key: further.label, ...further }] : []),
  ]
  const rulesOf = (group: ReadGroup) =>
    group.rows.flatMap((key) => {
      const field = typeof key === 'string' ? fieldOf(key) : undefined
      return field && field.kind !== 'count' ? [field] : []
    })
  return groups.map((group) => (
    <section key={group.title} aria-label={group.title} className="sh-below-5">
      <Title order={3} className={classes.groupTitle ?? ''}>
        {group.title}
      </Title>
      <PlainTable
        caption={`${title}: ${group.title}`}
        className={classes.periods ?? ''}
        isStacked
        rows={rowsOf(group)}
        rowKey={({ key }) => key}
        columns={columnsOf(group)}
      />
      {rulesOf(group).map((field) => (
        <p key={field.key} className="sh-flush sh-above-3 sh-measure">
          {field.label}: <strong>{shownValue(field, values[field.key] ?? '')}</strong>
          {field.hint && <span className="sh-quiet sh-small sh-block">{field.hint}</span>}
        </p>
      ))}
    </section>
  ))
}

/** What is set, for reading: periods as tables, all else as facts, both in their groups. */
export const SectionValues = (props: SectionValuesProps) => {
  const { groups, fields, tableTitles, labels } = props.section
  const { factsOf, fieldOf } = readers(props)
  if (tableTitles) {
    return <PeriodTable {...props} />
  }
  if (groups)
    return (
      <div className={classes.groups} data-labels={labels}>
        {groups.map(({ title, rows }) => (
          <section key={title} aria-label={title}>
            <Title order={3}>{title}</Title>
            <FactList facts={factsOf(rows)} isEven={labels ? true : undefined} />
          </section>
        ))}
      </div>
    )
  const keys = fields.map(({ key }) => key).filter(fieldOf)
  return keys.length > 0 && <FactList facts={factsOf(keys)} />
}
