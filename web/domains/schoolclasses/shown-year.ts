import type { ClassOptions } from './class-staff.ts'

export type ClassYear = ClassOptions['schoolyears'][number]

/** The year whose classes a page shows: the one in its address, otherwise the active one. */
export const shownYear = (years: readonly ClassYear[], chosen: string | undefined) => {
  const active = years.find(({ state }) => state === 'active')
  return chosen === undefined ? active : years.find(({ id }) => String(id) === chosen)
}

/** A year to look at where none is shown: the active one, the next one, else the last one. */
export const nearestYear = (years: readonly ClassYear[]) => {
  const sorted = [...years].sort((a, b) => (a.date_start < b.date_start ? -1 : 1))
  const inState = (wanted: ClassYear['state']) => sorted.filter(({ state }) => state === wanted)
  return inState('active')[0] ?? inState('planned')[0] ?? inState('closed').at(-1)
}
