import { useContext } from 'react'
import { counted } from '#contract/counted.ts'
import { listName } from '#contract/person-names.ts'
import { partText } from '#contract/sicknotes.texts.ts'
import type { Sicknote } from '#contract/sicknotes.ts'
import { TitleSuffix } from '#web/ui/PageTitle.tsx'
import { printStamp } from '#web/ui/PrintHead.tsx'
import plain from '#web/ui/plain-table.module.css'
import { type PaperGroup, paperGroups } from './paper-rows.ts'
import classes from './SicknotesPage.module.css'
import { countChildren, countClasses } from './sicknote-counts.ts'
import { dayText, freeDayText, listTitle, NO_NOTES, paperStatusesOf, reportedAt, reportedBy } from './sicknote-texts.ts'

/** `3 SuS in 2 Klassen`. */
export const absentText = (notes: readonly Sicknote[]) =>
  `${countChildren(notes)} SuS in ${counted(countClasses(notes), 'Klasse', 'Klassen')}`

const HEADS = ['Name', 'abwesend seit', 'bis', 'Teil des Tages', 'gemeldet', 'von', 'Status']

const NoteCells = ({ note, today }: { note: Sicknote; today: string }) => {
  const { value } = note
  return (
    <>
      <td>{dayText(value.dateStart, today)}</td>
      <td>{value.dateEnd === today ? 'heute' : dayText(value.dateEnd, today)}</td>
      <td>{partText(value)}</td>
      <td>{reportedAt(note.created_at, today)}</td>
      <td>{reportedBy(note)}</td>
      <td>
        {paperStatusesOf(note)
          .map(({ text }) => text)
          .join(', ')}
      </td>
    </>
  )
}

const ClassRows = ({ group: { name, children }, today }: { group: PaperGroup; today: string }) => (
  <tbody>
    <tr className={classes.paperGroup}>
      <th scope="rowgroup" colSpan={HEADS.length}>
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
          <NoteCells note={note} today={today} />
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
export const DayListTable = ({ notes, today, freeDay, chosen }: DayListTableProps) => (
  <section className={classes.paper}>
    <h2>{listTitle(today)}</h2>
    <p>
      {printStamp(today)} · {useContext(TitleSuffix)} · {absentText(notes)}
    </p>
    {chosen && <p>{chosen}</p>}
    {freeDay && <p>{freeDayText(freeDay)}</p>}
    {notes.length === 0 && !freeDay && <p>{chosen ? 'Keine Treffer.' : NO_NOTES}</p>}
    {notes.length > 0 && (
      <table className={plain.table}>
        <thead>
          <tr>
            {HEADS.map((head) => (
              <th key={head} scope="col">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        {paperGroups(notes).map((group) => (
          <ClassRows key={group.key} group={group} today={today} />
        ))}
      </table>
    )}
  </section>
)
