/** Joins neighbouring lessons: 1., 3.–5. */
export const lessonsText = (lessons: readonly number[]) => {
  const runs: [number, number][] = []
  for (const lesson of lessons) {
    const last = runs.at(-1)
    if (last && last[1] === lesson - 1) last[1] = lesson
    else runs.push([lesson, lesson])
  }
  return runs.map(([from, to]) => (from === to ? `${from}.` : `${from}.–${to}.`)).join(', ')
}

interface PartOfDay {
  partial: boolean
  timeStart: string | null
  timeEnd: string | null
  lessons: readonly number[]
}

/** The part of the day, in the same words everywhere: 10:00–12:00 Uhr, 3.–4. Stunde; undefined for a whole day. */
export const partText = ({ partial, timeStart, timeEnd, lessons }: PartOfDay) => {
  if (!partial) return undefined
  const times = timeStart && timeEnd ? [`${timeStart}–${timeEnd} Uhr`] : []
  return [...times, ...(lessons.length > 0 ? [`${lessonsText(lessons)} Stunde`] : [])].join(', ')
}
