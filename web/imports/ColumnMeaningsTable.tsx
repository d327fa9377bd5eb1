import { NativeSelect } from '@mantine/core'
import type { ReactNode } from 'react'
import { isSpecialHeading } from '#contract/headings.ts'
import { PlainTable } from '#web/lists/PlainTable.tsx'

interface ColumnMeaningsTableProps<Meaning extends string> {
  headings: readonly string[]
  /** What each column means; null: it is not taken. */
  mapping: readonly (Meaning | null)[]
  meanings: readonly { value: Meaning; label: string }[]
  /** Meanings that two columns have. */
  doubled: readonly Meaning[]
  onChoose: (column: number, meaning: Meaning | null) => void
  samples: { title: string; of: (column: number) => ReactNode; className?: string }
  /** Class of the cells with the choice. */
  choiceClass: string | undefined
}

/** The columns of a file that is imported: what each of them means, and what its first rows have in it. */
export const ColumnMeaningsTable = <Meaning extends string>(props: ColumnMeaningsTableProps<Meaning>) => {
  const { headings, mapping, meanings, doubled, onChoose, samples, choiceClass } = props
  const choiceOf = (heading: string, column: number) => {
    if (isSpecialHeading(heading)) return <span className="sh-quiet sh-flush">wird nie übernommen</span>
    const meaning = mapping[column] ?? null
    return (
      <NativeSelect
        size="sm"
        aria-label={`Bedeutung der Spalte „${heading || column + 1}“`}
        value={meaning ?? ''}
        error={meaning !== null && doubled.includes(meaning) ? 'zwei Spalten zugeordnet' : undefined}
        data={[{ value: '', label: 'nicht übernehmen' }, ...meanings]}
        onChange={(event) => onChoose(column, (event.currentTarget.value || null) as Meaning | null)}
      />
    )
  }
  return (
    <PlainTable
      caption="Spalten der Datei und ihre Bedeutung"
      isStacked
      columns={[
        { title: 'Spalte der Datei', isName: true, cell: (heading, column) => heading || `Spalte ${column + 1}` },
        { title: 'Bedeutung', label: null, cellProps: () => ({ className: choiceClass }), cell: choiceOf },
        {
          title: samples.title,
          label: null,
          cellProps: () => ({ className: samples.className }),
          cell: (_, column) => samples.of(column),
        },
      ]}
      rows={headings}
      // Headings may repeat, their places do not.
      rowKey={(_, column) => column}
    />
  )
}
