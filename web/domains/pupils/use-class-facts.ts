import { useQuery } from '@tanstack/react-query'
import type { PupilDetails } from '#contract/pupils/pupils.details.ts'
import { schoolclassEndpoints } from '#contract/schoolclasses/schoolclasses.ts'
import { useLabels, useMay } from '#web/api/base-data.ts'
import { queryFor } from '#web/api/queries.ts'

/** Keeps the line of a fact that is still loaded, so that nothing moves. */
const LOADING = '\u00a0'

const classesQuery = queryFor(schoolclassEndpoints.list, {}, { quiet: true })

/**
 * Whom to ask about the child and where it is, for a viewer who gets neither contacts nor the career; others find this on
 * the page of the class.
 */
export const useClassFacts = ({ memberships, schoolclass, schoolgrade }: PupilDetails) => {
  const labels = useLabels()
  const isWanted = useMay()('view schoolclasses') && memberships === undefined && schoolclass !== null
  const { data, isPending } = useQuery({ ...classesQuery, enabled: isWanted })
  if (!isWanted) return []
  const found = data?.find(({ id }) => id === schoolclass.id)
  const known = (text: string | null | undefined) => (isPending ? LOADING : text)
  return [
    { label: labels.class_teacher, value: known(found?.responsible_teachers.map(({ name }) => name).join(', ')) },
    { label: 'Raum', value: known(found?.room) },
    { label: 'Klassenstufe', value: schoolgrade && String(schoolgrade.grade) },
  ]
}
