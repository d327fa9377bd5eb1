import { Link } from '@tanstack/react-router'
import { fullName } from '#contract/person-names.ts'
import { isUnexplained } from '#contract/sicknotes/sicknotes.rules.ts'
import { useToday } from '#web/api/base-data.ts'
import { paths } from '#web/paths.ts'
import { SicknoteReachField } from './SicknoteReachField.tsx'
import classes from './sicknote-lines.module.css'
import { rangeText } from './sicknote-texts.ts'
import { UnexplainedField } from './UnexplainedField.tsx'
import { useNotesOfToday } from './use-notes-of-today.ts'

/** The absent pupils of a class today, in words; for the start page of the class teacher. */
export const AbsentTodayWidget = ({ schoolclassId }: { schoolclassId: number }) => {
  const today = useToday()
  const notes = useNotesOfToday()?.filter(({ pupil }) => pupil.schoolclass?.id === schoolclassId)
  if (!notes) return null
  const byChild = new Map(notes.map((note) => [note.pupil.id, note]))
  if (byChild.size === 0) return <p className="sh-flush sh-above-2">Heute ist niemand abgemeldet.</p>
  return (
    <div className="sh-flush sh-above-2">
      <p className="sh-bold sh-flush sh-below-1">{`Heute abwesend: ${byChild.size}`}</p>
      <ul className={`sh-plain-list ${classes.absent}`}>
        {[...byChild.values()].map((note) => (
          <li key={note.pupil.id} className="sh-row sh-gap-3 sh-rows-1">
            <span>
              <Link to={paths.pupil(note.pupil.id)} className="sh-ink">
                {fullName(note.pupil)}
              </Link>
              {!isUnexplained(note) && (
                <span className="sh-quiet sh-small sh-block">{rangeText(note.value, today)}</span>
              )}
            </span>
            {isUnexplained(note) && <UnexplainedField />}
            {note.reach && note.reach.length > 0 && <SicknoteReachField reach={note.reach} of={fullName(note.pupil)} />}
          </li>
        ))}
      </ul>
    </div>
  )
}
