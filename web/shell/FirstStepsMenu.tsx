import { Menu } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ListChecks } from 'lucide-react'
import { firstStepEndpoints } from '#contract/firststeps/firststeps.ts'
import { useMay, useSignedIn } from '#web/api/base-data.ts'
import { queryFor } from '#web/api/queries.ts'
import { paths } from '#web/paths.ts'

/** The way back to the first steps, until all are done; asked for when the menu opens. */
export const FirstStepsMenu = () => {
  const mayEnter = useMay()('manage pupil')
  const hasSchool = useSignedIn()?.school != null
  const { data } = useQuery({
    ...queryFor(firstStepEndpoints.list, {}, { quiet: true }),
    enabled: mayEnter && hasSchool,
  })
  if (!data?.some(({ is_done }) => !is_done)) return null
  return (
    <Menu.Item component={Link} to={paths.firstSteps} leftSection={<ListChecks size={20} aria-hidden />}>
      Erste Schritte
    </Menu.Item>
  )
}
