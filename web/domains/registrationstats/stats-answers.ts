import { counted } from '#contract/counted.ts'
import { joinedWords } from '#contract/joined-words.ts'
import type { RegistrationStats } from '#contract/registrationstats/registrationstats.ts'
import { isAskedFor } from '#contract/waitlists/waitlists.ts'

type Grade = RegistrationStats['byGrade'][number]

/** The grades whose places are counted. */
export const appliedFor = (grades: readonly Grade[]) => grades.filter(({ counts }) => isAskedFor(counts))

/** Places nobody is accepted for; below zero when more are accepted than there are places. Null: no number is set. */
const freeOf = ({ places, counts }: Grade) => (places === null ? null : places - counts.accepted)

/** How many places are left, and how many children are too many, over all grades with a number of places. */
export const placesOf = (grades: readonly Grade[]) => {
  const left = grades.map(freeOf).filter((free) => free !== null)
  return {
    isKnown: left.length > 0,
    free: left.reduce((sum, free) => sum + Math.max(0, free), 0),
    over: left.reduce((sum, free) => sum + Math.max(0, -free), 0),
  }
}

/** „Klasse 1, 2 und 5“ */
export const namesOf = (grades: readonly Grade[]) => `Klasse ${joinedWords(grades.map(({ grade }) => String(grade)))}`

/** „Reichen die Plätze?“: the grades in which they do not, or could not if everybody were accepted who waits. */
export const placesAnswer = (grades: readonly Grade[]) => {
  const known = grades.filter(({ places }) => places !== null)
  if (known.length === 0) return 'Für keine Klassenstufe sind Plätze festgelegt.'
  const over = known.filter((grade) => (freeOf(grade) ?? 0) < 0)
  if (over.length > 0) return `Nein: ${namesOf(over)} ${over.length === 1 ? 'hat' : 'haben'} mehr Zusagen als Plätze.`
  const tight = known.filter((grade) => grade.counts.new + grade.counts.waiting > (freeOf(grade) ?? 0))
  if (tight.length > 0) return `Nicht für alle: In ${namesOf(tight)} sind mehr Kinder offen, als Plätze frei sind.`
  return 'Ja, auch wenn alle angenommen werden, die neu sind oder warten.'
}

/** „14 mehr als für 2026/2027“. */
export const comparedText = ({ before, counts, counts_before }: RegistrationStats) => {
  if (!before) return undefined
  const more = counts.total - counts_before.total
  if (more === 0) return `so viele wie für ${before.name}`
  return `${Math.abs(more)} ${more > 0 ? 'mehr' : 'weniger'} als für ${before.name}`
}

const withdrawnText = ({ withdrawn }: RegistrationStats['counts']) =>
  withdrawn > 0 && `davon ${withdrawn} zurückgezogen`

/** „davon 2 zurückgezogen, 14 mehr als für 2026/2027“: the list of applications does not count those who withdrew. */
export const totalHint = (stats: RegistrationStats) =>
  [withdrawnText(stats.counts), comparedText(stats)].filter(Boolean).join(', ') || undefined

/** „Wie ist entschieden?“ */
export const decidedAnswer = ({ counts }: RegistrationStats) => {
  const { new: open, withdrawn } = counts
  const decided = counts.waiting + counts.accepted + counts.rejected
  const are = (count: number, what: string) => counted(count, `ist ${what}`, `sind ${what}`)
  const gone = withdrawn > 0 ? `, ${are(withdrawn, 'zurückgezogen')}` : ''
  return open === 0
    ? `Alle sind entschieden${gone}.`
    : `${are(decided, 'entschieden')}, ${are(open, 'noch offen')}${gone}.`
}

/** „Wann kommen die Bewerbungen?“: the month with the most. */
export const busiestMonth = (months: RegistrationStats['byMonth']) =>
  months.reduce<RegistrationStats['byMonth'][number] | undefined>(
    (most, one) => (one.counts.total > (most?.counts.total ?? 0) ? one : most),
    undefined,
  )
