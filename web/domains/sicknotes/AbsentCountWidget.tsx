import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { isTodayNote } from '#contract/sicknotes/sicknotes.rules.ts'
import { useToday } from '#web/api/base-data.ts'
import { paths } from '#web/paths.ts'
import { countChildren } from './sicknote-counts.ts'
import { sicknotesQuery } from './sicknote-queries.ts'

interface AbsentCountWidgetProps {
  schoolclass: { id: number; classgradePlain: string }
}

/** How many children of a class are away today, with the way to them: one question for all classes (ux §3.5). */
export const AbsentCountWidget = ({ schoolclass: { id, classgradePlain } }: AbsentCountWidgetProps) => {
  const today = useToday()
  const { data } = useQuery({ ...sicknotesQuery, meta: { quiet: true } })
  if (!data) return null
  const count = countChildren(data.filter((note) => isTodayNote(note, today) && note.pupil.schoolclass?.id === id))
  if (count === 0) return '–'
  return (
    <Link
      to={paths.sicknotes}
      search={{ klasse: String(id) }}
      aria-label={`${classgradePlain}: heute abwesend ${count}`}
    >
      {count}
    </Link>
  )
}
