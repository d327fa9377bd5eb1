import { Fragment, useContext } from 'react'
import { counted } from '#contract/counted.ts'
import { listName } from '#contract/person-names.ts'
import type { Sicknote } from '#contract/sicknotes.ts'
import { TitleSuffix } from '#web/ui/PageTitle.tsx'
import { printStamp } from '#web/ui/PrintHead.tsx'
import plain from '#web/ui/plain-table.module.css'
import classes from './SicknotesPage.module.css'
import { className, countChildren, countClasses } from './sicknote-counts.ts'
import { dayText, freeDayText, listTitle, NO_NOTES, partText, reportedAt } from './sicknote-texts.ts'

/** `3 SuS in 2 Klassen`. */
export const absentText = (notes: readonly Sicknote[]) =>
  `${countChildren(notes)} SuS in ${counted(countClasses(notes), 'Klasse', 'Klassen')}`

interface DayListTableProps {
  notes: readonly Sicknote[]
  today: string
  /** Why there is no school today. */
  freeDay: string | undefined
}

/** On paper only: who is absent today, by class and without reasons (domain §3.5, §5.4). */
export const DayListTable = ({ notes, today, freeDay }: DayListTableProps) => (
  <section className={classes.paper}>
    <h2>{listTitle(today)}</h2>
    <p>
      {printStamp(today)} · {useContext(TitleSuffix)} · {absentText(notes)}
    </p>
    {freeDay && <p>{freeDayText(freeDay)}</p>}
    {notes.length === 0 && !freeDay && <p>{NO_NOTES}</p>}
    <table className={plain.table} hidden={notes.length === 0}>
      <thead>
        <tr>
          <th scope="col">Name</th>
          <th scope="col">abwesend seit</th>
          <th scope="col">bis</th>
          <th scope="col">Teil des Tages</th>
          <th scope="col">gemeldet</th>
        </tr>
      </thead>
      <tbody>
        {notes.map((note, index) => {
          const before = notes[index - 1]
          const { value } = note
          return (
            <Fragment key={note.id}>
              {(!before || className(before) !== className(note)) && (
                <tr className={classes.paperGroup}>
                  <th scope="rowgroup" colSpan={5}>
                    {className(note)}
                  </th>
                </tr>
              )}
              <tr>
                <th scope="row">{listName(note.pupil)}</th>
                <td>{dayText(value.dateStart, today)}</td>
                <td>{value.dateEnd === today ? 'heute' : dayText(value.dateEnd, today)}</td>
                <td>{partText(value)}</td>
                <td>{reportedAt(note.created_at, today)}</td>
              </tr>
            </Fragment>
          )
        })}
      </tbody>
    </table>
  </section>
)
