import { useContext } from 'react'
import { childrenText, counted } from '#contract/counted.ts'
import { listName } from '#contract/person-names.ts'
import { partText } from '#contract/sicknotes/sicknotes.texts.ts'
import type { Sicknote, SicknoteFormOptions } from '#contract/sicknotes/sicknotes.ts'
import { PlainTable } from '#web/lists/PlainTable.tsx'
import { chosenValues } from '#web/lists/table-state.ts'
import { TitleSuffix } from '#web/ui/PageTitle.tsx'
import { printStamp } from '#web/ui/PrintHead.tsx'
import { classKey, className, countChildren, countClasses } from './sicknote-counts.ts'
import { type SicknoteListState, type SicknoteTab, STATUS_FILTERS, type StatusFilter } from './sicknote-list.ts'
import paper from './sicknote-paper.module.css'
import { dayText, freeDayText, listTitle, NO_NOTES, paperStatusesOf, reportedAt, reportedBy } from './sicknote-texts.ts'

/** What stands over each part of the list on paper, so that none is taken for today's. */
export const PAPER_TITLES: Record<SicknoteTab, string> = {
  heute: 'Fehlliste',
  weitere: 'Weitere Krankmeldungen',
  fehlt: 'Entschuldigung fehlt',
  woche: 'Abwesenheiten der Woche',
  monat: 'Abwesenheiten des Monats',
}

interface PaperGroup {
  key: string
  name: string
  /** Notes of each child. */
  children: Sicknote[][]
}

/** Each class once, in it each child once, in the order of the notes (domain §3.5). */
export const paperGroups = (notes: readonly Sicknote[]): PaperGroup[] =>
  [...Map.groupBy(notes, ({ pupil }) => classKey(pupil))].map(([key, ofClass]) => ({
    key,
    name: ofClass[0] ? className(ofClass[0]) : '',
    children: [...Map.groupBy(ofClass, ({ pupil }) => pupil.id).values()],
  }))

type ClassRef = SicknoteFormOptions['schoolclasses'][number]

/** What was left out by search and filters, so that a part is not taken for the whole list; undefined: nothing. */
export const chosenText = (
  { search, filters }: Pick<SicknoteListState, 'search' | 'filters'>,
  schoolclasses: readonly ClassRef[],
) => {
  const classNames = chosenValues(filters.klasse).map(
    (key) => schoolclasses.find(({ id }) => String(id) === key)?.classgradePlain ?? 'ohne Klasse',
  )
  const statuses = chosenValues(filters.status).map((status) => STATUS_FILTERS[status as StatusFilter] ?? status)
  const parts = [
    classNames.length > 0 && `Klasse ${classNames.join(', ')}`,
    statuses.length > 0 && `Status ${statuses.join(', ')}`,
    filters.ungeklaert !== undefined && 'nur ungeklärt',
    search && `Suche „${search}“`,
  ].filter(Boolean)
  return parts.length > 0 ? `Nur ein Teil der Liste: ${parts.join(' · ')}` : undefined
}

/** `3 Kinder in 2 Klassen`. */
export const absentText = (notes: readonly Sicknote[]) =>
  `${childrenText(countChildren(notes))} in ${counted(countClasses(notes), 'Klasse', 'Klassen')}`

interface PaperColumn {
  title: string
  /** '' where there is nothing to say. */
  text: (note: Sicknote, today: string) => string | undefined
  /** Stays on one line, as dates do. */
  isShort?: true
}

const COLUMNS: readonly PaperColumn[] = [
  { title: 'abwesend seit', isShort: true, text: ({ value }, today) => dayText(value.dateStart, today) },
  {
    title: 'bis',
    isShort: true,
    text: ({ value }, today) => (value.dateEnd === today ? 'heute' : dayText(value.dateEnd, today)),
  },
  { title: 'Teil des Tages', text: ({ value }) => partText(value) },
  { title: 'gemeldet', isShort: true, text: ({ created_at }, today) => reportedAt(created_at, today) },
  { title: 'von', text: reportedBy },
  {
    title: 'Entschuldigung',
    isShort: true,
    text: (note) =>
      paperStatusesOf(note)
        .map(({ text }) => text)
        .join(', '),
  },
]

/** Columns with a value today: an empty column only takes room from the others. */
const filledColumns = (notes: readonly Sicknote[], today: string) =>
  COLUMNS.filter(({ text }) => notes.some((note) => text(note, today)))

const ClassRows = ({
  group: { name, children },
  columns,
  today,
}: {
  group: PaperGroup
  columns: readonly PaperColumn[]
  today: string
}) => (
  <tbody data-together>
    <tr>
      <th scope="rowgroup" colSpan={columns.length + 1}>
        {name}
      </th>
    </tr>
    {children.map((notes) =>
      notes.map((note, index) => (
        <tr key={note.id}>
          {index === 0 && (
            <th scope="row" rowSpan={notes.length}>
              {listName(note.pupil)}
            </th>
          )}
          {columns.map(({ title, text, isShort }) => (
            <td key={title} data-short={isShort}>
              {text(note, today)}
            </td>
          ))}
        </tr>
      )),
    )}
  </tbody>
)

interface DayListTableProps {
  /** By class. */
  notes: readonly Sicknote[]
  today: string
  /** Why there is no school today. */
  freeDay: string | undefined
  /** What search and filters leave of the list; undefined: all of it. */
  chosen: string | undefined
}

/** On paper only: who is absent today, by class and without reasons (domain §3.5, §5.4). */
export const DayListTable = ({ notes, today, freeDay, chosen }: DayListTableProps) => {
  const columns = filledColumns(notes, today)
  return (
    <section className={`sh-paper-only ${paper.paper}`}>
      <h2>{listTitle(today)}</h2>
      <p>
        {printStamp(today)} · {useContext(TitleSuffix)} · {absentText(notes)}
      </p>
      {chosen && <p>{chosen}</p>}
      {freeDay && <p>{freeDayText(freeDay)}</p>}
      {notes.length === 0 && !freeDay && <p>{chosen ? 'Keine Treffer.' : NO_NOTES}</p>}
      {notes.length > 0 && (
        <PlainTable
          columns={[{ title: 'Name' }, ...columns]}
          rows={[]}
          bodies={paperGroups(notes).map((group) => (
            <ClassRows key={group.key} group={group} columns={columns} today={today} />
          ))}
        />
      )}
    </section>
  )
}
