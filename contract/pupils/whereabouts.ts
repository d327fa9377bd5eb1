import { formatDate } from '#contract/dates.ts'
import { hasLeft } from './pupils.ts'

interface Whereabouts {
  status: string
  date_entry: string
  date_exit: string | null
  /** The class of the day, or of the first day. */
  classgradePlain: string | null
}

/** Where a child is at the school, in short: it tells two children of one name apart. */
export const whereaboutsText = (pupil: Whereabouts) => {
  const { status, date_entry, date_exit, classgradePlain } = pupil
  if (hasLeft(pupil)) return date_exit === null ? 'ehemalig' : `ehemalig, bis ${formatDate(date_exit)}`
  const named = classgradePlain === null ? 'ohne Klasse' : `Klasse ${classgradePlain}`
  return status === 'upcoming' ? `${named}, ab ${formatDate(date_entry)}` : named
}
