import { useQuery } from '@tanstack/react-query'
import { useMay } from '#web/api/base-data.ts'
import { capacitiesQuery } from './waitlist-queries.ts'
import { excessText } from './waitlist-texts.ts'

interface PlacesExcessWidgetProps {
  schoolYearId: number
  grade: number
}

/** Says how many more children are accepted than the grade has places; nothing while all have one. */
export const PlacesExcessWidget = ({ schoolYearId, grade }: PlacesExcessWidgetProps) => {
  const enabled = useMay()('manage pupil application')
  const { data } = useQuery({ ...capacitiesQuery(schoolYearId), enabled })
  const capacity = data?.grades.find((one) => one.grade === grade)
  const text = capacity && excessText(capacity)
  return text ? <span className="sh-warn sh-small sh-block">{text}</span> : null
}
